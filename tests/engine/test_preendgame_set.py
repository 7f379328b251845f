"""Two hundred pre-endgames with their best moves: a short search finds what a long one has proven.

The file is made by `bench/preendgame_truth.py`, and lists the evidence: the win chance of every move that was decided
under every draw. Budgets are counted in nodes, so that the same moves are found on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from bench.preendgame_truth import EPSILON, WORDS, read, rows_of, truth_of, view_of

from quixotry.players.champion import Champion
from quixotry.players.levels import level_named
from tests.soak import soak_count, soaked

FILE_NODES = 2_000_000
UNHURRIED_MS = 1e9
ROWS = rows_of(Path(__file__).parents[1] / "golden" / "preendgames.jsonl")
SECOND_NODES = 80_000
"""What a second is about enough for."""
LOST_MAX = {1: 0.01, 2: 0.03, 3: 0.03, 4: 0.05}
"""Win chance a second may lose against the best move known, by tiles in the bag."""


def rows(bag: int, amount: int) -> Sequence[dict[str, Any]]:
    return [row for row in ROWS if row["bag"] == bag][:amount]


def test_there_are_two_hundred_close_positions_as_many_with_each_number_of_tiles() -> None:
    assert [len(rows(bag, 200)) for bag in (1, 2, 3, 4)] == [50] * 4
    for row in ROWS:
        view = view_of(row["cgp"])
        assert view.bag_count == row["bag"]
        assert abs(view.scores[0] - view.scores[1]) <= 40


def test_most_positions_with_one_tile_in_the_bag_are_proven_and_some_with_two() -> None:
    assert sum(row["proven"] for row in rows(1, 50)) == 46
    assert sum(row["proven"] for row in rows(2, 50)) == 24


@pytest.mark.parametrize("row", [row for row in ROWS if row["proven"]], ids=lambda row: str(row["seed"]))
def test_what_is_proven_wins_at_least_as_often_as_all_that_was_decided(row: dict[str, Any]) -> None:
    assert row["decided"] == row["draws"]
    assert row["at_most"] <= row["win_chance"] + EPSILON
    assert max(row["moves"].values()) == row["moves"][row["best"]] == row["win_chance"]


@soaked
@pytest.mark.parametrize("bag", [1, 2, 3, 4])
def test_a_second_loses_little_against_the_best_move_known(bag: int) -> None:
    champion = Champion(level_named("champion"), WORDS, nodes_max=SECOND_NODES)
    lost = [
        each["lost"] for each in read(rows(bag, soak_count(2, 50)), champion, UNHURRIED_MS, as_if_ms=1000)
    ]
    assert sum(lost) / len(lost) <= LOST_MAX[bag], lost


@pytest.mark.parametrize("bag", [1, 2])
def test_the_file_can_be_made_again(bag: int) -> None:
    row = rows(bag, 1)[0]
    champion = Champion(level_named("champion"), WORDS, nodes_max=FILE_NODES)
    assert {"seed": row["seed"], **truth_of(champion, row["cgp"])} == row
