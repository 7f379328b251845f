"""Events: what has happened, in the past tense. The whole game is their sequence.

Every tile that moves is in one of them, so a game can be rebuilt without drawing again.
"""

from __future__ import annotations

from typing import Literal

from quixotry.rules.move import Placement
from quixotry.rules.outcome import Outcome
from quixotry.rules.scoring import WordScore
from quixotry.values import frozen_by_name


@frozen_by_name
class Event:
    seq: int
    """0, 1, 2 ... within a game."""
    seat: int
    """Whose doing it was, or whom it befell."""
    at_ms: int
    """Milliseconds of play since the game began; time nobody was there to play does not count."""


@frozen_by_name
class FirstTileDrawn(Event):
    """A tile drawn to decide who starts. It stays out until that is decided."""

    tile: int


@frozen_by_name
class StarterChosen(Event):
    """It is known who starts; tiles drawn for that are back in the bag."""


@frozen_by_name
class TilesDrawn(Event):
    tiles: tuple[int, ...]
    """In the order they came out of the bag."""


@frozen_by_name
class TilesPlayed(Event):
    placements: tuple[Placement, ...]
    words: tuple[WordScore, ...]
    bonus: int
    score: int


@frozen_by_name
class TilesExchanged(Event):
    returned: tuple[int, ...]
    drawn: tuple[int, ...]
    """Drawn before the returned tiles went into the bag; empty where racks fill at the start of a turn."""


@frozen_by_name
class TurnPassed(Event):
    pass


@frozen_by_name
class PlayAccepted(Event):
    """The next seat let the last play stand."""


@frozen_by_name
class PlayChallenged(Event):
    words: tuple[str, ...]
    bad: tuple[str, ...]
    """Those of `words` the list does not have; if there are any, the play comes off the board."""


@frozen_by_name
class PlayWithdrawn(Event):
    """A challenged play came off the board; `seat` has its tiles back and has lost the turn."""

    placements: tuple[Placement, ...]
    score: int
    """What it had scored."""


@frozen_by_name
class TurnLost(Event):
    """A challenge failed and cost the challenger the turn."""


@frozen_by_name
class PointsAdjusted(Event):
    """Points gained or lost other than by a play."""

    points: int
    why: str
    """`challenge`, `time`, `own-tiles` or `others-tiles`."""
    tiles: tuple[int, ...] = ()
    """The unplayed tiles that were counted."""


@frozen_by_name
class Resigned(Event):
    pass


@frozen_by_name
class Forfeited(Event):
    """A seat has lost, without a word of its own; it leaves the game as one that resigns."""

    why: Literal["time", "absence"]


@frozen_by_name
class Adjudicated(Event):
    """The game ends as it stands, because `seat` did not move."""

    why: Literal["adjudicated", "abandoned"]


@frozen_by_name
class TurnsTakenBack(Event):
    """A person took back their last turn, and with it what computers answered: all is as it was before it.

    What was taken back stays in the record, and so does this."""

    turns: int
    """How many turns, the seat's own among them."""


@frozen_by_name
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
