"""The computer players one can ask for, by the names of their levels."""

from __future__ import annotations

from dataclasses import dataclass

from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.greedy import Greedy
from quixotry.rules.errors import listed
from quixotry.rules.ports import Player

DEFAULT_LEVEL = "greedy"

_LEVELS = {
    "greedy": "Plays the highest-scoring move it can find, every turn.",
}
"""Name: one sentence for people."""


class PlayersError(Exception):
    """The root of this room's errors."""

    code = "players"


@dataclass(eq=False)
class UnknownLevel(PlayersError):
    code = "unknown_level"
    level: str

    def __str__(self) -> str:
        return f"There is no computer of level {self.level!r}; there is {listed(level_names())}."


def level_names() -> tuple[str, ...]:
    return tuple(_LEVELS)


def describe_level(level: str) -> str:
    """One sentence about how a level plays."""
    check_level(level)
    return _LEVELS[level]


def check_level(level: str) -> None:
    if level not in _LEVELS:
        raise UnknownLevel(level)


def player_for(level: str, lexicon: Lexicon) -> Player:
    """A computer of a level that plays by these words."""
    check_level(level)
    return Greedy(lexicon)
