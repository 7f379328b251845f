"""What can go wrong with word lists. Each error is one sentence or two a person can act on.

LexiconError
├── UnknownLexicon      no bundled or imported list, and no file, of that name
├── LexiconDamaged      a list we wrote ourselves no longer reads as it was written
├── GraphRefused        a graph file that is damaged, foreign or of other words
├── ListUnreadable      a user's file cannot be opened or read
├── ListTooLarge        it is over the size limit
├── NotUtf8             a line of it is not UTF-8 text
├── LinesRejected       some lines are no words, and the caller wanted all or nothing
├── NoWords             not one line of it is a word
├── TooManyLetters      more different letters than any tile set has
├── BadLexiconId        an id that would not do as a file name
├── LexiconReserved     the id of a bundled list
├── LexiconExists       an imported list has that id already
├── LexiconUnwritable   the data folder refuses the file
├── BadWord, BadRack    letters were expected
└── BadPattern          a pattern that cannot be read
"""

from collections.abc import Sequence
from pathlib import Path

from quixotry.errors import QuixotryError
from quixotry.lexicon.limits import EXCERPT_CHARS_MAX, LETTERS_MAX


def excerpt(text: str) -> str:
    """Somebody else's text, safe to print: short, quoted, and nothing in it moves the cursor."""
    short = text if len(text) <= EXCERPT_CHARS_MAX else text[: EXCERPT_CHARS_MAX - 1] + "…"
    return "'" + "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in short) + "'"


class LexiconError(QuixotryError):
    """The root of this room's errors."""

    code = "lexicon"


class UnknownLexicon(LexiconError):
    code = "unknown_lexicon"

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name, self.known = name, tuple(known)
        super().__init__(
            f"There is no word list {excerpt(name)}, neither bundled nor imported, and no file of that name. "
            f"Known lists: {', '.join(known)}."
        )


class LexiconDamaged(LexiconError):
    code = "lexicon_damaged"

    def __init__(self, path: Path, why: str) -> None:
        self.path, self.why = path, why
        super().__init__(
            f"The word list {excerpt(path.name)} is damaged ({why}). "
            "Import it again with --replace; if it is a bundled list, install Quixotry again."
        )


class GraphRefused(LexiconError):
    code = "graph_refused"

    def __init__(self, path: Path, why: str) -> None:
        self.path, self.why = path, why
        super().__init__(f"The word graph {excerpt(path.name)} cannot be used: {why}.")


class ListUnreadable(LexiconError):
    code = "list_unreadable"

    def __init__(self, path: Path, why: str) -> None:
        self.path, self.why = path, why
        super().__init__(f"The file {excerpt(str(path))} cannot be read: {why}.")


class ListTooLarge(LexiconError):
    code = "list_too_large"

    def __init__(self, path: Path, bytes_max: int) -> None:
        self.path, self.bytes_max = path, bytes_max
        super().__init__(
            f"The file {excerpt(str(path))} is larger than {bytes_max // 1024 // 1024} MiB, "
            "the most a word list may have. Is it a word list, one word a line?"
        )


class NotUtf8(LexiconError):
    code = "not_utf8"

    def __init__(self, path: Path, line: int) -> None:
        self.path, self.line = path, line
        super().__init__(
            f"Line {line} of {excerpt(str(path))} is not UTF-8 text. Save the file as UTF-8 and try again."
        )


class LinesRejected(LexiconError):
    code = "lines_rejected"

    def __init__(self, path: Path, *, count: int, line: int, text: str, reason: str) -> None:
        self.path, self.count, self.line, self.text, self.reason = path, count, line, text, reason
        lines = "1 line" if count == 1 else f"{count} lines"
        super().__init__(
            f"{lines} of {excerpt(str(path))} cannot be words, first line {line}, {excerpt(text)}: {reason}. "
            "Correct the file, or import it (without --strict), which leaves such lines out."
        )


class NoWords(LexiconError):
    code = "no_words"

    def __init__(self, path: Path, rejected: int) -> None:
        self.path, self.rejected = path, rejected
        why = f"all {rejected} lines were rejected" if rejected else "it is empty"
        super().__init__(f"There is no word in {excerpt(str(path))}: {why}. Expected one word a line.")


class TooManyLetters(LexiconError):
    code = "too_many_letters"

    def __init__(self, path: Path, letters: int) -> None:
        self.path, self.letters = path, letters
        super().__init__(
            f"The words of {excerpt(str(path))} use {letters} different letters, "
            f"a list may use {LETTERS_MAX}. Does it mix two scripts?"
        )


class BadLexiconId(LexiconError):
    code = "bad_lexicon_id"

    def __init__(self, lexicon_id: str) -> None:
        self.lexicon_id = lexicon_id
        super().__init__(
            f"{excerpt(lexicon_id)} will not do as the id of a word list: use 1 to 40 small letters a-z, "
            "digits, '-', '_' and '.', a letter or digit first. Choose one with --id."
        )


class LexiconReserved(LexiconError):
    code = "lexicon_reserved"

    def __init__(self, lexicon_id: str) -> None:
        self.lexicon_id = lexicon_id
        super().__init__(f"{lexicon_id!r} is a bundled word list and stays as it is. Choose another --id.")


class LexiconExists(LexiconError):
    code = "lexicon_exists"

    def __init__(self, lexicon_id: str) -> None:
        self.lexicon_id = lexicon_id
        super().__init__(
            f"A word list {lexicon_id!r} was imported before. "
            "Use --replace to put the new one in its place, or another --id."
        )


class LexiconUnwritable(LexiconError):
    code = "lexicon_unwritable"

    def __init__(self, path: Path, why: str) -> None:
        self.path, self.why = path, why
        super().__init__(
            f"The word list cannot be saved as {excerpt(str(path))}: {why}. Nothing was imported."
        )


class BadWord(LexiconError):
    code = "bad_word"

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(f"{excerpt(text)} is not a word: give letters only, without spaces or marks.")


class BadRack(LexiconError):
    code = "bad_rack"

    def __init__(self, text: str, why: str) -> None:
        self.text, self.why = text, why
        super().__init__(f"{excerpt(text)} is not a rack: {why}. Give letters, and ? for each blank.")


class BadPattern(LexiconError):
    code = "bad_pattern"

    def __init__(self, text: str, *, at: int, why: str) -> None:
        self.text, self.at, self.why = text, at, why
        super().__init__(
            f"The pattern {excerpt(text)} cannot be read at character {at + 1}: {why}. "
            "Use letters, . or ? for one letter, * for any run, "
            "[ABC] for one of these, [^ABC] for any but these."
        )
