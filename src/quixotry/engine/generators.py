"""Move generators behind one interface: the compiled one where there is one, else the one in plain Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

from quixotry.engine.perception import Perception
from quixotry.engine.static_values import static_values
from quixotry.lexicon.compiled import COMPILED
from quixotry.lexicon.family import playable_words
from quixotry.lexicon.wordlist import Lexicon
from quixotry.rules.ruleset import Ruleset

if COMPILED:
    from quixotry.engine.native.best_play import BestPlay
    from quixotry.engine.native.late_values import LateValues
    from quixotry.engine.native.perception import seen_plays
    from quixotry.lexicon.gaddag_file import graph_for
if TYPE_CHECKING:
    from quixotry.engine.native.leaves import Leaves
    from quixotry.engine.plain import FoundPlay
    from quixotry.lexicon.gaddag import Gaddag

__all__ = ["COMPILED", "CompiledGenerator", "MoveGenerator", "generator_for"]


class MoveGenerator(Protocol):
    """A board and a rack in, plays out. Equity and leaves are in thousandths of a point."""

    def set_cells(self, cells: bytes) -> None:
        """Take a board's cells."""

    def set_rack(self, tiles: Iterable[int]) -> None:
        """Take a rack, whose leaves are then worth nothing."""

    def set_leaves(self, leaves: Leaves) -> None:
        """Value leaves by a table."""

    def value_leaves(self, leaves: Leaves | None, unseen: Sequence[int], bag: int) -> None:
        """Value leaves by a table, what can be drawn, and what a play leaves in the bag, which holds so many now."""

    def set_end(self, others: int, tiles: int) -> None:
        """Value leaves for an empty bag, when the other holds so many tiles, worth `others`."""

    def weigh(self, values: Sequence[int], vowel_cost: int = 0) -> None:
        """Value leaves one by one, by the mask of the tiles kept, and vowels beside premium squares in a first play."""

    def leaves_kept(self) -> list[tuple[int, tuple[int, ...], int, int]]:
        """Every different leave: its mask, its tiles, its value after a play and after an exchange."""

    def find(self) -> int:
        """Find all plays; returns how many."""

    def found(self, index: int) -> FoundPlay:
        """One of the plays found."""

    def ranked(self, limit: int | None) -> list[int]:
        """The numbers of the plays found, best first."""

    def has_play(self) -> bool:
        """Is there any play?"""

    def best_plays(self, amount: int) -> list[FoundPlay]:
        """The best plays, best first."""

    def seen_plays(self, perception: Perception, amount: int) -> list[FoundPlay]:
        """The best plays that somebody sees who overlooks some (`perception`)."""


class CompiledGenerator:
    """The compiled searches with this face: a board, a rack, all plays, the best play."""

    def __init__(self, ruleset: Ruleset, graph: Gaddag) -> None:
        self.best = BestPlay(ruleset, graph)
        self.plays = self.best.generator.plays
        board, rack = self.best.board, self.best.rack
        self.set_cells, self.cells, self.set_rack = board.set_cells, board.cells, rack.set_tiles
        self.set_leaves, self.weigh = rack.set_leaves, rack.weigh
        self._ruleset, self._rack = ruleset, rack
        self._leaves: Leaves | None = None
        self._late = LateValues(ruleset.tiles, None, static_values(ruleset))
        self.leaves_kept, self.find = rack.leaves_kept, self.best.generator.find
        self.found, self.ranked, self.best_play = self.plays.found, self.plays.ranked, self.best.find

    def value_leaves(self, leaves: Leaves | None, unseen: Sequence[int], bag: int) -> None:
        """Value leaves by a table, what can be drawn, and what a play leaves in the bag, which holds so many now."""
        if leaves is not self._leaves:
            self._leaves = leaves
            self._late = LateValues(self._ruleset.tiles, leaves, static_values(self._ruleset))
        if leaves is not None:
            self.set_leaves(leaves)
            self._late.set_pool(self._rack, unseen)
        self._late.set_late(self._rack, bag)

    def set_end(self, others: int, tiles: int) -> None:
        """Value leaves for an empty bag, when the other holds so many tiles, worth `others`."""
        self._late.set_end(self._rack, others, tiles)

    def has_play(self) -> bool:
        """Is there any play?"""
        return self.find() > 0

    def best_plays(self, amount: int) -> list[FoundPlay]:
        """The best plays, best first; a single one is found without looking at most others."""
        if amount == 1:
            best = self.best_play()
            return [] if best is None else [best]
        self.find()
        return [self.found(index) for index in self.ranked(amount)]

    def seen_plays(self, perception: Perception, amount: int) -> list[FoundPlay]:
        """The best plays that somebody sees who overlooks some."""
        self.find()
        return [self.found(index) for index in seen_plays(self.plays, perception, amount)]


def generator_for(ruleset: Ruleset, words: Lexicon | Gaddag) -> MoveGenerator:
    """The fastest generator there is. Without a compiler no word graph is made or waited for."""
    if isinstance(words, Lexicon) and not COMPILED:
        from quixotry.engine.plain import PlainGenerator

        return PlainGenerator(ruleset, playable_words(words, ruleset))
    return CompiledGenerator(ruleset, graph_for(ruleset, words))
