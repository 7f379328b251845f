"""The small parts of a sentence: lists, and text that somebody else wrote."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from reprlib import Repr

QUOTED_MAX = 40
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"

_SHORT = Repr()
_SHORT.maxstring = _SHORT.maxother = QUOTED_MAX


def quoted(value: object) -> str:
    """A value from outside, fit to stand in a sentence: short, on one line, and nothing in it moves the cursor."""
    if isinstance(value, str | PathLike):
        return f"'{printable(_cut(str(value)))}'"
    try:
        return printable(_cut(_SHORT.repr(value)))
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
