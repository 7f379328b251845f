"""Every way the last tiles can lie: which are in the bag, which the other player holds, and how likely that is.

>>> from quixotry.rules.tiles import Tiles
>>> [(split.bag, split.other.counts, split.chance) for split in splits(Tiles((1, 0, 2)), 1)]
[((2,), (1, 0, 1), 0.6666666666666666), ((0,), (0, 0, 2), 0.3333333333333333)]
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import permutations
from math import comb, log, prod

from quixotry.rules.tiles import Tiles
from quixotry.values import frozen


@frozen
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


@frozen
class Arrival:
    """A split, and an order in which its bag may come out."""

    split: Split
    order: tuple[int, ...]
    chance: float
    at: float
    """When it comes up, if all begin at once and each takes the longer the less likely it is."""


def arrivals(found: Sequence[Split], drawn: int, seed: int) -> list[Arrival]:
    """These with the orders of their bags that make a difference when so many tiles are drawn at once, shuffled so
    that the first few stand for all: likely ones tend to come first.

    Several orders that come to the same arrive with the first of them. So moves that draw few tiles and moves that
    draw many meet much the same luck first, and can be compared on it."""
    rng = random.Random(seed)
    first: dict[tuple[tuple[int, ...], tuple[int, ...]], Arrival] = {}
    for split in found:
        for order, share in arrangements(split.bag, 0):
            chance = split.chance * share
            at = -log(rng.random() or 1e-300) / chance
            came = (*sorted(order[:drawn]), *order[drawn:])
            known = first.get((split.bag, came))
            if known is not None:
                chance, at = known.chance + chance, min(known.at, at)
            first[split.bag, came] = Arrival(split, came, chance, at)
    return sorted(first.values(), key=lambda each: each.at)


def arrangements(bag: Sequence[int], drawn: int) -> list[tuple[tuple[int, ...], float]]:
    """The ways in which a bag can come out that make a difference when so many tiles are drawn at once: those tiles in
    any order, then the others in each. With each its share; they add up to one.

    >>> arrangements((1, 2), 1)
    [((1, 2), 0.5), ((2, 1), 0.5)]
    >>> arrangements((1, 2), 2)
    [((1, 2), 1.0)]
    """
    counted: dict[tuple[int, ...], int] = {}
    for order in permutations(bag):
        came = (*sorted(order[:drawn]), *order[drawn:])
        counted[came] = counted.get(came, 0) + 1
    ways = sum(counted.values())
    return [(came, count / ways) for came, count in sorted(counted.items())]


def _parts(counts: Sequence[int], amount: int) -> Iterator[tuple[int, ...]]:
    """Every choice of so many tiles out of these counts."""
    if not counts:
        if amount == 0:
            yield ()
        return
    for taken in range(min(counts[0], amount) + 1):
        for rest in _parts(counts[1:], amount - taken):
            yield (taken, *rest)
