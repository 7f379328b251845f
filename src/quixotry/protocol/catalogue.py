"""What there is to look up: the server itself, computers, word lists and words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct


class Licence(Struct, frozen=True):
    """Whose work a part is."""

    name: str
    licence: str
    """The text that must go along with it."""


class About(Struct, frozen=True):
    """The server."""

    name: str
    version: str
    is_at_home: bool
    engine: str
    """`compiled` or `plain`."""
    read_only: str | None
    """Why nothing can be saved now."""
    licences: Sequence[Licence]


class Health(Struct, frozen=True, omit_defaults=True):
    """Is the server well?"""

    status: Literal["ok", "ill"]
    ill: list[Literal["store", "workers", "threads"]] = []
    """What is ill: the store does not answer or takes no moves, computers' programs give no moves, or jobs that
    never end have taken all threads."""


class Level(Struct, frozen=True):
    """A kind of computer one can play against."""

    name: str
    title: str
    summary: str = ""
    rating: int | None = None
    """As measured in games between the levels; 400 points are odds of ten to one."""
    is_program: bool = False
    """Is it a program of somebody else's, which the operator has listed?"""


class LevelList(Struct, frozen=True):
    """The computers one can play against."""

    levels: Sequence[Level]
    default: str
    may_play_alone: bool = True
    """May computers play among themselves here? Not on a server for strangers."""
    has_arena: bool = False
    """May whoever asks have computers meet in matches?"""


class LexiconEntry(Struct, frozen=True):
    """A word list."""

    id: str
    title: str
    words: int
    digest: str
    source: str
    is_bundled: bool


class LexiconList(Struct, frozen=True):
    """The word lists."""

    lexicons: list[LexiconEntry]
    default: str


class LineLeftOut(Struct, frozen=True):
    """A line of a list that cannot be a word."""

    line: int
    text: str
    reason: str


class ImportedLexicon(Struct, frozen=True):
    """A word list that has been added, and what of it was left out."""

    lexicon: LexiconEntry
    duplicates: int
    left_out: int
    """How many lines cannot be words."""
    lines: list[LineLeftOut]
    """The first of them."""


class LexiconName(Struct, frozen=True):
    """Which word list."""

    id: str
    title: str


class Definition(Struct, frozen=True):
    """One meaning of a word."""

    part: str
    gloss: str
    base: str | None
    """The word this is a form of."""


class Hooks(Struct, frozen=True):
    """The letters that make another word."""

    front: str
    back: str
    is_word_without_first: bool
    is_word_without_last: bool


class WordEntry(Struct, frozen=True):
    """A word looked up."""

    word: str
    is_word: bool
    lexicon: LexiconName
    definitions: list[Definition]
    hooks: Hooks


class Meaning(Struct, frozen=True):
    """What a word of a game means."""

    word: str
    is_word: bool | None
    """Null for whoever must not learn it: somebody plays a game with challenges."""
    lexicon: LexiconName
    definitions: list[Definition]


class WordToolsState(Struct, frozen=True):
    """May this session look words up?"""

    closed_by: str | None
    """The id of its unfinished game with challenges."""
    sentence: str
    """Why they are closed, for people; empty when they are open."""


class Anagram(Struct, frozen=True):
    """A word made from letters."""

    word: str
    shown: str
    """With the letters of blanks in lower case."""


class AnagramList(Struct, frozen=True):
    """Words from letters."""

    letters: str
    words: list[Anagram]
    more: int
    """How many were left out."""
