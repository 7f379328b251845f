"""The licences of the bundled words and definitions, which must be shipped with them."""

from __future__ import annotations

from quixotry.lexicon.catalogue import WORDS
from quixotry.values import frozen

SOURCES = {
    "scowl.LICENCE": "Word lists, from SCOWL (Spell Checker Oriented Word Lists) by Kevin Atkinson",
    "wordnet.LICENCE": "Meanings of words, from WordNet by Princeton University",
}
"""What each licence file shipped with the words is for."""


@frozen
class Licence:
    title: str
    text: str


def licences() -> tuple[Licence, ...]:
    return tuple(
        Licence(title, (WORDS / file).read_text(encoding="utf-8").strip()) for file, title in SOURCES.items()
    )
