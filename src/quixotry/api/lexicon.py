"""Words with everything that can be asked of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Self

from quixotry.lexicon import catalogue, wordlist
from quixotry.lexicon.anagrams import Anagram, anagrams
from quixotry.lexicon.definitions import Definition, define
from quixotry.lexicon.hooks import Hooks, hooks
from quixotry.lexicon.patterns import matching


class Lexicon(wordlist.Lexicon):
    """The words a game accepts.

    >>> import quixotry as qx
    >>> words = qx.Lexicon.load()
    >>> "QI" in words, "qi" in words, "QX" in words
    (True, True, False)
    >>> len(words)
    249370
    >>> [str(found) for found in words.anagrams("RETINA?")][:3]
    ['ANEsTRI', 'ANTIREd', 'ANTsIER']
    """

    @classmethod
    def load(cls, name: str | Path = "default") -> Self:
        """The word list with this id (`default`, `common`, or one you imported), or of a text file.

        >>> import quixotry as qx
        >>> qx.Lexicon.load("common")
        <Lexicon common: 81370 words>
        """
        return cls.of_list(catalogue.load(str(name)))

    @classmethod
    def of(cls, words: Iterable[str], *, id: str = "given", title: str = "") -> Self:  # noqa: A002
        """A lexicon of words of your own, upper case, in any order.

        >>> import quixotry as qx
        >>> qx.Lexicon.of(["CAT", "ACT"], id="mine").anagrams("TAC?")
        []
        """
        return cls.of_list(wordlist.Lexicon.of(words, id=id, title=title))

    @classmethod
    def of_list(cls, words: wordlist.Lexicon) -> Self:
        """The same words with everything that can be asked of them."""
        return cls(words.id, words.title, words.digest, words.source, words.glosses)

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and super().__contains__(word.upper())

    def __repr__(self) -> str:
        return f"<Lexicon {self.id}: {len(self)} words>"

    def anagrams(self, rack: str, *, length_min: int | None = None) -> list[Anagram]:
        """The words a rack spells with all its letters or, given `length_min`, with at least that many.

        `?` is a blank. An anagram's text shows in lower case what a blank stands for.

        >>> import quixotry as qx
        >>> [found.word for found in qx.Lexicon.load().anagrams("QUIXOTE")]
        ['QUIXOTE']
        """
        return anagrams(self, rack, length_min=length_min)

    def hooks(self, word: str) -> Hooks:
        """The letters that make another word in front of or behind a word.

        >>> import quixotry as qx
        >>> found = qx.Lexicon.load().hooks("OX")
        >>> found.front, found.back
        ('BCFGHLPSV', 'OY')
        """
        return hooks(self, word)

    def define(self, word: str) -> tuple[Definition, ...]:
        """What a word means, the commonest sense first; empty where nothing is known.

        >>> import quixotry as qx
        >>> qx.Lexicon.load().define("quixotry")[0].gloss
        'conduct that chases noble dreams without counting the cost'
        """
        return define(word, self)

    def matching(self, pattern: str) -> Iterator[str]:
        """The words that fit a pattern: `.` is any letter, `*` any letters, `[AEIOU]` one of these.

        >>> import quixotry as qx
        >>> list(qx.Lexicon.load().matching("QU..OTRY"))
        ['QUIXOTRY']
        """
        return matching(self, pattern)


def load_lexicon(words: str | Path | wordlist.Lexicon = "default") -> Lexicon:
    """A word list by name, from a file, or as it is given; each is loaded once."""
    if isinstance(words, Lexicon):
        return words
    if isinstance(words, wordlist.Lexicon):
        return Lexicon.of_list(words)
    return _loaded(str(words))


@lru_cache(maxsize=4)
def _loaded(name: str) -> Lexicon:
    return Lexicon.load(name)
