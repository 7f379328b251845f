"""A few rollouts of fixed positions, whose figures are known."""

from __future__ import annotations

from array import array

from quixotry.engine.native.race import Race
from quixotry.engine.native.rollout import Rollout
from quixotry.engine.native.simulation import FIGURES, Simulation
from quixotry.rules.board import Board
from quixotry.rules.ruleset_file import preset
from tests.engine.games import graph_of, small_lexicon


def figures_of_rollouts() -> dict[str, object]:
    """What four rollouts of two candidates come to, and who is ahead."""
    rules = preset("match")
    letters = rules.tiles.alphabet
    board = Board.empty(rules.layout).with_cells(
        (112 + n, letters.cell(sign) or 0) for n, sign in enumerate("CAT")
    )
    own = rules.tiles.tiles(letters.tile(sign) or 0 for sign in "SANDER?")
    unseen = tuple(rules.tiles.counts.minus(board.tiles()) - own)
    worth = [0.0] * rules.tiles.kinds
    race = Race(2, 100, spread_weight=0.0004, tie=0.002, noise=0.02)
    made = Simulation(Rollout(rules, graph_of(small_lexicon()), None, worth, {1, 5, 9, 15, 21}))
    made.set_win_table([40.0] * 90, [15.0] * 90)
    made.set_position(board.cells, unseen, (7,), len(unseen) - 7, (20, 30), 3)
    made.add(((115, 19),), 6, 0, tuple(own.minus((19,))), ())
    made.add((), 0, 0, (1, 5, 19), (0, 4, 14, 18))
    arms, samples = array("i", [0, 0, 1, 1]), array("Q", [11, 12, 11, 12])
    out = array("d", bytes(8 * FIGURES * 4))
    assert made.run(arms, samples, out, 1e9) == 4
    race.record(arms, out, 4)
    return {
        "figures": [round(figure, 9) for figure in out],
        "order": race.order(),
        "doubt": round(race.challenger(race.leader())[1], 9),
    }
