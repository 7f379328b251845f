"""What can go wrong with word lists.

LexiconError
├── UnknownLexicon      no bundled or imported list, and no file, of that name
│   └── UnlistedLexicon no bundled or imported list; files were not looked at
├── LexiconDamaged      a list we wrote ourselves no longer reads as it was written
├── GraphRefused        a graph file that is damaged, foreign or of other words
├── ListUnreadable      a user's file cannot be opened or read
├── ListTooLarge        it is over the size limit
├── NotUtf8             a line of it is not UTF-8 text
├── LinesRejected       some lines are not words, and the caller wanted all or nothing
├── NoWords             not one line of it is a word
├── TooManyLetters      more different letters than any tile set has
├── BadLexiconId        an id that could not be a file name
├── LexiconReserved     the id of a bundled list
├── LexiconExists       an imported list has that id already
├── LexiconUnwritable   the data folder refuses the file
├── BadWord, BadRack    letters were expected
└── BadPattern          a pattern that cannot be read
"""

from __future__ import annotations

from pathlib import Path

from quixotry.errors import Parameters, QuixotryError
from quixotry.lexicon.limits import LETTERS_MAX


class LexiconError(QuixotryError):
    """The root of this room's errors."""

    code = "lexicon"


class UnknownLexicon(LexiconError):
    code = "unknown_lexicon"
    name: str
    known: tuple[str, ...]


class UnlistedLexicon(UnknownLexicon):
    message = "unlisted_lexicon"


class LexiconDamaged(LexiconError):
    code = "lexicon_damaged"
    path: Path
    why: str

    @property
    def wording_parameters(self) -> Parameters:
        return {"file": self.path.name, "why": self.why}


class GraphRefused(LexiconError):
    code = "graph_refused"
    path: Path
    why: str

    @property
    def wording_parameters(self) -> Parameters:
        return {"file": self.path.name, "why": self.why}


class ListUnreadable(LexiconError):
    code = "list_unreadable"
    path: Path
    why: str


class ListTooLarge(LexiconError):
    code = "list_too_large"
    path: Path
    bytes_max: int

    @property
    def wording_parameters(self) -> Parameters:
        return {"path": self.path, "mebibytes": self.bytes_max // 1024 // 1024}


class NotUtf8(LexiconError):
    code = "not_utf8"
    path: Path
    line: int


class LinesRejected(LexiconError):
    code = "lines_rejected"
    path: Path
    count: int
    line: int
    """The first of them."""
    text: str
    reason: str


class NoWords(LexiconError):
    code = "no_words"
    path: Path
    rejected: int


class TooManyLetters(LexiconError):
    code = "too_many_letters"
    path: Path
    letters: int

    @property
    def wording_parameters(self) -> Parameters:
        return {**self.parameters, "letters_max": LETTERS_MAX}


class BadLexiconId(LexiconError):
    code = "bad_lexicon_id"
    lexicon_id: str


class LexiconReserved(LexiconError):
    code = "lexicon_reserved"
    lexicon_id: str


class LexiconExists(LexiconError):
    code = "lexicon_exists"
    lexicon_id: str


class LexiconUnwritable(LexiconError):
    code = "lexicon_unwritable"
    path: Path
    why: str


class BadWord(LexiconError):
    code = "bad_word"
    text: str


class BadRack(LexiconError):
    code = "bad_rack"
    text: str
    why: str


class BadPattern(LexiconError):
    code = "bad_pattern"
    text: str
    at: int
    """The character it goes wrong at, counted from 0."""
    why: str

    @property
    def wording_parameters(self) -> Parameters:
        return {**self.parameters, "at": self.at + 1}
