"""Runs of turns that end a game: how long one is, and whether it is full.

The one counting of runs, for the referee, records, searches and reports. Only compiled self-play counts for
itself, turn by turn; `tests/engine/test_selfplay.py` holds it against this one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from quixotry.rules.ruleset import EndingRun, Ruleset

if TYPE_CHECKING:
    from quixotry.rules.position import Turn


def run_length(
    run: EndingRun, turns: Sequence[Turn], *, resigned: Collection[int] = (), most: int | None = None
) -> int:
    """How many turns in a row, up to the last one, count for a run; those of seats that left are skipped.

    With `most`, nobody counts any further: a record of ten thousand passes is asked after every one of them.
    """
    staying = (turn for turn in reversed(turns) if turn.seat not in resigned)
    return sum(1 for _ in islice(takewhile(lambda turn: turn.counts_for(run), staying), most))


def applies(run: EndingRun, scores: Sequence[int]) -> bool:
    """May this run end a game with these scores at all?"""
    return any(scores) or not run.unless_all_zero


def runs_for(ruleset: Ruleset, reason: str | None) -> list[EndingRun]:
    """The runs that end a game for this reason; none where it ends in another way."""
    return [run for run in ruleset.end.runs if run.reason == reason]


def full_run(
    ruleset: Ruleset, turns: Sequence[Turn], scores: Sequence[int], *, resigned: Collection[int] = ()
) -> EndingRun | None:
    """The first of the ruleset's runs that has come full, and so ends the game; or None."""
    playing = len(scores) - len(resigned)
    for run in ruleset.end.runs:
        needed = run.length(playing)
        if applies(run, scores) and run_length(run, turns, resigned=resigned, most=needed) >= needed:
            return run
    return None
