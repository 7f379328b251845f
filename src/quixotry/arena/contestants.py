"""Who can be sent into the arena, by name.

A level (`expert`), or `static`: the player of `quixotry selfplay`, which makes the candidate of highest equity and
needs no more than a millisecond for a whole game against itself.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from quixotry.arena.errors import UnknownContestant
from quixotry.engine.leaves_file import leaves_for
from quixotry.engine.moves import Engine
from quixotry.lexicon.compiled import require_compiled
from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.levels import level_named, level_names, player_for
from quixotry.rules.exchange import begins_with_a_play
from quixotry.rules.move import Accept, Move, Play
from quixotry.rules.ports import Player
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.view import View

STATIC = "static"


def contestant_names() -> tuple[str, ...]:
    """What needs no program of its own."""
    return (*level_names(), STATIC)


def check_contestant(name: str) -> None:
    """Raise UnknownContestant unless somebody plays under that name."""
    if name not in contestant_names():
        raise UnknownContestant(name, contestant_names())
    if name == STATIC:
        require_compiled("The static player")


def is_deterministic(name: str) -> bool:
    """Does it make the same move in the same position, however fast the machine is?"""
    return name == STATIC or not level_named(name).searches


def open_contestant(name: str, lexicon: Lexicon) -> Player:
    """A player of that name."""
    check_contestant(name)
    return StaticPlayer(lexicon) if name == STATIC else player_for(name, lexicon)


@dataclass
class StaticPlayer:
    """A `Player`: always the first candidate. In compiled games its moves are the same (`static_pairs.py`)."""

    lexicon: Lexicon
    _engine: Engine | None = field(default=None, init=False, repr=False, compare=False)

    def prepare(self, ruleset: Ruleset) -> None:
        """Load what the first move would otherwise wait for."""
        if self._engine is None or self._engine.ruleset != ruleset:
            self._engine = Engine(ruleset, self.lexicon, leaves=leaves_for(ruleset, self.lexicon))

    def choose(self, view: View, _budget_ms: int) -> Move:
        """The candidate of highest equity; it never challenges."""
        if view.pending is not None:
            return Accept()
        self.prepare(view.ruleset)
        assert self._engine is not None
        assert view.rack is not None
        assert view.seat is not None
        made = view.exchanges[view.seat]
        found = self._engine.search(view.board, view.rack, bag=view.bag_count, exchanges_made=made)
        if view.board.is_empty and begins_with_a_play(view.ruleset):
            plays = (each.move for each in found if isinstance(each.move, Play))
            return next(plays, found.best.move)
        return found.best.move
