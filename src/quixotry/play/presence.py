"""Who is at which table, in whatever process: what must be known before anybody is said to stay away."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from quixotry.values import frozen

HOUSE = ""
"""In place of a game: whether the house is open is noted like the stay of a seat, its only one."""


@frozen
class Presence:
    """A seat's last stay at a table, by the store's clock; a short break does not end it."""

    since_ms: int
    seen_ms: int


@frozen
class Attendance:
    """Who was seen at a table, and when."""

    now_ms: int
    played_ms: int
    """When the last move was made."""
    open_ms: int
    """Since when the house has been open."""
    seats: Mapping[int, Presence]


class Presences(Protocol):
    """The stays of seats, kept every so often by the process that has their pages."""

    def note(self, here: Mapping[str, Collection[int]], gone_ms: int, /) -> None:
        """These seats are at these games now. A seat that was not seen for `gone_ms` begins a new stay."""

    def read(self, game_id: str, /) -> Attendance:
        """Who was seen at a game, or `UnknownGame`."""
