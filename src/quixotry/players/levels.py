"""The computer players one can ask for, by the names of their levels."""

from __future__ import annotations

from quixotry.errors import Parameters, QuixotryError
from quixotry.lexicon.compiled import COMPILED
from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.level import LEVELS, Level
from quixotry.rules.ports import Player

DEFAULT_LEVEL = "casual"

AS_EXPERT = "Plays like the expert here: looking ahead needs the compiled engine."
"""About a level that searches, where nothing is compiled."""

_BY_NAME = {level.name: level for level in LEVELS}


class PlayersError(QuixotryError):
    """The root of this room's errors."""

    code = "players"


class UnknownLevel(PlayersError):
    """No computer has a level of that name."""

    code = "unknown_level"
    level: str

    @property
    def wording_parameters(self) -> Parameters:
        return {"level": self.level, "levels": level_names()}


def level_names() -> tuple[str, ...]:
    """Weakest first."""
    return tuple(_BY_NAME)


def level_named(name: str) -> Level:
    """The level of that name, or UnknownLevel."""
    check_level(name)
    return _BY_NAME[name]


def describe_level(level: str) -> str:
    """One sentence about how a level plays here."""
    return level_named(level).description if _is_whole(level) else AS_EXPERT


def level_rating(level: str) -> int | None:
    """How strong a level was measured to be, if it was and can be so here."""
    return level_named(level).rating if _is_whole(level) else None


def _is_whole(level: str) -> bool:
    """Has this level here all it plays by?"""
    return COMPILED or level_named(level).search is None


def level_title(level: str) -> str:
    """A level as people read it; what a computer without a name is called."""
    return level_named(level).name.capitalize()


def check_level(level: str) -> None:
    """Raise UnknownLevel unless there is a level of that name."""
    if level not in _BY_NAME:
        raise UnknownLevel(level)


def player_for(level: str, lexicon: Lexicon, *, seed: int = 0) -> Player:
    """A computer of a level that plays by these words; what it overlooks follows from the seed."""
    # Imported here: who asks for a level's name need not wait for a search.
    chosen = level_named(level)
    if chosen.search is not None and _is_whole(level):
        from quixotry.players.champion import Champion

        return Champion(chosen, lexicon, seed=seed)
    from quixotry.players.computer import Computer

    return Computer(chosen, lexicon, seed=seed)
