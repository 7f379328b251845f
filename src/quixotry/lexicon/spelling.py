"""What counts as a letter, and one spelling for each word.

The alphabet is not fixed to A-Z: any letter with an upper and a lower case will do, so that a Polish or
Greek list can be imported. Words are kept in upper case, composed (NFC), so that equal words are equal text.
"""

import unicodedata

from quixotry.lexicon.errors import BadWord


def is_letter(char: str) -> bool:
    """A cased letter whose upper case is one character: not a digit, an apostrophe, 中 or ß."""
    upper = char.upper()
    return char.isalpha() and len(upper) == 1 and upper != upper.lower()


def upper_case(text: str) -> str:
    if text.isascii():
        return text.upper()
    return unicodedata.normalize("NFC", text).upper()


def is_spelled_in_letters(text: str) -> bool:
    """Whether each character of `text`, once composed, is a letter."""
    if text.isascii():
        return text.isalpha()
    return all(is_letter(char) for char in unicodedata.normalize("NFC", text))


def parse_word(text: str) -> str:
    """A word as a person typed it, as a lexicon holds it; refuses what is not made of letters."""
    word = text.strip()
    if not is_spelled_in_letters(word):
        raise BadWord(text)
    return upper_case(word)
