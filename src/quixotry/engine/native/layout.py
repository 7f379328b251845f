"""Where things lie in the engine's arrays: every stride, size and packed number, named once.

A board is stored twice, by rows (across) and by columns (down), so that a line of either orientation is contiguous.
A line takes STRIDE squares, the first and at least one at its end being a border that is always empty. Lines are
numbered through both orientations: 0 to 23 across, 24 to 47 down.

A play is packed into one 32-bit word, its *where*: the square it starts on, its length with the tiles it plays
through, and a number of 15 bits: the mask of the tiles it keeps, or how many it lays.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, TypeVar

from quixotry.lexicon.cdefs import Array, cint, inline, uint32_t

T = TypeVar("T")

STRIDE: Final = 24
DOWN: Final = 528
"""The first square of the down orientation."""
SQUARES: Final = 1056
DOWN_LINES: Final = 24
"""The number of the first down line."""
LINES: Final = 48
LETTERS: Final = 64
"""Letters are 1 to 50; 0 is the blank, or the turning point in the graph."""
MASKS: Final = 2048
"""Masks of HELD_MAX tiles."""
RACK_MAX: Final = 10
HELD_MAX: Final = 11
"""Tiles told apart by masks: a rack, and with it the last tiles of a bag."""
BLANK: Final = 128
"""Added to a letter on the board for which a blank stands."""
LETTER: Final = 127
"""What of a cell is its letter."""
BLANK_FACE: Final = 129
"""A blank's own value is that of any letter it stands for."""
RACK_ROOM: Final = 16
"""Places for a rack's tiles where several racks lie one after the other."""
STRIP_ROOM: Final = 32
"""Places for the cells of a play where several lie one after the other."""
STRIP_BYTES: Final = 1088
"""Cells of all squares, and one play more."""
LOWEST: Final = -2000000000
"""Less than any equity."""

Squares: TypeAlias = Array[T, Literal[1056]]
"""One of each square, in both orientations."""
Lines: TypeAlias = Array[T, Literal[48]]
Letters: TypeAlias = Array[T, Literal[64]]
LineLetters: TypeAlias = Array[T, Literal[3072]]
"""One of each letter and line: see `letter_line`."""
Cells: TypeAlias = Array[T, Literal[256]]
"""One of each cell, letters and blanks."""
Masks: TypeAlias = Array[T, Literal[2048]]
BothMasks: TypeAlias = Array[T, Literal[4096]]
"""One of each mask of either side."""
Rack16: TypeAlias = Array[T, Literal[16]]
"""One of each tile of a rack, or each number of tiles."""
LineArray: TypeAlias = Array[T, Literal[24]]
"""One of each square of a line."""
Strip: TypeAlias = Array[T, Literal[32]]
"""The cells of one play, 0 where a tile lay already."""


@inline
def square_at(line: cint, place: cint) -> cint:
    """The square with this place (from 0) on a line."""
    if line < DOWN_LINES:
        return line * STRIDE + place + 1
    return DOWN + (line - DOWN_LINES) * STRIDE + place + 1


@inline
def letter_line(letter: cint, line: cint) -> cint:
    """Where a letter's bits of a line are in LineLetters: lines of one orientation side by side."""
    if line < DOWN_LINES:
        return letter * STRIDE + line
    return (LETTERS + letter) * STRIDE + line - DOWN_LINES


@inline
def where_of(start: cint, length: cint, rest: uint32_t) -> uint32_t:
    """A play in one word: its first square, its length, and a number of 15 bits."""
    return start | length << 12 | rest << 17


@inline
def start_of(where: uint32_t) -> cint:
    """The first square of a play."""
    return where & 0xFFF


@inline
def length_of(where: uint32_t) -> cint:
    """How many squares a play takes."""
    return where >> 12 & 0x1F


@inline
def rest_of(where: uint32_t) -> uint32_t:
    """The mask of kept tiles, or the number of laid ones."""
    return where >> 17


@inline
def place_of(where: uint32_t) -> uint32_t:
    """Start and length alone."""
    return where & 0x1FFFF
