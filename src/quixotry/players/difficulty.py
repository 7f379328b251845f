"""How hard a word is to think of, for people: by how common it is, how it is built, and how far from the rack.

People find PLAYING before PINGUID. What a level overlooks (`Level.found`) is the chance for a word of difficulty 1;
other words have that chance to the power of their difficulty.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

from quixotry.lexicon.familiarity import sizes
from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.vocabulary import is_english
from quixotry.rules.alphabet import Alphabet

BY_SIZE = {10: 0.55, 20: 0.7, 35: 1.0, 40: 1.15, 50: 1.3, 55: 1.45, 60: 1.6}
"""By the smallest SCOWL list a word is in, where the words are English; our estimates, as all figures here."""
UNFAMILIAR = 1.8
BUILT_ON_A_WORD = 0.65
"""A known word with one of the beginnings or endings below."""
BEGINNINGS = ("RE", "UN", "OUT", "OVER", "DIS", "MIS", "PRE", "UP", "IN")
ENDINGS = (
    "S",
    "ES",
    "ED",
    "D",
    "ER",
    "R",
    "ERS",
    "RS",
    "EST",
    "ST",
    "ING",
    "LY",
    "Y",
    "NESS",
    "LESS",
    "FUL",
    "ABLE",
)
STEM_LETTERS = 3
"""A shorter word inside is no help."""
SORTED, SCRAMBLED = 0.8, 1.2
"""People sort their racks: from a word whose letters stand in the alphabet's order to one in the opposite order."""


def difficulty_of(words: Lexicon, alphabet: Alphabet) -> Callable[[bytes], float]:
    """The difficulty of a word of these letters, to somebody who knows these words. 1 is a usual one."""
    letters = alphabet.letters

    @lru_cache(maxsize=1 << 16)
    def difficulty(word: bytes) -> float:
        return word_difficulty("".join(letters[letter - 1] for letter in word), words)

    return difficulty


def word_difficulty(word: str, words: Lexicon) -> float:
    """The difficulty of a word to somebody who knows these words."""
    common = BY_SIZE.get(sizes().get(word, 0), UNFAMILIAR) if is_english(words) else 1.0
    built = BUILT_ON_A_WORD if has_known_stem(word, words) else 1.0
    return common * built * (SORTED + (SCRAMBLED - SORTED) * anagram_distance(word))


def has_known_stem(word: str, words: Lexicon) -> bool:
    """Is the word a known one with a usual beginning or ending? (An E may have been dropped: MAKING.)"""
    stems = [word[: -len(end)] for end in ENDINGS if word.endswith(end)]
    stems += [stem + "E" for stem in stems]
    stems += [word[len(start) :] for start in BEGINNINGS if word.startswith(start)]
    return any(len(stem) >= STEM_LETTERS and stem in words for stem in stems)


def anagram_distance(word: str) -> float:
    """How far the word is from its letters in alphabetical order: the share of pairs that stand the other way."""
    pairs = [(first, second) for first, second in combinations(word, 2) if first != second]
    return sum(first > second for first, second in pairs) / len(pairs) if pairs else 0.0
