"""What the services ask of a store."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from quixotry.rules.event import Event
from quixotry.rules.game import Game, GameHeader


class GameLogError(Exception):
    """The root of what can go wrong with a record of games."""

    code = "game_log"


@dataclass(eq=False)
class UnknownGame(GameLogError):
    code = "unknown_game"
    game_id: str

    def __str__(self) -> str:
        return f"There is no saved game {self.game_id!r}; `quixotry games` lists them."


@dataclass(eq=False)
class GameExists(GameLogError):
    code = "game_exists"
    game_id: str

    def __str__(self) -> str:
        return f"There is already a saved game {self.game_id!r}."


@dataclass(eq=False)
class OutOfSync(GameLogError):
    """Somebody else wrote first; nothing of this append was kept."""

    code = "out_of_sync"
    game_id: str
    expected_seq: int
    next_seq: int

    def __str__(self) -> str:
        return f"The game {self.game_id} has gone on: its next event is {self.next_seq}, not {self.expected_seq}."


@dataclass(eq=False)
class DamagedGame(GameLogError):
    """Nothing of the record can be read, not even its header."""

    code = "damaged_game"
    game_id: str
    why: str

    def __str__(self) -> str:
        return f"The saved game {self.game_id} cannot be read: {self.why}"


@dataclass(frozen=True, slots=True)
class StoredGame:
    game: Game
    damage: str = ""
    """What was wrong after the last whole event, if anything was; the game goes on from there."""


class GameLog(Protocol):
    """An append-only record of games. What `append` has returned from survives a crash."""

    def create(self, header: GameHeader, events: Sequence[Event], /) -> None:
        """Record a new game with its first events, or raise `GameExists`."""

    def append(self, game_id: str, expected_seq: int, events: Sequence[Event], /) -> None:
        """Add events, all or none, if `expected_seq` is the next number; else raise `OutOfSync`."""

    def read(self, game_id: str, /) -> StoredGame:
        """The game as far as it can be read, or `UnknownGame` or `DamagedGame`."""

    def list(self) -> Iterator[str]:
        """The ids of all games, newest first."""
