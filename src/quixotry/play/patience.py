"""How long a server waits for people who do not come back, in one place."""

from __future__ import annotations

from dataclasses import dataclass

ABANDONED_DAYS = 21


@dataclass(frozen=True, slots=True)
class Patience:
    """An operator may have more of it, or less."""

    abandoned_days: int = ABANDONED_DAYS
    """A game in which nobody has moved for so long is ended as it stands."""


USUAL = Patience()
