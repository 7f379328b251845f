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

Every leaf carries its fields and a stable `code` for programs.
"""

from __future__ import annotations

from typing import ClassVar

from quixotry.errors import Parameters, QuixotryError
from quixotry.wording.phrases import printable


class NotationError(QuixotryError):
    """The root of this room's errors."""

    code: ClassVar[str] = "notation"


class CoordinateError(NotationError):
    code = "bad_coordinate"
    text: str
    reason: str


class MoveTextError(NotationError):
    """The root of texts that are no move here."""


class MoveUnreadable(MoveTextError):
    code = "move_unreadable"
    text: str
    reason: str


class UnknownLetter(MoveTextError):
    code = "unknown_letter"
    text: str
    sign: str


class LetterDiffers(MoveTextError):
    code = "letter_differs"
    square: str
    written: str
    there: str


class NoTileThere(MoveTextError):
    code = "no_tile_there"
    square: str
    written: str


class RunsOffBoard(MoveTextError):
    code = "runs_off_board"
    text: str
    last: str


class NoNewTile(MoveTextError):
    code = "no_new_tile"
    text: str


class CgpError(NotationError):
    code = "bad_cgp"
    part: str
    """`text`, `row 7`, `racks`, `scores`, `zeros` or `operations`."""
    reason: str


class RecordError(NotationError):
    """The root of what can be wrong with a saved game's lines."""


class RecordUnreadable(RecordError):
    code = "record_unreadable"
    what: str
    """`header` or `event`."""
    reason: str

    @property
    def wording_parameters(self) -> Parameters:
        # The reason may quote the file.
        return {**self.parameters, "reason": printable(self.reason)}


class RecordTooLarge(RecordError):
    code = "record_too_large"
    kind = "too-large"
    what: str
    size: int
    size_max: int


class RecordVersionUnknown(RecordError):
    code = "record_version_unknown"
    version: int
    known: int


class RulesetChanged(RecordError):
    code = "ruleset_changed"
    name: str
    recorded: str
    computed: str

    @property
    def wording_parameters(self) -> Parameters:
        return {**self.parameters, "recorded": printable(self.recorded[:12]), "computed": self.computed[:12]}


class GcgError(NotationError):
    """The root of refused GCG files. A line that is merely odd is a warning, never an error."""


class GcgTooLarge(GcgError):
    code = "gcg_too_large"
    kind = "too-large"
    size: int
    size_max: int
    unit: str


class GcgEncodingUnknown(GcgError):
    code = "gcg_encoding_unknown"
    line: int
    encoding: str


class GcgNoGame(GcgError):
    code = "gcg_no_game"
    lines: int
