"""Events: what has happened, in the past tense. The whole game is their sequence.

Every tile that moves is in one of them, so a game can be rebuilt without drawing again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from quixotry.rules.move import Placement
from quixotry.rules.outcome import Outcome
from quixotry.rules.scoring import WordScore


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    seq: int
    """0, 1, 2 ... within a game."""
    seat: int
    """Whose doing it was, or whom it befell."""
    at_ms: int
    """Milliseconds of play since the game began; time nobody was there to play does not count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstTileDrawn(Event):
    """A tile drawn to decide who starts. It stays out until that is decided."""

    tile: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StarterChosen(Event):
    """It is known who starts; tiles drawn for that are back in the bag."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesDrawn(Event):
    tiles: tuple[int, ...]
    """In the order they came out of the bag."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesPlayed(Event):
    placements: tuple[Placement, ...]
    words: tuple[WordScore, ...]
    bonus: int
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TilesExchanged(Event):
    returned: tuple[int, ...]
    drawn: tuple[int, ...]
    """Drawn before the returned tiles went into the bag; empty where racks fill at the start of a turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPassed(Event):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayAccepted(Event):
    """The next seat let the last play stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayChallenged(Event):
    words: tuple[str, ...]
    bad: tuple[str, ...]
    """Those of `words` the list does not have; if there are any, the play comes off the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayWithdrawn(Event):
    """A challenged play came off the board; `seat` has its tiles back and has lost the turn."""

    placements: tuple[Placement, ...]
    score: int
    """What it had scored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnLost(Event):
    """A challenge failed and cost the challenger the turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsAdjusted(Event):
    """Points gained or lost other than by a play."""

    points: int
    why: str
    """`challenge`, `time`, `own-tiles` or `others-tiles`."""
    tiles: tuple[int, ...] = ()
    """The unplayed tiles that were counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resigned(Event):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Forfeited(Event):
    """A seat has lost, without a word of its own; it leaves the game as one that resigns."""

    why: Literal["time", "absence"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudicated(Event):
    """The game ends as it stands, because `seat` did not move."""

    why: Literal["adjudicated", "abandoned"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnsTakenBack(Event):
    """A person took back their last turn, and with it what computers answered: all is as it was before it.

    What was taken back stays in the record, and so does this."""

    turns: int
    """How many turns, the seat's own among them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded(Event):
    outcome: Outcome


EVENT_KINDS: dict[str, type[Event]] = {
    kind.__name__: kind
    for kind in (
        FirstTileDrawn,
        StarterChosen,
        TilesDrawn,
        TilesPlayed,
        TilesExchanged,
        TurnPassed,
        PlayAccepted,
        PlayChallenged,
        PlayWithdrawn,
        TurnLost,
        PointsAdjusted,
        Resigned,
        Forfeited,
        Adjudicated,
        TurnsTakenBack,
        GameEnded,
    )
}
"""Every kind of event by its name in a record."""
