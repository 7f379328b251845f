"""The two lists that come with the package, as they are committed."""

import hashlib
import lzma
import tomllib

import pytest
from scripts.build_lexicon import LISTS, read_review

from quixotry.lexicon import Lexicon
from quixotry.lexicon.catalogue import WORDS
from quixotry.lexicon.definitions import OWN_FILES

MANIFEST = tomllib.loads((WORDS / "manifest.toml").read_text(encoding="utf-8"))
VOWELS = set("AEIOUY")


def own_definitions(name: str) -> dict[str, str]:
    lines = (WORDS / name).read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines)


@pytest.mark.parametrize("name", ["default", "common"])
def test_the_committed_list_has_the_digest_and_count_of_its_manifest(name: str) -> None:
    text = lzma.decompress((WORDS / MANIFEST[name]["file"]).read_bytes())
    assert hashlib.sha256(text).hexdigest() == MANIFEST[name]["digest"]
    assert text.count(b"\n") == MANIFEST[name]["words"]


@pytest.mark.parametrize("name", ["default", "common"])
def test_the_committed_list_is_in_canonical_form(name: str) -> None:
    words = lzma.decompress((WORDS / MANIFEST[name]["file"]).read_bytes()).decode().splitlines()
    assert words == sorted(set(words))
    assert all(word.isascii() and word.isalpha() and word.isupper() for word in words)
    assert {len(word) for word in words} == set(range(2, 16))


def test_the_manifest_lists_what_the_recipe_builds() -> None:
    assert list(MANIFEST) == [bundled.id for bundled in LISTS]


def test_each_list_ships_its_licence() -> None:
    for table in MANIFEST.values():
        assert "Kevin Atkinson" in (WORDS / table["licence"]).read_text(encoding="utf-8")


def test_the_definitions_ship_the_notice_their_licence_asks_for() -> None:
    notice = (WORDS / "wordnet.LICENCE").read_text(encoding="utf-8")
    assert "WordNet 3.0 Copyright 2006 by Princeton University" in notice
    assert "AS IS" in notice


def test_the_lists_are_about_as_large_as_promised(default: Lexicon, common: Lexicon) -> None:
    assert 248_000 < len(default) < 250_000
    assert 81_000 < len(common) < 82_000


def test_every_common_word_is_in_the_default_list(default: Lexicon, common: Lexicon) -> None:
    assert set(common) <= set(default)


def test_accents_are_folded_to_plain_letters(default: Lexicon) -> None:
    assert {"CAFE", "SEANCE", "SMORREBROD", "NAIVE"} <= set(default)


def test_words_that_can_also_be_abbreviations_are_words(default: Lexicon) -> None:
    assert {"AA", "AB", "ABS", "ED", "OP", "APP", "BIO", "BRO", "MATHS"} <= set(default)


def test_abbreviations_names_and_contractions_are_not_words(default: Lexicon) -> None:
    assert not {"ASST", "ETC", "NASA", "LONDON", "DONT", "KHZ", "HTML", "XVIII", "REDBACKSS"} & set(default)


def test_letter_plurals_and_units_are_not_words(default: Lexicon) -> None:
    assert not {"BS", "CS", "KB", "LM", "YS", "PH"} & set(default)


def test_a_word_without_a_vowel_is_there_only_because_somebody_said_so(default: Lexicon) -> None:
    vowelless = {word for word in default if not set(word) & VOWELS}
    assert vowelless <= {review.word for review in read_review() if review.sign == "+"}
    assert {"HMM", "PSST", "CWM", "NTH", "TSK"} <= vowelless


def test_the_review_is_reflected_in_the_lists(default: Lexicon, common: Lexicon) -> None:
    for review in read_review():
        assert (review.word in default) == (review.sign == "+"), review
        if review.lists == "common":
            assert review.word in common, review
        assert len(review.reason) > 10, review


def test_no_word_is_reviewed_twice() -> None:
    words = [review.word for review in read_review()]
    assert len(words) == len(set(words))


def test_each_two_letter_word_and_no_other_has_a_definition_of_our_own(default: Lexicon) -> None:
    assert set(own_definitions("two_letter.tsv")) == {word for word in default if len(word) == 2}


@pytest.mark.parametrize("name", OWN_FILES)
def test_our_own_definitions_are_short_sorted_sentences_about_words_of_the_list(
    name: str, default: Lexicon
) -> None:
    definitions = own_definitions(name)
    assert list(definitions) == sorted(definitions)
    assert set(definitions) <= set(default)
    for word, gloss in definitions.items():
        assert 2 <= len(gloss) <= 80, word
        assert gloss == gloss.strip()


def test_all_definitions_together_take_less_than_five_megabytes() -> None:
    files = [*WORDS.glob("definitions*"), *(WORDS / name for name in OWN_FILES)]
    assert sum(path.stat().st_size for path in files) < 5_000_000


def test_place_names_abbreviations_and_words_run_together_were_taken_for_words(default: Lexicon) -> None:
    names = {"BERN", "ROMA", "ENZED", "FEDEX", "ELUL"}
    abbreviations = {"KCAL", "PSIA", "AEQ", "ESC", "CIV"}
    assert not (names | abbreviations | {"METOO", "GETGO", "ONYA", "HEMAN", "NOTRE", "SITU"}) & set(default)


def test_three_letter_words_of_common_play_were_missing(default: Lexicon) -> None:
    assert {"AFF", "AHI", "APO", "ATT", "DEF", "JUN", "JUS", "KIS", "ONO", "SAE", "SYN", "VIS"} <= set(
        default
    )


def test_regular_plurals_of_nine_and_ten_letters_were_missing(default: Lexicon) -> None:
    assert {"CAGYNESSES", "NULLNESSES", "STORYLINES", "LIPREADERS", "CRABAPPLES", "ROLEPLAYS"} <= set(default)
    assert all(word + "ES" in default for word in default if word.endswith("NESS") and len(word) < 14)
