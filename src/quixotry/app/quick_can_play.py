"""Can a rack be played? What a server answers by itself, because it takes no time.

The rest is asked of a process (`players/play_finder.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

from quixotry.app.can_play import LexiconCanPlay
from quixotry.lexicon.compiled import COMPILED
from quixotry.lexicon.family import playable_words
from quixotry.rules.alphabet import BLANK
from quixotry.rules.board import Board
from quixotry.rules.tiles import Tiles

TILES_MAX = 8
BLANKS_MAX = 2
"""Of racks that are searched here: under a millisecond, and less than a megabyte of plays. With ten blanks it is a
quarter of a second, and 150 megabytes that an engine keeps."""


@dataclass(slots=True)
class QuickLexiconCanPlay:
    """A `QuickCanPlay`: the same answer, or none."""

    can_play: LexiconCanPlay
    _has_graph: bool = False

    def __call__(self, board: Board, rack: Tiles) -> bool | None:
        if not COMPILED or len(rack) > TILES_MAX or rack.counts[BLANK] > BLANKS_MAX:
            return None
        self._has_graph = self._has_graph or self._is_graph_kept()
        return self.can_play(board, rack) if self._has_graph else None

    def _is_graph_kept(self) -> bool:
        """If not it would have to be built, and that holds up every other thread for a second."""
        from quixotry.lexicon.gaddag_file import graph_key, kept_path

        ruleset = self.can_play.ruleset
        words = playable_words(self.can_play.lexicon, ruleset)
        return kept_path(graph_key(words, ruleset.tiles.alphabet.letters)).exists()
