"""Moves as people type and read them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quixotry.notation import errors
from quixotry.notation.moves import format_move, format_play, parse_move, parse_play, parse_tiles
from quixotry.rules.alphabet import BLANK_BIT
from quixotry.rules.board import Board
from quixotry.rules.event import TilesPlayed
from quixotry.rules.move import Accept, Challenge, Exchange, Move, Pass, Placement, Play, Resign
from quixotry.rules.position import before_start, evolve
from quixotry.rules.ruleset_file import preset
from tests.notation.games import some_games

RULES = preset("classic")
ALPHABET = RULES.tiles.alphabet
EMPTY = Board.empty(RULES.layout)


def board_with(*plays: str) -> Board:
    board = EMPTY
    for text in plays:
        board = board.with_cells(parse_play(text, board, ALPHABET).placements)
    return board


XO = board_with("8G XO")


@pytest.mark.parametrize(
    "tiles", ["QUIXOTRY", "QUI..TRY", "QUI(XO)TRY", "QUIxoTRY", "QUI(X)OTRY", "QUI(..)TRY"]
)
def test_tiles_already_there_may_be_written_in_any_way(tiles: str) -> None:
    play = parse_play(f"8D {tiles}", XO, ALPHABET)
    assert [square - 105 for square, _ in play.placements] == [3, 4, 5, 8, 9, 10]
    assert format_play(XO, play, ALPHABET) == "8D QUI(XO)TRY"


def test_a_lower_case_letter_is_a_blank() -> None:
    play = parse_play("h8 qi", EMPTY, ALPHABET)
    assert [cell & BLANK_BIT for _, cell in play.placements] == [BLANK_BIT, BLANK_BIT]
    assert format_play(EMPTY, play, ALPHABET) == "H8 qi"


def test_a_play_may_begin_or_end_with_tiles_already_there() -> None:
    assert format_play(XO, parse_play("8G XOS", XO, ALPHABET), ALPHABET) == "8G (XO)S"
    assert format_play(XO, parse_play("8I S", XO, ALPHABET), ALPHABET) == "8G (XO)S"
    assert format_play(XO, parse_play("8F AXO", XO, ALPHABET), ALPHABET) == "8F A(XO)"


def test_a_single_tile_is_written_along_the_word_it_forms() -> None:
    assert format_play(XO, parse_play("9H N", XO, ALPHABET), ALPHABET) == "H8 (O)N"


def test_the_centred_board_takes_both_ways_and_writes_its_own() -> None:
    friends = preset("friends")
    board = Board.empty(friends.layout)
    lettered = parse_play("8E WORD", board, ALPHABET)
    assert parse_play("-3,+0 across WORD", board, ALPHABET) == lettered
    assert parse_play("-3,+0> WORD", board, ALPHABET) == lettered
    assert format_play(board, lettered, ALPHABET) == "-3,+0 across WORD"


@pytest.mark.parametrize(
    ("square", "rules"), [("8H", "classic"), ("H8", "classic"), ("-3,+0 down", "friends")]
)
def test_the_square_may_stand_after_the_word(square: str, rules: str) -> None:
    board = Board.empty(preset(rules).layout)
    assert parse_play(f"WORD {square}", board, ALPHABET) == parse_play(f"{square} WORD", board, ALPHABET)


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("", errors.MoveUnreadable, "'' is not a move: type a square and a word"),
        ("8H", errors.MoveUnreadable, "type a square and a word"),
        ("8H " + "A" * 300, errors.MoveUnreadable, "it has 303 characters; the limit is 200"),
        ("8F A(X", errors.MoveUnreadable, "its parentheses do not match"),
        ("9H A)B", errors.MoveUnreadable, "its parentheses do not match"),
        ("9H A((B", errors.MoveUnreadable, "its parentheses do not match"),
        ("9H W0RD", errors.UnknownLetter, "'W0RD' contains '0', which is not a letter of this game"),
        ("8G XA", errors.LetterDiffers, "The tile on 8H is O, not A"),
        ("8G (XA)", errors.LetterDiffers, "The tile on 8H is O, not A"),
        ("8F .XO", errors.NoTileThere, "a tile on 8F (.), but that square is empty"),
        ("8F (A)XO", errors.NoTileThere, "a tile on 8F (A), but that square is empty"),
        ("8M WORD", errors.RunsOffBoard, "'WORD' runs off the board: 8O is the last square"),
        ("8G XO", errors.NoNewTile, "'XO' places no tile"),
        ("8Z WORD", errors.CoordinateError, "There is no square '8Z' on this board"),
        ("WORD 8Z", errors.CoordinateError, "There is no square '8Z' on this board"),
        ("WORD +9,+0 down", errors.CoordinateError, "x runs from -7 to +7"),
    ],
)
def test_what_is_wrong_with_a_play_is_said(text: str, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error) as caught:
        parse_play(text, XO, ALPHABET)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("pass", Pass()),
        ("PASS", Pass()),
        ("accept", Accept()),
        ("resign", Resign()),
        ("challenge", Challenge()),
        ("challenge foo BAR", Challenge(("FOO", "BAR"))),
        ("exchange abc?", Exchange((1, 2, 3, 0))),
        ("swap A B", Exchange((1, 2))),
        ("exchange", Exchange(())),
    ],
)
def test_moves_without_a_place_are_words(text: str, move: Move) -> None:
    assert parse_move(text, EMPTY, ALPHABET) == move
    assert parse_move(format_move(EMPTY, move, ALPHABET), EMPTY, ALPHABET) == move


def test_any_other_move_is_a_play() -> None:
    play = parse_move("8H WORD", EMPTY, ALPHABET)
    assert isinstance(play, Play)
    assert format_move(EMPTY, play, ALPHABET) == "8H WORD"
    with pytest.raises(errors.MoveUnreadable):
        parse_move("", EMPTY, ALPHABET)


def test_a_tile_that_is_none_is_named() -> None:
    with pytest.raises(errors.UnknownLetter, match="'A1' contains '1'"):
        parse_tiles("A1", ALPHABET)


def test_every_play_of_many_games_is_read_back_as_it_was_written() -> None:
    for game in some_games():
        ruleset = game.header.ruleset
        position = before_start(ruleset, len(game.header.players))
        for event in game.events:
            if isinstance(event, TilesPlayed):
                play = Play(event.placements)
                text = format_play(position.board, play, ruleset.tiles.alphabet)
                assert parse_play(text, position.board, ruleset.tiles.alphabet) == play
            position = evolve(position, event)


@given(st.lists(st.integers(1, 26), min_size=2, max_size=7), st.booleans(), st.integers(0, 8))
def test_a_first_play_is_read_back_as_it_was_written(letters: list[int], down: bool, at: int) -> None:
    step = RULES.layout.step(down=down)
    first = RULES.layout.square(at, 7) if down else RULES.layout.square(7, at)
    assert first is not None
    play = Play(tuple(Placement(first + n * step, letter) for n, letter in enumerate(letters)))
    assert parse_move(format_move(EMPTY, play, ALPHABET), EMPTY, ALPHABET) == play
