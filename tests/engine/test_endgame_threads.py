"""Endgames on several threads: the same values, and the same manners."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache

import pytest

from quixotry.engine.solver import Solver
from quixotry.notation.cgp import parse_cgp
from quixotry.rules.move import Pass, Play
from quixotry.rules.ruleset_file import preset
from tests.engine.endgame_oracle import PRESETS
from tests.engine.endgames import ended_game, spread_of_line, tiny_lexicon
from tests.engine.games import graph_of, small_lexicon
from tests.engine.test_endgame import GOLDEN
from tests.soak import soak_count, soaked


@cache
def solver(threads: int) -> Solver:
    return Solver(preset("tournament"), graph_of(small_lexicon()), threads=threads)


@soaked
def test_two_threads_find_the_values_of_one() -> None:
    for seed in range(soak_count(40, 1000)):
        board, own, other = ended_game(preset("tournament"), 5000 + seed, 5)
        alone, together = (solver(threads).solve(board, own, other) for threads in (1, 2))
        assert (together.value, together.is_proven) == (alone.value, True), seed


@soaked
def test_values_on_several_threads_are_those_of_a_minimax_that_leaves_nothing_out() -> None:
    graph = graph_of(tiny_lexicon())
    solvers = {name: Solver(preset(name), graph, threads=3) for name in PRESETS}
    for line in GOLDEN.read_text("utf-8").splitlines()[: soak_count(300, 1002)]:
        number, name, text, value = line.split("\t")
        cgp = parse_cgp(text, preset(name).layout, preset(name).tiles.alphabet)
        solved = solvers[name].solve(cgp.board, *cgp.racks)
        assert (solved.value, solved.is_proven) == (int(value), True), number


def test_the_line_of_two_threads_played_out_gives_the_value() -> None:
    for seed in range(30):
        board, own, other = ended_game(preset("tournament"), 2000 + seed, 4)
        solved = solver(2).solve(board, own, other)
        assert spread_of_line(preset("tournament"), (own, other), solved.line) == solved.value, seed


@pytest.mark.parametrize("nodes_max", [1, 10, 3000])
def test_several_threads_share_a_budget_in_nodes(nodes_max: int) -> None:
    board, own, other = ended_game(preset("tournament"), 50, 7)
    fresh = Solver(preset("tournament"), graph_of(small_lexicon()), threads=3)
    solved = fresh.solve(board, own, other, nodes_max=nodes_max)
    assert solved.nodes <= max(nodes_max, 3)
    assert not solved.is_proven
    assert isinstance(solved.move, Play | Pass)


def test_a_budget_in_time_that_is_spent_stops_all_threads() -> None:
    board, own, other = ended_game(preset("tournament"), 50, 7)
    solved = solver(2).solve(board, own, other, budget_ms=0)
    assert not solved.is_proven
    assert isinstance(solved.move, Play | Pass)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_cancelled_from_another_thread_answers_with_what_it_has(threads: int) -> None:
    # Fourteen tiles, not solved with 150,000 nodes.
    board, own, other = ended_game(preset("tournament"), 50, 7)
    fresh = Solver(preset("tournament"), graph_of(small_lexicon()), threads=threads)
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(fresh.solve, board, own, other)
        while not asked.done():
            fresh.cancel()
            wait([asked], timeout=0.01)
        solved = asked.result()
    assert not solved.is_proven
    assert isinstance(solved.move, Play | Pass)
    # The next question is answered as if nothing had happened.
    board, own, other = ended_game(preset("tournament"), 2000, 4)
    assert fresh.solve(board, own, other).value == solver(1).solve(board, own, other).value
