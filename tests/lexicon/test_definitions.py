"""What words mean."""

from dataclasses import replace

import pytest

from quixotry.lexicon import Lexicon
from quixotry.lexicon.definitions import _index, define
from quixotry.lexicon.errors import BadWord


def test_a_two_letter_word_has_our_own_line() -> None:
    [definition] = define("AA")
    assert definition.gloss == "rough, blocky lava"


def test_a_word_has_its_parts_of_speech() -> None:
    assert [definition.part for definition in define("dog")] == ["noun", "verb"]


@pytest.mark.parametrize(
    ("word", "base"),
    [("DOGS", "DOG"), ("RAN", "RUN"), ("GEESE", "GOOSE"), ("TRIES", "TRY"), ("HAPPIER", "HAPPY")],
)
def test_a_form_is_explained_by_its_base(word: str, base: str) -> None:
    definitions = define(word)
    assert base in {definition.base for definition in definitions}
    assert all(definition.word == word and definition.gloss for definition in definitions)


def test_a_name_does_not_define_the_word_spelled_like_it() -> None:
    assert "porcelain" in define("CHINA")[0].gloss


def test_the_smallest_words_are_defined_though_wordnet_leaves_them_out() -> None:
    assert all(define(word) for word in ["THE", "AND", "WITH", "QUIXOTRY"])


def test_the_first_and_the_last_word_of_every_block_are_found() -> None:
    firsts, _ = _index()
    assert all(define(first) for first in firsts)


@pytest.mark.parametrize("word", ["A", "ZZZZZZ", "QWXZ", "ŻÓŁW"])
def test_an_unknown_word_has_no_definition(word: str) -> None:
    assert define(word) == ()


def test_a_definition_that_came_with_a_list_goes_first() -> None:
    lexicon = replace(Lexicon.of(["DOG", "DOGS"]), glosses="DOG\tour own pet\n")
    assert [definition.gloss for definition in define("DOG", lexicon)] == ["our own pet"]
    assert define("DOGS", lexicon)[0].base == "DOG"


def test_half_of_the_default_list_and_nine_tenths_of_the_common_one_are_defined(
    default: Lexicon, common: Lexicon
) -> None:
    some = default.words[::500]
    assert sum(bool(define(word)) for word in some) / len(some) > 0.44
    some = common.words[::200]
    assert sum(bool(define(word)) for word in some) / len(some) > 0.88


def test_something_that_is_no_word_is_refused() -> None:
    with pytest.raises(BadWord):
        define("DON'T")
