"""A ruleset explains itself from its data."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quixotry.rules.challenge import ChallengeRule
from quixotry.rules.ruleset import EndingRun, Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.rules.shipped import shipped_names
from quixotry.wording.rulesets import explain, rules_lines


def said(ruleset: Ruleset) -> str:
    return "\n".join(sentence for section in explain(ruleset) for sentence in section.sentences)


@pytest.mark.parametrize("name", shipped_names("presets"))
def test_every_preset_explains_itself_in_whole_sentences(name: str) -> None:
    for section in explain(preset(name)):
        assert section.title
        for sentence in section.sentences:
            assert sentence.endswith(".")
            assert "  " not in sentence
            assert not set(sentence) & set("{}#")


def test_the_numbers_are_those_of_the_ruleset() -> None:
    solo = preset("solo")
    ours = replace(
        solo,
        rack=replace(solo.rack, size=8),
        words=replace(solo.words, shortest=3, longest=8),
        bonus=replace(solo.bonus, tiles=8, points=1),
        exchange=replace(solo.exchange, per_game=1, bag_least=8),
        clock=replace(solo.clock, minutes=1, overtime_points=1),
        end=replace(solo.end, runs=(EndingRun("stalemate", "tileless", rounds=2),), tie="shared"),
    )
    text = said(ours)
    for part in (
        "each player draws 8.",
        "Words have 3 to 8 letters.",
        "Playing 8 tiles in one turn earns a bonus of 1 point.",
        "once per game at most. This ends your turn. The bag must hold at least 8 tiles.",
        "Each player has 1 minute; every minute of overtime, once started, costs 1 point.",
        "It also ends after 2 rounds in which nobody plays a tile; then each player loses",
        "Equal scores share the win (Tie).",
    ):
        assert part in text


def test_a_family_game_says_so_and_others_say_nothing_of_it() -> None:
    classic = preset("classic")
    assert "family" not in said(classic)
    family = replace(classic, words=replace(classic.words, family=True))
    assert (
        "This is a family game: slurs and obscenities are refused, even if the word list has them."
        in said(family)
    )
    assert any("family game" in line for line in rules_lines(family))


@pytest.mark.parametrize(
    ("challenge", "part"),
    [
        (None, "A play with a word that is not in the word list is not accepted."),
        (ChallengeRule(), "an unsuccessful challenge costs nothing."),
        (ChallengeRule(costs_turn=True), "an unsuccessful challenge costs the challenger a turn."),
        (ChallengeRule(points=5), "an unsuccessful challenge gives the other player 5 points."),
        (ChallengeRule(per_word=1), "gives the other player 1 point for each valid word."),
    ],
)
def test_every_challenge_rule_is_explained(challenge: ChallengeRule | None, part: str) -> None:
    tournament = preset("tournament")
    words = replace(tournament.words, challenge=challenge)
    assert part in said(replace(tournament, words=words))


@pytest.mark.parametrize("of", ["passes", "exchanges", "scoreless", "tileless"])
@pytest.mark.parametrize("length", [{"turns": 1}, {"turns": 6}, {"rounds": 1}, {"rounds": 2}, {"rounds": 3}])
def test_every_run_is_explained(of: str, length: dict[str, int]) -> None:
    classic = preset("classic")
    runs = (EndingRun("x", of, **length), EndingRun("stalemate", "tileless", rounds=6))  # type: ignore[arg-type]
    sentences = said(replace(classic, end=replace(classic.end, runs=runs))).splitlines()
    told = next(line for line in sentences if line.startswith("It also ends") and "no player can" not in line)
    number = str(next(iter(length.values())))
    assert number in told or number in ("1", "2")


def test_the_terminal_leaves_out_how_tiles_are_dragged() -> None:
    assert any("within reach" in sentence for sentence in said(preset("party")).splitlines())
    assert not any("within reach" in line for line in rules_lines(preset("party")))
