"""Pre-endgames worked out the slow and obvious way: every single tile of the bag, every endgame by minimax."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from quixotry.engine.moves import Candidate, Engine
from quixotry.engine.simulator import Perspective
from quixotry.lexicon.gaddag import Gaddag
from quixotry.rules.board import Board
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
    board, idle_before = _after(perspective.board, candidate, 0)
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
    return _wins(spreads) / len(spreads), sum(spreads) / len(spreads)


def blind_win_chances(
    ruleset: Ruleset, graph: Gaddag, perspective: Perspective, candidate: Candidate
) -> tuple[float, float]:
    """The least and the most win chance of a play or a pass against one who replies without knowing our rack: among
    replies that he finds equally good he may make any."""
    board, idle = _after(perspective.board, candidate, 0)
    lead = perspective.scores[0] - perspective.scores[1] + candidate.score
    drawn = ruleset.rack.size - len(candidate.leave) if isinstance(candidate.move, Play) else 0
    engine = Engine(ruleset, graph)
    least = most = deals_made = 0.0
    for bag, other in deals(perspective.unseen, perspective.bag):
        unseen = ruleset.tiles.tiles([*candidate.leave, *bag])
        worlds = [
            (tuple(held), order)
            for left, held in deals(unseen, len(bag) - drawn)
            for order in permutations(left)
        ]
        weighed = []
        for reply in engine.search(board, ruleset.tiles.tiles(other), bag=len(bag) - drawn):
            after, idle_before = _after(board, reply, idle)
            his_drawn = ruleset.rack.size - len(reply.leave) if isinstance(reply.move, Play) else 0
            leads = {}
            for held, order in worlds:
                ours = ruleset.tiles.tiles(held)
                his = ruleset.tiles.tiles([*reply.leave, *order[:his_drawn]])
                rest = -2 * ruleset.tiles.value(ours)
                if his:
                    bag_left = order[his_drawn:]
                    rest = brute_force(
                        ruleset, graph, after, ours, his, bag=bag_left, idle_before=idle_before
                    )
                leads[tuple(sorted(held)), order] = lead - reply.score + rest
            spreads = [leads[tuple(sorted(held)), order] for held, order in worlds]
            weighed.append((_wins(spreads), sum(spreads), leads))
        best = min(each[:2] for each in weighed)
        actual = [
            (tuple(sorted([*candidate.leave, *order[:drawn]])), order[drawn:]) for order in permutations(bag)
        ]
        chances = [
            _wins([leads[world] for world in actual]) / len(actual)
            for *worth, leads in weighed
            if tuple(worth) == best
        ]
        least, most, deals_made = least + min(chances), most + max(chances), deals_made + 1
    return least / deals_made, most / deals_made


def _after(board: Board, candidate: Candidate, idle: int) -> tuple[Board, int]:
    """The board, and how many idle turns went before the next one."""
    if isinstance(candidate.move, Play):
        return board.with_cells(candidate.move.placements), 0
    return board, idle + 1


def _wins(spreads: list[int]) -> float:
    return sum((spread > 0) + (spread == 0) / 2 for spread in spreads)
