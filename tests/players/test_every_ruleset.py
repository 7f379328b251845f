"""Mixed levels in every version of the rules: no illegal move, no hang, no missed deadline."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from quixotry.arena.batches import LocalProcesses
from tests.players.mixed_games import BUDGET_MS, RULES, MixedGame, games, play
from tests.soak import is_soak

GAMES = 200
GRACE_MS = 200


@pytest.mark.soak
@pytest.mark.skipif(not is_soak(), reason="an hour of games; `make soak` plays them")
def test_two_hundred_games_of_mixed_levels_by_every_ruleset_end_in_time() -> None:
    late = [
        game
        for game in games(GAMES, LocalProcesses(os.cpu_count() or 1))
        if game.slowest_ms > BUDGET_MS + GRACE_MS
    ]
    assert late == []


@pytest.mark.parametrize("rules", RULES)
def test_a_game_of_mixed_levels_ends_without_an_illegal_move(rules: str) -> None:
    game = play(rules, 1)
    assert game.turns > 4
    assert game.ended


def test_what_was_played_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    def stand_in(rules: str, seed: int) -> MixedGame:
        played.append((rules, seed))
        return MixedGame(rules, seed, ("club", "expert"), 30, 12.5, 11.0, "out")

    monkeypatch.setattr("tests.players.mixed_games.play", stand_in)
    file = tmp_path / "journal"
    interrupted = games(2, LocalProcesses(1), file)
    before = [next(interrupted) for _ in range(3)]
    interrupted.close()
    after = list(games(2, LocalProcesses(1), file))
    assert after[:3] == before
    assert sorted(played) == sorted((rules, seed) for rules in RULES for seed in range(2))
