"""The word graph: what goes in comes out."""

from __future__ import annotations

import random

import pytest

from quixotry.lexicon import Lexicon
from quixotry.lexicon.gaddag_build import build_gaddag
from quixotry.lexicon.gaddag_file import encode_words

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WORDS = Lexicon.of(["AT", "CAT", "CATS", "SCAT", "QUIXOTRY", "ZA", "TA", "AARDVARKS", "INTERNATIONALISATION"])


def numbers(word: str) -> bytes:
    return bytes(LETTERS.index(letter) + 1 for letter in word)


def test_every_word_is_read_forwards_and_from_each_of_its_letters() -> None:
    graph = build_gaddag(encode_words(WORDS, LETTERS), 26)
    assert list(graph.words()) == [numbers(word) for word in WORDS.words]
    for word in WORDS.words:
        assert graph.has_word(numbers(word))
        assert all(graph.has_word_through(numbers(word), turn) for turn in range(1, len(word) + 1))
        assert not graph.has_word(numbers(word)[:-1] + b"\x11")
    assert not graph.has_word(b"")
    assert not graph.has_word(b"\xff")


def test_the_anagram_filter_never_denies_a_word() -> None:
    graph = build_gaddag(encode_words(WORDS, LETTERS), 26)
    rng = random.Random(1)
    for word in WORDS.words:
        letters = list(numbers(word))
        rng.shuffle(letters)
        for blanks in range(4):
            assert graph.may_have_anagram(bytes(letters[blanks:]), blanks)


def test_words_a_board_or_an_alphabet_cannot_take_are_left_out() -> None:
    assert encode_words(Lexicon.of(["AB", "AÉ", "B" * 22]), "AB") == b"\x01\x02\0"


def test_letters_in_another_order_sort_by_their_numbers() -> None:
    graph = build_gaddag(encode_words(Lexicon.of(["AB", "BA"]), "BA"), 2)
    assert list(graph.words()) == [b"\x01\x02", b"\x02\x01"]


@pytest.mark.parametrize("cells", [b"\x02\0\x01\0", b"\x01\0\x01\0", b"\x1b\0", b"\x01" * 22 + b"\0"])
def test_unsorted_doubled_or_foreign_words_are_our_mistake(cells: bytes) -> None:
    with pytest.raises(ValueError, match=r"word|letter"):
        build_gaddag(cells, 26)
