"""Bingo lanes: where a play of all tiles has room."""

from __future__ import annotations

from dataclasses import replace

from quixotry.analysis.lanes import Lane, bingo_lanes
from quixotry.lexicon import load
from quixotry.rules.board import Board
from quixotry.rules.ruleset_file import preset

RULES = preset("tournament")
WORDS = load("default")


def board(*rows: str, first: int = 7, column: int = 7) -> Board:
    """Words below each other, from row 8 and column H on unless told."""
    cells = [
        ((first + down) * 15 + column + right, RULES.tiles.alphabet.cell(sign) or 0)
        for down, row in enumerate(rows)
        for right, sign in enumerate(row)
        if sign != "."
    ]
    return Board.empty(RULES.layout).with_cells(cells)


def test_the_first_bingo_lies_on_the_start_square() -> None:
    assert bingo_lanes(Board.empty(RULES.layout), RULES, WORDS) == {Lane(False, 7), Lane(True, 7)}


def test_a_word_can_be_crossed_by_columns_and_hooked_before_and_after() -> None:
    found = bingo_lanes(board("CAT"), RULES, WORDS)
    columns = {lane.number for lane in found if lane.down}
    # Through C, A and T; SCAT and CATS are the hooks.
    assert columns == {6, 7, 8, 9, 10}
    # Above and below: at most two letters may touch the word, so that bingos hang on its ends.
    assert {lane.number for lane in found if not lane.down} == {6, 8}


def test_a_hook_that_takes_no_letter_is_no_lane() -> None:
    # CWMS is a word, and nothing goes before CWM.
    found = bingo_lanes(board("CWM"), RULES, WORDS)
    assert Lane(True, 6) not in found
    assert Lane(True, 10) in found


def test_a_row_of_its_own_length_leaves_no_room() -> None:
    full = board("A" * 15, first=7, column=0)
    assert Lane(False, 7) not in bingo_lanes(full, RULES, WORDS)


def test_a_game_without_a_bonus_has_no_lanes() -> None:
    plain = replace(RULES, bonus=replace(RULES.bonus, points=0))
    assert bingo_lanes(board("CAT"), plain, WORDS) == frozenset()
