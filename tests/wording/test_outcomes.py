"""Endings and results, told from the ruleset's own data and alike in terminal and browser."""

from __future__ import annotations

from dataclasses import asdict, replace

import msgspec
import pytest

from quixotry.protocol.rulesets import show_ruleset
from quixotry.protocol.views import show_outcome
from quixotry.rules.match import MatchOutcome
from quixotry.rules.outcome import Outcome
from quixotry.rules.ruleset import EndingRun, Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.wording.outcomes import match_result, tie_rule, who_won, why_ended
from tests.wording.node import run_module

NAMES = ["Ann", "Bob"]
PLAYERS = [{"name": name} for name in NAMES]


def ended(reason: str, **more: object) -> Outcome:
    fields = {"winners": (0,), "scores": (9, 3), "scores_before": (9, 3), "tie": "none", **more}
    return Outcome(reason, **fields)  # type: ignore[arg-type]


def house(run: EndingRun) -> Ruleset:
    classic = preset("classic")
    return replace(classic, end=replace(classic.end, runs=(run,)))


STALEMATE = EndingRun("stalemate", "tileless", rounds=2)
CASES: list[tuple[Outcome, Ruleset, list[str]]] = [
    (ended("stalemate"), house(STALEMATE), ["No tile was played for 2 rounds.", "Ann wins."]),
    (ended("stalemate"), preset("classic"), ["No tile was played for 6 rounds.", "Ann wins."]),
    (ended("out", out_seat=1), preset("solo"), ["Bob played the last tile with the bag empty.", "Ann wins."]),
    (ended("no-play"), preset("classic"), ["No player has a legal play left.", "Ann wins."]),
    (ended("resigned"), preset("solo"), ["Only one player is left.", "Ann wins."]),
    (ended("passes"), preset("solo"), ["All players passed in a row.", "Ann wins."]),
    (ended("passes"), preset("party"), ["All players passed in a row with the bag empty.", "Ann wins."]),
    (ended("exchanges"), preset("match"), ["All players exchanged twice in a row.", "Ann wins."]),
    (ended("scoreless"), preset("friends"), ["3 turns in a row scored nothing.", "Ann wins."]),
    (ended("boredom"), preset("friends"), ["The game ended (boredom).", "Ann wins."]),
    (
        ended("out", out_seat=0, scores=(9, 9), tie="broken"),
        preset("solo"),
        [
            "Ann played the last tile with the bag empty.",
            "The final scores are equal, so the scores before settling up decide: Ann was ahead.",
            "Ann wins.",
        ],
    ),
    (
        ended("out", out_seat=0, winners=(0, 1), scores=(9, 9), tie="stands"),
        preset("party"),
        [
            "Ann played the last tile with the bag empty.",
            "The final scores are equal, and so are the scores before settling up.",
            "Absolute Tie: Ann and Bob share the win.",
        ],
    ),
    (
        ended("resigned", winners=(0, 1), scores=(9, 9), tie="stands"),
        replace(preset("solo"), end=replace(preset("solo").end, tie="shared")),
        ["Only one player is left.", "The final scores are equal.", "Tie: Ann and Bob share the win."],
    ),
]
YOU = ["You", "Casual"]
MATCHES = [
    (
        MatchOutcome((2, 0), (700, 650), (0,), "games"),
        "Ann wins the match by games: 2 to 0 in games, 700 to 650 in points.",
    ),
    (
        MatchOutcome((1, 1), (650, 700), (1,), "points"),
        "Bob wins the match on combined points: 1 to 1 in games, 650 to 700 in points.",
    ),
    (
        MatchOutcome((1, 1), (700, 700), (0, 1), "tie"),
        "The match is a tie: 1 to 1 in games, 700 to 700 in points.",
    ),
]


def test_the_end_of_house_rules_with_two_rounds_is_not_told_as_six() -> None:
    assert why_ended(ended("stalemate"), NAMES, house(STALEMATE)) == "No tile was played for 2 rounds."


def test_a_person_called_you_is_spoken_to() -> None:
    assert who_won(ended("resigned"), YOU, preset("solo")) == "You win."
    assert tie_rule(ended("out", out_seat=0, tie="broken"), YOU, preset("solo")).endswith("you were ahead.")
    assert match_result(MATCHES[0][0], YOU).startswith("You win the match by games:")


@pytest.mark.parametrize(("outcome", "ruleset", "lines"), CASES, ids=lambda case: getattr(case, "reason", ""))
def test_the_end_is_told(outcome: Outcome, ruleset: Ruleset, lines: list[str]) -> None:
    told = [told(outcome, NAMES, ruleset) for told in (why_ended, tie_rule, who_won)]
    assert [line for line in told if line] == lines


@pytest.mark.parametrize(("match", "sentence"), MATCHES)
def test_the_result_of_a_match_is_told(match: MatchOutcome, sentence: str) -> None:
    assert match_result(match, NAMES) == sentence


def test_the_browser_tells_the_same() -> None:
    said = run_module(
        "say.mjs",
        {
            "outcomes": [
                {
                    "outcome": msgspec.to_builtins(show_outcome(outcome, ruleset)),
                    "players": PLAYERS,
                    "ruleset": msgspec.to_builtins(show_ruleset(ruleset)),
                }
                for outcome, ruleset, _ in CASES
            ],
            "events": [],
            "matches": [{"match": asdict(match), "players": PLAYERS} for match, _ in MATCHES],
        },
    )
    assert said["outcomes"] == [lines for _, _, lines in CASES]
    assert said["matches"] == [sentence for _, sentence in MATCHES]
