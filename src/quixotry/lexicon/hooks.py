"""Hooks: letters that make another word in front of one or behind it."""

from quixotry.lexicon.spelling import parse_word
from quixotry.lexicon.wordlist import Lexicon
from quixotry.values import frozen


@frozen
class Hooks:
    """What can be done at a word's two ends."""

    word: str
    is_word: bool
    """Whether the word itself is in the list; parts of words have hooks too."""

    front: str
    """Letters that may stand before it."""

    back: str
    """Letters that may stand after it."""

    is_word_without_first: bool
    """Whether it hooks a shorter word in front itself."""

    is_word_without_last: bool


def hooks(lexicon: Lexicon, word: str) -> Hooks:
    word = parse_word(word)
    return Hooks(
        word=word,
        is_word=lexicon.holds(word),
        front="".join(letter for letter in lexicon.letters if lexicon.holds(letter + word)),
        back="".join(letter for letter in lexicon.letters if lexicon.holds(word + letter)),
        is_word_without_first=lexicon.holds(word[1:]),
        is_word_without_last=lexicon.holds(word[:-1]),
    )
