"""Mixed levels in every version of the rules: no illegal move, no hang, no missed deadline."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.players.mixed_games import BUDGET_MS, RULES, MixedGame, Progress, play
from tests.soak import is_soak

GAMES = 200
GRACE_MS = 200


@pytest.mark.soak
@pytest.mark.skipif(not is_soak(), reason="an hour of games; `make soak` plays them")
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("rules", RULES)
def test_two_hundred_games_of_mixed_levels_end_in_time(rules: str, part: int) -> None:
    progress = Progress()
    for seed in range(part * GAMES // 10, (part + 1) * GAMES // 10):
        assert progress.game(rules, seed).slowest_ms <= BUDGET_MS + GRACE_MS, seed


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
    file = tmp_path / "progress.jsonl"
    first = Progress(file).game("solo", 3)
    assert Progress(file).game("solo", 3).slowest_ms == first.slowest_ms
    assert played == [("solo", 3)]
