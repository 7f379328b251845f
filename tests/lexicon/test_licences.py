"""What the bundled words and meanings owe to others goes along with them."""

from __future__ import annotations

from quixotry.lexicon.catalogue import WORDS, bundled
from quixotry.lexicon.licences import SOURCES, licences


def test_every_licence_file_is_told_with_what_it_is_for() -> None:
    assert {file.name for file in WORDS.glob("*.LICENCE")} == set(SOURCES)
    assert {entry.licence for entry in bundled().values()} <= set(SOURCES)


def test_the_notices_are_there_word_for_word() -> None:
    scowl, wordnet = licences()
    assert "Copyright 2000-2011 by Kevin Atkinson" in scowl.text
    assert "WordNet" in wordnet.title
    assert "provided to you, the LICENSEE, by\nPrinceton University" in wordnet.text
