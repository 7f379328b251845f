"""Which squares may take the next tile (C7)."""

from __future__ import annotations

from random import Random

import pytest

from quixotry.engine.reference import all_plays
from quixotry.rules.board import Board
from quixotry.rules.guidance import open_squares
from quixotry.rules.move import Placement, Play
from tests.rules.build import RULES, cells, on_board, square

RULE = RULES["party"]
WORDS = [
    "ACE",
    "AD",
    "AT",
    "DO",
    "DOE",
    "EAT",
    "IN",
    "INTO",
    "LINE",
    "NO",
    "OAT",
    "ON",
    "RAIN",
    "SEA",
    "SEAT",
    "TEA",
]


def named(board: Board, *laid: str) -> set[str]:
    """The names of the open squares after single tiles laid in this order."""
    placements = [each for tile in laid for each in cells(RULE, tile)]
    return {RULE.layout.square_name(at) for at in open_squares(board, placements)}


@pytest.mark.clause("C6", "C7")
def test_the_first_tile_of_the_game_goes_on_the_centre() -> None:
    assert named(Board.empty(RULE.layout)) == {"8H"}


@pytest.mark.clause("C7")
def test_every_other_turn_begins_beside_an_existing_tile() -> None:
    assert named(on_board(RULE, "8H AT")) == {"8G", "8J", "7H", "7I", "9H", "9I"}


@pytest.mark.clause("C7")
def test_the_second_tile_goes_beside_the_first_or_on_the_other_side_of_the_word() -> None:
    board = on_board(RULE, "8H AT")
    assert named(board, "8G C") == {"8F", "8J", "7G", "9G"}
    assert named(board, "7H C") == {"7G", "7I", "6H", "9H"}


@pytest.mark.clause("C7")
def test_from_the_second_tile_on_the_row_or_column_is_settled() -> None:
    board = on_board(RULE, "8H AT")
    assert named(board, "8G C", "8J S") == {"8F", "8K"}
    assert named(board, "7H C", "6H A") == {"5H", "9H"}
    assert named(board, "7H C", "9H A") == {"6H", "10H"}


@pytest.mark.clause("C7")
def test_at_the_edge_there_is_no_square_beyond() -> None:
    board = on_board(RULE, "1A AT")
    assert named(board, "1C E") == {"1D", "2C"}


def can_be_laid(board: Board, play: Play, laid: tuple[Placement, ...] = ()) -> bool:
    """Is there an order that stays inside the open squares?"""
    if len(laid) == len(play.placements):
        return True
    free = open_squares(board, laid)
    return any(
        can_be_laid(board, play, (*laid, each))
        for each in play.placements
        if each not in laid and each.square in free
    )


@pytest.mark.clause("C7")
@pytest.mark.parametrize("seed", range(12))
def test_every_legal_play_can_be_laid_inside_the_open_squares(seed: int) -> None:
    random, board = Random(seed), Board.empty(RULE.layout)
    for _ in range(8):
        bag = list(RULE.tiles.counts)
        held = RULE.tiles.tiles(random.sample(bag, 7))
        plays = [play for play, _ in all_plays(board, held, RULE, WORDS)]
        for play in random.sample(plays, min(40, len(plays))):
            assert can_be_laid(board, play)
        if plays:
            board = board.with_cells(random.choice(plays).placements)
    assert not board.is_empty


def test_a_play_that_touches_nothing_cannot_be_laid() -> None:
    board = on_board(RULE, "8H AT")
    assert not can_be_laid(board, Play((Placement(square(RULE, "1A")[0], 1),)))
