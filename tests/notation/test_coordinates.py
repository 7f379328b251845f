"""Squares and starts of plays, as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quixotry.notation.coordinates import (
    Start,
    format_lettered,
    format_start,
    is_direction,
    looks_lettered,
    parse_lettered,
    parse_square,
    parse_start,
)
from quixotry.notation.errors import CoordinateError
from quixotry.rules.board import Layout
from quixotry.rules.ruleset_file import preset

STANDARD = preset("classic").layout
CENTRED = preset("friends").layout
ODD = Layout("odd", 3, 21, bytes([1]) * 63, bytes([1]) * 63, start=20, coordinates="centre")
LAYOUTS = (STANDARD, CENTRED, ODD)

starts = st.sampled_from(LAYOUTS).flatmap(
    lambda layout: st.tuples(
        st.just(layout), st.builds(Start, st.sampled_from(layout.squares), st.booleans())
    )
)


@pytest.mark.parametrize(
    ("text", "row", "column", "down"),
    [
        ("8H", 7, 7, False),
        ("H8", 7, 7, True),
        ("8h", 7, 7, False),
        (" o15 ", 14, 14, True),
        ("15a", 14, 0, False),
        ("-3,+0 across", 7, 4, False),
        ("-3,+0>", 7, 4, False),
        ("-3, 0 >", 7, 4, False),
        ("+7,+7 down", 0, 14, True),
        ("7,-7 V", 14, 14, True),
        ("0,0v", 7, 7, True),
    ],
)
def test_a_start_is_a_square_and_a_way(text: str, row: int, column: int, *, down: bool) -> None:
    assert parse_start(text, CENTRED) == Start(row * 15 + column, down)


@pytest.mark.parametrize("text", ["8H", "h8", "0,0", "+0,-0"])
def test_a_square_needs_no_way(text: str) -> None:
    assert parse_square(text, CENTRED) == 112


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", 'write a square as "8H" (across)'),
        ("8", 'write a square as "8H" (across)'),
        ("HH", 'write a square as "8H" (across)'),
        ("8H8", 'write a square as "8H" (across)'),
        ("123H", 'write a square as "8H" (across)'),
        ("8É", 'write a square as "8H" (across)'),
        ("٨H", 'write a square as "8H" (across)'),
        ("0A", "rows are 1 to 15 and columns A to O"),
        ("16A", "rows are 1 to 15 and columns A to O"),
        ("P1", "rows are 1 to 15 and columns A to O"),
        ("1,1", "add the direction"),
        ("x,1>", "as x,y"),
        ("1,>", "as x,y"),
        ("100,1>", "as x,y"),
        ("1,2,3>", "as x,y"),
        ("+8,0>", "x runs from -7 to +7 and y from -7 to +7"),
        ("0,-8v", "x runs from -7 to +7 and y from -7 to +7"),
    ],
)
def test_what_is_wrong_with_a_place_is_said(text: str, reason: str) -> None:
    with pytest.raises(CoordinateError) as caught:
        parse_start(text, STANDARD)
    assert reason in str(caught.value)


def test_players_of_the_centred_board_are_told_of_both_ways_to_write() -> None:
    with pytest.raises(CoordinateError, match="-3,\\+0 across"):
        parse_start("nowhere", CENTRED)


@given(starts)
def test_a_start_is_read_back_as_it_was_written(case: tuple[Layout, Start]) -> None:
    layout, start = case
    assert parse_start(format_start(start, layout), layout) == start
    assert parse_start(format_start(start, layout).upper(), layout) == start
    assert parse_lettered(format_lettered(start, layout), layout) == start
    assert parse_lettered(format_lettered(start, layout).lower(), layout) == start
    assert looks_lettered(format_lettered(start, layout))


@given(starts)
def test_a_square_is_read_back_as_it_was_written(case: tuple[Layout, Start]) -> None:
    layout, start = case
    assert parse_square(layout.square_name(start.square), layout) == start.square


def test_each_board_writes_its_own_way() -> None:
    assert format_start(Start(112, down=False), STANDARD) == "8H"
    assert format_start(Start(112, down=True), STANDARD) == "H8"
    assert format_start(Start(109, down=True), CENTRED) == "-3,+0 down"


@pytest.mark.parametrize("text", ["", "8", "-3", "(AB)", "HELLO", "8HH"])
def test_other_words_do_not_look_like_places(text: str) -> None:
    assert not looks_lettered(text)


@pytest.mark.parametrize(
    ("text", "is_one"), [("across", True), ("Down", True), ("8H", False), ("acr", False)]
)
def test_a_direction_is_told_from_a_word(text: str, is_one: bool) -> None:
    assert is_direction(text) is is_one
