"""How a game with an empty bag may end without anybody going out, as the endgame search wants to know it."""

from __future__ import annotations

from collections.abc import Sequence

from quixotry.rules.board import Board
from quixotry.rules.exchange import pass_kind
from quixotry.rules.position import Turn
from quixotry.rules.ruleset import EndingRun, Ruleset
from quixotry.rules.runs import applies, run_length
from quixotry.rules.tiles import Tiles
from quixotry.values import frozen

NEVER = 60
"""More turns than an endgame has."""


@frozen
class Endings:
    """Turns left before the game ends: without tiles, and without a score. Where no play can score nothing both
    are the same; then the nearer of them is all there is, and it is at most 2."""

    now: tuple[int, int]
    after: tuple[int, int]
    """The same after a play that scores."""
    now_settles: tuple[bool, bool]
    """Whether each loses what is left on the rack when that end comes."""
    after_settles: tuple[bool, bool]
    scoreless_first: bool
    """Which end counts when both come at once."""
    counts_in_full: bool


def idle_runs(ruleset: Ruleset) -> list[EndingRun]:
    """The runs a turn without tiles counts for, once nothing can be exchanged."""
    idle = Turn(seat=0, kind=pass_kind(ruleset), score=0, bag_empty=True)
    return [run for run in ruleset.end.runs if idle.counts_for(run)]


def endings_of(
    ruleset: Ruleset, board: Board, racks: Sequence[Tiles], turns: Sequence[Turn], scores: Sequence[int]
) -> Endings:
    """How near these ends are, by the turns so far, and whether each loses its tiles then."""
    runs = idle_runs(ruleset)
    now = [max(1, run.length(2) - _count(run, turns, scores)) for run in runs]
    after = [run.length(2) for run in runs]
    if not may_score_nothing(ruleset, board, racks):
        (left, settles), (left_after, settles_after) = nearest(runs, now), nearest(runs, after)
        return Endings(
            (min(2, left), NEVER),
            (min(2, left_after), NEVER),
            (settles, settles),
            (settles_after, settles_after),
            scoreless_first=False,
            counts_in_full=False,
        )
    kinds = [[n for n, run in enumerate(runs) if (run.of == "scoreless") is kind] for kind in (False, True)]
    ends = [
        [nearest([runs[n] for n in kind], [lefts[n] for n in kind]) for kind in kinds]
        for lefts in (now, after)
    ]
    return Endings(
        (ends[0][0][0], ends[0][1][0]),
        (ends[1][0][0], ends[1][1][0]),
        (ends[0][0][1], ends[0][1][1]),
        (ends[1][0][1], ends[1][1][1]),
        scoreless_first=kinds[1][:1] < kinds[0][:1],
        counts_in_full=True,
    )


def may_score_nothing(ruleset: Ruleset, board: Board, racks: Sequence[Tiles]) -> bool:
    """Could a play bring no points where that matters? It would lay worthless tiles beside worthless tiles."""
    values = ruleset.tiles.values
    held = sum(not values[tile] for rack in racks for tile in rack)
    lying = sum(not values[0 if cell & 128 else cell] for cell in board.cells if cell)
    return any(run.of == "scoreless" for run in ruleset.end.runs) and held > 0 and held + lying > 1


def nearest(runs: Sequence[EndingRun], left: Sequence[int]) -> tuple[int, bool]:
    """How many turns end the game, and whether tiles are then settled; of equals the first counts."""
    if not runs:
        return NEVER, True
    fewest = min(left)
    return min(NEVER, fewest), runs[left.index(fewest)].settling == "each-loses-own"


def _count(run: EndingRun, turns: Sequence[Turn], scores: Sequence[int]) -> int:
    return run_length(run, turns) if applies(run, scores) else -NEVER
