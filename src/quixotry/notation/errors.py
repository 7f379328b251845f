"""What can be wrong with a text that should be a square, a move, a position or a game.

    NotationError
    ├── CoordinateError         not a square or the start of a play on this board
    ├── MoveTextError           not a move on this board
    │   └── MoveUnreadable, UnknownLetter, LetterDiffers, NoTileThere, RunsOffBoard, NoNewTile
    ├── CgpError                not a position in CGP
    ├── RecordError             not a header or an event of a saved game
    │   └── RecordUnreadable, RecordTooLarge, RecordVersionUnknown, RulesetChanged
    └── GcgError                not a game in GCG
        └── GcgTooLarge, GcgEncodingUnknown, GcgNoGame

Every leaf carries its fields, a stable `code` for programs and, as `str(error)`, a sentence for people.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from quixotry.errors import QuixotryError

SHOWN_MAX = 40


def shown(text: str) -> str:
    """A text of somebody else's, short enough and plain enough to stand inside a sentence."""
    cut = text if len(text) <= SHOWN_MAX else text[: SHOWN_MAX - 3] + "..."
    return repr(cut)


def printable(text: str) -> str:
    """A text of our own that may quote somebody else's: what would upset a terminal becomes `?`."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


class NotationError(QuixotryError):
    """The root of this room's errors."""

    code: ClassVar[str] = "notation"


@dataclass(eq=False)
class CoordinateError(NotationError):
    code = "bad_coordinate"
    text: str
    reason: str

    def __str__(self) -> str:
        return f"{shown(self.text)} is no place on this board: {self.reason}."


class MoveTextError(NotationError):
    """The root of texts that are no move here."""


@dataclass(eq=False)
class MoveUnreadable(MoveTextError):
    code = "move_unreadable"
    text: str
    reason: str

    def __str__(self) -> str:
        return f"{shown(self.text)} cannot be read as a move: {self.reason}."


@dataclass(eq=False)
class UnknownLetter(MoveTextError):
    code = "unknown_letter"
    text: str
    sign: str

    def __str__(self) -> str:
        return f"{shown(self.text)} holds {shown(self.sign)}, which is not a letter of this game."


@dataclass(eq=False)
class LetterDiffers(MoveTextError):
    code = "letter_differs"
    square: str
    written: str
    there: str

    def __str__(self) -> str:
        return f"On {self.square} lies {self.there}, not {self.written}."


@dataclass(eq=False)
class NoTileThere(MoveTextError):
    code = "no_tile_there"
    square: str
    written: str

    def __str__(self) -> str:
        return f"The move counts on a tile on {self.square} ({self.written}), but that square is empty."


@dataclass(eq=False)
class RunsOffBoard(MoveTextError):
    code = "runs_off_board"
    text: str
    last: str

    def __str__(self) -> str:
        return f"{shown(self.text)} runs off the board: {self.last} is the last square in that line."


@dataclass(eq=False)
class NoNewTile(MoveTextError):
    code = "no_new_tile"
    text: str

    def __str__(self) -> str:
        return f"{shown(self.text)} lays no tile: everything in it is on the board already."


@dataclass(eq=False)
class CgpError(NotationError):
    code = "bad_cgp"
    part: str
    """`text`, `row 7`, `racks`, `scores`, `zeros` or `operations`."""
    reason: str

    def __str__(self) -> str:
        return f"This is no CGP position: {self.part} {self.reason}."


class RecordError(NotationError):
    """The root of what can be wrong with a saved game's lines."""


@dataclass(eq=False)
class RecordUnreadable(RecordError):
    code = "record_unreadable"
    what: str
    """`header` or `event`."""
    reason: str

    def __str__(self) -> str:
        return f"The {self.what} of a saved game cannot be read: {printable(self.reason)}."


@dataclass(eq=False)
class RecordTooLarge(RecordError):
    code = "record_too_large"
    kind = "too-large"
    what: str
    size: int
    size_max: int

    def __str__(self) -> str:
        return f"The {self.what} of a saved game has {self.size} bytes; at most {self.size_max} are read."


@dataclass(eq=False)
class RecordVersionUnknown(RecordError):
    code = "record_version_unknown"
    version: int
    known: int

    def __str__(self) -> str:
        return (
            f"This game was saved as record version {self.version}; this program reads version {self.known}."
        )


@dataclass(eq=False)
class RulesetChanged(RecordError):
    code = "ruleset_changed"
    name: str
    recorded: str
    computed: str

    def __str__(self) -> str:
        return (
            f"The rules saved with this game ({shown(self.name)}) were changed: their digest is "
            f"{self.computed[:12]}, and the record says {printable(self.recorded[:12])}."
        )


class GcgError(NotationError):
    """The root of refused GCG files. A line that is merely odd is a warning, never an error."""


@dataclass(eq=False)
class GcgTooLarge(GcgError):
    code = "gcg_too_large"
    kind = "too-large"
    size: int
    size_max: int
    unit: str

    def __str__(self) -> str:
        return f"This GCG file has {self.size} {self.unit}; at most {self.size_max} are read."


@dataclass(eq=False)
class GcgEncodingUnknown(GcgError):
    code = "gcg_encoding_unknown"
    line: int
    encoding: str

    def __str__(self) -> str:
        return f"Line {self.line} declares {shown(self.encoding)}; only UTF-8 and ISO-8859-1 can be read."


@dataclass(eq=False)
class GcgNoGame(GcgError):
    code = "gcg_no_game"
    lines: int

    def __str__(self) -> str:
        return f"This is no GCG game: none of its {self.lines} lines names a player or a move."
