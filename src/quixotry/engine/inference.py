"""What a player may have kept, judging by the play it made.

Hands are drawn from what is not seen, and each is asked: holding this besides the tiles played, what would have
been the best play? The more the play made falls short of that, the less likely is the hand. Nobody plays by
equity alone, so a few points say little, and no hand is ruled out.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from quixotry.engine.chooser import Chooser
from quixotry.engine.leaves import Leaves
from quixotry.lexicon.graph import Graph
from quixotry.rules.alphabet import tile_of
from quixotry.rules.board import Board
from quixotry.rules.move import Placement
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles

TRIES = 500
"""Hands looked at; each costs about as much as one move of a rollout."""
HANDS = 500
"""Hands given back, likelier ones several times."""
TOLERANCE_POINTS = 6.0
"""A hand with which the play fell short by so much is less likely by a factor of e."""
LEAST_WEIGHT = 0.02
FEWEST = 50
"""With fewer tries than this one knows less than nothing: a handful of hands would stand for all."""


@dataclass(frozen=True, slots=True)
class Made:
    """A play that somebody else made, as everybody saw it."""

    board: Board
    """Before the play."""
    placements: tuple[Placement, ...]
    score: int
    kept: int
    """How many tiles stayed on the rack."""


class Inference:
    """Guesses for one ruleset and lexicon."""

    def __init__(self, ruleset: Ruleset, graph: Graph, leaves: Leaves) -> None:
        self._chooser = Chooser(ruleset, graph)
        self._leaves = leaves

    def hands(
        self, made: Made, unseen: Tiles, *, seed: int, budget_ms: float = 1e9
    ) -> tuple[tuple[int, ...], ...]:
        """Hands it may have kept, to be drawn from with even chances; none when nothing can be said."""
        if not 0 < made.kept <= self._leaves.longest or len(unseen) < made.kept:
            return ()
        chance, deadline = random.Random(seed), time.monotonic() + budget_ms / 1000
        self._chooser.set_cells(made.board.cells)
        played = [tile_of(cell) for _, cell in made.placements]
        pool = list(unseen)
        tried: list[tuple[int, ...]] = []
        weights: list[float] = []
        while len(tried) < TRIES and time.monotonic() < deadline:
            hand = tuple(sorted(chance.sample(pool, made.kept)))
            tried.append(hand)
            weights.append(self._likelihood(made, played, hand))
        if len(tried) < FEWEST:
            return ()
        return tuple(chance.choices(tried, weights, k=HANDS))

    def _likelihood(self, made: Made, played: Sequence[int], hand: tuple[int, ...]) -> float:
        self._chooser.set_rack([*played, *hand])
        self._chooser.set_leaves(self._leaves)
        best = self._chooser.find_best()
        if best is None:
            return 1.0
        short = best[-1] / 1000 - (made.score + self._leaves.value(hand) / 1000)
        return max(LEAST_WEIGHT, exp(-max(0.0, short) / TOLERANCE_POINTS))
