"""Rollouts: one does not depend on another, and their figures are what they say."""

from __future__ import annotations

from array import array

import pytest

from quixotry.engine.moves import Candidate
from quixotry.engine.native.rollout import Rollout
from quixotry.engine.native.simulation import FIGURES, Simulation
from quixotry.engine.simulator import Perspective, Simulator
from quixotry.engine.win_chances import win_chances
from quixotry.players.appraisal import appraisal_for
from quixotry.players.computer import Computer
from quixotry.players.levels import level_named
from quixotry.rules.board import Board
from quixotry.rules.move import Exchange, Play
from quixotry.rules.ruleset_file import preset
from tests.engine.games import graph_of, small_lexicon
from tests.players.expert_games import views

RULES = preset("match")


def simulation() -> Simulation:
    appraisal = appraisal_for(RULES.tiles)
    made = Simulation(Rollout(RULES, graph_of(small_lexicon()), None, appraisal.worth, appraisal.vowels))
    made.set_win_table(win_chances().scale, win_chances().lead)
    return made


def prepared(number: int, plies: int) -> Simulation:
    view, made = views()[number], simulation()
    assert view.rack is not None
    others = (view.rack_sizes[1 - (view.seat or 0)],)
    scores = (view.scores[view.seat or 0], view.scores[1 - (view.seat or 0)])
    made.set_position(view.board.cells, tuple(view.unseen), others, view.bag_count, scores, plies)
    for each in Computer(level_named("expert"), small_lexicon()).ranked(view, 5):
        laid = each.move.placements if isinstance(each.move, Play) else ()
        given = each.move.tiles if isinstance(each.move, Exchange) else ()
        made.add(laid, each.score, 0, each.leave, given)
    return made


def rolled(made: Simulation, arms: list[int], samples: list[int]) -> list[list[float]]:
    out = array("d", bytes(8 * FIGURES * len(arms)))
    assert made.run(array("i", arms), array("Q", samples), out, 1e9) == len(arms)
    return [list(out[FIGURES * n : FIGURES * (n + 1)]) for n in range(len(arms))]


@pytest.mark.parametrize("number", [0, 3, 8, 14])
@pytest.mark.parametrize("plies", [2, 5, 24])
def test_a_rollout_is_the_same_whatever_was_rolled_before(number: int, plies: int) -> None:
    arms, samples = [0, 1, 2, 3, 4] * 6, [7 * n for n in range(30)]
    together = rolled(prepared(number, plies), arms, samples)
    for place in (0, 11, 29):
        alone = rolled(prepared(number, plies), [arms[place]], [samples[place]])
        assert alone[0] == together[place]


def test_a_rollout_is_the_same_after_letters_played_through_were_numbered_anew() -> None:
    """There are ten thousand numbers; long rollouts use them up."""
    made = prepared(3, 24)
    first = rolled(made, [0, 3], [1, 2])
    sample = 10
    while made.rollout.boards.renumbered < 2:
        rolled(made, [1, 2] * 50, list(range(sample, sample + 100)))
        sample += 100
        assert sample < 20_000
    assert rolled(made, [0, 3], [1, 2]) == first


def test_a_far_lead_wins_and_a_play_that_goes_out_ends_the_game() -> None:
    alphabet = RULES.tiles.alphabet
    board = Board.empty(RULES.layout).with_cells(
        (112 + n, alphabet.cell(c) or 0) for n, c in enumerate("CAT")
    )
    perspective = Perspective(board, RULES.tiles.tiles([19]), RULES.tiles.tiles([17]), (1,), 0, (100, 90))
    going_out = Candidate(Play(((115, 19),)), 6, (), 6.0)  # type: ignore[arg-type]
    appraisal = appraisal_for(RULES.tiles)
    simulator = Simulator(
        RULES, graph_of(small_lexicon()), leaves=None, worth=appraisal.worth, vowels=appraisal.vowels
    )
    (tried,) = simulator.compare(perspective, [going_out], plies=4, rollouts_max=8)
    assert tried.win_chance == 1.0
    assert tried.spread == 10 + 6 + 20


def test_chances_to_win_rise_with_the_spread_and_as_the_bag_empties() -> None:
    table = win_chances()
    assert table.chance(0, 50, on_turn=True) > 0.5 > table.chance(0, 50, on_turn=False)
    assert table.chance(40, 20, on_turn=False) > table.chance(40, 80, on_turn=False)
    assert table.chance(10, 200, on_turn=True) < table.chance(60, 200, on_turn=True)
