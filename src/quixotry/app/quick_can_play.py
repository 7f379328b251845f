"""Can a rack be played? What a server answers by itself, because it takes no time.

The rest is asked of a process (`players/play_finder.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING

from quixotry.lexicon.compiled import COMPILED
from quixotry.lexicon.family import playable_words
from quixotry.lexicon.wordlist import Lexicon
from quixotry.rules.alphabet import BLANK
from quixotry.rules.board import Board
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles

if TYPE_CHECKING:
    from quixotry.engine.moves import Engine

TILES_MAX = 8
BLANKS_MAX = 2
"""Of racks that are searched here: under a millisecond, and less than a megabyte of plays. With ten blanks it is a
quarter of a second, and 150 megabytes that an engine keeps."""


@dataclass(slots=True)
class QuickLexiconCanPlay:
    """A `QuickCanPlay`: is there a play by this ruleset and these words?

    The engine is made when first asked: most games end without the question, and a start should not wait.
    """

    ruleset: Ruleset
    lexicon: Lexicon
    _engine: Engine | None = None
    _lock: Lock = field(default_factory=Lock)

    def __call__(self, board: Board, rack: Tiles) -> bool | None:
        if not COMPILED or len(rack) > TILES_MAX or rack.counts[BLANK] > BLANKS_MAX:
            return None
        with self._lock:  # one thread uses an engine at a time
            if self._engine is None:
                self._engine = self._made()
            return None if self._engine is None else self._engine.can_play(board, rack)

    def _made(self) -> Engine | None:
        """An engine, unless its graph would have to be built: that holds up every other thread for a second."""
        from quixotry.engine.moves import Engine
        from quixotry.lexicon.gaddag_file import graph_for, graph_key, kept_path

        words, letters = playable_words(self.lexicon, self.ruleset), self.ruleset.tiles.alphabet.letters
        if not kept_path(graph_key(words, letters)).exists():
            return None
        return Engine(self.ruleset, graph_for(self.ruleset, self.lexicon))
