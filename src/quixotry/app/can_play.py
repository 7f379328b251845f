"""Can a rack be played? The rules ask, the engine answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING

from quixotry.lexicon.wordlist import Lexicon
from quixotry.rules.board import Board
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles

if TYPE_CHECKING:
    from quixotry.engine.moves import Engine


@dataclass(slots=True)
class LexiconCanPlay:
    """The rules' `CanPlay`: is there a play by this ruleset and these words?

    The engine is made when first asked: most games end without the question, and a start should not wait.
    """

    ruleset: Ruleset
    lexicon: Lexicon
    _engine: Engine | None = None
    _lock: Lock = field(default_factory=Lock)

    def __call__(self, board: Board, rack: Tiles) -> bool:
        with self._lock:  # one thread uses an engine at a time
            if self._engine is None:
                from quixotry.engine.moves import Engine

                self._engine = Engine(self.ruleset, self.lexicon)
            return self._engine.can_play(board, rack)
