"""The board: where its premium squares are, and what lies on it.

A square is a number, `row * width + column`, counted from the top left corner.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from quixotry.rules.alphabet import tile_of
from quixotry.values import frozen

SIDE_MAX = 21

PREMIUM_NAMES = {(2, 1): "DL", (3, 1): "TL", (4, 1): "QL", (1, 2): "DW", (1, 3): "TW", (1, 4): "QW"}
"""What a premium square is called, by its letter and word multipliers."""

Coordinates = Literal["letters", "centre"]


@frozen
class Layout:
    """An empty board: its size, premiums, start square, and how its squares are named."""

    name: str
    height: int
    width: int
    letter_multipliers: bytes
    """What each square multiplies the letter on it by, in the turn that covers it."""
    word_multipliers: bytes
    """What each square multiplies every word through it by, in the turn that covers it."""
    start: int
    """The square the first play must cover."""
    coordinates: Coordinates = "letters"

    @property
    def squares(self) -> range:
        return range(self.height * self.width)

    @property
    def is_mirrored(self) -> bool:
        """Are rows and columns the same, so that a first play down is worth what it is worth across?"""
        if self.height != self.width or self.row(self.start) != self.column(self.start):
            return False
        return all(
            times == b"".join(times[column :: self.width] for column in range(self.width))
            for times in (self.letter_multipliers, self.word_multipliers)
        )

    def row(self, square: int) -> int:
        return square // self.width

    def column(self, square: int) -> int:
        return square % self.width

    def square(self, row: int, column: int) -> int | None:
        """The square at a row and column, or None when that is off the board."""
        if 0 <= row < self.height and 0 <= column < self.width:
            return row * self.width + column
        return None

    def step(self, *, down: bool) -> int:
        """From a square to the next one along a column (down) or a row."""
        return self.width if down else 1

    def ahead(self, square: int, *, down: bool) -> range:
        """The squares after this one to the end of its column (down) or row."""
        if down:
            return range(square + self.width, self.height * self.width, self.width)
        return range(square + 1, (self.row(square) + 1) * self.width)

    def behind(self, square: int, *, down: bool) -> range:
        """The squares before this one, nearest first, to the start of its column (down) or row."""
        if down:
            return range(square - self.width, -1, -self.width)
        return range(square - 1, self.row(square) * self.width - 1, -1)

    def neighbours(self, square: int) -> Iterator[int]:
        """The up to four squares beside this one."""
        for down in (False, True):
            yield from self.behind(square, down=down)[:1]
            yield from self.ahead(square, down=down)[:1]

    def premium_name(self, square: int) -> str:
        """`DL`, `TW` and so on; empty for a plain square."""
        letter, word = self.letter_multipliers[square], self.word_multipliers[square]
        if letter == word == 1:
            return ""
        return PREMIUM_NAMES.get((letter, word), f"{letter}L{word}W")

    def square_name(self, square: int) -> str:
        """A square as its players call it: `8H`, or `+3,-2` where squares count from the centre."""
        row, column = self.row_name(self.row(square)), self.column_name(self.column(square))
        return f"{column},{row}" if self.coordinates == "centre" else f"{row}{column}"

    def row_name(self, row: int) -> str:
        """`8`, or `+3` for three rows above the start square."""
        return f"{self.row(self.start) - row:+d}" if self.coordinates == "centre" else str(row + 1)

    def column_name(self, column: int) -> str:
        """`H`, or `+3` for three columns to the right of the start square."""
        if self.coordinates == "centre":
            return f"{column - self.column(self.start):+d}"
        return chr(ord("A") + column)


@frozen
class Board:
    """A layout with tiles on it."""

    layout: Layout
    cells: bytes
    """0 for an empty square, else the letter's number, plus 128 for a blank."""

    @classmethod
    def empty(cls, layout: Layout) -> Board:
        return cls(layout, bytes(len(layout.squares)))

    @property
    def is_empty(self) -> bool:
        return not any(self.cells)

    def tiles(self) -> Iterator[int]:
        """The tiles on the board, as they were on a rack."""
        return (tile_of(cell) for cell in self.cells if cell)

    def with_cells(self, cells: Iterable[tuple[int, int]]) -> Board:
        """This board with (square, cell) pairs written onto it."""
        changed = bytearray(self.cells)
        for square, cell in cells:
            changed[square] = cell
        return Board(self.layout, bytes(changed))

    def run(self, square: int, *, down: bool) -> range:
        """The unbroken line of tiles through a square, which counts as covered itself."""
        first = last = square
        for behind in self.layout.behind(square, down=down):
            if not self.cells[behind]:
                break
            first = behind
        for ahead in self.layout.ahead(square, down=down):
            if not self.cells[ahead]:
                break
            last = ahead
        step = self.layout.step(down=down)
        return range(first, last + step, step)

    def touches_tile(self, square: int) -> bool:
        """Is there a tile beside this square?"""
        return any(self.cells[neighbour] for neighbour in self.layout.neighbours(square))
