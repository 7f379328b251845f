"""The reviewed list of words a family game refuses."""

from __future__ import annotations

from quixotry.rules.family import unfit_words
from quixotry.rules.shipped import package_text


def test_every_word_is_spelled_in_upper_case_letters_and_has_a_class() -> None:
    assert all(word.isascii() and word.isalpha() and word.isupper() for word in unfit_words())
    assert set(unfit_words().values()) == {"slur", "obscenity"}
    assert len(unfit_words()) > 400


def test_the_file_does_not_show_them_to_somebody_who_looks_around() -> None:
    words = {line.split("\t")[0] for line in package_text("family_words.tsv").splitlines()}
    assert not words & set(unfit_words())


def test_each_word_stands_there_once_and_in_order() -> None:
    lines = [line for line in package_text("family_words.tsv").splitlines() if not line.startswith("#")]
    assert len(lines) == len(unfit_words())
    assert list(unfit_words()) == sorted(unfit_words())


def test_words_with_an_ordinary_innocent_sense_are_played_in_family_games() -> None:
    innocent = {
        "COCK",
        "TIT",
        "CHINK",
        "DYKE",
        "SNIGGER",
        "NIGGARD",
        "RETARD",
        "QUEER",
        "HELL",
        "PUSSY",
        "SHITTIM",
    }
    assert not innocent & unfit_words().keys()
