"""What a ruleset may not say, because nobody could play it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quixotry.rules.errors import RulesetError
from quixotry.rules.ruleset import EndingRun
from tests.rules.build import RULES, changed, position, table

STALEMATE = {"reason": "stalemate", "of": "tileless", "rounds": 6}


@pytest.mark.parametrize(
    ("facets", "key", "reason"),
    [
        ({"seats__min": 4, "seats__max": 3}, "seats.min", "4 is more than seats.max (3)"),
        (
            {"seats__default": ["person"]},
            "seats.default",
            "names 1 seats, which seats.min and seats.max do not allow",
        ),
        ({"seats__default": ["person"] * 5}, "seats.default", "names 5 seats"),
        ({"match__games": 2}, "match.games", "a match of two games needs two seats; set seats.max = 2"),
        ({"words__shortest": 5, "words__longest": 4}, "words.shortest", "is more than words.longest (4)"),
        (
            {"words__challenge": "single", "rack__refill": "start-of-turn"},
            "rack.refill",
            "start-of-turn cannot be combined with challenges",
        ),
        (
            {"rack__size": 10, "tiles": {"letters": {"A": {"value": 1, "count": 39}}}},
            "tiles",
            "39 tiles are not enough",
        ),
        ({"end__runs": []}, "end.runs", "must have one run of tileless turns"),
        (
            {"end__runs": [{**STALEMATE, "bag_empty": True}]},
            "end.runs",
            "must have one run of tileless turns",
        ),
        ({"end__runs": [{**STALEMATE, "unless_all_zero": True}]}, "end.runs", "might never end"),
        ({"end__runs": [{**STALEMATE, "turns": 3}]}, "end.runs[0]", "must have either turns or rounds"),
        ({"end__runs": [STALEMATE, {"reason": "x", "of": "passes"}]}, "end.runs[1]", "must have either"),
    ],
)
def test_a_ruleset_that_contradicts_itself_is_refused(
    facets: dict[str, object], key: str, reason: str
) -> None:
    with pytest.raises(RulesetError) as refusal:
        changed(RULES["classic"], **facets)
    assert refusal.value.key == key
    assert reason in refusal.value.reason


@pytest.mark.clause("O6")
@pytest.mark.parametrize(
    "facets",
    [
        {"exchange__least": 1},
        {"exchange__allowed": False},
        {"exchange__whole_rack": True},
        {"exchange__per_game": 5},
    ],
)
def test_rules_whose_only_pass_could_be_refused_are_refused_because_a_game_could_get_stuck(
    facets: dict[str, object],
) -> None:
    with pytest.raises(RulesetError, match=r"passing\.kind: as-exchange needs exchanges of no tiles"):
        changed(RULES["match"], **facets)


@pytest.mark.clause("O1")
@pytest.mark.parametrize("name", RULES)
def test_every_preset_ends_after_six_rounds_without_a_tile(name: str) -> None:
    last = RULES[name].end.runs[-1]
    assert last == EndingRun(reason="stalemate", of="tileless", rounds=6)
    assert last.length(4) == 24


def test_a_run_counts_turns_or_rounds_for_each_seat() -> None:
    assert EndingRun("x", "passes", turns=3).length(4) == 3
    assert EndingRun("x", "passes", rounds=3).length(4) == 12


def test_a_ruleset_of_ones_own_may_have_challenges_for_four() -> None:
    rules = changed(RULES["classic"], words__challenge="single")
    assert rules.allows_challenges
    assert not RULES["classic"].allows_challenges
    game = table(rules, position(rules, racks=["CAT", "DOG", "EEL", "FIN"], bag="AAA"))
    game.plays("8H CAT")
    assert game.position.turn == 1
    game.resigns(1)
    assert game.position.pending is not None, "the next seat may still challenge"
    game.challenges()
    assert game.position.turn == 2
    assert game.rack_text(0) == "AAA"


def test_a_board_on_which_a_play_could_score_millions_is_refused() -> None:
    classic = RULES["classic"]
    quadrupled = replace(classic.layout, word_multipliers=b"\4" * 225)
    with pytest.raises(RulesetError, match="2,000,000 points") as caught:
        replace(classic, layout=quadrupled)
    assert caught.value.key == "board.rows"


def test_a_ruleset_says_in_a_line_what_it_is() -> None:
    assert repr(RULES["classic"]) == "<Ruleset classic: 2 to 4 seats, 15 by 15 squares, 100 tiles>"
    assert repr(RULES["tournament"]) == "<Ruleset tournament: 2 seats, 15 by 15 squares, 100 tiles>"


def test_reasons_for_an_end_are_known_by_the_number_of_their_run() -> None:
    assert RULES["match"].run_reasons == ("exchanges", "stalemate")
