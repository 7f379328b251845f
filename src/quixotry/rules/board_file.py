"""Boards as text: rows of two-sign squares, such as `TW .. .. DL`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from quixotry.rules.board import PREMIUM_NAMES, SIDE_MAX, Layout
from quixotry.rules.errors import RulesetError
from quixotry.rules.plain import check_keys, text_value
from quixotry.wording.phrases import listed, quoted

PLAIN = ".."
PREMIUMS = {PLAIN: (1, 1), "ST": (1, 1)} | {name: times for times, name in PREMIUM_NAMES.items()}
"""Letter and word multiplier of each token."""


def layout_from_plain(plain: Mapping[str, Any]) -> Layout:
    check_keys(plain, ("name", "start", "coordinates", "rows"), "board")
    rows = plain.get("rows")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        raise RulesetError("board.rows", 'must be a list of rows of squares such as "TW .. DL"')
    squares = [row.split() for row in rows]
    height, width = len(squares), len(squares[0])
    for number, row in enumerate(squares, 1):
        if len(row) != width:
            raise RulesetError("board.rows", f"row {number} has {len(row)} squares, but row 1 has {width}")
        for column, token in enumerate(row, 1):
            if token not in PREMIUMS:
                raise RulesetError(
                    "board.rows",
                    f"row {number}, square {column} must be {listed(tuple(PREMIUMS), ' or ')}, not {quoted(token)}",
                )
    if not (1 <= height <= SIDE_MAX and 1 <= width <= SIDE_MAX):
        raise RulesetError(
            "board.rows", f"each side must have 1 to {SIDE_MAX} squares; this board is {height} by {width}"
        )
    premiums = [PREMIUMS[token] for row in squares for token in row]
    coordinates = plain.get("coordinates", "letters")
    if coordinates not in ("letters", "centre"):
        raise RulesetError("board.coordinates", f'must be "letters" or "centre", not {quoted(coordinates)}')
    return Layout(
        name=text_value(plain.get("name", "own"), "board.name"),
        height=height,
        width=width,
        letter_multipliers=bytes(letter for letter, _ in premiums),
        word_multipliers=bytes(word for _, word in premiums),
        start=_start_square(plain.get("start"), height, width),
        coordinates=coordinates,
    )


def layout_to_plain(layout: Layout) -> dict[str, Any]:
    names = [layout.premium_name(square) or PLAIN for square in layout.squares]
    return {
        "name": layout.name,
        "start": f"{layout.row(layout.start) + 1}{chr(ord('A') + layout.column(layout.start))}",
        "coordinates": layout.coordinates,
        "rows": [" ".join(names[row * layout.width :][: layout.width]) for row in range(layout.height)],
    }


def _start_square(name: Any, height: int, width: int) -> int:
    """`8H`; the middle of the board when no name is given."""
    if name is None:
        return (height // 2) * width + width // 2
    row, column = (name[:-1], ord(name[-1]) - ord("A")) if isinstance(name, str) and name else ("", -1)
    is_number = row.isascii() and row.isdigit() and len(row) <= 2
    if not (is_number and 1 <= int(row) <= height and 0 <= column < width):
        raise RulesetError("board.start", f'{quoted(name)} is not a square on this board, such as "8H"')
    return (int(row) - 1) * width + column
