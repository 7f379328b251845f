"""The composition root: the only place that puts the rooms together."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock

from quixotry.engine.moves import Engine
from quixotry.lexicon.wordlist import Lexicon
from quixotry.paths import data_folder
from quixotry.rules.board import Board
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from quixotry.store.files import FileGameLog


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
                self._engine = Engine(self.ruleset, self.lexicon)
            return self._engine.can_play(board, rack)


def file_log() -> FileGameLog:
    """The saved games of the terminal, in the user's data folder."""
    return FileGameLog(data_folder() / "games")
