"""Engine and referee are of one mind: what was generated is legal and scores the same, its neighbours are not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from quixotry.arena.game import header_for
from quixotry.lexicon import Lexicon, load
from quixotry.rules.alphabet import BLANK_BIT
from quixotry.rules.errors import IllegalMove
from quixotry.rules.event import PlayWithdrawn, TilesPlayed
from quixotry.rules.game import Arbiter, Game
from quixotry.rules.move import Challenge, Placement, Play
from quixotry.rules.position import Position, before_start
from tests.engine.comparing import found_by_engine, made_up_games, played_games
from tests.engine.games import Situation, small_lexicon
from tests.engine.made_up import Case
from tests.engine.soaking import remembered

SAMPLED = 20
Laid = tuple[tuple[int, int], ...]


def position_of(situation: Situation) -> Position:
    """Seat 0 is on turn. The set is taken to hold a full bag besides what lies about: none may be missing."""
    tiles, none = situation.ruleset.tiles, situation.ruleset.tiles.none
    other = tiles.tiles([1])
    all_tiles = (tiles.counts + situation.rack + other).plus(situation.board.tiles())
    return replace(
        before_start(replace(situation.ruleset, tiles=replace(tiles, counts=all_tiles)), 2),
        board=situation.board,
        racks=(situation.rack, other),
        bag=tiles.counts,
        aside=none,
        turn=0,
    )


def judged(position: Position, laid: Laid, lexicon: Lexicon) -> int | None:
    """The score the referee gives a play, or None when it refuses it, at once or when challenged."""

    arbiter = Arbiter(lambda _, bag: next(iter(bag)), lexicon, lambda *_: True)
    before = Game(header_for(position.ruleset, lexicon, 2, seed=0), (), position)
    try:
        after = before.move(0, Play(tuple(Placement(*each) for each in laid)), arbiter)
    except IllegalMove:
        return None
    (played,) = (event for event in after.events if isinstance(event, TilesPlayed))
    if position.ruleset.allows_challenges:
        challenged = after.move(1, Challenge(), arbiter)
        if any(isinstance(event, PlayWithdrawn) for event in challenged.events):
            return None
    return played.score


def neighbours(laid: Laid, situation: Situation) -> Iterator[Laid]:
    """A play with one letter changed, moved by a square, with a tile less or more, or a blank elsewhere."""
    layout, letters = situation.board.layout, len(situation.ruleset.tiles.alphabet)
    for place, (square, cell) in enumerate(laid):
        others = laid[:place] + laid[place + 1 :]
        for letter in range(1, letters + 1):
            yield (*others, (square, letter))
            yield (*others, (square, letter | BLANK_BIT))
        yield others
        yield (*others, (square, cell ^ BLANK_BIT))
    for step in (-1, 1, -layout.width, layout.width):
        yield tuple((square + step, cell) for square, cell in laid)
        for tile in situation.rack:
            for square, _ in (laid[0], laid[-1]):
                yield (*laid, (square + step, tile or 1 | BLANK_BIT))
    blanks = [place for place, (_, cell) in enumerate(laid) if cell & BLANK_BIT]
    for here in blanks:
        for there in set(range(len(laid))) - set(blanks):
            swapped = list(laid)
            for place in (here, there):
                swapped[place] = (laid[place][0], laid[place][1] ^ BLANK_BIT)
            yield tuple(swapped)


def compare(tried: Iterator[tuple[int, Case]], positions: int) -> int:
    refused = accepted = 0
    for seed, (situation, lexicon, graph) in islice(tried, positions):
        rng, position = random.Random(seed), position_of(situation)
        found = found_by_engine(situation, graph)
        for laid in rng.sample(sorted(found), min(SAMPLED, len(found))):
            assert judged(position, laid, lexicon) == found[laid], (seed, situation, laid)
            accepted += 1
            near = sorted({tuple(sorted(each)) for each in neighbours(laid, situation)} - {laid})
            for other in rng.sample(near, min(12, len(near))):
                assert judged(position, other, lexicon) == found.get(other), (seed, situation, other)
                refused += other not in found
    assert accepted > positions
    assert refused > positions
    return positions


@pytest.mark.parametrize("of", ["small", "full", "made-up"])
def test_the_referee_accepts_plays_and_refuses_neighbours_that_were_not_generated(of: str) -> None:
    match of:
        case "small":
            compare(islice(played_games(small_lexicon(), 20_000), 0, None, 3), 50)
        case "full":
            compare(islice(played_games(load("default"), 20_000), 0, None, 3), 20)
        case _:
            compare(islice(made_up_games(20_000), 0, None, 2), 50)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(40))
@pytest.mark.parametrize("of", ["small", "made-up"])
def test_the_referee_agrees_on_twenty_thousand_positions(of: str, part: int) -> None:
    seed = 2_000_000 + 1000 * part
    tried = played_games(small_lexicon(), seed) if of == "small" else made_up_games(seed)
    remembered(f"referee-{of}", part, by=__file__, work=lambda: compare(tried, 250))
