"""Quixotry: the crossword board game with letter tiles.

    >>> import quixotry as qx
    >>> game = qx.Game("tournament", seed="3d3")
    >>> game.best_moves(1)
    move        score  leave  equity
    8D JIFFIES    106          104.5
    >>> while not game.is_over:
    ...     game.push(qx.Computer("expert").choose(game.view()))
    >>> game.outcome.scores
    (546, 366)

Everything here is imported when it is first used: `import quixotry` itself takes no time, and no word list is
loaded before a game or an engine needs one. `docs/reference/api.md` lists it all.
"""

TYPE_CHECKING = False  # not typing's: importing that would take ten times as long as all the rest

if TYPE_CHECKING:
    from quixotry.api.analysis import Analysis as Analysis
    from quixotry.api.analysis import Solution as Solution
    from quixotry.api.analysis import analyse as analyse
    from quixotry.api.analysis import solve as solve
    from quixotry.api.board import Board as Board
    from quixotry.api.board import Rack as Rack
    from quixotry.api.bot_program import run_bot as run_bot
    from quixotry.api.candidate import Candidate as Candidate
    from quixotry.api.candidate import MoveTable as MoveTable
    from quixotry.api.computer import Bot as Bot
    from quixotry.api.computer import Computer as Computer
    from quixotry.api.engine import Engine as Engine
    from quixotry.api.game import Game as Game
    from quixotry.api.game import Step as Step
    from quixotry.api.lexicon import Lexicon as Lexicon
    from quixotry.api.match import Match as Match
    from quixotry.api.match import MatchResult as MatchResult
    from quixotry.api.record_check import RecordCheck as RecordCheck
    from quixotry.api.record_check import check_gcg as check_gcg
    from quixotry.api.recorded_games import games as games
    from quixotry.api.recorded_games import read_gcg as read_gcg
    from quixotry.api.recorded_games import read_record as read_record
    from quixotry.api.rulesets import ruleset as ruleset
    from quixotry.api.view import View as View
    from quixotry.errors import QuixotryError as QuixotryError
    from quixotry.rules.errors import IllegalMove as IllegalMove
    from quixotry.rules.match import MatchOutcome as MatchOutcome
    from quixotry.rules.move import Accept as Accept
    from quixotry.rules.move import Challenge as Challenge
    from quixotry.rules.move import Exchange as Exchange
    from quixotry.rules.move import Move as Move
    from quixotry.rules.move import Pass as Pass
    from quixotry.rules.move import Placement as Placement
    from quixotry.rules.move import Play as Play
    from quixotry.rules.move import Resign as Resign
    from quixotry.rules.outcome import Outcome as Outcome
    from quixotry.rules.ruleset import Ruleset as Ruleset

__version__ = "0.2.0"

_HOMES = {
    "quixotry.api.analysis": ("Analysis", "Solution", "analyse", "solve"),
    "quixotry.api.board": ("Board", "Rack"),
    "quixotry.api.bot_program": ("run_bot",),
    "quixotry.api.candidate": ("Candidate", "MoveTable"),
    "quixotry.api.computer": ("Bot", "Computer"),
    "quixotry.api.engine": ("Engine",),
    "quixotry.api.game": ("Game", "Step"),
    "quixotry.api.lexicon": ("Lexicon",),
    "quixotry.api.match": ("Match", "MatchResult"),
    "quixotry.api.record_check": ("RecordCheck", "check_gcg"),
    "quixotry.api.recorded_games": ("games", "read_gcg", "read_record"),
    "quixotry.api.rulesets": ("ruleset",),
    "quixotry.api.view": ("View",),
    "quixotry.errors": ("QuixotryError",),
    "quixotry.rules.errors": ("IllegalMove",),
    "quixotry.rules.match": ("MatchOutcome",),
    "quixotry.rules.move": (
        "Accept",
        "Challenge",
        "Exchange",
        "Move",
        "Pass",
        "Placement",
        "Play",
        "Resign",
    ),
    "quixotry.rules.outcome": ("Outcome",),
    "quixotry.rules.ruleset": ("Ruleset",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)


if not TYPE_CHECKING:  # a type checker must find names above, not believe that there is every name

    def __getattr__(name):
        from importlib import import_module

        home = _HOME_OF.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(home), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__} - {"TYPE_CHECKING"})
