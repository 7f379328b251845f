"""Plays of an endgame, kept by number for as long as there is room."""

from __future__ import annotations

from typing import Final

from quixotry.engine.native.board import Board
from quixotry.engine.native.layout import length_of, start_of, where_of
from quixotry.engine.native.play_list import Laid
from quixotry.engine.native.play_sink import PlaySink
from quixotry.lexicon.cdefs import (
    Pointer,
    Readonly,
    bint,
    cast,
    cint,
    free_pages,
    inline,
    int32_t,
    native,
    pages,
    size_t,
    uint8_t,
    uint32_t,
)

# The four numbers of a play: its `where` with the number of tiles laid, the tiles used as a mask, the score, and a name
# that stays the same. The cells it lays are apart, LAID of them.
PLAY: Final = 4
USED: Final = 1
POINTS: Final = 2
TAG: Final = 3
LAID: Final = 16
PASS_TAG: Final = 2
"""The tag of a pass; those of plays are odd."""


@native
class PlayStore(PlaySink):
    """Plays in the order they were found."""

    board: Board
    # The tiles the plays are made with.
    given: uint32_t
    room: uint32_t
    top: uint32_t
    plays: Pointer[int32_t]
    laid: Pointer[uint8_t]
    # The room was not enough, and plays are missing.
    failed: Readonly[bint]

    def __init__(self, board: Board, room: int) -> None:
        self.board, self.room, self.top, self.failed = board, room, 0, False
        self.plays = cast(Pointer[int32_t], pages(cast(size_t, self.room) * PLAY * 4))
        self.laid = cast(Pointer[uint8_t], pages(cast(size_t, self.room) * LAID))
        if not (self.plays and self.laid):
            raise MemoryError

    def __dealloc__(self) -> None:
        free_pages(self.plays, cast(size_t, self.room) * PLAY * 4)
        free_pages(self.laid, cast(size_t, self.room) * LAID)

    def described(self, play: int) -> Laid:
        """The squares and cells a play lays."""
        at = start_of(self.plays[PLAY * play])
        empty = [at + i for i in range(length_of(self.plays[PLAY * play])) if not self.board.cell[at + i]]
        return tuple(
            [(self.board.square_of(square), self.laid[play * LAID + i]) for i, square in enumerate(empty)]
        )

    @inline
    def where(self, play: uint32_t) -> uint32_t:
        """Where a play lies, with the number of tiles it lays."""
        return cast(uint32_t, self.plays[PLAY * play])

    @inline
    def used(self, play: uint32_t) -> uint32_t:
        """The tiles a play lays, as a mask."""
        return cast(uint32_t, self.plays[PLAY * play + USED])

    @inline
    def score(self, play: uint32_t) -> cint:
        """What a play scores."""
        return self.plays[PLAY * play + POINTS]

    @inline
    def tag(self, play: uint32_t) -> uint32_t:
        """The name of a play, the same wherever it is found again."""
        return cast(uint32_t, self.plays[PLAY * play + TAG])

    @native
    def record(self, start: cint, length: cint, kept: uint32_t, points: cint) -> None:
        """Keep a play, if the rules allow words of its length."""
        if length > self.board.longest or length < self.board.shortest:
            return
        if self.top == self.room:
            self.failed = True
            return
        play: uint32_t = self.top
        tiles: cint = 0
        square: cint
        tag: uint32_t = (cast(uint32_t, start) * 2654435 + length) & 0x7FFFFFFF
        for square in range(start, start + length):
            if not self.board.cell[square]:
                self.laid[play * LAID + tiles] = self.strip[square]
                tag = ((tag ^ self.strip[square]) * 16777619) & 0x7FFFFFFF
                tiles += 1
        self.plays[PLAY * play] = where_of(start, length, tiles)
        self.plays[PLAY * play + USED] = self.given ^ kept
        self.plays[PLAY * play + POINTS] = points + self.board.bonus[tiles]
        # Odd, and so neither 0, which is no move, nor PASS_TAG.
        self.plays[PLAY * play + TAG] = tag | 1
        self.top += 1
