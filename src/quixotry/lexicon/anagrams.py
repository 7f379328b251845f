"""Words that can be made from a rack of letters and blanks."""

from quixotry.lexicon.errors import BadRack
from quixotry.lexicon.limits import RACK_LETTERS_MAX
from quixotry.lexicon.spelling import is_spelled_in_letters, upper_case
from quixotry.lexicon.wordlist import Lexicon
from quixotry.values import frozen

BLANK = "?"


@frozen
class Anagram:
    """A word, and the letters of it the blanks stand for."""

    word: str
    blanks: str

    def __str__(self) -> str:
        """The word with blanks in lower case, as on a board; the last of equal letters is the blank."""
        shown = list(self.word)
        for letter in self.blanks:
            at = len(shown) - 1 - shown[::-1].index(letter)
            shown[at] = letter.lower()
        return "".join(shown)


def parse_rack(text: str) -> str:
    """A rack as typed, in upper case: letters and `?`, in any order, spaces and commas ignored."""
    rack = upper_case(text.replace(" ", "").replace(",", ""))
    letters = rack.replace(BLANK, "")
    if not rack:
        raise BadRack(text, "it is empty")
    if len(rack) > RACK_LETTERS_MAX:
        raise BadRack(text, f"it has {len(rack)} letters; the limit is {RACK_LETTERS_MAX}")
    if letters and not is_spelled_in_letters(letters):
        raise BadRack(text, "it contains something other than letters and ?")
    return rack


def anagrams(lexicon: Lexicon, rack: str, *, length_min: int | None = None) -> list[Anagram]:
    """Words that use the whole rack or, given `length_min`, at least that many of its letters.

    The longest come first; words of one length are in order.
    """
    rack = parse_rack(rack)
    letters = rack.replace(BLANK, "")
    blanks = len(rack) - len(letters)
    shortest = len(rack) if length_min is None else max(length_min, 1)
    found = []
    for word in lexicon.words:
        if not shortest <= len(word) <= len(rack):
            continue
        missing = word
        for letter in letters:
            missing = missing.replace(letter, "", 1)
        if len(missing) <= blanks:
            found.append(Anagram(word, missing))
    found.sort(key=lambda anagram: -len(anagram.word))  # stable: stays alphabetical within a length
    return found
