"""Whether a rack can be played, found out by a process of its own, for a server.

By usual rules and a word graph that is at hand it takes less than a millisecond, and nobody comes here. House rules can
have a hundred blanks, or an alphabet for which a graph must be built first: a server that did that itself stood still
for a second, or grew by hundreds of megabytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.prepared_worker import Setting
from quixotry.players.side_worker import SideWorker
from quixotry.players.turn_queue import Party
from quixotry.rules.board import Board
from quixotry.rules.exchange import pass_move
from quixotry.rules.move import Move, Play
from quixotry.rules.position import before_start
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from quixotry.rules.view import View, view_of
from quixotry.threads import TookTooLong

if TYPE_CHECKING:
    from quixotry.engine.moves import Engine

FINDER = "finder"
"""What a worker is told for a level when it is to play whatever can be played. Nobody sits at a game with it."""

FIND_S = 20.0
"""How long a move may wait for it, whatever has to be loaded, and whoever has asked before."""


@dataclass(eq=False)
class FindingPlayer:
    """A `Player` who plays if there is any play, and passes if there is none."""

    lexicon: Lexicon
    _engine: Engine | None = None

    def prepare(self, ruleset: Ruleset) -> None:
        if self._engine is None or self._engine.ruleset != ruleset:
            from quixotry.engine.moves import Engine

            self._engine = Engine(ruleset, self.lexicon)

    def choose(self, view: View, _budget_ms: int) -> Move:
        assert self._engine is not None, "a game is prepared for before it is played"
        assert view.rack is not None, "a spectator chooses no moves"
        found = self._engine.best_play(view.board, view.rack, bag=view.bag_count)
        return pass_move(view.ruleset) if found is None else found.move


@dataclass(eq=False)
class PlayFinder:
    """The process that is asked; those who wait for it come in turn."""

    command: Sequence[str]
    lexicon_of: Callable[[str], Lexicon]
    limit_s: float = FIND_S
    side: SideWorker = field(init=False)

    def __post_init__(self) -> None:
        self.side = SideWorker(FINDER, self.command, self.lexicon_of)
        self.close = self.side.close

    async def can_play(
        self, lexicon_id: str, ruleset: Ruleset, board: Board, rack: Tiles, party: Party
    ) -> bool:
        """Is there a play? If nobody can say in time there is taken to be one: the game goes on, and the question comes
        again after the next turn."""
        try:
            setting = Setting(FINDER, lexicon_id, ruleset, 0, 2)
            move = await self.side.choose(setting, _view(ruleset, board, rack), self.limit_s, party)
        except TookTooLong:
            return True
        return isinstance(move, Play)


def _view(ruleset: Ruleset, board: Board, rack: Tiles) -> View:
    """As if the other seat held nothing; whoever looks for any play at all need not know more."""
    bare = before_start(ruleset, 2)
    bag = bare.bag.minus(board.tiles()) - rack
    return view_of(replace(bare, board=board, racks=(rack, ruleset.tiles.none), bag=bag, turn=0), 0)
