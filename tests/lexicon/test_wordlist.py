"""A lexicon as a value."""

import pickle

from hypothesis import given
from hypothesis import strategies as st

from quixotry.lexicon import Lexicon
from tests.lexicon.strategies import lexicons, words


def test_words_come_sorted_and_only_once() -> None:
    lexicon = Lexicon.of(["DOG", "CAT", "DOG"])
    assert lexicon.words == ("CAT", "DOG")
    assert list(lexicon) == ["CAT", "DOG"]
    assert len(lexicon) == 2


def test_the_digest_depends_on_the_words_and_not_on_their_order_or_the_title() -> None:
    one = Lexicon.of(["CAT", "DOG"], title="One")
    assert one.digest == Lexicon.of(["DOG", "CAT"], title="Two").digest
    assert one.digest != Lexicon.of(["DOG"]).digest


def test_a_lexicon_survives_pickling_for_worker_processes() -> None:
    lexicon = Lexicon.of(["CAT", "DOG"])
    assert "CAT" in lexicon
    again = pickle.loads(pickle.dumps(lexicon))
    assert again == lexicon
    assert again.words == lexicon.words


def test_something_that_is_no_word_is_not_in_it() -> None:
    lexicon = Lexicon.of(["CAT"])
    assert 7 not in lexicon
    assert "" not in lexicon
    assert "cat" not in lexicon
    assert "CAT\n" not in lexicon


def test_an_empty_lexicon_answers_too() -> None:
    lexicon = Lexicon.of([])
    assert len(lexicon) == 0
    assert not lexicon.holds("CAT")
    assert lexicon.letters == ""


def test_letters_beyond_ascii_are_listed_in_order() -> None:
    assert Lexicon.of(["ŻÓŁW", "OKO"]).letters == "KOWÓŁŻ"


@given(lexicons, words)
def test_searching_the_text_answers_as_the_set_does(lexicon: Lexicon, word: str) -> None:
    assert lexicon.holds(word) == (word in set(lexicon.words)) == (word in lexicon)
    assert all(lexicon.holds(each) for each in lexicon)


@given(lexicons, st.text("ABCDE", max_size=3))
def test_words_by_beginning_are_those_that_begin_so(lexicon: Lexicon, prefix: str) -> None:
    assert list(lexicon.starting_with(prefix)) == [word for word in lexicon if word.startswith(prefix)]
