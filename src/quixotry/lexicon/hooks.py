"""Hooks: letters that make another word in front of one or behind it."""

from dataclasses import dataclass

from quixotry.lexicon.spelling import parse_word
from quixotry.lexicon.wordlist import Lexicon


@dataclass(frozen=True, slots=True)
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
        is_word=word in lexicon,
        front="".join(letter for letter in lexicon.letters if letter + word in lexicon),
        back="".join(letter for letter in lexicon.letters if word + letter in lexicon),
        is_word_without_first=word[1:] in lexicon,
        is_word_without_last=word[:-1] in lexicon,
    )
