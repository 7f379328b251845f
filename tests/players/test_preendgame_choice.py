"""Which move a computer makes near the end of the bag."""

from __future__ import annotations

from dataclasses import replace

from quixotry.engine.moves import Candidate
from quixotry.engine.preendgame_result import PreEndgameMove
from quixotry.engine.simulator import SimulatedMove
from quixotry.players.level import Search
from quixotry.players.preendgame_choice import preferred
from quixotry.rules.move import Pass, Placement, Play


def compared(
    square: int,
    chance: float,
    *,
    left: int = 0,
    certain: bool = False,
    rolled: tuple[float, float] | None = None,
) -> PreEndgameMove:
    """A move that a search under every draw puts at this chance; and rollouts at this chance and spread."""
    candidate = Candidate(Play((Placement(square, 1),)), 10, (), 10.0)
    simulated = rolled and SimulatedMove(candidate, *rolled, 100, 0.01, 0.0, 0.0, 0.0)
    least, most = (chance, chance) if certain else (0.0, 1.0)
    return PreEndgameMove(
        candidate, left, chance, least, most, None, (), 36, 36, 0, certain, rolled=simulated
    )


def choice(*found: PreEndgameMove) -> int:
    move = preferred(found, Search()).candidate.move
    assert isinstance(move, Play)
    return move.placements[0].square


def test_of_moves_that_seem_equal_it_makes_the_one_that_hides_more() -> None:
    """The search lets the other player see every tile, which is least true where some are left in the bag."""
    assert choice(compared(1, 0.5), compared(2, 0.5, left=1)) == 2
    assert choice(compared(1, 0.6), compared(2, 0.5, left=1)) == 1


def test_passing_hides_nothing() -> None:
    idle = compared(1, 0.5, left=2)
    idle = replace(idle, candidate=replace(idle.candidate, move=Pass()))
    assert choice(compared(2, 0.51), idle) == 2


def test_what_wins_for_certain_is_not_given_up_for_what_nearly_does() -> None:
    sure = compared(1, 1.0, certain=True)
    assert choice(compared(2, 0.995, rolled=(0.99, 40.0)), sure) == 1
    assert choice(compared(2, 1.0, left=2, certain=True, rolled=(0.97, 40.0)), sure) == 1


def test_what_wins_in_the_one_order_of_the_bag_that_was_tried_is_not_certain() -> None:
    exchange = replace(compared(1, 1.0, certain=True), is_proven=False)
    assert choice(exchange, compared(2, 1.0, rolled=(1.0, 40.0))) == 2


def test_what_is_lost_if_everything_is_seen_is_played_for_what_may_be_overlooked() -> None:
    lost = [compared(n, 0.0, certain=True, rolled=(0.05 * n, -20.0)) for n in (1, 3, 2)]
    assert choice(*lost) == 3


def test_of_moves_that_win_equally_often_it_makes_the_one_that_brings_more_points() -> None:
    assert choice(compared(1, 1.0, rolled=(1.0, 30.0)), compared(2, 1.0, rolled=(1.0, 60.0))) == 2


def test_a_decided_game_is_played_for_points_whatever_is_proven() -> None:
    """A sure win of few points is soon proven, and a better one not in a second."""
    sure = replace(compared(1, 1.0, certain=True), spread=40.0)
    assert choice(sure, compared(2, 0.97, rolled=(1.0, 90.0))) == 2
    assert choice(replace(sure, spread=95.0), compared(2, 0.97, rolled=(1.0, 90.0))) == 1
    lost = compared(1, 0.03), compared(2, 0.01, rolled=(0.0, -90.0)), compared(3, 0.01, rolled=(0.0, -60.0))
    assert choice(*lost) == 3


def test_a_game_is_not_decided_against_what_going_through_the_draws_says() -> None:
    """Rollouts play endgames by what looks best on the spot: that may win always, and in truth half the time."""
    refuted = replace(compared(1, 0.48, rolled=(1.0, 20.0)), win_chance_max=0.5)
    assert choice(refuted, compared(2, 0.9, rolled=(0.9, 5.0))) == 2
    assert choice(compared(1, 0.6, rolled=(1.0, 20.0)), compared(2, 0.9, rolled=(0.9, 5.0))) == 2
    hopeless, saving = compared(1, 0.0, rolled=(0.0, -20.0)), replace(compared(2, 0.3), win_chance_min=0.2)
    assert choice(hopeless, saving) == 2


def test_what_is_certain_is_hardly_doubted_by_rollouts() -> None:
    known = compared(1, 0.5, certain=True, rolled=(0.4, 0.0))
    flattered = compared(2, 0.45, certain=True, rolled=(0.7, 0.0))
    assert choice(known, flattered) == 1
    assert choice(known, replace(flattered, win_chance_min=0.0, win_chance_max=1.0)) == 2


def test_a_move_that_no_rollouts_were_made_of_must_be_ahead() -> None:
    tried = compared(1, 0.5, rolled=(0.5, 0.0))
    assert choice(compared(2, 0.51), tried) == 1
    assert choice(compared(2, 0.53), tried) == 2
