"""What kept tiles are worth to a static player as the bag runs out.

A table of leaves tells about the middle of a game. Later it matters how many tiles the play leaves in the bag: whoever
leaves one or two makes the other player empty it, while emptying it oneself gives the other the first look at an open
endgame, and what one keeps will never be completed by a lucky draw. The figures are regressions over the turns of
static self-play: what the rest of the game brought, against the leave's value and the points on the tiles kept.
`python -m scripts.fit_static_values` makes them, `python -m bench.static_duel` tells what each is worth in games.

The compiled twin of these sums is `native/late_values.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

from quixotry.engine.plain_leaves import LeaveTable
from quixotry.rules.board import Layout
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import TileSet
from quixotry.values import frozen

POOL_BITS = 12
"""A share of the tiles not seen is in parts of 1 << POOL_BITS."""
SHARE = 10
"""A whole leave is 1 << SHARE."""


@frozen
class LateValue:
    """A leave counts with `points`, plus this share of its value, plus so much a point on its tiles."""

    points: int
    """Thousandths of a point."""
    share: int
    """In parts of 1 << SHARE."""
    held: int
    """Thousandths of a point."""


@frozen
class StaticValues:
    """The terms of a static player's equity beside score and leave."""

    late: dict[int, LateValue]
    """By the tiles left in the bag when the rack has been filled; below zero: so many the bag was short of."""
    mixed: int
    """For a vowel more than consonants kept (and against each consonant), if all tiles not seen were vowels beyond
    their usual share; thousandths of a point ..."""
    mixed_draw: int
    """... and more for each tile drawn."""
    again: int
    """For a tile kept whose like make up all tiles not seen beyond their usual share; thousandths of a point ..."""
    again_draw: int
    """... and more for each tile drawn."""
    drawn: int
    """For a tile drawn: so much of what the tiles not seen are worth singly, beyond the usual; of 1 << SHARE."""
    first_vowel: int
    """What a vowel costs in the first play of a game where a square that multiplies a letter lies beside it, across the
    play: whoever lays a word there makes the dear tile count both ways. Thousandths of a point."""
    stay: int
    """With an empty bag, for staying in: thousandths of a point for the turn the other gets ..."""
    stay_own: int
    """... and for a point on one's own tiles kept, ..."""
    stay_others: int
    """... for a point on the tiles the other holds ..."""
    stay_tile: int
    """... and for each tile the other holds: the more, the more turns there will be."""

    def after(self, left: int, leave: int, held: int) -> int:
        """What a leave is worth if the bag has `left` tiles then, in thousandths of a point."""
        late = self.late.get(left)
        if late is None:
            return leave
        return late.points + (leave * late.share >> SHARE) + late.held * held

    def pool(self, tiles: TileSet, leaves: LeaveTable, unseen: Iterable[int]) -> Pool:
        """What the tiles not seen are good for."""
        counts = [0] * tiles.kinds
        for tile in unseen:
            counts[tile] += 1
        size, total = sum(counts), len(tiles.counts)
        if not size:
            return Pool((0,) * tiles.kinds, (0,) * tiles.kinds, 0)
        usual = tiles.counts.counts
        surplus = [
            (here << POOL_BITS) // size - (there << POOL_BITS) // total
            for here, there in zip(counts, usual, strict=True)
        ]
        vowels = vowels_of(tiles)
        more_vowels = (sum(counts[tile] for tile in vowels) << POOL_BITS) // size
        more_vowels -= (sum(usual[tile] for tile in vowels) << POOL_BITS) // total
        single = [leaves.value((tile,)) if usual[tile] else 0 for tile in range(tiles.kinds)]
        sign = [0, *(1 if tile in vowels else -1 for tile in range(1, tiles.kinds))]
        return Pool(
            tuple(
                side * self.mixed * more_vowels + self.again * more >> POOL_BITS
                for side, more in zip(sign, surplus, strict=True)
            ),
            tuple(
                side * self.mixed_draw * more_vowels + self.again_draw * more >> POOL_BITS
                for side, more in zip(sign, surplus, strict=True)
            ),
            sum(more * worth >> POOL_BITS for more, worth in zip(surplus, single, strict=True)) * self.drawn
            >> SHARE,
        )

    def at_end(self, own: int, others: int, tiles: int, *, is_out: bool) -> int:
        """The same with an empty bag: going out wins what the others hold twice over, as settling up moves it."""
        if is_out:
            return 2000 * others
        return self.stay + self.stay_own * own + self.stay_others * others + self.stay_tile * tiles


@frozen
class Pool:
    """What the tiles a player cannot see make of the tiles he keeps, in thousandths of a point."""

    kept: tuple[int, ...]
    """By tile kept."""
    kept_draw: tuple[int, ...]
    """By tile kept, for each tile drawn."""
    draw: int
    """For each tile drawn."""

    def change(self, kept: Iterable[int], drawn: int) -> int:
        """What to add to a leave, if so many tiles are drawn."""
        return sum(self.kept[tile] + drawn * self.kept_draw[tile] for tile in kept) + drawn * self.draw


UNFITTED = StaticValues({}, 0, 0, 0, 0, 0, 0, stay=-8000, stay_own=-2000, stay_others=0, stay_tile=0)
"""By rule of thumb: staying in costs one's own tiles twice over, and eight points for the turn."""

FITTED = StaticValues(
    {
        -6: LateValue(-2000, 1024, 0),
        -5: LateValue(930, 530, -790),
        -4: LateValue(330, 590, -730),
        -3: LateValue(-1760, 550, -390),
        -2: LateValue(-3160, 560, -230),
        -1: LateValue(-3490, 500, -270),
        0: LateValue(1020, 850, -360),
        1: LateValue(7420, 970, -290),
        2: LateValue(6030, 1024, -400),
        3: LateValue(3030, 1024, -280),
        4: LateValue(1480, 1004, -300),
        5: LateValue(-850, 983, -110),
    },
    mixed=-11500,
    mixed_draw=-2100,
    again=-17000,
    again_draw=-7000,
    drawn=512,
    first_vowel=1500,
    stay=-6320,
    stay_own=-1570,
    stay_others=690,
    stay_tile=-2510,
)


def vowels_of(tiles: TileSet) -> frozenset[int]:
    """The tiles that are vowels, as far as we know them."""
    return frozenset(n for n, letter in enumerate(tiles.alphabet.letters, 1) if letter in "AEIOU")


def premium_beside(layout: Layout, square: int, *, down: bool) -> bool:
    """Does a square next to this one, across a play that runs down or not, multiply a letter?"""
    beside = *layout.behind(square, down=not down)[:1], *layout.ahead(square, down=not down)[:1]
    return any(layout.letter_multipliers[each] > 1 for each in beside)


def static_values(ruleset: Ruleset, seats: int = 2) -> StaticValues:
    """The figures for a game. They were fitted to two players who refill racks of seven at the end of their turns."""
    fits = seats == 2 and ruleset.rack.size == 7 and ruleset.rack.refill == "end-of-turn"
    return FITTED if fits else UNFITTED
