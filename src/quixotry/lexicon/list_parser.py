"""Reading a user's word list: one word per line, in any case, with an optional definition after a tab.

Lines that cannot be words are collected with their numbers and reasons; the caller decides whether the rest
is good enough. What is wrong with the file as a whole (not UTF-8, too large, no words) is an error at once.
"""

import codecs
from collections.abc import Callable
from pathlib import Path

from quixotry.lexicon.errors import (
    LinesRejected,
    ListTooLarge,
    ListUnreadable,
    NotUtf8,
    NoWords,
    TooManyLetters,
)
from quixotry.lexicon.limits import (
    DEFINITION_CHARS_MAX,
    LETTERS_MAX,
    LIST_BYTES_MAX,
    REJECTED_SHOWN_MAX,
    WORD_LETTERS_MAX,
    WORD_LETTERS_MIN,
)
from quixotry.lexicon.spelling import is_spelled_in_letters, upper_case
from quixotry.values import frozen

Progress = Callable[[int, int], None]
"""Called now and then with lines done and lines in all."""

_PROGRESS_LINES = 20_000


@frozen
class RejectedLine:
    """A line that is no word."""

    line: int
    text: str
    reason: str


@frozen
class ParsedList:
    """What a file held."""

    path: Path
    text: str
    """The accepted words in canonical form: upper case, sorted, duplicates folded, each line ended."""

    glosses: str
    """Lines `WORD<tab>definition`, sorted; of a word defined twice, the first."""

    duplicates: int
    rejected_count: int
    rejected: tuple[RejectedLine, ...]
    """The first of them, up to `REJECTED_SHOWN_MAX`."""

    @property
    def words(self) -> int:
        return self.text.count("\n")

    def refuse_rejected(self) -> None:
        """Raise when any line was rejected."""
        if self.rejected:
            first = self.rejected[0]
            raise LinesRejected(
                self.path, count=self.rejected_count, line=first.line, text=first.text, reason=first.reason
            )


def read_list(path: Path, *, progress: Progress | None = None) -> ParsedList:
    """Read a user's file. Raises a LexiconError when it is unusable as a whole."""
    return parse_list(_read_bytes(path), path=path, progress=progress)


def parse_list(content: bytes, *, path: Path, progress: Progress | None = None) -> ParsedList:
    """The same for bytes; `path` is for error messages."""
    return _parse(path, _decode(path, content).split("\n"), progress)


def why_not_a_word(text: str) -> str | None:
    """The reason a line's first field is no word, or None when it is one."""
    if not is_spelled_in_letters(text):
        return "a word can contain only letters"
    letters = len(upper_case(text))
    if letters < WORD_LETTERS_MIN:
        return f"a word needs at least {WORD_LETTERS_MIN} letters"
    if letters > WORD_LETTERS_MAX:
        return f"a word can have at most {WORD_LETTERS_MAX} letters"
    return None


def _read_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            # One byte more than allowed: a pipe or a device does not tell its size.
            content = file.read(LIST_BYTES_MAX + 1)
    except (OSError, ValueError) as error:
        raise ListUnreadable(path, getattr(error, "strerror", None) or str(error)) from error
    if len(content) > LIST_BYTES_MAX:
        raise ListTooLarge(path, LIST_BYTES_MAX)
    return content


def _decode(path: Path, content: bytes) -> str:
    content = content.removeprefix(codecs.BOM_UTF8)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotUtf8(path, content.count(b"\n", 0, error.start) + 1) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _parse(path: Path, lines: list[str], progress: Progress | None) -> ParsedList:
    defined: dict[str, str] = {}
    rejected: list[RejectedLine] = []
    duplicates = rejected_count = 0
    for number, line in enumerate(lines, 1):
        if progress and number % _PROGRESS_LINES == 0:
            progress(number, len(lines))
        field, _, definition = line.partition("\t")
        text = field.strip()
        if not text and not definition.strip():
            continue
        if reason := why_not_a_word(text):
            rejected_count += 1
            if len(rejected) < REJECTED_SHOWN_MAX:
                rejected.append(RejectedLine(number, text, reason))
            continue
        word = upper_case(text)
        duplicates += word in defined
        # `or` keeps the first definition given, also when the word first came without one.
        defined[word] = defined.get(word) or _clean(definition)
    if not defined:
        raise NoWords(path, rejected_count)
    words = sorted(defined)
    canonical = "".join(word + "\n" for word in words)
    if (letters := len(set(canonical)) - 1) > LETTERS_MAX:
        raise TooManyLetters(path, letters)
    glosses = "".join(f"{word}\t{defined[word]}\n" for word in words if defined[word])
    return ParsedList(path, canonical, glosses, duplicates, rejected_count, tuple(rejected))


def _clean(definition: str) -> str:
    """A definition on one line, without control characters."""
    printable = "".join(
        char if char.isprintable() else " " for char in definition[: 4 * DEFINITION_CHARS_MAX]
    )
    text = " ".join(printable.split())
    return text if len(text) <= DEFINITION_CHARS_MAX else text[: DEFINITION_CHARS_MAX - 1] + "…"
