"""Playouts end when the rules end a game, and not before."""

from __future__ import annotations

from quixotry.engine.moves import Candidate, Engine
from quixotry.engine.playout import Ending, Limits, Playout
from quixotry.engine.solver import Solver
from quixotry.rules.exchange import pass_move
from quixotry.rules.position import Turn
from quixotry.rules.ruleset_file import preset
from tests.engine.endgames import ended_game
from tests.engine.games import graph_of, small_lexicon


def after_a_third_scoreless_turn(scores: tuple[int, int]) -> Ending:
    """In `friends` three turns without a score end the game, but not while nobody has a point (D7)."""
    rules, graph = preset("friends"), graph_of(small_lexicon())
    board, own, other = ended_game(rules, 1, 5)
    turns = (Turn(0, "exchange", 0, False), Turn(1, "exchange", 0, False))
    playout = Playout(rules, Engine(rules, graph), Solver(rules, graph))
    idle = Candidate(pass_move(rules), 0, tuple(own), 0.0)
    limits = Limits(1)
    return playout.play_out(
        idle, board, other, (5,), lead=scores[0] - scores[1], scores=scores, turns=turns, limits=limits
    )


def test_a_run_of_scoreless_turns_ends_a_playout() -> None:
    ending = after_a_third_scoreless_turn((20, 5))
    assert (ending.line, ending.spread) == ((), 15)


def test_while_nobody_has_a_point_scoreless_turns_do_not_end_a_playout() -> None:
    assert after_a_third_scoreless_turn((0, 0)).line
