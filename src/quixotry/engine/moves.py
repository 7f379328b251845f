"""Asking for moves: a ruleset, a lexicon, a board and a rack in; candidates out.

    >>> from quixotry.engine.moves import Engine
    >>> from quixotry.lexicon import load
    >>> from quixotry.rules.board import Board
    >>> from quixotry.rules.ruleset_file import preset
    >>> rules = preset("classic")
    >>> engine = Engine(rules, load("default"))
    >>> found = engine.search(Board.empty(rules.layout), engine.rack("QUIXOTE"))
    >>> found.best.score
    116

Candidates are ordered by equity (score plus what the kept tiles are worth), then by score, then plays before
exchanges and exchanges before a pass, then by place: across before down, upper and left squares first, and at
last by the tiles laid. The best is the first in that order, however it was found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING

from quixotry.engine.generators import MoveGenerator, generator_for
from quixotry.engine.perception import ALL, Perception
from quixotry.lexicon.compiled import COMPILED
from quixotry.lexicon.wordlist import Lexicon
from quixotry.rules.board import Board
from quixotry.rules.exchange import exchange_sizes, pass_move
from quixotry.rules.move import Exchange, Move, Placement, Play
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from quixotry.values import frozen

if TYPE_CHECKING:
    from quixotry.engine.native.leaves import Leaves
    from quixotry.engine.plain import FoundPlay
    from quixotry.lexicon.gaddag import Gaddag

__all__ = ["COMPILED", "Candidate", "Engine", "Search"]


@frozen
class Candidate:
    """A move with what it is worth."""

    move: Move
    score: int
    leave: tuple[int, ...]
    """The tiles kept, in rack order."""
    equity: float
    """Score plus the value of the leave, in points."""


class Engine:
    """A move generator for one ruleset and one lexicon. One thread uses it at a time."""

    def __init__(self, ruleset: Ruleset, words: Lexicon | Gaddag, *, leaves: Leaves | None = None) -> None:
        self.ruleset, self.leaves = ruleset, leaves
        self._generator = generator_for(ruleset, words)

    def rack(self, text: str) -> Tiles:
        """A rack as people write it, `?` for a blank."""
        alphabet = self.ruleset.tiles.alphabet
        tiles = [alphabet.tile(sign) for sign in text]
        if None in tiles:
            raise ValueError(f"{text!r} has a sign that is no tile of this game")
        return self.ruleset.tiles.tiles(tile for tile in tiles if tile is not None)

    def search(self, board: Board, rack: Tiles, *, bag: int | None = None, exchanges_made: int = 0) -> Search:
        """Everything this rack can do here. `bag` is how many tiles it holds; left out, two seats with full
        racks are assumed. Some rules allow only so many exchanges; `exchanges_made` were before."""
        unseen = self._unseen(board, rack)
        if bag is None:
            bag = max(0, len(unseen) - self.ruleset.rack.size)
        return Search(self, board, rack, bag, unseen, exchanges_made)

    def best_play(self, board: Board, rack: Tiles, *, bag: int | None = None) -> Candidate | None:
        """The best play alone, found without looking at most others; None when there is none."""
        return next(iter(self.best_plays(board, rack, 1, bag=bag)), None)

    def best_plays(
        self, board: Board, rack: Tiles, amount: int, *, bag: int | None = None
    ) -> list[Candidate]:
        """The best plays, so many at most; quicker than `search` when only a few are wanted."""
        unseen = self._unseen(board, rack)
        if bag is None:
            bag = max(0, len(unseen) - self.ruleset.rack.size)
        return [_candidate(found) for found in self._load(board, rack, bag, unseen).best_plays(amount)]

    def seen_plays(
        self,
        board: Board,
        rack: Tiles,
        amount: int,
        *,
        worth: Callable[[tuple[int, ...]], float],
        vowel_cost: int = 0,
        perception: Perception = ALL,
    ) -> list[Candidate]:
        """The best plays of somebody who values leaves by `worth`, in points, takes a vowel beside a premium square to
        cost so much in a first play, in thousandths, and overlooks some plays."""
        generator = self._generator
        generator.set_cells(board.cells)
        generator.set_rack(rack)
        values = [0] * (1 << len(rack))
        for mask, kept, *_ in generator.leaves_kept():
            values[mask] = round(1000 * worth(kept))
        generator.weigh(values, vowel_cost)
        return [_candidate(play) for play in generator.seen_plays(perception, amount)]

    def can_play(self, board: Board, rack: Tiles) -> bool:
        """Has this rack any legal play? (The rules' `CanPlay`.)"""
        self._generator.set_cells(board.cells)
        self._generator.set_rack(rack)
        return self._generator.has_play()

    def _unseen(self, board: Board, rack: Tiles) -> list[int]:
        counts = list(self.ruleset.tiles.counts.counts)
        for tile in (*board.tiles(), *rack):
            counts[tile] -= 1
        return [tile for tile, count in enumerate(counts) for _ in range(count)]

    def _load(self, board: Board, rack: Tiles, bag: int, unseen: list[int]) -> MoveGenerator:
        generator = self._generator
        generator.set_cells(board.cells)
        generator.set_rack(rack)
        if bag == 0:
            generator.set_end(self.ruleset.tiles.value(unseen), len(unseen))
            return generator
        generator.value_leaves(self.leaves, unseen, bag)
        return generator


class Search:
    """The candidates of one position, best first. Built when first asked for."""

    def __init__(
        self, engine: Engine, board: Board, rack: Tiles, bag: int, unseen: list[int], exchanges_made: int
    ) -> None:
        self._engine, self._board, self._rack = engine, board, rack
        self._bag, self._unseen, self._exchanges_made = bag, unseen, exchanges_made

    @property
    def plays(self) -> int:
        """How many legal plays there are, exchanges and passes not counted."""
        return self._engine._load(self._board, self._rack, self._bag, self._unseen).find()

    @property
    def best(self) -> Candidate:
        """The first of all candidates; there is always one, for passing is one."""
        return self.top(1)[0]

    def top(self, amount: int) -> tuple[Candidate, ...]:
        """The best few candidates; only of these are Python objects made."""
        return self._ranked(amount)

    def __iter__(self) -> Iterator[Candidate]:
        return iter(self._candidates)

    def __len__(self) -> int:
        return len(self._candidates)

    @cached_property
    def _candidates(self) -> tuple[Candidate, ...]:
        return self._ranked(None)

    def _ranked(self, amount: int | None) -> tuple[Candidate, ...]:
        generator = self._engine._load(self._board, self._rack, self._bag, self._unseen)
        generator.find()
        plays = [_candidate(generator.found(index)) for index in generator.ranked(amount)]
        # Who has enough plays asks only for what comes before the last of them.
        floor = plays[-1].equity if plays and len(plays) == amount else -inf
        moves = [*plays, *self._idle(generator, amount, floor)]
        return tuple(sorted(moves, key=lambda move: (-move.equity, -move.score))[:amount])

    def _idle(self, generator: MoveGenerator, amount: int | None, floor: float) -> Iterator[Candidate]:
        """The best exchanges the rules allow, if worth more than `floor`, then the pass; the sort that follows keeps
        this order among equals."""
        rule, held = self._engine.ruleset.exchange, len(self._rack)
        sizes = exchange_sizes(rule, held=held, bag=self._bag, made=self._exchanges_made)
        leaves = generator.leaves_kept()
        worths = [
            (value, kept)
            for _, kept, _, value in leaves
            if value > 1000 * floor and held - len(kept) in sizes
        ]
        for value, kept in sorted(worths, key=lambda worth: -worth[0])[:amount]:
            yield Candidate(Exchange(tuple(self._rack.minus(kept))), 0, kept, value / 1000)
        _, everything, value, _ = leaves[-1]
        yield Candidate(pass_move(self._engine.ruleset), 0, everything, value / 1000)


def _candidate(found: FoundPlay) -> Candidate:
    laid, _, kept, score, equity = found
    return Candidate(Play(tuple(Placement(*at) for at in laid)), score, kept, equity / 1000)


def tiles_text(tiles: Iterable[int], ruleset: Ruleset) -> str:
    """Tiles as people write a rack, `?` for a blank."""
    return "".join(map(ruleset.tiles.alphabet.tile_sign, tiles))
