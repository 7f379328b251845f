"""A graph of the words that can still come about in a position, kept for all positions that come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from quixotry.engine.native.reachable_words import reachable_graph
from quixotry.lexicon.gaddag import Gaddag
from quixotry.rules.alphabet import BLANK, tile_of
from quixotry.rules.board import Board
from quixotry.rules.ruleset import Ruleset

LEAST_MS = 400
"""With less time no words are gathered: with a blank that takes 30 to 60 ms."""
EFFORT_MS = 4000
EFFORT_MAX = 8_000_000
"""How much effort a budget allows for each millisecond, and at most: English words take 0.02 microseconds per unit,
words that have nothing in common 0.12, half of the budget."""
BLANKS_MAX = 2
"""With more blanks at large most words can come about, and to gather them takes a tenth of a second and more."""


class ReachableGraph:
    """Of all words of a graph, those that are needed from a position on: gathered once, and kept for the positions that
    come of it (decision 0033)."""

    def __init__(self, ruleset: Ruleset, graph: Gaddag) -> None:
        self._width, self._whole = ruleset.layout.width, graph
        self._made: tuple[bytes, Counter[int], Gaddag] | None = None
        self._refused: tuple[bytes, Counter[int], float] | None = None

    def known(self, board: Board, tiles: Sequence[int]) -> Gaddag:
        """A graph that is at hand and has every play there can be with these tiles on this board."""
        if self._made is not None and _comes_of(self._made[0], self._made[1], board.cells, tiles):
            return self._made[2]
        return self._whole

    def made(self, board: Board, tiles: Sequence[int], budget_ms: float) -> Gaddag:
        """The same; if there is none but the whole one, one is made, where it is much smaller and there is time."""
        graph = self.known(board, tiles)
        if graph is not self._whole or budget_ms < LEAST_MS or tiles.count(BLANK) > BLANKS_MAX:
            return graph
        if (
            self._refused is not None
            and budget_ms <= self._refused[2]
            and _comes_of(self._refused[0], self._refused[1], board.cells, tiles)
        ):
            return graph
        effort_max = int(min(budget_ms * EFFORT_MS, EFFORT_MAX))
        small = reachable_graph(self._whole, board.cells, self._width, tiles, effort_max)
        if small is None:
            self._refused = board.cells, Counter(tiles), budget_ms
            return graph
        self._made = board.cells, Counter(tiles), small
        return small


def _comes_of(before: bytes, held: Counter[int], cells: bytes, tiles: Sequence[int]) -> bool:
    """Can this board and these tiles have come of a board and the tiles held then?"""
    if any(old and old != new for old, new in zip(before, cells, strict=True)):
        return False
    laid = [tile_of(new) for old, new in zip(before, cells, strict=True) if new and not old]
    return Counter([*laid, *tiles]) <= held
