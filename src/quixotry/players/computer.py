"""A computer that plays by what it sees this turn: every level below the one that looks ahead."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from quixotry.engine.moves import Candidate, Engine
from quixotry.engine.perception import Perception
from quixotry.engine.plain_leaves import LeaveTable
from quixotry.engine.static_values import UNFITTED, static_values
from quixotry.lexicon.wordlist import Lexicon
from quixotry.players.appraisal import appraisal_for, trained_leaves
from quixotry.players.difficulty import difficulty_of
from quixotry.players.keeping import Keeping
from quixotry.players.level import Level
from quixotry.players.vocabulary import known_words, looked_up_words
from quixotry.rules.exchange import begins_with_a_play, pass_move
from quixotry.rules.move import Accept, Challenge, Exchange, Move
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from quixotry.rules.view import View

SPARED_EXCHANGE_POINTS = 6.0
"""What an exchange must gain over the best play where a game allows only a few: they are worth keeping."""
BY_FEEL = 0.5
"""Who weighs leaves by less than this does not compare exchanges with plays."""
RUBBISH_POINTS = -10.0
"""A rack worth less than this, by rule of thumb, is rubbish: hardly a vowel, or little else."""


@dataclass
class Computer:
    """A `Player`. The same seed and position give the same move; time plays no part."""

    level: Level
    lexicon: Lexicon
    seed: int = 0
    leaves: LeaveTable | None = None
    """The table it values leaves by; None for the one that is found for ruleset and words."""
    _ruleset: Ruleset | None = field(default=None, init=False, repr=False, compare=False)
    _engines: dict[str, Engine] = field(default_factory=dict, init=False, repr=False, compare=False)

    _difficulty: Callable[[bytes], float] | None = field(default=None, init=False, repr=False, compare=False)

    def prepare(self, ruleset: Ruleset) -> None:
        """Load what the first move would otherwise wait for: words known, the engine for them, leave values."""
        self._engine(ruleset, known_words(self.level, self.lexicon))
        self._leaves(ruleset)

    def choose(self, view: View, _budget_ms: int) -> Move:
        """The best move it sees; or a challenge, where the last play may be challenged."""
        if view.pending is not None:
            return self._answer(view)
        ranked = self.ranked(view, 1)
        if ranked:
            return ranked[0].move
        if view.board.is_empty and begins_with_a_play(view.ruleset):
            # Such a game cannot begin with a pass: look a word up, as a person would.
            found = self._plays(view, looked_up_words(self.level, self.lexicon), 1)
            if found:
                return found[0].move
        return pass_move(view.ruleset)

    def ranked(self, view: View, amount: int) -> list[Candidate]:
        """The moves this level sees, best first in its own eyes; a pass is not among them."""
        moves = self._plays(view, known_words(self.level, self.lexicon), amount)
        if not view.can_exchange:
            return moves
        exchanges = sorted(self._exchanges(view), key=lambda each: (-each.equity, each.leave))[:amount]
        if self.level.leave_weight >= BY_FEEL:
            # In this order an exchange goes before a play only if it is better.
            moves = sorted(moves + exchanges, key=lambda each: -each.equity)
        elif self._is_in_need(view, moves):
            moves = exchanges + moves
        return moves[:amount]

    def _is_in_need(self, view: View, moves: list[Candidate]) -> bool:
        """Does who plays by feel exchange here? For want of a play, or with rubbish and a play for next to nothing."""
        if not moves:
            return True
        is_rubbish = appraisal_for(view.ruleset.tiles).value(tuple(_rack(view))) < RUBBISH_POINTS
        return is_rubbish and moves[0].score < self.level.exchange_points

    def _plays(self, view: View, words: Lexicon, amount: int) -> list[Candidate]:
        """The plays seen, best first."""
        keeping = self._keeping(view)
        return self._engine(view.ruleset, words).seen_plays(
            view.board,
            _rack(view),
            amount,
            worth=lambda kept: self.level.leave_weight * keeping.after_play(kept),
            vowel_cost=keeping.values.first_vowel,
            perception=self._perception(view),
        )

    def _perception(self, view: View) -> Perception:
        found, seen = self.level.found, self.level.seen
        if self._difficulty is None:
            words = known_words(self.level, self.lexicon)
            self._difficulty = difficulty_of(words, view.ruleset.tiles.alphabet)
        return Perception(found, seen, self._difficulty, self._key(view))

    def _engine(self, ruleset: Ruleset, words: Lexicon) -> Engine:
        if self._ruleset != ruleset:
            self._ruleset, self._difficulty = ruleset, None
            self._engines.clear()
        if words.digest not in self._engines:
            self._engines[words.digest] = Engine(ruleset, words)
        return self._engines[words.digest]

    def _leaves(self, ruleset: Ruleset) -> LeaveTable | None:
        return self.leaves or trained_leaves(ruleset, self.lexicon)

    def _keeping(self, view: View) -> Keeping:
        """What this level takes kept tiles to be worth here. Who weighs them by halves does not count tiles either."""
        seats = len(view.rack_sizes) - len(view.resigned)
        values = static_values(view.ruleset, seats) if self.level.leave_weight >= 1 else UNFITTED
        return Keeping(view, values, self._leaves(view.ruleset))

    def _exchanges(self, view: View) -> Iterator[Candidate]:
        """Every exchange once: which of several equal tiles is kept makes no difference."""
        rack, keeping = _rack(view), self._keeping(view)
        is_limited = view.exchanges_left(view.seat) is not None
        for size in view.exchange_sizes:
            for kept in set(combinations(rack, len(rack) - size)):
                equity = keeping.after_exchange(kept)
                if is_limited:
                    equity -= SPARED_EXCHANGE_POINTS
                yield Candidate(Exchange(tuple(rack.minus(kept))), 0, kept, equity)

    def _answer(self, view: View) -> Move:
        """Challenge a word the list lacks if it looks wrong to this level; else let the play stand."""
        assert view.pending is not None
        formed = dict.fromkeys(word.text for word in view.pending.words)
        bad = tuple(word for word in formed if word not in self.lexicon)
        if bad and self._key(view) / (1 << 64) < self.level.doubts:
            return Challenge(bad)
        return Accept()

    def _key(self, view: View) -> int:
        """What this level overlooks follows from this number: of the seed, the board and the rack."""
        text = b"%d %s %s" % (self.seed, view.board.cells, bytes(_rack(view).counts))
        return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "big")


def _rack(view: View) -> Tiles:
    assert view.rack is not None, "a spectator chooses no moves"
    return view.rack
