"""The endgame search against a minimax that leaves nothing out, and against itself without its short cuts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from quixotry.engine.endings import endings_of, may_score_nothing
from quixotry.engine.moves import Engine
from quixotry.engine.native.endgame import Endgame
from quixotry.engine.native.plain_endgame import PlainEndgame
from quixotry.engine.solver import Solver
from quixotry.lexicon import catalogue
from quixotry.notation.cgp import parse_cgp
from quixotry.rules.board import Board
from quixotry.rules.exchange import pass_kind
from quixotry.rules.move import Exchange, Pass, Play
from quixotry.rules.position import Turn
from quixotry.rules.ruleset_file import preset
from tests.engine.endgame_oracle import PRESETS, brute_force
from tests.engine.endgames import ended_game, spread_of_line, tiny_lexicon
from tests.engine.games import graph_of, small_lexicon
from tests.soak import is_soak, soak_count, soaked

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "endgames.txt"
PROGRESS = ROOT / "build" / "soak" / "endgames.txt"


@cache
def solver(name: str) -> Solver:
    return Solver(preset(name), graph_of(small_lexicon()))


def test_values_are_those_of_a_minimax_that_leaves_nothing_out() -> None:
    """On every golden position, up to four tiles against four, by all rulesets."""
    solvers = {name: Solver(preset(name), graph_of(tiny_lexicon())) for name in PRESETS}
    lines = GOLDEN.read_text("utf-8").splitlines()
    assert len(lines) >= 1000
    for line in lines:
        number, name, text, value = line.split("\t")
        ruleset = preset(name)
        cgp = parse_cgp(text, ruleset.layout, ruleset.tiles.alphabet)
        solved = solvers[name].solve(cgp.board, *cgp.racks)
        assert (solved.value, solved.is_proven) == (int(value), True), number


@soaked
def test_the_golden_values_are_what_the_minimax_says() -> None:
    """All of them in `make soak`; an interrupted run goes on after the last one that agreed."""
    lines = GOLDEN.read_text("utf-8").splitlines()
    done = int(PROGRESS.read_text()) if is_soak() and PROGRESS.exists() else 0
    for place, line in enumerate(lines[done : soak_count(18, len(lines))], done + 1):
        number, name, text, value = line.split("\t")
        ruleset = preset(name)
        cgp = parse_cgp(text, ruleset.layout, ruleset.tiles.alphabet)
        own, other = cgp.racks
        assert brute_force(ruleset, graph_of(tiny_lexicon()), cgp.board, own, other) == int(value), number
        if is_soak():
            PROGRESS.parent.mkdir(parents=True, exist_ok=True)
            PROGRESS.write_text(str(place))


@soaked
@pytest.mark.parametrize("name", ["friends", "tournament"])
def test_plays_that_score_nothing_bring_the_end_nearer(name: str) -> None:
    """Both blanks are on the racks: they may make a word worth nothing, which counts as a scoreless turn."""
    ruleset, graph = preset(name), graph_of(tiny_lexicon())
    solver = Solver(ruleset, graph)
    for seed in range(soak_count(6, 100)):
        board, own, other = ended_game(ruleset, seed, 2, blanks=2, lexicon=tiny_lexicon())
        assert may_score_nothing(ruleset, board, (own, other))
        solved = solver.solve(board, own, other)
        assert solved.is_proven
        expected = brute_force(ruleset, graph, board, own, other)
        assert solved.value == expected, (name, seed)


def test_turns_are_counted_in_full_only_where_a_play_may_score_nothing() -> None:
    ruleset = preset("friends")
    board = Board.empty(ruleset.layout).with_cells([(112, 3), (113, 1), (114, 20)])
    plain = endings_of(ruleset, board, (ruleset.tiles.tiles([19, 0]), ruleset.tiles.tiles([17])), (), (1, 1))
    assert (plain.counts_in_full, plain.now[0]) == (False, 2)
    two = endings_of(ruleset, board, (ruleset.tiles.tiles([0]), ruleset.tiles.tiles([0])), (), (1, 1))
    assert (two.counts_in_full, two.now, two.scoreless_first) == (True, (12, 3), True)


@soaked
def test_table_order_threats_and_lists_change_no_value() -> None:
    ruleset, graph = preset("tournament"), graph_of(small_lexicon())
    plain = PlainEndgame(ruleset, graph)
    for seed in range(soak_count(20, 200)):
        board, own, other = ended_game(ruleset, 1000 + seed, 3)
        solved = solver("tournament").solve(board, own, other)
        plain.set_position(
            board.cells, tuple(own), tuple(other), endings_of(ruleset, board, (own, other), (), (1, 1))
        )
        assert (solved.value, solved.is_proven) == (plain.value(1 << 60, 1e9), True), seed


def test_a_search_with_little_room_forgets_and_finds_the_same() -> None:
    ruleset, graph = preset("tournament"), graph_of(small_lexicon())
    small = Endgame(ruleset, graph, table_bits=4, list_bits=11)
    for seed in range(4):
        board, own, other = ended_game(ruleset, 1100 + seed, 5)
        solved = solver("tournament").solve(board, own, other)
        small.set_position(
            board.cells, tuple(own), tuple(other), endings_of(ruleset, board, (own, other), (), (1, 1))
        )
        for depth in range(1, 30):
            found = small.deepen(depth, 1 << 60, 1e9)
            assert found is not None
            if found[1]:
                break
        assert not small.lines.plays.failed
        assert found == (solved.value, True, True), seed


def test_a_budget_in_nodes_gives_the_same_answer_each_time_and_some_move_always() -> None:
    ruleset = preset("tournament")
    board, own, other = ended_game(ruleset, 5, 7)
    first = Solver(ruleset, graph_of(small_lexicon())).solve(board, own, other, nodes_max=2000)
    again = Solver(ruleset, graph_of(small_lexicon())).solve(board, own, other, nodes_max=2000)
    assert first == again
    assert isinstance(solver("tournament").solve(board, own, other, nodes_max=1).move, Play | Pass)


def test_more_time_gives_an_answer_at_least_as_deep() -> None:
    ruleset = preset("tournament")
    board, own, other = ended_game(ruleset, 7, 7)
    depths = []
    for nodes in (10, 1000, 10_000, 100_000):
        fresh = Solver(ruleset, graph_of(small_lexicon()))
        depths.append(fresh.solve(board, own, other, nodes_max=nodes).depth)
    assert depths == sorted(depths)
    assert depths[0] < depths[-1]


def test_where_nobody_can_play_the_answer_is_the_ruleset_s_way_to_pass() -> None:
    q, kinds = 17, {"match": Exchange, "tournament": Pass}
    for name, kind in kinds.items():
        ruleset = preset(name)
        board = Board.empty(ruleset.layout).with_cells([(112, 3), (113, 1), (114, 20)])
        stuck = solver(name).solve(board, ruleset.tiles.tiles([q]), ruleset.tiles.tiles([q, q]))
        assert (type(stuck.move), stuck.value, stuck.is_proven) == (kind, 10, True)


def test_a_turn_is_not_given_away_before_the_reply_to_that_was_looked_at() -> None:
    """One ply deep, passing looks better here than going out with a bingo; the second takes most of a second."""
    ruleset = preset("tournament")
    text = (
        "D2J3A6T/ENSERFING2T2U/S1KA3I3OP1T/E1ON3M3YO1T/R1L1ALWAY3R1I/T1S1BO2OZALIDS/I6XU3F2/COMBE1QI3DE2/"
        "2O1HUI4ERA1/2E8L1P1/9GNAWED/11I1R1/11N1C1/9VEE1U1/15 AEHNOT?/AEGIRV? 408/313 0"
    )
    cgp = parse_cgp(text, ruleset.layout, ruleset.tiles.alphabet)
    solved = Solver(ruleset, catalogue.load("default")).solve(cgp.board, *cgp.racks, nodes_max=16_000)
    assert (solved.depth, solved.value, isinstance(solved.move, Play)) == (1, 93, True)


def test_a_pass_that_ends_the_game_is_weighed_at_once() -> None:
    """After the other's pass, where two end the game: a play that gives away more than it brings is not made."""
    ruleset = preset("solo")
    turns = (Turn(1, pass_kind(ruleset), 0, True),)
    engine = Engine(ruleset, graph_of(small_lexicon()))
    for seed in range(300):
        board, own, other = ended_game(ruleset, seed, 3)
        solved = solver("solo").solve(board, own, other, turns=turns)
        if isinstance(solved.move, Play) or not engine.can_play(board, own):
            continue
        hurried = solver("solo").solve(board, own, other, turns=turns, depth_max=1)
        assert hurried.move == solved.move
        return
    pytest.fail("no position in which passing is best")


def test_the_line_played_out_gives_the_value() -> None:
    ruleset = preset("classic")
    for seed in range(30):
        board, own, other = ended_game(ruleset, 2000 + seed, 4)
        solved = solver("classic").solve(board, own, other)
        assert spread_of_line(ruleset, (own, other), solved.line) == solved.value, seed
