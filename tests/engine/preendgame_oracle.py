"""Pre-endgames worked out the slow and obvious way: every single tile of the bag, every endgame by minimax."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from quixotry.engine.moves import Candidate
from quixotry.engine.simulator import Perspective
from quixotry.lexicon.gaddag import Gaddag
from quixotry.rules.move import Play
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from tests.engine.endgame_oracle import brute_force


def deals(unseen: Tiles, bag: int) -> Iterator[tuple[list[int], list[int]]]:
    """What is in the bag and what the other player holds; tiles that look alike are told apart."""
    tiles = list(unseen)
    for places in combinations(range(len(tiles)), bag):
        yield (
            [tiles[place] for place in places],
            [tile for place, tile in enumerate(tiles) if place not in places],
        )


def figures(
    ruleset: Ruleset, graph: Gaddag, perspective: Perspective, candidate: Candidate
) -> tuple[float, float]:
    """Win chance and expected spread of a play or a pass: after it both sides know every tile."""
    board, idle_before = perspective.board, 1
    if isinstance(candidate.move, Play):
        board, idle_before = board.with_cells(candidate.move.placements), 0
    lead = perspective.scores[0] - perspective.scores[1] + candidate.score
    drawn = ruleset.rack.size - len(candidate.leave)
    spreads = []
    for bag, other in deals(perspective.unseen, perspective.bag):
        for order in permutations(bag):
            own = ruleset.tiles.tiles([*candidate.leave, *order[:drawn]])
            rest = brute_force(
                ruleset,
                graph,
                board,
                ruleset.tiles.tiles(other),
                own,
                bag=order[drawn:],
                idle_before=idle_before,
            )
            spreads.append(lead - rest)
    wins = sum((spread > 0) + (spread == 0) / 2 for spread in spreads)
    return wins / len(spreads), sum(spreads) / len(spreads)
