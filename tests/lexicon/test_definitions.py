"""What words mean."""

from dataclasses import replace

import pytest

from quixotry.lexicon import Lexicon
from quixotry.lexicon.definitions import FORM_OF, _index, define
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


def test_two_thirds_of_the_default_list_and_nearly_all_common_words_are_defined(
    default: Lexicon, common: Lexicon
) -> None:
    def share(words: tuple[str, ...]) -> float:
        return sum(any(not each.gloss.startswith(FORM_OF) for each in define(word)) for word in words) / len(
            words
        )

    assert share(default.words[::500]) > 0.6
    assert share(common.words[::200]) > 0.93


def test_something_that_is_no_word_is_refused() -> None:
    with pytest.raises(BadWord):
        define("DON'T")


def test_every_two_and_three_letter_word_is_defined(default: Lexicon) -> None:
    assert [word for word in default if len(word) <= 3 and not define(word)] == []


@pytest.mark.parametrize(
    ("word", "base", "note"),
    [
        ("REGLUES", "REGLUE", "again: "),
        ("UNNETTED", "NETTED", "not: "),
        ("OUTEARN", "EARN", "more, longer or better than another: "),
        ("EVICTOR", "EVICT", "who or what does this: "),
        ("FLAWY", "FLAW", "like this, or full of it: "),
        ("TURFLESS", "TURF", "without: "),
        ("AIAS", "AIA", "a nurse or maid"),
    ],
)
def test_a_word_laid_by_an_expert_leads_to_what_it_is_made_of(word: str, base: str, note: str) -> None:
    [first, *_] = define(word)
    assert first.base == base
    assert first.gloss.startswith(note)


def test_a_word_without_any_definition_at_hand_is_told_as_a_form_of_its_base() -> None:
    [definition] = define("JURATS")
    assert (definition.base, definition.gloss) == (None, "a form of JURAT")


@pytest.mark.parametrize("word", ["TENNY", "WANTY", "REBOP", "REDAN", "FUST", "COTTA", "MASED"])
def test_a_word_that_only_looks_derived_is_not_explained_in_a_silly_way(word: str) -> None:
    assert not [each for each in define(word) if each.base and not each.gloss.startswith("a form of")]
