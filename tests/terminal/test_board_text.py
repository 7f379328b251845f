"""The board as text."""

from __future__ import annotations

from quixotry.rules.move import Placement
from quixotry.terminal.board_text import board_text
from tests.rules.build import RULES, cells, on_board


def row(number: int, *, cell: int, laid: str = "") -> str:
    rules = RULES["solo"]
    board = on_board(rules, "8H CAT", "9H oX")
    last = [square for square, _ in cells(rules, "9H OX")]
    tentative: list[Placement] = cells(rules, laid) if laid else []
    text = board_text(board, rules.tiles.alphabet, cell=cell, last=last, tentative=tentative)
    return text.plain.splitlines()[number]


def test_the_last_play_and_tiles_just_typed_are_marked_without_colour() -> None:
    assert row(8, cell=3, laid="8K S") == " 8  TW ·  ·  DL ·  ·  ·  C  A  T [S] DL ·  ·  TW"
    assert row(9, cell=3) == " 9  ·  ·  DL ·  ·  ·  DL<o><X> ·  ·  ·  DL ·  · "


def test_the_marks_fit_a_narrow_board() -> None:
    assert row(8, cell=2, laid="8K S") == " 8 TW· · DL· · · C A T S]DL· · TW"
    assert row(9, cell=2) == " 9 · · DL· · · DLo>X>· · · DL· · "
