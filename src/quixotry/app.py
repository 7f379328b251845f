"""The composition root: the only place that puts the rooms together."""

from __future__ import annotations

from dataclasses import dataclass

from quixotry.engine.reference import has_play
from quixotry.lexicon.wordlist import Lexicon
from quixotry.paths import data_folder
from quixotry.play.making_moves import Referee
from quixotry.play.ports import GameLog
from quixotry.rules.board import Board
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from quixotry.store.files import FileGameLog


@dataclass(frozen=True, slots=True)
class LexiconCanPlay:
    """The rules' `CanPlay`: is there a play by this ruleset and these words?"""

    ruleset: Ruleset
    lexicon: Lexicon

    def __call__(self, board: Board, rack: Tiles) -> bool:
        return has_play(board, rack, self.ruleset, self.lexicon.words)


def file_log() -> FileGameLog:
    """The saved games of the terminal, in the user's data folder."""
    return FileGameLog(data_folder() / "games")


def referee_for(log: GameLog, lexicon: Lexicon, ruleset: Ruleset) -> Referee:
    return Referee(log, lexicon, LexiconCanPlay(ruleset, lexicon))
