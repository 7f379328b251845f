"""A game: what was agreed before it began, and all that has happened since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from quixotry.rules.event import Event
from quixotry.rules.position import Position, evolve, replay
from quixotry.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """Who sits at a seat."""

    name: str
    kind: Literal["person", "computer"] = "person"
    level: str = ""
    """How a computer plays; empty for a person."""


@dataclass(frozen=True, slots=True)
class GameHeader:
    """What was agreed before the first tile was drawn. It never changes."""

    id: str
    ruleset: Ruleset
    lexicon_id: str
    lexicon_digest: str
    players: tuple[SeatedPlayer, ...]
    seed: str
    """Hexadecimal and secret: every draw of the game follows from it."""
    started_at: str
    """Date and time with zone, ISO 8601."""
    match_id: str = ""
    """The first game's id, in every game of a match."""
    match_game: int = 1
    """1 or 2 within a match."""


@dataclass(frozen=True, slots=True)
class Game:
    """`position` is always the fold of `events`."""

    header: GameHeader
    events: tuple[Event, ...]
    position: Position

    @classmethod
    def of(cls, header: GameHeader, events: Sequence[Event]) -> Game:
        return cls(header, tuple(events), replay(header.ruleset, len(header.players), events))

    def after(self, events: Sequence[Event]) -> Game:
        """The game with these events added."""
        position = self.position
        for event in events:
            position = evolve(position, event)
        return replace(self, events=(*self.events, *events), position=position)
