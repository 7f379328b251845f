"""Positions in one line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quixotry.notation.cgp import Cgp, Operation, format_cgp, parse_cgp
from quixotry.notation.errors import CgpError
from quixotry.rules.alphabet import BLANK_BIT
from quixotry.rules.board import Board, Layout
from quixotry.rules.ruleset_file import preset
from quixotry.rules.tiles import Tiles
from tests.notation.games import some_games

RULES = preset("classic")
LAYOUT, ALPHABET = RULES.layout, RULES.tiles.alphabet
BLANK_ROWS = "/".join(["15"] * 15)
WIDE = Layout("wide", 21, 21, bytes([1]) * 441, bytes([1]) * 441, start=220)


def test_a_position_is_read() -> None:
    rows = "/".join(["15"] * 7 + ["3RETaINS5"] + ["15"] * 7)
    cgp = parse_cgp(f"{rows} ACDEHL?/EEG 0/66 1 lex common;  bdn   friends ;", LAYOUT, ALPHABET)
    assert ALPHABET.word(cell for cell in cgp.board.cells if cell) == "RETAINS"
    assert cgp.board.cells[7 * 15 + 6] == 1 | BLANK_BIT
    assert [rack.text(ALPHABET) for rack in cgp.racks] == ["ACDEHL?", "EEG"]
    assert (cgp.scores, cgp.zeros) == ((0, 66), 1)
    assert cgp.operations == (Operation("lex", "common"), Operation("bdn", "friends"))


@pytest.mark.parametrize(
    ("racks", "expected"),
    [("ABC/", ["ABC", ""]), ("/ABC", ["", "ABC"]), ("/", ["", ""]), ("ABC", ["ABC", ""])],
)
def test_a_rack_may_be_unknown(racks: str, expected: list[str]) -> None:
    cgp = parse_cgp(f"{BLANK_ROWS} {racks} 0/0 0", LAYOUT, ALPHABET)
    assert [rack.text(ALPHABET) for rack in cgp.racks] == expected
    assert parse_cgp(format_cgp(cgp, ALPHABET), LAYOUT, ALPHABET) == cgp


def changed_row(row: str) -> str:
    return "/".join(["15"] * 6 + [row] + ["15"] * 8) + " / 0/0 0"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "text has 0 of four parts: rows, racks, scores and zeros"),
        (BLANK_ROWS + " / 0/0", "text has 3 of four parts"),
        ("x" * 5000, "text has 5000 characters"),
        ("15/15 / 0/0 0", "text has 2 rows; this board has 15"),
        (changed_row("14"), "row 7 has only 14 of 15 squares"),
        (changed_row(""), "row 7 has only 0 of 15 squares"),
        (changed_row("16"), "row 7 has more than 15 squares"),
        (changed_row("14AB"), "row 7 has more than 15 squares"),
        (changed_row("9" * 3000), "row 7 has more than 15 squares"),
        (changed_row("14!"), "row 7 contains '!', which is not a letter of this game"),
        (changed_row("14?"), "not a letter of this game; a blank is the lower-case letter it stands for"),
        (changed_row("1٤"), "row 7 contains '٤', which is not a letter"),
        (f"{BLANK_ROWS} A1/ 0/0 0", "racks contain '1', which is not a tile of this game"),
        (f"{BLANK_ROWS} {'A' * 11}/ 0/0 0", "racks include one of 11 tiles; the limit is 10"),
        (f"{BLANK_ROWS} A/B/C 0/0 0", "racks are for 3 players, but scores for 2"),
        (f"{BLANK_ROWS} / 0/x 0", "scores must be whole numbers of at most 6 digits, not 'x'"),
        (f"{BLANK_ROWS} / 0/ 0", "scores must be whole numbers of at most 6 digits, not ''"),
        (f"{BLANK_ROWS} / 0/0/0/0/0 0", "scores name 5 players; the limit is 4"),
        (f"{BLANK_ROWS} / 0/0 -1", "zeros must be whole numbers of at most 6 digits, not '-1'"),
        (f"{BLANK_ROWS} / 0/0 1234567", "zeros must be whole numbers"),
        (f"{BLANK_ROWS} / 0/0 0 lex common", "must each end with a semicolon; 'lex common' does not"),
        (f"{BLANK_ROWS} / 0/0 0 lex common;;", "must each have a name"),
    ],
)
def test_what_is_wrong_with_a_position_is_said(text: str, sentence: str) -> None:
    with pytest.raises(CgpError) as caught:
        parse_cgp(text, LAYOUT, ALPHABET)
    assert sentence in str(caught.value)


cells = st.one_of(st.just(0), st.just(0), st.integers(1, 26), st.integers(1, 26).map(lambda n: n | BLANK_BIT))
racks = st.lists(st.integers(0, 26), max_size=10).map(lambda tiles: Tiles.of(tiles, 27))
names = st.text("abcdefghij", min_size=1, max_size=5)


@st.composite
def positions(draw: st.DrawFn) -> Cgp:
    layout = draw(st.sampled_from((LAYOUT, WIDE)))
    size = len(layout.squares)
    filled = draw(st.lists(st.tuples(st.integers(0, size - 1), cells), max_size=40))
    seats = draw(st.integers(1, 4))
    return Cgp(
        board=Board.empty(layout).with_cells(filled),
        racks=draw(st.tuples(*[racks] * seats)),
        scores=draw(st.tuples(*[st.integers(-999, 99_999)] * seats)),
        zeros=draw(st.integers(0, 99)),
        operations=tuple(draw(st.lists(st.builds(Operation, names, names), max_size=3))),
    )


@given(positions())
def test_a_position_is_read_back_as_it_was_written(cgp: Cgp) -> None:
    assert parse_cgp(format_cgp(cgp, ALPHABET), cgp.board.layout, ALPHABET) == cgp


def test_positions_of_games_are_read_back_as_they_were_written() -> None:
    for game in some_games():
        position = game.position
        cgp = Cgp(position.board, position.racks, position.scores, position.scoreless_turns)
        text = format_cgp(cgp, ALPHABET)
        assert parse_cgp(text, position.board.layout, ALPHABET) == cgp
        assert "\n" not in text
