"""A word list as sets of words, each set one large integer with a bit per word.

Which words have an R in third place is such a set, and so is which words have two Es or more. What fits a place on
the board and can be spelt with a rack is then a few dozen ANDs and ORs over some kilobytes, which Python does in C
and as fast with two blanks as with none. Words of one length are kept together; the first word is the highest bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from quixotry.lexicon.wordlist import Lexicon

_MANY = 24
"""From so many words in a set on it is faster to write all bits down and look for ones."""


class WordSets:
    """All words of one length, as letter numbers of one alphabet."""

    def __init__(self, length: int, spelt: bytes, letters: int) -> None:
        self.length, self._spelt, self._letters = length, spelt, letters
        self.count = len(spelt) // length
        self._all = (1 << self.count) - 1
        self._fitting: dict[tuple[int, int], int] = {}
        columns = [spelt[place::length] for place in range(length)]
        self.at = [[_where(column, letter) for letter in range(letters + 1)] for column in columns]
        """The words with a letter at a place: `at[place][letter]`."""
        self._at_least = [self._counted(letter) for letter in range(letters + 1)]

    def _counted(self, letter: int) -> list[int]:
        """The words with 0, 1, 2 ... of a letter or more, as far as there are any."""
        found = [self._all]
        for at in self.at:
            more = found[-1] & at[letter]
            for number in range(len(found) - 1, 0, -1):
                found[number] |= found[number - 1] & at[letter]
            if more:
                found.append(more)
        return found

    def fitting(self, place: int, letters: int) -> int:
        """The words whose letter at a place is in a mask of letters."""
        key = place, letters
        if key not in self._fitting:
            found, at = 0, self.at[place]
            for letter in range(1, self._letters + 1):
                if letters >> letter & 1:
                    found |= at[letter]
            self._fitting[key] = found
        return self._fitting[key]

    def spellable(self, counts: Sequence[int], blanks: int) -> int:
        """The words that so many of each letter, and blanks for what is missing, can spell."""
        # short[n]: words that lack more than n letters.
        short = [0] * (blanks + 1)
        for letter in range(1, self._letters + 1):
            for lacking in self._at_least[letter][counts[letter] + 1 :]:
                for number in range(blanks, 0, -1):
                    short[number] |= short[number - 1] & lacking
                short[0] |= lacking
        return self._all ^ short[blanks]

    def words(self, found: int) -> Iterator[bytes]:
        """The words of a set, in the order of the list."""
        length, spelt = self.length, self._spelt
        if found.bit_count() < _MANY:
            while found:
                size = found.bit_length()
                at = (self.count - size) * length
                yield spelt[at : at + length]
                found ^= 1 << (size - 1)
        else:
            ones = f"{found:0{self.count}b}"
            word = ones.find("1")
            while word >= 0:
                yield spelt[word * length : word * length + length]
                word = ones.find("1", word + 1)


def _where(column: bytes, letter: int) -> int:
    """A bit for every word, set where its letter in a column is this one."""
    ones = bytearray(b"0" * 256)
    ones[letter] = ord("1")
    return int(column.translate(ones), 2)


@lru_cache(maxsize=4)
def word_sets(lexicon: Lexicon, letters: str) -> dict[int, WordSets]:
    """The words an alphabet can spell, by their length; 0.4 s for a quarter of a million words."""
    table = {ord(letter): number for number, letter in enumerate(letters, 1)}
    known = set(letters)
    by_length: dict[int, list[str]] = {}
    is_known = known.issuperset(lexicon.letters)
    for word in lexicon.words:
        if is_known or known.issuperset(word):
            by_length.setdefault(len(word), []).append(word)
    return {
        length: WordSets(length, "".join(words).translate(table).encode("latin-1"), len(letters))
        for length, words in by_length.items()
    }
