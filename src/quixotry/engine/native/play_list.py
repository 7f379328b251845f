"""The plays a generator has found, with score and equity."""

from __future__ import annotations

from typing import Final, Literal

from quixotry.engine.native.board import Board
from quixotry.engine.native.layout import DOWN, STRIDE, STRIP_BYTES, length_of, rest_of, start_of, where_of
from quixotry.engine.native.play_sink import PlaySink
from quixotry.engine.native.rack import Rack
from quixotry.lexicon.cdefs import (
    Array,
    Pointer,
    Readonly,
    address,
    bint,
    cast,
    cint,
    free,
    int32_t,
    memcmp,
    memcpy,
    memset,
    native,
    popcount,
    regrown,
    size_t,
    uint8_t,
    uint32_t,
)

Laid = tuple[tuple[int, int], ...]
"""Squares and the cells laid on them."""
FEW: Final = 64
"""So many are ranked without making a Python object of every play."""
FoundPlay = tuple[Laid, bool, tuple[int, ...], int, int]
"""Squares and cells laid, whether it runs down, the tiles kept, score, equity in thousandths."""


@native
class PlayList(PlaySink):
    """Plays in the order they were found; there is always room for one more."""

    board: Board
    rack: Rack
    count: Readonly[size_t]
    room: size_t
    equity: Pointer[int32_t]
    score: Pointer[int32_t]
    where: Pointer[uint32_t]
    # STRIDE cells per play.
    strips: Pointer[uint8_t]
    # The numbers of the best few, best first, once `rank_few` was asked.
    few: Array[size_t, Literal[64]]
    # Memory ran out.
    failed: Readonly[bint]

    def __init__(self, board: Board, rack: Rack) -> None:
        self.board, self.rack = board, rack
        self.count = self.room = 0
        self.failed = False

    def __dealloc__(self) -> None:
        free(self.equity)
        free(self.score)
        free(self.where)
        free(self.strips)

    def found(self, index: int) -> FoundPlay:
        """Play `index`."""
        if not 0 <= index < self.count:
            raise IndexError(index)
        where = self.where[index]
        return (*self.described(where, self.cells_of(index)), self.score[index], self.equity[index])

    def cells_of(self, index: int) -> bytes:
        """The cells a play lays, 0 where a tile lies already."""
        return bytes([self.strips[STRIDE * index + i] for i in range(length_of(self.where[index]))])

    def described(self, where: int, cells: bytes) -> tuple[Laid, bool, tuple[int, ...]]:
        """A play in plain terms: squares and cells laid, whether it runs down, and the tiles kept."""
        at = start_of(where)
        laid = [
            (self.board.square_of(at + i), cell)
            for i, cell in enumerate(cells)
            if cell and not self.board.cell[at + i]
        ]
        return tuple(laid), at >= DOWN, self.rack.kept_tiles(rest_of(where))

    def ranked(self, limit: int | None) -> list[int]:
        """Play numbers, best first: equity, then score, then place (across before down, top left first)."""
        if limit is not None and limit <= FEW:
            self.rank_few(limit)
            return [self.few[i] for i in range(min(limit, self.count))]
        order = sorted(range(self.count), key=self._rank)
        return order if limit is None else order[:limit]

    def _rank(self, index: int) -> tuple[int, int, int, int, bytes]:
        where = self.where[index]
        return (
            -self.equity[index],
            -self.score[index],
            start_of(where),
            length_of(where),
            self.cells_of(index),
        )

    @native
    def rank_few(self, limit: cint) -> None:
        """Put the numbers of the best few into `few`, best first."""
        held: cint = 0
        at: cint
        play: size_t
        for play in range(self.count):
            at = held
            while at and self.comes_before(play, self.few[at - 1]):
                if at < limit:
                    self.few[at] = self.few[at - 1]
                at -= 1
            if at < limit:
                self.few[at] = play
                if held < limit:
                    held += 1

    @native
    def comes_before(self, one: size_t, other: size_t) -> bint:
        """The order of `ranked`, for two plays."""
        if self.equity[one] != self.equity[other]:
            return self.equity[one] > self.equity[other]
        if self.score[one] != self.score[other]:
            return self.score[one] > self.score[other]
        where: uint32_t = self.where[one]
        others: uint32_t = self.where[other]
        if start_of(where) != start_of(others):
            return start_of(where) < start_of(others)
        if length_of(where) != length_of(others):
            return length_of(where) < length_of(others)
        return memcmp(self.strips + one * STRIDE, self.strips + other * STRIDE, length_of(where)) < 0

    @native
    def clear(self) -> None:
        """No plays, and a clean strip: squares with tiles stay 0 in it for the whole search."""
        self.count = 0
        memset(self.strip, 0, STRIP_BYTES)

    @native
    def grow(self) -> bint:
        """Twice the room for plays; False when there is no memory, and then `failed` says so."""
        more: size_t = 2 * self.room if self.room else 4096
        equity: Pointer[None] = regrown(self.equity, self.room * 4, more * 4)
        if equity:
            self.equity = cast(Pointer[int32_t], equity)
        score: Pointer[None] = regrown(self.score, self.room * 4, more * 4)
        if score:
            self.score = cast(Pointer[int32_t], score)
        where: Pointer[None] = regrown(self.where, self.room * 4, more * 4)
        if where:
            self.where = cast(Pointer[uint32_t], where)
        strips: Pointer[None] = regrown(self.strips, self.room * STRIDE, more * STRIDE)
        if strips:
            self.strips = cast(Pointer[uint8_t], strips)
        if not (equity and score and where and strips):
            self.failed = True
            return False
        self.room = more
        return True

    @native
    def record(self, start: cint, length: cint, kept: uint32_t, points: cint) -> None:
        """Keep a play, if the rules allow words of its length."""
        if length > self.board.longest or length < self.board.shortest:
            return
        if self.count == self.room and not self.grow():
            return
        at: size_t = self.count
        points += self.board.bonus[self.rack.size - popcount(kept)]
        self.score[at] = points
        self.equity[at] = points * 1000 + self.rack.leave[kept]
        if self.rack.vowel_cost:
            self.equity[at] -= self.rack.exposure(start, length, address(self.strip[start]))
        self.where[at] = where_of(start, length, kept)
        memcpy(self.strips + at * STRIDE, address(self.strip[start]), STRIDE)
        self.count = at + 1
