"""Boards as text."""

from __future__ import annotations

from typing import Any

import pytest

from quixotry.rules.board_file import layout_from_plain, layout_to_plain
from quixotry.rules.errors import RulesetError
from tests.rules.build import RULES

FRIENDS_AS_PRINTED = """
    in|-7|-6|-5|-4|-3|-2|-1|+0|+1|+2|+3|+4|+5|+6|+7
    +7|  |  |  |TW|  |  |TL|  |TL|  |  |TW|  |  |
    +6|  |  |DL|  |  |DW|  |  |  |DW|  |  |DL|  |
    +5|  |DL|  |  |DL|  |  |  |  |  |DL|  |  |DL|
    +4|TW|  |  |TL|  |  |  |DW|  |  |  |TL|  |  |TW
    +3|  |  |DL|  |  |  |DL|  |DL|  |  |  |DL|  |
    +2|  |DW|  |  |  |TL|  |  |  |TL|  |  |  |DW|
    +1|TL|  |  |  |DL|  |  |  |  |  |DL|  |  |  |TL
    +0|  |  |  |DW|  |  |  |ST|  |  |  |DW|  |  |
    -1|TL|  |  |  |DL|  |  |  |  |  |DL|  |  |  |TL
    -2|  |DW|  |  |  |TL|  |  |  |TL|  |  |  |DW|
    -3|  |  |DL|  |  |  |DL|  |DL|  |  |  |DL|  |
    -4|TW|  |  |TL|  |  |  |DW|  |  |  |TL|  |  |TW
    -5|  |DL|  |  |DL|  |  |  |  |  |DL|  |  |DL|
    -6|  |  |DL|  |  |DW|  |  |  |DW|  |  |DL|  |
    -7|  |  |  |TW|  |  |TL|  |TL|  |  |TW|  |  |
"""


@pytest.mark.clause("D9", "D6")
def test_the_friends_board_is_the_one_printed_in_its_rules() -> None:
    layout = RULES["friends"].layout
    times = {"  ": (1, 1), "ST": (1, 1), "DL": (2, 1), "TL": (3, 1), "DW": (1, 2), "TW": (1, 3)}
    header, *rows = (line[4:].split("|") for line in FRIENDS_AS_PRINTED.strip("\n").splitlines())
    columns = header[1:]
    for y, *squares in rows:
        squares = [square.ljust(2) for square in squares] + ["  "] * (15 - len(squares))
        for x, square in zip(columns, squares, strict=True):
            at = (7 - int(y)) * 15 + int(x) + 7
            assert (layout.letter_multipliers[at], layout.word_multipliers[at]) == times[square]
            assert layout.square_name(at) == f"{x},{y}"
    assert layout.square_name(layout.start) == "+0,+0"


@pytest.mark.clause("A1", "A13")
def test_the_standard_board_has_its_61_premium_squares_the_same_from_every_side() -> None:
    layout = RULES["classic"].layout
    squares = list(zip(layout.letter_multipliers, layout.word_multipliers, strict=True))
    assert {kind: squares.count(kind) for kind in squares} == {
        (1, 1): 225 - 61,
        (1, 3): 8,
        (1, 2): 17,
        (3, 1): 12,
        (2, 1): 24,
    }
    rows = [squares[row * 15 :][:15] for row in range(15)]
    assert rows == rows[::-1] == [row[::-1] for row in rows] == [list(row) for row in zip(*rows, strict=True)]
    assert layout.square_name(layout.start) == "8H"
    assert squares[layout.start] == (1, 2)
    assert [layout.square_name(n) for n, kind in enumerate(squares) if kind == (1, 3)] == [
        "1A", "1H", "1O", "8A", "8O", "15A", "15H", "15O"
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["classic", "friends"])
def test_a_board_comes_back_from_plain_values_unchanged(name: str) -> None:
    layout = RULES[name].layout
    assert layout_from_plain(layout_to_plain(layout)) == layout


def test_a_board_of_ones_own_starts_in_its_middle_unless_it_says_where() -> None:
    small = {"rows": [".. QL QW", ".. .. ..", "DL TW .."]}
    assert layout_from_plain(small).start == 4
    assert layout_from_plain(small).letter_multipliers == bytes([1, 4, 1, 1, 1, 1, 2, 1, 1])
    assert layout_from_plain(small).word_multipliers == bytes([1, 1, 4, 1, 1, 1, 1, 3, 1])
    assert layout_from_plain({**small, "start": "3A"}).start == 6
    assert layout_to_plain(layout_from_plain(small))["rows"] == small["rows"]


@pytest.mark.parametrize(
    ("plain", "key", "reason"),
    [
        ({}, "board.rows", "must be a list of rows"),
        ({"rows": []}, "board.rows", "must be a list of rows"),
        ({"rows": [1, 2]}, "board.rows", "must be a list of rows"),
        ({"rows": ".."}, "board.rows", "must be a list of rows"),
        ({"rows": [".. ..", ".."]}, "board.rows", "row 2 has 1 squares, but row 1 has 2"),
        ({"rows": [".. ..", ".. XX"]}, "board.rows", "row 2, square 2 must be .., ST, DL"),
        ({"rows": [".."] * 22}, "board.rows", "each side must have 1 to 21 squares; this board is 22 by 1"),
        ({"rows": [" ".join([".."] * 22)]}, "board.rows", "this board is 1 by 22"),
        ({"rows": [""]}, "board.rows", "this board is 1 by 0"),
        (
            {"rows": [".."], "coordinates": "stars"},
            "board.coordinates",
            'must be "letters" or "centre", not \'stars\'',
        ),
        ({"rows": [".."], "name": 3}, "board.name", "must be one line of text"),
        ({"rows": [".."], "colour": "red"}, "board.colour", "is not a known key"),
    ],
)
def test_a_wrong_board_is_refused_with_the_key_and_the_reason(
    plain: dict[str, Any], key: str, reason: str
) -> None:
    with pytest.raises(RulesetError) as refusal:
        layout_from_plain(plain)
    assert refusal.value.key == key
    assert reason in refusal.value.reason


@pytest.mark.parametrize(
    "start", ["", "A", "2A", "1C", "1a", "0A", "H8", "-1A", "٣A", 8, "0019999A", "1" * 5000 + "A"]
)
def test_a_start_square_must_lie_on_the_board(start: object) -> None:
    with pytest.raises(RulesetError, match=r"board\.start: .* is not a square on this board"):
        layout_from_plain({"rows": [".. .."], "start": start})
