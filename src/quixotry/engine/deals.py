"""A position with hidden tiles, and the deals there can be: what every move is tried under."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cached_property

from quixotry.engine.draws import Split, arrivals, splits
from quixotry.engine.moves import Candidate
from quixotry.engine.open_game import OpenGame
from quixotry.engine.simulator import Perspective
from quixotry.rules.move import Exchange, Play
from quixotry.rules.position import Turn
from quixotry.rules.tiles import Tiles
from quixotry.values import frozen


@frozen
class Deal:
    """Where the hidden tiles lie, and how likely that is."""

    own: Tiles
    other: Tiles
    bag: tuple[int, ...]
    chance: float
    draw: tuple[int, ...]
    """What was in the bag before the move."""


class Question:
    """The position asked about, and the deals there can be."""

    def __init__(
        self,
        perspective: Perspective,
        turns: tuple[Turn, ...],
        scores: tuple[int, ...],
        known: Tiles | None,
        seed: int,
    ) -> None:
        self.perspective, self._turns, self._scores, self._seed = perspective, turns, scores, seed
        self.lead = perspective.scores[0] - perspective.scores[1]
        self._splits = [
            split
            for split in splits(perspective.unseen, perspective.bag)
            if known is None or split.other == known
        ]
        self._total = sum(split.chance for split in self._splits)
        self._by_drawn: dict[int, list[Deal]] = {}

    @property
    def is_hidden(self) -> bool:
        """Is there more than one draw?"""
        return len(self._splits) > 1

    def lay_open(self, game: OpenGame, deal: Deal) -> None:
        game.set_position(
            self.perspective.board, deal.own, deal.other, deal.bag, turns=self._turns, scores=self._scores
        )

    def deals(self, candidate: Candidate, size: int) -> Sequence[Deal]:
        """What may lie where: the order of the bag counts only as far as this move leaves tiles there."""
        if isinstance(candidate.move, Exchange) and candidate.move.tiles:
            return list(self._exchanged(candidate.move))
        drawn = self.perspective.bag - self.left(candidate, size)
        if drawn not in self._by_drawn:
            self._by_drawn[drawn] = [
                Deal(
                    self.perspective.own,
                    each.split.other,
                    each.order,
                    each.chance / self._total,
                    each.split.bag,
                )
                for each in arrivals(self._splits, drawn, self._seed)
            ]
        return self._by_drawn[drawn]

    def left(self, candidate: Candidate, size: int) -> int:
        """Tiles in the bag after a move."""
        if not isinstance(candidate.move, Play):
            return self.perspective.bag
        return max(0, self.perspective.bag - (size - len(candidate.leave)))

    @cached_property
    def _in_fair_order(self) -> list[Split]:
        return [each.split for each in arrivals(self._splits, self.perspective.bag, self._seed)]

    def _exchanged(self, move: Exchange) -> Iterator[Deal]:
        """Tiles are drawn, then those given back are mixed in: one order of each split stands for all."""
        for split in self._in_fair_order:
            rng = random.Random(bytes((*split.bag, *move.tiles)))
            bag = rng.sample(split.bag, len(split.bag))
            amount = len(move.tiles)
            mixed = [*bag[amount:], *move.tiles]
            rng.shuffle(mixed)
            own = self.perspective.own.minus(move.tiles).plus(bag[:amount])
            yield Deal(own, split.other, tuple(mixed), split.chance / self._total, split.bag)
