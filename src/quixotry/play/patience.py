"""How long a server waits for people who do not come back, in one place."""

from __future__ import annotations

from quixotry.values import frozen

ABANDONED_DAYS = 21
ABSENT_MINUTES = 5
ABSENT_DAYS = 3


@frozen
class Patience:
    """An operator may have more of it, or less."""

    abandoned_days: int = ABANDONED_DAYS
    """A game in which nobody has moved for so long is ended as it stands."""
    absent_minutes: int = ABSENT_MINUTES
    """In a game with a clock, a player who stayed may end it after so long. No game can be ended sooner by one who has
    just come."""
    absent_days: int = ABSENT_DAYS
    """The same in a game without a clock."""


USUAL = Patience()
