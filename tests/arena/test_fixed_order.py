"""Two games of a pair share their luck, and nobody is dealt what another one gave away."""

from __future__ import annotations

import random

from quixotry.arena.game import FixedOrder
from quixotry.rules.ruleset_file import preset

TILES = preset("match").tiles
Q = TILES.alphabet.letters.index("Q") + 1


def test_tiles_come_in_the_fixed_order_as_long_as_nobody_exchanges() -> None:
    order = FixedOrder.shuffled(TILES, 4)
    bag, drawn = TILES.counts, []
    for number in range(100):
        drawn.append(order(number, bag))
        bag = bag.minus([drawn[-1]])
    assert tuple(drawn) == order.order


def test_a_tile_put_back_comes_next_no_more_often_than_any_other() -> None:
    others = list(TILES.counts.minus([Q]))
    next_one = 0
    for seed in range(400):
        random.Random(seed).shuffle(others)
        order = FixedOrder((Q, *others))
        # Both racks are dealt, and who holds the Q has given it back for the tile that came next.
        bag = TILES.counts.minus(others[:14])
        assert order(15, bag) == order(15, bag)
        next_one += order(15, bag) == Q
    assert 1 <= next_one <= 12, "one in 86 is expected"


def test_after_an_exchange_every_tile_of_the_bag_is_drawn_once() -> None:
    order = FixedOrder.shuffled(TILES, 4)
    bag = TILES.counts.minus(order.order[1:20])
    drawn = []
    for number in range(20, 20 + len(bag)):
        drawn.append(order(number, bag))
        bag = bag.minus(drawn[-1:])
    assert sorted(drawn) == sorted((order.order[0], *order.order[20:]))
