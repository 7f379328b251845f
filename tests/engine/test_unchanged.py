"""Plays, games, endgames and rollouts stay what they are, to the last bit, however the engine is built inside."""

from __future__ import annotations

import json
from pathlib import Path

from tests.engine.agreement import digest_of_games
from tests.engine.rollouts import figures_of_rollouts

KNOWN = json.loads((Path(__file__).parents[1] / "golden" / "engine.json").read_text("utf-8"))


def test_plays_and_games_and_endgames_are_those_known() -> None:
    """All plays and the best play of 208 positions, two whole games of self-play, three endgames."""
    assert digest_of_games(200) == KNOWN["games"]


def test_rollouts_are_those_known() -> None:
    assert figures_of_rollouts() == KNOWN["rollouts"]
