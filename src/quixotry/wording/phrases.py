"""The small parts of a sentence: lists, and text that somebody else wrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, time

QUOTED_MAX = 40
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def quoted(value: object) -> str:
    """A value from outside, fit to stand in a sentence: short, on one line, and nothing in it moves the cursor.

    Text stands in quotes; other values are written as in a file, and what would not fit is only named.
    """
    match value:
        case bool():
            return str(value).lower()
        case None:
            return "nothing"
        case int() | float():
            return _figures(value)
        case Mapping():
            return "a table"
        case list() | tuple():
            return "a list"
        case date() | time():
            return str(value)
        case _:
            return f"'{printable(_cut(str(value)))}'"


def _figures(value: float) -> str:
    try:
        return _cut(str(value))
    except ValueError:  # a hexadecimal number may have more digits than Python will write out
        return "a number with thousands of digits"


def _cut(text: str) -> str:
    return text if len(text) <= QUOTED_MAX else text[: QUOTED_MAX - 1] + "…"


def printable(text: str) -> str:
    """A text with a replacement character for everything that would upset a terminal."""
    return "".join(sign if sign.isprintable() else REPLACEMENT for sign in text)


def listed(things: Sequence[str], conjunction: str = " and ") -> str:
    """`A`, `A and B`, `A, B and C`."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])}{conjunction}{things[-1]}"
