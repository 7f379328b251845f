"""The board as coloured text, readable without colours too."""

from __future__ import annotations

from collections.abc import Collection

from rich.text import Text

from quixotry.rules.alphabet import BLANK_BIT, Alphabet
from quixotry.rules.board import Board, Layout
from quixotry.rules.move import Placement

# The usual colours, softened so that tiles stand out: light blue, dark blue, pink, red.
_PREMIUM_STYLES = {
    "DL": "black on #a9d3ea",
    "TL": "white on #2f6fb0",
    "DW": "black on #f2b8c6",
    "TW": "white on #c8453b",
    "QL": "white on #1d4a7a",
    "QW": "white on #8f2f28",
}
_PLAIN = "#8a8f8a on #e9e4d4"
_TILE = "bold black on #f6dfa4"
_BLANK = "bold italic white on #7d4fa3"
_LAST = "bold black on #ffb454"
_TENTATIVE = "bold black on #b9e29a"
_EDGE = "dim"

STAR = "★"

# Colour is not the only mark: a terminal may have none, and an eye may not tell two apart.
LAST_MARK = "<>"
TENTATIVE_MARK = "[]"


def board_width(layout: Layout, *, cell: int = 3) -> int:
    """How many terminal columns the board takes."""
    return layout.width * cell + _margin(layout)


def board_text(
    board: Board,
    alphabet: Alphabet,
    *,
    cell: int = 3,
    last: Collection[int] = (),
    tentative: Collection[Placement] = (),
) -> Text:
    """The board with coordinates; `cell` columns per square (2 where space is short).

    `last` are squares of the last play, marked `<A>`; `tentative` are tiles laid but not yet played, marked `[A]`.
    """
    layout = board.layout
    laid = dict(tentative)
    text = Text(no_wrap=True)
    text.append(_column_names(layout, cell) + "\n", _EDGE)
    for row in range(layout.height):
        text.append(f"{layout.row_name(row):>{_margin(layout) - 1}} ", _EDGE)
        for square in range(row * layout.width, (row + 1) * layout.width):
            lying = laid.get(square) or board.cells[square]
            if lying:
                style = _BLANK if lying & BLANK_BIT else _LAST if square in last else _TILE
                mark = LAST_MARK if square in last else ""
                if square in laid:
                    style, mark = _TENTATIVE, TENTATIVE_MARK
                text.append(_marked(alphabet.cell_sign(lying), cell, mark), style)
            else:
                _append_square(text, layout, square, cell)
        text.append("\n")
    text.append(_column_names(layout, cell), _EDGE)
    return text


def _marked(sign: str, cell: int, mark: str) -> str:
    """A tile's letter between the two signs of its mark; in a narrow cell before the second one."""
    if not mark:
        return sign.center(cell)
    return (mark[0] + sign + mark[1])[-cell:]


def _append_square(text: Text, layout: Layout, square: int, cell: int) -> None:
    label = layout.premium_name(square)
    style = _PREMIUM_STYLES.get(label, _PLAIN)
    shown = STAR if square == layout.start else label or "·"
    text.append(shown.center(cell) if len(shown) == 1 else shown.rjust(cell), style)


def _margin(layout: Layout) -> int:
    return 4 if layout.coordinates == "centre" else 3


def _column_names(layout: Layout, cell: int) -> str:
    names = map(layout.column_name, range(layout.width))
    fitted = (name.center(cell) if len(name) == 1 else name.rjust(cell) for name in names)
    return " " * _margin(layout) + "".join(fitted)
