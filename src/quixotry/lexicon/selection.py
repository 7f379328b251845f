"""Words chosen by length, beginning, end, and letters in a row."""

from collections.abc import Iterator

from quixotry.lexicon.wordlist import Lexicon
from quixotry.values import frozen_by_name


@frozen_by_name
class Selection:
    """Conditions on a word, all of which must hold. Texts are in upper case."""

    length_min: int = 1
    length_max: int | None = None
    starts: str = ""
    ends: str = ""
    contains: str = ""

    def takes(self, word: str) -> bool:
        return (
            len(word) >= self.length_min
            and (self.length_max is None or len(word) <= self.length_max)
            and word.startswith(self.starts)
            and word.endswith(self.ends)
            and self.contains in word
        )


def select(lexicon: Lexicon, selection: Selection) -> Iterator[str]:
    """The words that fit, in order."""
    return filter(selection.takes, lexicon.starting_with(selection.starts))
