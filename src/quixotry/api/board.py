"""A board and a rack that show themselves: as text in a terminal, as a picture in a notebook."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path
from typing import Self

from quixotry.api.drawing import board_svg, column_names, rack_svg, row_names
from quixotry.api.rulesets import ruleset as load_ruleset
from quixotry.notation.coordinates import parse_square
from quixotry.notation.moves import parse_tiles
from quixotry.rules import board as rules_board
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles, TileSet
from quixotry.values import frozen

_SIGNS = {"DL": "'", "TL": '"', "QL": "^", "DW": "-", "TW": "=", "QW": "~", "": "."}
_STAR = "*"


@frozen
class Board:
    """A board with its tiles, as it lies on the table.

    Letters stand as they were played, blanks in lower case. In text `=` and `-` multiply a word by three and
    two, `"` and `'` a letter; `*` is the start.

    >>> import quixotry as qx
    >>> game = qx.Game("tournament", seed="3d3")
    >>> game.push("8D JIFFIES")
    >>> board = game.board
    >>> board["8D"], board["1A"]
    ('J', None)
    >>> print(board)  # doctest: +ELLIPSIS
       A B C D E F G H I J K L M N O
     1 = . . ' . . . = . . . ' . . =
    ...
     8 = . . J I F F I E S . ' . . =
    ...

    In a notebook a board is a picture; elsewhere `svg()` is its text.

    >>> board.svg()[:5]
    '<svg '
    """

    value: rules_board.Board
    """The board as the rules see it: squares by number, cells as bytes."""
    tiles: TileSet = field(repr=False)
    last: frozenset[int] = frozenset()
    """The squares of the last play, by number."""

    def __getitem__(self, square: str) -> str | None:
        """The letter on a square such as `8H`, lower case for a blank; None where it is empty."""
        cell = self.value.cells[parse_square(square, self.value.layout)]
        return self.tiles.alphabet.cell_sign(cell) if cell else None

    def __str__(self) -> str:
        layout, alphabet = self.value.layout, self.tiles.alphabet
        columns, rows = column_names(layout), row_names(layout)
        wide, edge = max(map(len, columns)) + 1, max(map(len, rows))
        lines = [" " * edge + "".join(name.rjust(wide) for name in columns)]
        for row, name in enumerate(rows):
            line = ""
            for square in range(row * layout.width, (row + 1) * layout.width):
                cell = self.value.cells[square]
                empty = _STAR if square == layout.start else _SIGNS[layout.premium_name(square)]
                line += (alphabet.cell_sign(cell) if cell else empty).rjust(wide)
            lines.append(name.rjust(edge) + line)
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Board with {sum(map(bool, self.value.cells))} tiles>"

    def svg(self) -> str:
        """The board as a picture, the last play outlined."""
        return board_svg(self.value, self.tiles, last=self.last)

    def _repr_svg_(self) -> str:
        return self.svg()


class Rack(str):
    """The tiles of a rack as text, sorted, `?` for a blank; in a notebook, a picture of them.

    >>> import quixotry as qx
    >>> rack = qx.Game("tournament", seed="3d3").rack
    >>> rack, len(rack), "?" in rack
    ('EFFIIJS', 7, False)
    >>> rack.svg()[:5]
    '<svg '

    One of your own has the tiles of a ruleset:

    >>> qx.Rack("qux?it", ruleset="classic")
    'IQTUX?'
    """

    tiles: TileSet

    def __new__(cls, text: str = "", *, ruleset: str | Path | Ruleset = "tournament") -> Self:
        tiles = load_ruleset(ruleset).tiles
        return cls.of(tiles.tiles(parse_tiles(text, tiles.alphabet)), tiles)

    def __reduce__(self) -> tuple[object, ...]:
        return self.of, (self.tiles.rack(str(self)), self.tiles)

    @classmethod
    def of(cls, held: Tiles, tiles: TileSet) -> Self:
        """A rack as people write it."""
        rack = str.__new__(cls, held.text(tiles.alphabet))
        rack.tiles = tiles
        return rack

    def svg(self) -> str:
        """The tiles as a picture."""
        return rack_svg(self, self.tiles)

    def _repr_svg_(self) -> str:
        return self.svg()
