"""Hooks."""

import pytest
from hypothesis import given

from quixotry.lexicon import Lexicon
from quixotry.lexicon.errors import BadWord
from quixotry.lexicon.hooks import hooks
from tests.lexicon.strategies import lexicons, words


@given(lexicons, words)
def test_hooks_are_the_words_one_letter_longer(lexicon: Lexicon, word: str) -> None:
    found = hooks(lexicon, word)
    assert set(found.front) == {each[0] for each in lexicon if each[1:] == word}
    assert set(found.back) == {each[-1] for each in lexicon if each[:-1] == word}
    assert found.is_word == (word in lexicon)


def test_hooks_say_whether_the_word_is_hooked_itself() -> None:
    found = hooks(Lexicon.of(["CARE", "ARE", "SCARE", "CARES"]), "care")
    assert (found.front, found.back) == ("S", "S")
    assert found.is_word_without_first
    assert not found.is_word_without_last


def test_hooks_of_ox(default: Lexicon) -> None:
    found = hooks(default, "OX")
    assert set("BFGLPSV") <= set(found.front)
    assert found.back == "OY"


def test_something_that_is_no_word_has_no_hooks() -> None:
    with pytest.raises(BadWord):
        hooks(Lexicon.of(["CAT"]), "C4T")
