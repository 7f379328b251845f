"""The plays a generator has found, with score and equity."""

from __future__ import annotations

from quixotry.engine.native.board import Board
from quixotry.engine.native.layout import DOWN, STRIDE, STRIP_BYTES, length_of, rest_of, start_of, where_of
from quixotry.engine.native.play_sink import PlaySink
from quixotry.engine.native.rack import Rack
from quixotry.lexicon.cdefs import (
    Pointer,
    Readonly,
    address,
    bint,
    cast,
    cint,
    free,
    int32_t,
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
        some = list(range(self.count))
        if limit is not None and limit < self.count:
            # Most plays are out by equity alone, which is all that is looked at here.
            least = sorted([self.equity[i] for i in some])[self.count - limit]
            some = [i for i in some if self.equity[i] >= least]
        order = sorted(some, key=self._rank)
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
        self.where[at] = where_of(start, length, kept)
        memcpy(self.strips + at * STRIDE, address(self.strip[start]), STRIDE)
        self.count = at + 1
