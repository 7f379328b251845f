"""The board and its geometry."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quixotry.rules.board import Board
from tests.rules.build import RULES, drawn_board, on_board, rack, square

RULE = RULES["classic"]
LAYOUT = RULE.layout


def test_squares_are_named_by_row_and_column() -> None:
    assert [LAYOUT.square_name(at) for at in (0, 14, 112, 224)] == ["1A", "1O", "8H", "15O"]
    assert LAYOUT.square(7, 7) == 112
    assert LAYOUT.square(15, 0) is LAYOUT.square(0, -1) is None


@pytest.mark.clause("D9")
def test_squares_of_the_friends_board_are_named_from_the_centre_with_y_upwards() -> None:
    layout = RULES["friends"].layout
    assert [layout.square_name(at) for at in (0, 14, 112, 224, 113)] == [
        "-7,+7", "+7,+7", "+0,+0", "+7,-7", "+1,+0"
    ]  # fmt: skip


def test_a_premium_square_has_one_name_also_where_a_board_of_ones_own_has_two_premiums_on_it() -> None:
    squares = [(1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (1, 3), (1, 4), (2, 3)]
    letters, words = zip(*squares, strict=True)
    layout = replace(
        LAYOUT, height=1, width=8, start=0, letter_multipliers=bytes(letters), word_multipliers=bytes(words)
    )
    names = [layout.premium_name(at) for at in layout.squares]
    assert names == ["", "DL", "TL", "QL", "DW", "TW", "QW", "2L3W"]


def test_a_board_is_mirrored_where_rows_and_columns_are_the_same() -> None:
    assert all(rules.layout.is_mirrored for rules in RULES.values())
    tripled = bytes((1, 3, *LAYOUT.letter_multipliers[2:]))
    assert not replace(LAYOUT, letter_multipliers=tripled).is_mirrored
    doubled = bytes((*LAYOUT.word_multipliers[:1], 2, *LAYOUT.word_multipliers[2:]))
    assert not replace(LAYOUT, word_multipliers=doubled).is_mirrored
    assert not replace(LAYOUT, start=LAYOUT.start + 1).is_mirrored
    assert not replace(LAYOUT, height=14).is_mirrored


def test_corners_have_two_neighbours_edges_three_and_the_rest_four() -> None:
    counts = [len(set(LAYOUT.neighbours(at))) for at in LAYOUT.squares]
    assert (counts.count(2), counts.count(3), counts.count(4)) == (4, 52, 169)
    assert set(LAYOUT.neighbours(0)) == {1, 15}


def test_a_run_never_leaves_its_row() -> None:
    board = on_board(RULE, "1L CATS", "2A DOGS")
    assert list(board.run(11, down=False)) == [11, 12, 13, 14]
    assert list(board.run(15, down=False)) == [15, 16, 17, 18]
    assert list(board.run(0, down=True)) == [0, 15]


def test_a_board_drawn_in_rows_is_the_board_its_words_make() -> None:
    drawn = drawn_board(RULE, "CaT\nO..\nD..")
    assert drawn == on_board(RULE, "1A CaT", "A1 COD")
    assert not drawn.is_empty
    assert Board.empty(LAYOUT).is_empty
    assert RULE.tiles.tiles(drawn.tiles()) == rack(RULE, "CTOD?")
    assert drawn.touches_tile(square(RULE, "2B")[0])
    assert not drawn.touches_tile(square(RULE, "3D")[0])


@pytest.mark.clause("A8")
def test_a_board_never_changes_only_a_new_one_is_made() -> None:
    board = on_board(RULE, "8H CAT")
    board.with_cells([(0, 1)])
    assert board == on_board(RULE, "8H CAT")
