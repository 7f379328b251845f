"""A legal move at once: what is played when there is no time, or nobody left, to look for a good one."""

from __future__ import annotations

from collections.abc import Sequence

from quixotry.engine.reference import best_score
from quixotry.rules.move import Accept, Exchange, Move, Pass
from quixotry.rules.view import View

QUICK_WORD_LETTERS = 3
"""Only words this short are looked at: there are few, and one of them nearly always fits."""


def quick_move(view: View, words: Sequence[str]) -> Move:
    """The highest-scoring short word; else an exchange or a pass. `words` are short, sorted, upper case."""
    if view.pending is not None:
        return Accept()
    assert view.rack is not None, "a spectator chooses no moves"
    best = best_score(view.board, view.rack, view.ruleset, words)
    if best is not None:
        return best[0]
    return without_tiles(view)


def without_tiles(view: View) -> Move:
    """A turn that needs no search: an exchange where one is allowed, else a pass."""
    if view.pending is not None:
        return Accept()
    if view.rack is not None and view.can_exchange:
        values = view.ruleset.tiles.values
        dearest = sorted(view.rack, key=lambda tile: -values[tile])
        return Exchange(tuple(dearest[: view.bag_count]))
    return Pass()
