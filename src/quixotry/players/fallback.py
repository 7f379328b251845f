"""A legal move at once: what is played when there is no time, or nobody left, to look for a good one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING

from quixotry.lexicon.compiled import COMPILED
from quixotry.lexicon.family import playable_words
from quixotry.lexicon.wordlist import Lexicon
from quixotry.rules.exchange import pass_move
from quixotry.rules.move import Accept, Exchange, Move, Placement, Play
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.view import View

if TYPE_CHECKING:
    from quixotry.engine.moves import Engine

FALLBACK_WORD_LETTERS = 3
"""Without an engine only words this short are looked at: there are few, and one of them nearly always fits."""

FALLBACK = "fallback"
"""What a worker is told for a level when it is to make fallback moves. Nobody sits at a game with it."""

ENGINES_MAX = 4
"""Engines kept at hand, about 4 MB each."""


@dataclass(eq=False)
class FallbackEngines:
    """Fallback moves by the compiled engine, where its graph need only be read.

    Building a graph takes too long, and so does loading what the plain generator needs: then there is no engine.
    """

    lexicon_of: Callable[[str], Lexicon]
    _engines: OrderedDict[tuple[Ruleset, str], Engine] = field(default_factory=OrderedDict)
    _lock: Lock = field(default_factory=Lock)

    def prepare(self, ruleset: Ruleset, lexicon_id: str) -> None:
        """Load what the first fallback move would otherwise wait for, if it is there to be loaded."""
        with self._lock:
            self._engine(ruleset, self.lexicon_of(lexicon_id))

    def move(self, view: View, lexicon_id: str) -> Move | None:
        """The best play by score and kept tiles, or what is done without one; None where there is no engine."""
        if view.pending is not None:
            return Accept()
        assert view.rack is not None, "a spectator chooses no moves"
        with self._lock:  # one thread uses an engine at a time
            engine = self._engine(view.ruleset, self.lexicon_of(lexicon_id))
            if engine is None:
                return None
            best = engine.best_play(view.board, view.rack, bag=view.bag_count)
        return best.move if best is not None else without_tiles(view)

    def _engine(self, ruleset: Ruleset, lexicon: Lexicon) -> Engine | None:
        key = (ruleset, lexicon.digest)
        if key not in self._engines:
            if not COMPILED:
                return None
            from quixotry.engine.leaves_file import leaves_for
            from quixotry.engine.moves import Engine
            from quixotry.lexicon.gaddag_file import load_kept

            graph = load_kept(playable_words(lexicon, ruleset), ruleset.tiles.alphabet.letters)
            if graph is None:
                return None
            self._engines[key] = Engine(ruleset, graph, leaves=leaves_for(ruleset, lexicon))
            if len(self._engines) > ENGINES_MAX:
                self._engines.popitem(last=False)
        self._engines.move_to_end(key)
        return self._engines[key]


@dataclass(eq=False)
class FallbackPlayer:
    """A `Player` who makes them."""

    lexicon: Lexicon
    _words: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self._engines = FallbackEngines(lambda _: self.lexicon)

    def prepare(self, ruleset: Ruleset) -> None:
        self._words = short_words(self.lexicon)
        self._engines.prepare(ruleset, self.lexicon.id)

    def choose(self, view: View, _budget_ms: int) -> Move:
        return self._engines.move(view, self.lexicon.id) or fallback_move(view, self._words)


def short_words(lexicon: Lexicon) -> tuple[str, ...]:
    """Those looked at without an engine."""
    return tuple(word for word in lexicon.words if len(word) <= FALLBACK_WORD_LETTERS)


def fallback_move(view: View, words: Sequence[str]) -> Move:
    """The highest-scoring short word; else an exchange or a pass. `words` are short, sorted, upper case."""
    if view.pending is not None:
        return Accept()
    assert view.rack is not None, "a spectator chooses no moves"
    from quixotry.engine.plain import PlainGenerator

    generator = PlainGenerator(view.ruleset, playable_words(_short_lexicon(tuple(words)), view.ruleset))
    generator.set_cells(view.board.cells)
    generator.set_rack(view.rack)
    best = generator.best_plays(1)
    if not best:
        return without_tiles(view)
    return Play(tuple(Placement(square, cell) for square, cell in best[0][0]))


@lru_cache(maxsize=8)
def _short_lexicon(words: tuple[str, ...]) -> Lexicon:
    return Lexicon.of(words, id="short")


def without_tiles(view: View) -> Move:
    """A turn that needs no search: an exchange where one is allowed, else a pass."""
    if view.pending is not None:
        return Accept()
    if view.rack is not None and view.exchange_sizes:
        values = view.ruleset.tiles.values
        dearest = sorted(view.rack, key=lambda tile: -values[tile])
        return Exchange(tuple(dearest[: max(view.exchange_sizes)]))
    return pass_move(view.ruleset)
