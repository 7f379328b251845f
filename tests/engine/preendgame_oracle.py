"""Pre-endgames worked out the slow and obvious way: every single tile of the bag, every endgame by minimax."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

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
    """Win chance and expected spread of a play that empties the bag."""
    assert isinstance(candidate.move, Play)
    board = perspective.board.with_cells(candidate.move.placements)
    lead = perspective.scores[0] - perspective.scores[1] + candidate.score
    spreads = []
    for drawn, other in deals(perspective.unseen, perspective.bag):
        own = ruleset.tiles.tiles([*candidate.leave, *drawn])
        spreads.append(lead - brute_force(ruleset, graph, board, ruleset.tiles.tiles(other), own))
    wins = sum((spread > 0) + (spread == 0) / 2 for spread in spreads)
    return wins / len(spreads), sum(spreads) / len(spreads)
