"""Whole numbers as people write them: ASCII digits, not too many, with or without a sign."""

from __future__ import annotations


def parse_figure(text: str, *, digits_max: int, signed: bool = True) -> int | None:
    """`12`, `+12` or `-12`; None for anything else. `int` would take spaces, underscores and foreign digits."""
    digits = text[1:] if signed and text[:1] in ("+", "-") else text
    if not (1 <= len(digits) <= digits_max and digits.isascii() and digits.isdigit()):
        return None
    return -int(digits) if text[0] == "-" else int(digits)
