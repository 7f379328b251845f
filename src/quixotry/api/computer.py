"""Computer players, and what else can sit at a game: a bot is anything that chooses a move from a view."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Protocol, runtime_checkable

from quixotry.api.candidate import Candidate
from quixotry.api.errors import NoRack, NotAPlayer
from quixotry.api.lexicon import Lexicon, load_lexicon
from quixotry.api.view import Source, View, view_of
from quixotry.lexicon import wordlist
from quixotry.players.levels import describe_level, level_names, player_for
from quixotry.rules.move import Move
from quixotry.rules.ports import THINKING_MS, Player

Choice = Move | Candidate | str
"""A move, however it is given: as an object, as a candidate, or as text."""


@runtime_checkable
class Bot(Protocol):
    """Anything that chooses a move: a view in, a move out, within a budget in milliseconds.

    A plain function of a view is one too, wherever a bot is asked for. Where a play may be challenged
    (`view.pending`), a bot can answer `accept` or `challenge`; any other move lets the play stand.

    >>> import quixotry as qx
    >>> class Idler:
    ...     def choose(self, view, budget_ms):
    ...         return "pass"
    >>> qx.Match(Idler(), Idler(), ruleset="tournament", lexicon="common").play().games[0].outcome.reason
    'scoreless'
    """

    def choose(self, view: View, budget_ms: int, /) -> Choice: ...


class Computer:
    """A computer player of a level: `beginner`, `casual`, `club`, `expert` or `champion`.

    >>> import quixotry as qx
    >>> game = qx.Game("tournament", seed="3d3")
    >>> expert = qx.Computer("expert")
    >>> game.push(expert.choose(game.view()))
    >>> game.scores
    (106, 0)

    What the lower levels overlook follows from `seed`. The champion looks ahead for as long as it is given;
    the others move at once.
    """

    def __init__(
        self,
        level: str = "expert",
        *,
        lexicon: str | Path | wordlist.Lexicon = "default",
        seed: int = 0,
    ) -> None:
        self.level = level
        self.lexicon = load_lexicon(lexicon)
        self.seed = seed
        self._player = _player(level, self.lexicon, seed)

    def __repr__(self) -> str:
        return f"Computer({self.level!r})"

    @property
    def description(self) -> str:
        """One sentence about how this level plays."""
        return describe_level(self.level)

    @staticmethod
    def levels() -> tuple[str, ...]:
        """The names of all levels, weakest first.

        >>> import quixotry as qx
        >>> qx.Computer.levels()
        ('starter', 'beginner', 'casual', ...)
        """
        return level_names()

    def choose(self, position: Source, budget_ms: int = THINKING_MS) -> Move:
        """The move this computer makes for the seat on turn."""
        view = view_of(position)
        if view.rack is None:
            raise NoRack
        return self._player.choose(view, budget_ms)


@lru_cache(maxsize=16)
def _player(level: str, lexicon: Lexicon, seed: int) -> Player:
    # Kept, so that a new Computer for every move costs nothing.
    return player_for(level, lexicon, seed=seed)


def bot_of(player: Bot | Callable[[View], Choice] | str, lexicon: Lexicon) -> Bot:
    """A bot from whatever may stand for one: a level, a function of a view, or a bot."""
    if isinstance(player, str):
        return Computer(player, lexicon=lexicon)
    if isinstance(player, Bot):
        return player
    if callable(player):
        return _FunctionBot(player)
    raise NotAPlayer(repr(player), level_names())


def bot_name(player: object) -> str:
    """What a player is called when nobody says otherwise."""
    if isinstance(player, str):
        return player.capitalize()
    if isinstance(player, Computer):
        return player.level.capitalize()
    name = getattr(player, "name", None) or getattr(player, "__name__", None) or type(player).__name__
    return str(name).strip("<>_") or "Bot"


class _FunctionBot:
    """A function of a view, as a bot."""

    def __init__(self, function: Callable[[View], Choice]) -> None:
        self._function = function

    def choose(self, view: View, _budget_ms: int) -> Choice:
        return self._function(view)
