"""Runs of turns that end a game, counted in one place."""

from __future__ import annotations

from quixotry.rules.position import Turn
from quixotry.rules.ruleset import EndingRun
from quixotry.rules.ruleset_file import preset
from quixotry.rules.runs import full_run, run_length, runs_for
from tests.rules.build import changed

SCORELESS = EndingRun("scoreless", "scoreless", turns=3)


def turn(seat: int, score: int = 0, kind: str = "pass") -> Turn:
    return Turn(seat, kind, score, bag_empty=False)  # type: ignore[arg-type]


def test_a_run_is_broken_by_a_turn_that_does_not_count() -> None:
    turns = [turn(0), turn(1, 12, "play"), turn(0), turn(1)]
    assert run_length(SCORELESS, turns) == 2


def test_turns_of_a_seat_that_left_neither_count_nor_break_a_run() -> None:
    turns = [turn(0), turn(1, 12, "play"), turn(2), turn(0)]
    assert run_length(SCORELESS, turns, resigned={1}) == 3


def test_a_run_that_waits_for_a_first_point_does_not_end_a_game_without_one() -> None:
    runs = [
        {"reason": "scoreless", "of": "scoreless", "turns": 2, "unless_all_zero": True},
        {"reason": "stalemate", "of": "tileless", "rounds": 6},
    ]
    rules = changed(preset("classic"), end__runs=runs)
    assert full_run(rules, [turn(0), turn(1)], [0, 0]) is None
    found = full_run(rules, [turn(0), turn(1)], [0, 7])
    assert found is not None
    assert found.reason == "scoreless"


def test_rounds_are_counted_by_the_seats_still_playing() -> None:
    runs = [{"reason": "stalemate", "of": "tileless", "rounds": 2}]
    rules = changed(preset("classic"), end__runs=runs)
    turns = [turn(seat) for seat in (0, 1, 0, 1)]
    assert full_run(rules, turns, [5, 5, 0]) is None
    assert full_run(rules, turns, [5, 5, 0], resigned={2}) is not None


def test_runs_are_found_by_the_reason_they_end_a_game_for() -> None:
    rules = preset("party")
    for run in rules.end.runs:
        assert run in runs_for(rules, run.reason)
    assert runs_for(rules, "out") == runs_for(rules, None) == []
