"""How hard words are to think of: common ones and built ones come easily."""

from __future__ import annotations

from functools import cache

import pytest

from quixotry.lexicon import load
from quixotry.lexicon.familiarity import sizes
from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.difficulty import anagram_distance, difficulty_of, has_known_stem, word_difficulty
from quixotry.players.levels import level_named
from quixotry.players.vocabulary import known_words
from quixotry.rules.ruleset_file import preset


@cache
def known() -> Lexicon:
    return known_words(level_named("club"), load("default"))


@pytest.mark.parametrize(
    ("easier", "harder"),
    [("PLAYING", "PINGUID"), ("TRAINED", "ENTASIA"), ("HOUSES", "OBELUS"), ("RETURN", "TURNER")],
)
def test_a_bingo_people_use_is_found_before_one_they_hardly_know(easier: str, harder: str) -> None:
    assert word_difficulty(easier, known()) < word_difficulty(harder, known())


def test_a_known_word_with_an_ending_or_a_beginning_helps() -> None:
    assert has_known_stem("PLAYING", known())
    assert has_known_stem("MAKING", known()), "the E is dropped"
    assert has_known_stem("UNTIED", known())
    assert not has_known_stem("BILLOW", known())
    assert not has_known_stem("SING", known()), "S is no word to build on"


def test_letters_in_the_order_of_a_sorted_rack_are_nearest() -> None:
    assert anagram_distance("BILLOWY") == 0
    assert anagram_distance("SPONGE") > anagram_distance("BILLOW")
    assert anagram_distance("ZONA") > 0.8
    assert anagram_distance("AA") == 0


def test_letters_are_read_by_the_games_alphabet() -> None:
    alphabet = preset("friends").tiles.alphabet
    letters = bytes(alphabet.letters.index(letter) + 1 for letter in "PLAYING")
    assert difficulty_of(known(), alphabet)(letters) == word_difficulty("PLAYING", known())


def test_of_a_list_in_another_language_no_word_is_taken_for_rare() -> None:
    german = Lexicon.of([f"QZ{first}{second}" for first in "AEIOU" for second in "AEIOU"], id="other")
    assert word_difficulty("QZAE", german) == pytest.approx(0.8 + 0.4 * anagram_distance("QZAE"))


@pytest.mark.parametrize("word", ["AFTIE", "RAZOOS", "ARVO", "TRUCKIE"])
def test_words_of_one_region_are_not_everyday(word: str) -> None:
    assert word in load("common")
    assert word not in known_words(level_named("casual"), load("default"))
    assert sizes()[word] == 60


def test_the_spellings_of_both_sides_of_the_ocean_are_everyday() -> None:
    assert {"COLOUR", "COLOR"} <= set(known_words(level_named("beginner"), load("default")).words)
