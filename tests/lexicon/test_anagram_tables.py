"""The anagram index finds every word by its letters and nothing else; the filters never deny one."""

from __future__ import annotations

from collections import defaultdict

from hypothesis import given
from hypothesis import strategies as st

from quixotry.lexicon import load
from quixotry.lexicon.gaddag_build import build_gaddag
from quixotry.lexicon.gaddag_file import encode_words, load_or_build

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WORDS = st.sets(st.lists(st.integers(1, 50), min_size=1, max_size=15).map(bytes), max_size=60)


@given(WORDS)
def test_it_gives_the_words_of_exactly_these_letters(words: set[bytes]) -> None:
    graph = build_gaddag(b"".join(word + b"\0" for word in sorted(words)), 50)
    for word in words:
        alike = sorted(other for other in words if sorted(other) == sorted(word))
        assert sorted(graph.anagrams(bytes(sorted(word)))) == alike


@given(WORDS, st.lists(st.integers(1, 50), min_size=1, max_size=8).map(bytes))
def test_letters_of_no_word_have_none(words: set[bytes], letters: bytes) -> None:
    graph = build_gaddag(b"".join(word + b"\0" for word in sorted(words)), 50)
    alike = sorted(word for word in words if sorted(word) == sorted(letters))
    assert sorted(graph.anagrams(letters)) == alike


def test_every_word_of_the_default_list_is_found_with_its_anagrams() -> None:
    lexicon = load("default")
    graph = load_or_build(lexicon, LETTERS)
    alike = defaultdict(list)
    for word in encode_words(lexicon, LETTERS).split(b"\0")[:-1]:
        alike[bytes(sorted(word))].append(word)
    for letters, words in alike.items():
        assert sorted(graph.anagrams(letters)) == words


@given(WORDS)
def test_the_filters_never_deny_a_word_with_up_to_two_blanks(words: set[bytes]) -> None:
    graph = build_gaddag(b"".join(word + b"\0" for word in sorted(words)), 50)
    for word in words:
        for blanks in range(min(3, len(word))):
            assert graph.may_have_anagram(word[blanks:], blanks)
