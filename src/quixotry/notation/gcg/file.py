"""GCG as lines: bytes into typed lines, and back into exactly the same bytes.

Reading never changes anything. Every line keeps its bytes; anything odd about it (another line end, an
unknown pragma, stray text) becomes a remark with the line number. Only three things are refused:
a file too large, an unknown encoding, and a file without a single player or move.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from quixotry.notation.errors import GcgNoGame, GcgTooLarge
from quixotry.notation.figures import parse_figure
from quixotry.notation.gcg.encoding import Remark, decode_line, find_encoding, remark_line_ends
from quixotry.notation.gcg.move_text import MoveText, Unreadable, parse_move_text
from quixotry.values import frozen
from quixotry.wording.phrases import quoted

GCG_BYTES_MAX = 256 * 1024
GCG_LINES_MAX = 4_000
PLAYERS_MAX = 16

KNOWN_PRAGMAS = (
    "character-encoding",
    "title",
    "description",
    "id",
    "lexicon",
    "incomplete",
    "style",
    "tile-set",
    "game-board",
    "game-type",
    "board-layout",
    "tile-distribution",
    "tile",
)


@frozen
class Line:
    """A line of a GCG file; by itself, an empty one."""

    number: int
    """From 1."""
    raw: bytes
    """The line as it was, with its line end."""


@frozen
class PlayerLine(Line):
    """`#player1 nick Full Name`."""

    player: int
    nick: str
    name: str


@frozen
class RackLine(Line):
    """`#rack1 ABC`: what a player of an unfinished game holds."""

    player: int
    rack: str


@frozen
class NoteLine(Line):
    """`#note text`, on the move before it."""

    text: str


@frozen
class ContinuationLine(Line):
    """`#- text`, or text after a note: it continues what comes before."""

    text: str


@frozen
class PragmaLine(Line):
    """Any other line that starts with `#`."""

    name: str
    value: str


@frozen
class MoveLine(Line):
    """`>nick: ...`."""

    says: MoveText


@frozen
class UnreadLine(Line):
    """Unknown text: kept, but no part of the game."""

    text: str
    reason: str


class Note(NamedTuple):
    """A whole note: its `#note` line and its continuation lines."""

    line: int
    text: str


@frozen
class GcgFile:
    encoding: str
    lines: tuple[Line, ...]
    remarks: tuple[Remark, ...]

    def notes(self) -> tuple[Note, ...]:
        """Every note with its continuation lines, in order."""
        notes: list[tuple[int, list[str]]] = []
        in_note = False
        for line in self.lines:
            in_note = _is_in_note(line, before=in_note)
            if isinstance(line, NoteLine):
                notes.append((line.number, [line.text]))
            elif in_note and isinstance(line, ContinuationLine):
                notes[-1][1].append(line.text)
        return tuple(Note(number, "\n".join(texts)) for number, texts in notes)

    def pragma(self, name: str) -> PragmaLine | None:
        """The first line with this pragma."""
        found = (line for line in self.lines if isinstance(line, PragmaLine) and line.name == name)
        return next(found, None)


def _is_in_note(line: Line, *, before: bool) -> bool:
    """Would plain text after this line continue a note? Empty lines and continuations change nothing."""
    if isinstance(line, ContinuationLine) or type(line) is Line:
        return before
    return isinstance(line, NoteLine)


def format_gcg(file: GcgFile) -> bytes:
    """The bytes the file was read from."""
    return b"".join(line.raw for line in file.lines)


def parse_gcg(content: bytes) -> GcgFile:
    """A game record as lines; `replay_gcg` checks whether they add up."""
    if len(content) > GCG_BYTES_MAX:
        raise GcgTooLarge(len(content), GCG_BYTES_MAX, "bytes")
    raws = content.splitlines(keepends=True)
    if len(raws) > GCG_LINES_MAX:
        raise GcgTooLarge(len(raws), GCG_LINES_MAX, "lines")
    remarks: list[Remark] = []
    encoding = find_encoding(raws, remarks)
    remark_line_ends(raws, remarks)
    lines: list[Line] = []
    in_note = False
    for number, raw in enumerate(raws, 1):
        text = decode_line(number, raw, encoding, remarks)
        line = _line(number, raw, text, in_note=in_note)
        in_note = _is_in_note(line, before=in_note)
        remarks += _remarks_on(line)
        lines.append(line)
    if not any(isinstance(line, PlayerLine | MoveLine) for line in lines):
        raise GcgNoGame(len(lines))
    return GcgFile(encoding, tuple(lines), tuple(sorted(remarks)))


def _line(number: int, raw: bytes, text: str, *, in_note: bool) -> Line:
    if not text.strip():
        return Line(number, raw)
    if text.startswith(">"):
        move = parse_move_text(text)
        if isinstance(move, Unreadable):
            return UnreadLine(number, raw, text, move.reason)
        return MoveLine(number, raw, move)
    if text.startswith("#"):
        return _pragma(number, raw, text)
    if in_note:
        return ContinuationLine(number, raw, text)
    return UnreadLine(number, raw, text, "it is neither a pragma (#) nor a move (>)")


def _pragma(number: int, raw: bytes, text: str) -> Line:
    words = text[1:].split(maxsplit=1) if text[1:2].strip() else [""]
    name, value = words[0].lower(), "".join(words[1:])
    if name.startswith("-"):
        return ContinuationLine(number, raw, text[2:].removeprefix(" "))
    if name == "note":
        return NoteLine(number, raw, value)
    player = _numbered(name, "player")
    if player:
        names = value.split(maxsplit=1)
        if not names:
            return UnreadLine(number, raw, text, "it does not name a player")
        return PlayerLine(number, raw, player, names[0], names[-1].strip())
    player = _numbered(name, "rack")
    if player:
        return RackLine(number, raw, player, value.strip())
    return PragmaLine(number, raw, name, value)


def _numbered(name: str, kind: str) -> int | None:
    """The number in `player1` or `rack1`."""
    digits = name.removeprefix(kind) if name.startswith(kind) else ""
    number = parse_figure(digits, digits_max=2, signed=False)
    return number if number is not None and 1 <= number <= PLAYERS_MAX else None


def _remarks_on(line: Line) -> Iterator[Remark]:
    match line:
        case PragmaLine(name=name) if name not in KNOWN_PRAGMAS:
            yield Remark(line.number, f"The pragma {quoted('#' + name)} is unknown; it is kept.")
        case UnreadLine(text=text, reason=reason) if not text.startswith(">"):
            yield Remark(line.number, f"{quoted(text)} is not part of the game: {reason}.")
