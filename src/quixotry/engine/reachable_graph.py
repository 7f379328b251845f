"""A graph of the words that can still come about in a position, kept for all positions that come of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from quixotry.engine.native.reachable_words import reachable_graph
from quixotry.lexicon.gaddag import Gaddag
from quixotry.rules.alphabet import BLANK, tile_of
from quixotry.rules.board import Board
from quixotry.rules.ruleset import Ruleset

BLANKS_MAX = 2
"""With more blanks at large most words can come about, and to gather them takes a tenth of a second and more."""


class ReachableGraph:
    """Of all words of a graph, those that are needed from a position on: gathered once, and kept for the positions that
    come of it (decision 0033)."""

    def __init__(self, ruleset: Ruleset, graph: Gaddag) -> None:
        self._width, self._whole = ruleset.layout.width, graph
        self._made: tuple[bytes, Counter[int], Gaddag] | None = None

    def known(self, board: Board, tiles: Sequence[int]) -> Gaddag:
        """A graph that is at hand and has every play there can be with these tiles on this board."""
        if self._made is not None and self._comes_of(self._made[0], self._made[1], board.cells, tiles):
            return self._made[2]
        return self._whole

    def made(self, board: Board, tiles: Sequence[int]) -> Gaddag:
        """The same; if there is none but the whole one, one is made where it will be much smaller."""
        graph = self.known(board, tiles)
        if graph is self._whole and tiles.count(BLANK) <= BLANKS_MAX:
            graph = reachable_graph(self._whole, board.cells, self._width, tiles)
            self._made = board.cells, Counter(tiles), graph
        return graph

    def _comes_of(self, before: bytes, held: Counter[int], cells: bytes, tiles: Sequence[int]) -> bool:
        """Can this board and these tiles have come of a board and the tiles held then?"""
        if any(old and old != new for old, new in zip(before, cells, strict=True)):
            return False
        laid = [tile_of(new) for old, new in zip(before, cells, strict=True) if new and not old]
        return Counter([*laid, *tiles]) <= held
