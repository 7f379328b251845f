"""What happened in a game of static players, for whoever wants to replay it."""

from __future__ import annotations

from typing import Final, Literal

from quixotry.engine.native.board import Board
from quixotry.engine.native.game_rules import EXCHANGED, PLAYED
from quixotry.lexicon.cdefs import Array, Pointer, bint, cint, native, uint8_t

Turn = tuple[
    Literal["play", "exchange", "pass"],
    int,
    int,
    tuple[tuple[int, int], ...] | tuple[int, ...],
    tuple[int, ...],
]
"""Kind, seat, score, squares and cells laid or tiles given back, rack before it."""

# The numbers of a turn.
TURN: Final = 47
TURNS_MAX: Final = 1394
KIND: Final = 0
SEAT: Final = 1
SCORE: Final = 2
AMOUNT: Final = 3
START: Final = 4
WHAT: Final = 5
"""Cells from the start on, or tiles given back."""
RACK_SIZE: Final = 30
RACK: Final = 31
DRAWS_MAX: Final = 32768


@native
class GameRecord:
    """Draws in order, and turns. One that is off takes nothing."""

    is_on: bint
    # There was more than it has room for.
    full: bint
    draws: Array[uint8_t, Literal[32768]]
    draw_count: cint
    turn_count: cint
    numbers: Array[cint, Literal[65536]]

    def __init__(self) -> None:
        self.is_on = False
        self.clear()

    def drawn(self) -> bytes:
        """The tiles drawn, in order."""
        return bytes([self.draws[i] for i in range(self.draw_count)])

    def turns(self, board: Board) -> list[Turn]:
        """The turns, with squares as the rules number them."""
        found: list[Turn] = []
        for turn in range(self.turn_count):
            at = turn * TURN
            kind, seat, score = self.numbers[at + KIND], self.numbers[at + SEAT], self.numbers[at + SCORE]
            what = [self.numbers[at + WHAT + i] for i in range(self.numbers[at + AMOUNT])]
            rack = tuple([self.numbers[at + RACK + i] for i in range(self.numbers[at + RACK_SIZE])])
            if kind == PLAYED:
                start = self.numbers[at + START]
                laid = tuple([(board.square_of(start + i), cell) for i, cell in enumerate(what) if cell])
                found.append(("play", seat, score, laid, rack))
            else:
                found.append(("exchange" if kind == EXCHANGED else "pass", seat, 0, tuple(what), rack))
        return found

    @native
    def clear(self) -> None:
        """Nothing has happened yet."""
        self.full = False
        self.draw_count = self.turn_count = 0

    @native
    def add_draw(self, tile: cint) -> None:
        """A tile came out of the bag."""
        if self.is_on:
            if self.draw_count < DRAWS_MAX:
                self.draws[self.draw_count] = tile
                self.draw_count += 1
            else:
                self.full = True

    @native
    def open_turn(self, size: cint, rack: Pointer[uint8_t]) -> None:
        """A seat with this rack is on turn."""
        i: cint
        at: cint = self.turn_count * TURN
        if self.is_on and self.turn_count == TURNS_MAX:
            self.full = True
            self.is_on = False
        if self.is_on:
            self.numbers[at + RACK_SIZE] = size
            self.numbers[at + AMOUNT] = 0
            for i in range(size):
                self.numbers[at + RACK + i] = rack[i]

    @native
    def set_play(self, start: cint, length: cint, cells: Pointer[uint8_t]) -> None:
        """It laid these cells."""
        i: cint
        if self.is_on:
            self.numbers[self.turn_count * TURN + START] = start
            for i in range(length):
                self.add_tile(cells[i])

    @native
    def add_tile(self, tile: cint) -> None:
        """One more cell it laid or tile it gave back."""
        at: cint = self.turn_count * TURN
        if self.is_on:
            self.numbers[at + WHAT + self.numbers[at + AMOUNT]] = tile
            self.numbers[at + AMOUNT] += 1

    @native
    def close_turn(self, kind: cint, seat: cint, score: cint) -> None:
        """The turn is made."""
        at: cint = self.turn_count * TURN
        if self.is_on:
            self.numbers[at + KIND] = kind
            self.numbers[at + SEAT] = seat
            self.numbers[at + SCORE] = score
            self.turn_count += 1
