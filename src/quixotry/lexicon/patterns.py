"""Patterns such as `Q.I*` or `[^AEIOU]*`, matched in time linear in the word.

No regular expressions: `*A*A*A*A*B` makes a backtracking matcher try every way to share out the letters.
Here the set of places the pattern could have got to is kept as the bits of one integer, and each letter of
the word moves all of them at once.
"""

from collections.abc import Iterator

from quixotry.lexicon.errors import BadPattern
from quixotry.lexicon.limits import PATTERN_CHARS_MAX
from quixotry.lexicon.spelling import is_letter, upper_case
from quixotry.lexicon.wordlist import Lexicon
from quixotry.values import frozen
from quixotry.wording.phrases import quoted


@frozen
class Place:
    """One letter of a pattern: which letters may stand there."""

    letters: frozenset[str]
    is_excluding: bool
    """True: any letter but these. `.` excludes none."""

    def takes(self, letter: str) -> bool:
        return (letter in self.letters) != self.is_excluding


class Pattern:
    """A pattern ready to be matched."""

    __slots__ = ("_done", "_masks", "_others", "_stays", "is_open", "letters_min", "prefix", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        places, gaps = _parse(text)
        self.letters_min = len(places)
        self.is_open = bool(gaps)
        """Whether a `*` lets words be longer than `letters_min`."""
        self.prefix = _prefix(places, gaps)
        """Letters every matching word starts with."""
        # Bit i set: the first i places have been filled. A gap at i lets that bit stay for a letter.
        self._done = 1 << len(places)
        self._stays = sum(1 << gap for gap in gaps)
        self._others = sum(1 << i for i, place in enumerate(places) if place.is_excluding)
        named = {letter for place in places for letter in place.letters}
        self._masks = {
            letter: sum(1 << i for i, place in enumerate(places) if place.takes(letter)) for letter in named
        }

    def matches(self, word: str) -> bool:
        """Whether the whole upper-case word fits."""
        masks, others, stays = self._masks, self._others, self._stays
        state = 1
        for letter in word:
            state = (state & masks.get(letter, others)) << 1 | state & stays
            if not state:
                return False
        return bool(state & self._done)


def matching(lexicon: Lexicon, pattern: str) -> Iterator[str]:
    """The words that fit, in order."""
    compiled = Pattern(pattern)
    letters_max = None if compiled.is_open else compiled.letters_min
    for word in lexicon.starting_with(compiled.prefix):
        if len(word) < compiled.letters_min or (letters_max and len(word) > letters_max):
            continue
        if compiled.matches(word):
            yield word


def _parse(text: str) -> tuple[list[Place], set[int]]:
    """The pattern's places, and the indexes of places before which any run of letters may stand."""
    if len(text) > PATTERN_CHARS_MAX:
        raise BadPattern(text, at=PATTERN_CHARS_MAX, why=f"it has more than {PATTERN_CHARS_MAX} characters")
    spelled = upper_case(text.strip())
    if not spelled:
        raise BadPattern(text, at=0, why="it is empty")
    places: list[Place] = []
    gaps: set[int] = set()
    at = 0
    while at < len(spelled):
        char = spelled[at]
        if char == "*":
            gaps.add(len(places))
        elif char in ".?":
            places.append(Place(frozenset(), is_excluding=True))
        elif char == "[":
            place, at = _parse_class(spelled, at)
            places.append(place)
        elif is_letter(char):
            places.append(Place(frozenset(char), is_excluding=False))
        else:
            raise BadPattern(text, at=at, why=f"{quoted(char)} has no meaning here")
        at += 1
    return places, gaps


def _parse_class(text: str, start: int) -> tuple[Place, int]:
    """The class that opens at `start`, and the index of its closing bracket."""
    end = text.find("]", start)
    if end < 0:
        raise BadPattern(text, at=start, why="this [ has no matching ]")
    inside = text[start + 1 : end]
    letters = inside.removeprefix("^")
    if not letters:
        raise BadPattern(text, at=start, why="there is no letter between [ and ]")
    for offset, char in enumerate(letters):
        if not is_letter(char):
            raise BadPattern(
                text, at=end - len(letters) + offset, why="only letters are allowed between [ and ]"
            )
    return Place(frozenset(letters), is_excluding=inside != letters), end


def _prefix(places: list[Place], gaps: set[int]) -> str:
    prefix = ""
    for index, place in enumerate(places):
        if index in gaps or place.is_excluding or len(place.letters) != 1:
            break
        prefix += next(iter(place.letters))
    return prefix
