"""A computer that plays whatever scores most this turn, and knows every word of the list."""

from __future__ import annotations

from dataclasses import dataclass

from quixotry.engine import reference
from quixotry.lexicon.wordlist import Lexicon
from quixotry.rules.move import Accept, Challenge, Exchange, Move, Pass
from quixotry.rules.tiles import Tiles
from quixotry.rules.view import View


@dataclass(frozen=True)
class Greedy:
    """A `Player`. It takes no account of the time it may use: finding the best score is all it does."""

    lexicon: Lexicon

    def choose(self, view: View, _budget_ms: int) -> Move:
        if view.pending is not None:
            return self._answer(view)
        assert view.rack is not None, "a spectator chooses no moves"
        best = reference.best_score(view.board, view.rack, view.ruleset, self.lexicon.words)
        if best is not None:
            return best[0]
        if view.can_exchange:
            return Exchange(self._unwanted(view, view.rack))
        return Pass()

    def _answer(self, view: View) -> Move:
        """Challenge what the list does not have; a play that ends the game must be answered, any may be."""
        assert view.pending is not None
        bad = tuple(word.text for word in view.pending.words if word.text not in self.lexicon)
        return Challenge(bad) if bad else Accept()

    @staticmethod
    def _unwanted(view: View, rack: Tiles) -> tuple[int, ...]:
        """Everything, or as much of it as the bag can replace, the dearest tiles first."""
        values = view.ruleset.tiles.values
        return tuple(sorted(rack, key=lambda tile: -values[tile])[: view.bag_count])
