"""Letters and their numbers."""

from __future__ import annotations

import pytest

from quixotry.rules.alphabet import BLANK_BIT, Alphabet, ForeignSign, letter_of, tile_of
from quixotry.rules.errors import RulesetError

ABC = Alphabet("ABC")


@pytest.mark.clause("A9", "C8")
def test_a_blank_on_the_board_keeps_both_its_letter_and_its_being_a_blank() -> None:
    cell = ABC.cell("b")
    assert cell == 2 | BLANK_BIT
    assert letter_of(cell) == 2
    assert tile_of(cell) == 0
    assert ABC.cell_sign(cell) == "b"
    assert ABC.word([1, cell]) == "AB"


def test_signs_and_numbers_are_each_others_inverse() -> None:
    assert len(ABC) == 3
    assert [ABC.cell_sign(ABC.cell(sign) or 0) for sign in "ABCabc"] == list("ABCabc")
    assert [ABC.tile_sign(tile) for tile in range(4)] == ["?", "A", "B", "C"]
    assert [ABC.tile(sign) for sign in "?AbC"] == [0, 1, 2, 3]
    assert tile_of(2) == 2


def test_a_foreign_sign_has_no_number() -> None:
    assert ABC.cell("D") is None
    assert ABC.cell("?") is None
    assert ABC.tile("D") is None


def test_tiles_are_read_from_text_in_its_order_and_written_again_in_upper_case() -> None:
    assert ABC.tiles("c?Ab") == (3, 0, 1, 2)
    assert ABC.text(ABC.tiles("c?Ab")) == "C?AB"
    assert ABC.tiles("") == ()


def test_the_first_foreign_sign_of_a_text_is_named_and_nothing_is_left_out() -> None:
    with pytest.raises(ForeignSign, match="'1'") as caught:
        ABC.tiles("A1D")
    assert caught.value.sign == "1"


@pytest.mark.parametrize("letters", ["", "A" * 51, "AA", "a", "?", "ẞ", "Dž", "İ", "1", " "])
def test_an_alphabet_has_upper_case_letters_each_once(letters: str) -> None:
    with pytest.raises(RulesetError, match=r"^tiles\.alphabet: "):
        Alphabet(letters)
