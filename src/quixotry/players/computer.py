"""A computer that plays by what it sees this turn: every level below the one that looks ahead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from quixotry.engine import reference
from quixotry.engine.moves import COMPILED, Candidate, Engine
from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.appraisal import appraisal_for
from quixotry.players.knowing import known_words
from quixotry.players.level import Level
from quixotry.players.noticing import Noticing
from quixotry.rules.alphabet import tile_of
from quixotry.rules.move import Accept, Challenge, Exchange, Move, Pass, Play
from quixotry.rules.tiles import Tiles
from quixotry.rules.view import View

LAST_EXCHANGE_POINTS = 6.0
"""What an exchange must gain over the best play where a game allows only a few: they are worth keeping."""

NOTHING_POINTS = -1000.0
"""Less than any move is worth."""


@dataclass
class Computer:
    """A `Player`. The same seed and position give the same move; time plays no part."""

    level: Level
    lexicon: Lexicon
    seed: int = 0
    _engine: Engine | None = field(default=None, init=False, repr=False, compare=False)

    def choose(self, view: View, _budget_ms: int) -> Move:
        if view.pending is not None:
            return self._answer(view)
        ranked = self.ranked(view)
        if ranked:
            return ranked[0].move
        if view.board.is_empty and view.ruleset.passing.kind == "after-first-play":
            # Such a game cannot begin with a pass: look the word up, as a person would.
            everything = reference.best_score(view.board, _rack(view), view.ruleset, self.lexicon.words)
            if everything is not None:
                return everything[0]
        return Exchange(()) if view.ruleset.passing.kind == "as-exchange" else Pass()

    def ranked(self, view: View) -> list[Candidate]:
        """The moves this level sees, best first in its own eyes; a pass is not among them."""
        found = list(self._plays(view))
        if found and (min(self.level.found) < 1 or min(self.level.seen) < 1):
            # Somebody who sees nothing looks on until something comes to mind: the easiest play then.
            noticing = Noticing.of(self.level, view, self.seed)
            eases = [noticing.ease(view.board, play) for play, _, _ in found]
            least = min(0.0, max(eases))
            found = [each for each, ease in zip(found, eases, strict=True) if ease >= least]
        weight = self.level.leave_weight
        moves = [
            Candidate(play, score, kept, score + weight * leave_value(view, kept))
            for play, score, kept in found
        ]
        best = max((candidate.equity for candidate in moves), default=NOTHING_POINTS)
        if view.can_exchange:
            moves += [candidate for candidate in self._exchanges(view) if candidate.equity > best]
        return sorted(moves, key=lambda each: (-each.equity, -each.score, _order(each.move)))

    def _plays(self, view: View) -> Iterator[tuple[Play, int, tuple[int, ...]]]:
        """Every play of known words: the play, its score, and the tiles kept."""
        rack, words = _rack(view), known_words(self.level, self.lexicon)
        if COMPILED:
            if self._engine is None or self._engine.ruleset != view.ruleset:
                self._engine = Engine(view.ruleset, words)
            for candidate in self._engine.search(view.board, rack, bag=view.bag_count):
                if isinstance(candidate.move, Play):
                    yield candidate.move, candidate.score, candidate.leave
        else:
            for play, score in reference.all_plays(view.board, rack, view.ruleset, words.words):
                yield play, score, tuple(rack.minus(tile_of(cell) for _, cell in play.placements))

    def _exchanges(self, view: View) -> Iterator[Candidate]:
        rule, rack = view.ruleset.exchange, _rack(view)
        tiles = tuple(rack)
        penalty = LAST_EXCHANGE_POINTS if rule.per_game is not None else 0.0
        # Keeping tiles by feel, a weak player gives back what looks awkward, never weighing every subset.
        most = min(len(tiles), view.bag_count)
        for mask in range(1 << len(tiles)):
            kept = tuple(tile for place, tile in enumerate(tiles) if mask >> place & 1)
            amount = len(tiles) - len(kept)
            if amount > most or amount < max(1, rule.least) or (rule.whole_rack and amount != most):
                continue
            value = appraisal_for(view.ruleset.tiles).value(kept)
            # What a weak player does not weigh in a play it does not weigh here: it exchanges in need only.
            equity = value - penalty if self.level.leave_weight >= 0.5 else -100.0 + value
            yield Candidate(Exchange(tuple(rack.minus(kept))), 0, kept, equity)

    def _answer(self, view: View) -> Move:
        """Challenge a word the list lacks if it looks wrong to this level; else let the play stand."""
        assert view.pending is not None
        noticing = Noticing.of(self.level, view, self.seed)
        formed = dict.fromkeys(word.text for word in view.pending.words)
        doubted = tuple(word for word in formed if word not in self.lexicon and noticing.doubts(word))
        return Challenge(doubted) if doubted else Accept()


def leave_value(view: View, kept: tuple[int, ...]) -> float:
    """What it is worth to keep these tiles: with an empty bag what settling up will move, else a feeling."""
    tiles = view.ruleset.tiles
    if view.bag_count:
        return appraisal_for(tiles).value(kept)
    if not kept:
        return 2.0 * tiles.value(view.unseen)
    return -2.0 * tiles.value(kept) - 8.0


def _rack(view: View) -> Tiles:
    assert view.rack is not None, "a spectator chooses no moves"
    return view.rack


def _order(move: Move) -> tuple[tuple[int, int], ...]:
    """Plays by place, exchanges by tiles, so that equal moves always stand in the same order."""
    if isinstance(move, Play):
        return move.placements
    assert isinstance(move, Exchange)
    return tuple((tile, 0) for tile in move.tiles)
