"""Every way the last tiles can lie: which are in the bag, which the other player holds, and how likely that is.

>>> from quixotry.rules.tiles import Tiles
>>> [(split.bag, split.other.counts, split.chance) for split in splits(Tiles((1, 0, 2)), 1)]
[((2,), (1, 0, 1), 0.6666666666666666), ((0,), (0, 0, 2), 0.3333333333333333)]
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import comb, log, prod

from quixotry.rules.tiles import Tiles


@dataclass(frozen=True, slots=True)
class Split:
    """What is in the bag and what the other player holds, order not counted."""

    bag: tuple[int, ...]
    other: Tiles
    chance: float


def splits(unseen: Tiles, bag: int) -> list[Split]:
    """All of them; their chances add up to one."""
    counts, kinds = unseen.counts, len(unseen.counts)
    ways = comb(len(unseen), bag)
    found = []
    for held in _parts(counts, bag):
        chance = prod(map(comb, counts, held)) / ways
        tiles = Tiles(held)
        found.append(Split(tuple(tiles), unseen - tiles, chance))
    assert all(len(split.other.counts) == kinds for split in found)
    return sorted(found, key=lambda split: (-split.chance, split.bag))


def in_fair_order(found: Sequence[Split], seed: int) -> list[Split]:
    """The splits shuffled so that the first few stand for all: likely ones tend to come first."""
    rng = random.Random(seed)
    keys = [-log(rng.random() or 1e-300) / split.chance for split in found]
    return [found[place] for place in sorted(range(len(found)), key=keys.__getitem__)]


def orders(bag: Sequence[int], seed: int) -> list[tuple[int, ...]]:
    """The different orders in which these tiles can come out, all equally likely, shuffled."""
    found = sorted(set(permutations(bag)))
    random.Random(seed).shuffle(found)
    return found


def _parts(counts: Sequence[int], amount: int) -> Iterator[tuple[int, ...]]:
    """Every choice of so many tiles out of these counts."""
    if not counts:
        if amount == 0:
            yield ()
        return
    for taken in range(min(counts[0], amount) + 1):
        for rest in _parts(counts[1:], amount - taken):
            yield (taken, *rest)
