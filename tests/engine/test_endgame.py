"""The endgame search against a minimax that leaves nothing out."""

from __future__ import annotations

import os
import random
from functools import cache

import pytest

from quixotry.engine.chooser import Chooser
from quixotry.engine.solving import Solver
from quixotry.lexicon.graph import COMPILED
from quixotry.rules.board import Board
from quixotry.rules.move import Pass, Play
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.rules.tiles import Tiles
from tests.engine.endgame_oracle import brute_force
from tests.engine.games import graph_of, small_lexicon

PRESETS = ("classic", "friends", "match", "party", "solo", "tournament")
POSITIONS = 1000 if os.environ.get("QUIXOTRY_SOAK") else 90


@cache
def solver(name: str, *, is_plain: bool = False) -> Solver:
    return Solver(preset(name), graph_of(small_lexicon()), is_plain=is_plain)


def ended_game(ruleset: Ruleset, seed: int, tiles_max: int) -> tuple[Board, Tiles, Tiles]:
    """A board as best scores leave it when the bag is empty, and two racks of a few of the tiles left."""
    rng = random.Random(seed)
    bag = list(ruleset.tiles.counts)
    rng.shuffle(bag)
    chooser = Chooser(ruleset, graph_of(small_lexicon()))
    cells = Board.empty(ruleset.layout)
    rack: list[int] = []
    while len(bag) > 14:
        while len(rack) < 7:
            rack.append(bag.pop())
        chooser.set_cells(cells.cells)
        chooser.set_rack(rack)
        found = chooser.find_best()
        if found is None:
            break
        cells = cells.with_cells(found[0])
        rack = list(found[2])
    own, other = (rng.randint(1, tiles_max) for _ in range(2))
    rest = rng.sample([*bag, *rack], own + other)
    return cells, ruleset.tiles.tiles(rest[:own]), ruleset.tiles.tiles(rest[own:])


@pytest.mark.skipif(not COMPILED, reason="an endgame takes minutes interpreted")
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.soak) if POSITIONS > 500 else name for name in PRESETS]
)
def test_values_are_those_of_a_minimax_that_leaves_nothing_out(name: str) -> None:
    ruleset = preset(name)
    for seed in range(-(-POSITIONS // len(PRESETS))):
        board, own, other = ended_game(ruleset, seed, 4 if POSITIONS > 500 else 3)
        solved = solver(name).solve(board, own, other)
        assert solved.is_proven
        expected = brute_force(ruleset, graph_of(small_lexicon()), board, own, other)
        assert solved.value == expected, (name, seed)


@pytest.mark.skipif(not COMPILED, reason="an endgame takes minutes interpreted")
def test_table_and_ordering_change_no_value() -> None:
    ruleset = preset("tournament")
    for seed in range(20):
        board, own, other = ended_game(ruleset, 1000 + seed, 3)
        quick = solver("tournament").solve(board, own, other)
        plain = solver("tournament", is_plain=True).solve(board, own, other)
        assert (quick.value, quick.is_proven) == (plain.value, plain.is_proven), seed


@pytest.mark.skipif(not COMPILED, reason="an endgame takes minutes interpreted")
def test_a_budget_in_nodes_gives_the_same_answer_each_time_and_some_move_always() -> None:
    ruleset = preset("tournament")
    board, own, other = ended_game(ruleset, 5, 7)
    first = Solver(ruleset, graph_of(small_lexicon())).solve(board, own, other, nodes_max=2000)
    again = Solver(ruleset, graph_of(small_lexicon())).solve(board, own, other, nodes_max=2000)
    assert first == again
    assert isinstance(solver("tournament").solve(board, own, other, nodes_max=1).move, (Play, Pass))


@pytest.mark.skipif(not COMPILED, reason="an endgame takes minutes interpreted")
def test_the_line_played_out_gives_the_value() -> None:
    ruleset = preset("classic")
    for seed in range(10):
        board, own, other = ended_game(ruleset, 2000 + seed, 3)
        solved = solver("classic").solve(board, own, other)
        racks, spread, sign = [own, other], 0, 1
        for number, (move, score) in enumerate(solved.line):
            spread += sign * score
            sign = -sign
            if isinstance(move, Play):
                side = number % 2
                racks[side] = racks[side].minus(0 if cell & 128 else cell for _, cell in move.placements)
                if not racks[side]:
                    spread += (1 if side == 0 else -1) * 2 * ruleset.tiles.value(racks[1 - side])
        if all(racks):
            spread += ruleset.tiles.value(racks[1]) - ruleset.tiles.value(racks[0])
        assert spread == solved.value, seed
