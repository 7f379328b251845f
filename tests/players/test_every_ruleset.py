"""Mixed levels in every version of the rules: no illegal move, no hang, no missed deadline."""

from __future__ import annotations

import os
import random

import pytest

from quixotry.arena.game import can_play_by, play_game
from quixotry.lexicon import load
from quixotry.players.levels import level_names, player_for
from quixotry.rules.ruleset_file import preset

GAMES = 200
BUDGET_MS = 50
GRACE_MS = 200


@pytest.mark.soak
@pytest.mark.skipif(not os.environ.get("QUIXOTRY_SOAK"), reason="an hour of games; `make soak` plays them")
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("rules", ["classic", "friends", "match", "party", "solo", "tournament"])
def test_two_hundred_games_of_mixed_levels_end_in_time(rules: str, part: int) -> None:
    ruleset, lexicon = preset(rules), load("default")
    can_play = can_play_by(ruleset, lexicon)
    computers = {level: player_for(level, lexicon) for level in level_names()}
    for seed in range(part * GAMES // 10, (part + 1) * GAMES // 10):
        rng = random.Random(seed)
        seats = rng.randint(ruleset.seats.min, ruleset.seats.max)
        players = [computers[rng.choice(level_names())] for _ in range(seats)]
        played = play_game(ruleset, lexicon, players, seed=seed, budget_ms=BUDGET_MS, can_play=can_play)
        assert played.position.outcome is not None
        assert max(played.slowest_ms) <= BUDGET_MS + GRACE_MS
