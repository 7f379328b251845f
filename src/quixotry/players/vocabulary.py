"""Which words of a game's list somebody of a level knows."""

from __future__ import annotations

from functools import lru_cache

from quixotry.lexicon.familiarity import sizes
from quixotry.lexicon.family import without_unfit
from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.level import Level

FOREIGN_SHARE = 0.2
"""A list that shares fewer of its words than this with everyday English is taken for another language."""


@lru_cache(maxsize=16)
def known_words(level: Level, lexicon: Lexicon) -> Lexicon:
    """The part of the game's list this level knows; never a word the list lacks.

    Only who knows every word knows slurs and obscenities."""
    if level.size_max is None:
        return lexicon
    lexicon = without_unfit(lexicon)
    if is_english(lexicon):
        size = sizes()
        familiar = {word for word in lexicon.words if size.get(word, 100) <= level.size_max}
    else:
        # Of a language we know nothing about, short words are the best guess at familiar ones.
        familiar = set(lexicon.words)
    known = {
        word
        for word in lexicon.words
        if (word in familiar and len(word) <= level.letters_max) or len(word) <= level.learnt_max
    }
    return Lexicon.of(known, id=f"{lexicon.id}-{level.name}")


@lru_cache(maxsize=16)
def is_english(lexicon: Lexicon) -> bool:
    """Are these words such that we know which of them are familiar?"""
    size = sizes()
    shared = sum(word in size for word in lexicon.words)
    return shared >= FOREIGN_SHARE * min(len(size), len(lexicon))


def looked_up_words(level: Level, lexicon: Lexicon) -> Lexicon:
    """What this level may find in the list when it must find something."""
    return lexicon if level.size_max is None else without_unfit(lexicon)
