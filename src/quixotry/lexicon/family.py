"""Which words of a list a game is played with: all of them, or those fit for a family.

Everything that looks for plays takes its words from here, so that no computer lays, and no hint shows, what the
referee would refuse. The smaller list has a digest of its own, under which its word graph is kept.
"""

from __future__ import annotations

from functools import lru_cache

from quixotry.lexicon.wordlist import Lexicon
from quixotry.rules.family import unfit_words
from quixotry.rules.ruleset import Ruleset


def playable_words(lexicon: Lexicon, ruleset: Ruleset) -> Lexicon:
    """The words that can be played by this ruleset."""
    return without_unfit(lexicon) if ruleset.words.family else lexicon


@lru_cache(maxsize=8)
def without_unfit(lexicon: Lexicon) -> Lexicon:
    """The list without slurs and obscenities; the list itself when it has none."""
    if not any(lexicon.holds(word) for word in unfit_words()):
        return lexicon
    fit = (word for word in lexicon.words if word not in unfit_words())
    return Lexicon.of(fit, id=f"{lexicon.id}-family", title=lexicon.title)
