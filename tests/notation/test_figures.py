"""Whole numbers in records."""

from __future__ import annotations

import pytest

from quixotry.notation.figures import parse_figure


@pytest.mark.parametrize(("text", "number"), [("0", 0), ("012", 12), ("+7", 7), ("-7", -7), ("-0", 0)])
def test_a_figure_is_digits_with_or_without_a_sign(text: str, number: int) -> None:
    assert parse_figure(text, digits_max=3) == number


@pytest.mark.parametrize(
    "text", ["", "+", "-", "--1", "1-", " 1", "1_0", "1.0", "x", "١", "²", "1234", "-1234"]
)
def test_whatever_else_python_would_read_as_a_number_is_no_figure(text: str) -> None:
    assert parse_figure(text, digits_max=3) is None


def test_a_count_carries_no_sign() -> None:
    assert parse_figure("+7", digits_max=3, signed=False) is None
    assert parse_figure("7", digits_max=3, signed=False) == 7
