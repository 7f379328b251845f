"""How records settle up: every custom in use adds up where no rules are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from quixotry.notation.gcg import GcgReplay, parse_gcg, replay_gcg
from quixotry.rules.ruleset_file import preset

GAME = (Path(__file__).parents[2] / "golden" / "gcg" / "tournament.gcg").read_text("utf-8")
"""Second goes out with 338 points; First has 368 and keeps ORR, which is worth 3."""


def settled(*lines: str, rules: str | None = None) -> GcgReplay:
    """A whole game of which no line says by which rules, with these lines at its end."""
    kept = [line for line in GAME.splitlines() if "(" not in line and not line.startswith("#note")]
    text = "\n".join((*kept, *lines))
    return replay_gcg(parse_gcg(text.encode()), None if rules is None else preset(rules))


@pytest.mark.parametrize(
    ("lines", "scores"),
    [
        ([">Second: (ORR) +6 344"], (368, 344)),
        ([">Second: (ORR) +3 341", ">First: ORR (ORR) -3 365"], (365, 341)),
        ([">First: ORR (ORR) -3 365", ">Second: (ORR) +3 341"], (365, 341)),
        ([">Second: (ORR) +3 341"], (368, 341)),
        ([">First: ORR (ORR) -3 365"], (365, 338)),
        ([">First: (ORR) -3 365"], (365, 338)),
    ],
    ids=["twice", "gain and loss", "loss and gain", "gain alone", "loss alone", "loss without a rack"],
)
def test_every_custom_of_settling_passes_where_no_rules_are_named(
    lines: list[str], scores: tuple[int, int]
) -> None:
    report = settled(*lines)
    assert not report.discrepancies
    assert not report.warnings
    assert report.final_scores == scores


def test_scoreless_turns_at_the_end_cost_everybody_their_own_tiles() -> None:
    passes = [">First: AEINRST - +0 0", ">Second: ACDEHLO - +0 0"] * 3
    ends = [">First: AEINRST (AEINRST) -7 -7", ">Second: ACDEHLO (ACDEHLO) -13 -13"]
    text = "\n".join(("#player1 First First", "#player2 Second Second", *passes, *ends))
    report = replay_gcg(parse_gcg(text.encode()))
    assert not report.discrepancies
    assert not report.warnings
    assert report.final_scores == (-7, -13)


def test_no_custom_takes_from_one_what_the_other_gains_twice() -> None:
    report = settled(">Second: (ORR) +6 344", ">First: ORR (ORR) -3 365")
    assert [(each.what, each.written, each.computed) for each in report.discrepancies] == [
        ("score", -3, 0),
        ("total", 365, 368),
    ]


def test_named_rules_settle_as_they_say_and_in_no_other_way() -> None:
    once = settled(">Second: (ORR) +3 341", rules="tournament")
    assert [(each.written, each.computed) for each in once.discrepancies] == [(3, 6), (341, 344)]
    twice = settled(">Second: (ORR) +6 344", rules="match")
    assert [(each.written, each.computed) for each in twice.discrepancies] == [(6, 3), (344, 341)]
