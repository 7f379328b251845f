"""Who recommends moves to people: an expert who weighs every play at first sight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from threading import Lock

from quixotry.lexicon.wordlist import Lexicon
from quixotry.play.ports import RankedMove
from quixotry.rules.view import View
from quixotry.values import frozen


@frozen
class ExpertAdviser:
    """An `Adviser`. A hint takes milliseconds, so that nobody can keep the server busy by asking."""

    lexicon: Callable[[str], Lexicon]
    _lock: Lock = field(default_factory=Lock)

    def best_moves(self, lexicon_id: str, view: View, amount: int) -> Sequence[RankedMove]:
        from quixotry.analysis.hints import best_moves

        words = self.lexicon(lexicon_id)
        with self._lock:  # one thread uses an engine at a time
            return [RankedMove(each.move, each.score) for each in best_moves(view, words, amount)]
