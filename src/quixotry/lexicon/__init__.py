"""Word lists and what can be asked of them.

    >>> from quixotry.lexicon import load
    >>> words = load("default")
    >>> "QUIXOTRY" in words
    True

The queries live in their own modules: `anagrams`, `hooks`, `patterns`, `selection`, `definitions`.
"""

from quixotry.lexicon.catalogue import load
from quixotry.lexicon.errors import LexiconError
from quixotry.lexicon.wordlist import Lexicon

__all__ = ["Lexicon", "LexiconError", "load"]
