"""Squares and the starts of plays as people write them.

`8H` is row 8, column H, and a play from there across; `H8` is the same square and a play down. Boards that
count from the centre write `-3,+0` (x to the right, y upwards) and give the direction as a word or a sign:
`-3,+0 across`, `-3,+0>`, `-3,+0 down`, `-3,+0v`. The first form is understood on every board.
"""

from __future__ import annotations

from typing import NamedTuple

from quixotry.notation.errors import CoordinateError
from quixotry.notation.figures import parse_figure
from quixotry.rules.board import Layout

TEXT_MAX = 40

_WAYS = {"across": False, ">": False, "down": True, "v": True}


class Start(NamedTuple):
    """Where a play starts and in which direction it runs."""

    square: int
    down: bool


def parse_square(text: str, layout: Layout) -> int:
    """A square, however it is written: `8H`, `h8`, or `-3,+0` from the centre."""
    place = text.strip()
    if "," in place:
        return _from_centre(place, layout)
    return _from_letters(place, layout).square


def parse_start(text: str, layout: Layout) -> Start:
    """The start and direction of a play: `8H`, `H8`, `-3,+0 across`, `-3,+0v`."""
    place = text.strip()
    if "," not in place:
        return _from_letters(place, layout)
    # Longest first, so no other word's last letter is taken for a direction.
    for way in sorted(_WAYS, key=len, reverse=True):
        if place.lower().endswith(way):
            return Start(_from_centre(place[: -len(way)].rstrip(), layout), _WAYS[way])
    raise CoordinateError(text[:TEXT_MAX], 'add the direction: "across" (>) or "down" (v)')


def format_start(start: Start, layout: Layout) -> str:
    """The start of a play as the players of this board write it."""
    if layout.coordinates == "centre":
        return f"{layout.square_name(start.square)} {'down' if start.down else 'across'}"
    return format_lettered(start, layout)


def format_lettered(start: Start, layout: Layout) -> str:
    """`8H` across, `H8` down, on any board, as game records write it."""
    row, column = str(layout.row(start.square) + 1), chr(ord("A") + layout.column(start.square))
    return column + row if start.down else row + column


def parse_lettered(text: str, layout: Layout) -> Start:
    """`8H` or `H8`, in either case, and nothing else."""
    return _from_letters(text, layout)


def looks_lettered(text: str) -> bool:
    """Does a text look like `8H` or `H8`, on a board of any size?"""
    return _split(text) is not None


def looks_like_place(text: str) -> bool:
    """Does a text look like a square in either form, rather than like a word?"""
    return looks_lettered(text) or ("," in text and any(map(str.isdigit, text)))


def is_direction(text: str) -> bool:
    """Is this the direction of a play, as written after a square counted from the centre?"""
    return text.lower() in _WAYS


def _split(text: str) -> tuple[str, str, bool] | None:
    """Row digits, column letter and direction of `8H` or `H8`."""
    if not (2 <= len(text) <= 3 and text.isascii()):
        return None
    if text[-1].isalpha() and text[:-1].isdigit():
        return text[:-1], text[-1].upper(), False
    if text[0].isalpha() and text[1:].isdigit():
        return text[1:], text[0].upper(), True
    return None


def _from_letters(text: str, layout: Layout) -> Start:
    parts = _split(text)
    if parts is None:
        example = '"8H" (across) or "H8" (down)'
        if layout.coordinates == "centre":
            example += ', or "-3,+0 across" counted from the centre'
        raise CoordinateError(text[:TEXT_MAX], f"write a square as {example}")
    row, column, down = parts
    square = layout.square(int(row) - 1, ord(column) - ord("A"))
    if square is None:
        last = chr(ord("A") + layout.width - 1)
        raise CoordinateError(text, f"rows are 1 to {layout.height} and columns A to {last}")
    return Start(square, down)


def _from_centre(text: str, layout: Layout) -> int:
    x_text, _, y_text = text.partition(",")
    x, y = (parse_figure(part.strip(), digits_max=2) for part in (x_text, y_text))
    if x is None or y is None:
        raise CoordinateError(
            text[:TEXT_MAX], 'write a square counted from the centre as x,y, such as "-3,+0"'
        )
    row, column = layout.row(layout.start) - y, layout.column(layout.start) + x
    square = layout.square(row, column)
    if square is None:
        raise CoordinateError(text[:TEXT_MAX], _ranges(layout))
    return square


def _ranges(layout: Layout) -> str:
    row, column = layout.row(layout.start), layout.column(layout.start)
    return (
        f"x runs from {-column:+d} to {layout.width - 1 - column:+d} "
        f"and y from {row - layout.height + 1:+d} to {row:+d}"
    )
