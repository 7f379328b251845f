"""What can be wrong with a question to the library.

ApiError
├── UnknownRules        neither the name of a ruleset nor a file
├── BadPosition         a position these rules do not know:
│                       ScoresMissing, EmptyFirstRack, TooManyOnRack, TilesBeyondSet
├── NoRack              nobody is on turn, or the view is a spectator's
├── NoSuchSeat          a seat this game does not have
├── OtherRules          an engine was asked about a position by other rules
├── NotAnEndgame        `solve` was asked for more than an endgame
├── NoRecord            a game that was set up from a position has no beginning to write down
├── NothingToTakeBack   `pop` on a game without moves
├── UnplayableGcg       a GCG file with a move the rules refuse, racks no bag can have dealt, or unknown tiles
├── UnreadableFile      a file that is not there or cannot be read
└── NotAPlayer          neither a level, nor a function, nor something that chooses
"""

from __future__ import annotations

from typing import ClassVar

from quixotry.errors import Parameters, QuixotryError
from quixotry.wording.phrases import quoted

PATH_SHOWN_MAX = 200


class ApiError(QuixotryError):
    """The root of this room's errors."""

    code: ClassVar[str] = "api"


class UnknownRules(ApiError):
    code = "unknown_rules"
    kind = "unknown"
    name: str
    known: tuple[str, ...]


class BadPosition(ApiError):
    """The root of positions these rules do not know."""


class ScoresMissing(BadPosition):
    code = "scores_missing"
    ruleset: str
    least: int
    most: int

    @property
    def wording_parameters(self) -> Parameters:
        return self.parameters | {"range": self.least < self.most}


class EmptyFirstRack(BadPosition):
    code = "empty_first_rack"


class TooManyOnRack(BadPosition):
    code = "too_many_on_rack"
    most: int
    given: int


class TilesBeyondSet(BadPosition):
    code = "tiles_beyond_set"
    tiles: tuple[str, ...]


class NoRack(ApiError):
    code = "no_rack"


class NoSuchSeat(ApiError):
    code = "no_such_seat"
    seat: int
    last: int


class OtherRules(ApiError):
    code = "other_rules"
    engine: str
    position: str


class NotAnEndgame(ApiError):
    code = "not_an_endgame"
    bag: int
    players: int


class NoRecord(ApiError):
    code = "no_record"


class NothingToTakeBack(ApiError):
    code = "nothing_to_take_back"


class UnplayableGcg(ApiError):
    code = "unplayable_gcg"
    line: int
    reason: str


class UnreadableFile(ApiError):
    code = "unreadable_file"
    kind = "unknown"
    path: str
    reason: str

    @property
    def wording_parameters(self) -> Parameters:
        # Somebody may have given a whole game in place of its file's name.
        return {
            "path": self.path if len(self.path) <= PATH_SHOWN_MAX else quoted(self.path),
            "reason": self.reason,
        }


class NotAPlayer(ApiError):
    code = "not_a_player"
    given: str
    levels: tuple[str, ...]
