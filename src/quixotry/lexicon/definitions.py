"""What a word means: our own lines for the small words, WordNet's for the rest, a user's own for their list.

All definitions together are 5 MB of text; a lookup unpacks one block of 64 kB, two when the word is a form of
another. How the file is made, and its format: scripts/build_definitions.py.
"""

import lzma
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from quixotry.lexicon.errors import LexiconDamaged
from quixotry.lexicon.spelling import parse_word
from quixotry.lexicon.wordlist import Lexicon
from quixotry.values import frozen

WORDS = Path(__file__).parent / "words"
OWN_FILES = ("two_letter.tsv", "three_letter.tsv", "often_laid.tsv", "function_words.tsv")
FORM_OF = "a form of "
"""What is said of a word whose base has no definition either."""
STEPS_MAX = 4
"""From a word to what it is made of: REGLUES, REGLUE, GLUE."""
PARTS = {"n": "noun", "v": "verb", "a": "adjective", "r": "adverb"}


@frozen
class Definition:
    """One sense of a word."""

    word: str
    part: str
    """noun, verb, adjective, adverb, or empty where our own line covers several."""

    gloss: str
    base: str | None = None
    """The word whose sense this is, when `word` is a form of it: DOG for DOGS."""


def define(word: str, lexicon: Lexicon | None = None) -> tuple[Definition, ...]:
    """What is known of a word, the commonest sense first; empty when nothing is.

    The definition that came with an imported lexicon goes before ours.
    """
    word = parse_word(word)
    if lexicon and (gloss := _find(lexicon.glosses, word)):
        return (Definition(word, "", gloss),)
    if found := _ours(word):
        return found
    return tuple(_explained(word))


def _ours(word: str) -> tuple[Definition, ...]:
    lines = (_find(_own(name), word) for name in OWN_FILES)
    return tuple(Definition(word, "", gloss) for gloss in lines if gloss)[:1]


def _explained(word: str, steps: int = STEPS_MAX) -> Iterator[Definition]:
    """WordNet's senses; those of the words it is made of, with what that adds; else what it is a form of."""
    for sense in _senses(word):
        part, _, gloss = sense.partition(" ")
        if not part.startswith("="):
            yield Definition(word, PARTS[part], gloss)
            continue
        base, _, note = gloss.partition(" ")
        wanted = PARTS.get(part[1:], "")
        senses = [
            each
            for each in (_ours(base) or (_explained(base, steps - 1) if steps else ()))
            if not (wanted and each.part) or each.part == wanted
        ]
        for each in senses[: 1 if note else None]:
            if note:
                yield Definition(word, "", f"{note}: {each.gloss}", base)
            else:
                yield Definition(word, each.part, each.gloss, base)
        if not senses:
            yield Definition(word, "", f"{FORM_OF}{base}")


def _senses(word: str) -> list[str]:
    number = bisect_right(_index()[0], word) - 1
    found = _find(_block(number), word) if number >= 0 else ""
    return found.split("\t") if found else []


def _find(lines: str, word: str) -> str:
    """The text after `WORD<tab>` at the start of a line, or nothing."""
    start = f"{word}\t"
    at = 0 if lines.startswith(start) else lines.find("\n" + start) + 1
    if at == 0 and not lines.startswith(start):
        return ""
    return lines[at + len(start) : lines.index("\n", at)]


@lru_cache(maxsize=4)
def _own(name: str) -> str:
    return (WORDS / name).read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def _index() -> tuple[list[str], list[int]]:
    """The first word of each block, and where it starts in the file."""
    rows = [line.split("\t") for line in _own("definitions_index.tsv").splitlines()]
    return [first for first, _ in rows], [int(offset) for _, offset in rows]


@lru_cache(maxsize=8)
def _block(number: int) -> str:
    path = WORDS / "definitions.tsv.xz"
    offsets = _index()[1]
    end = offsets[number + 1] if number + 1 < len(offsets) else None
    try:
        with path.open("rb") as file:
            file.seek(offsets[number])
            packed = file.read() if end is None else file.read(end - offsets[number])
        return lzma.decompress(packed).decode()
    except (OSError, lzma.LZMAError, UnicodeDecodeError) as error:
        raise LexiconDamaged(path, str(error)) from error
