"""Games of two or more experts with a small list, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from quixotry.arena.game import play_turns
from quixotry.players.levels import player_for
from quixotry.rules.position import Position
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.rules.view import View, view_of
from tests.engine.games import small_lexicon


def positions(ruleset: Ruleset, seats: int, seed: int) -> Iterator[Position]:
    """The position before each turn of one game, and the last one."""
    experts = [player_for("expert", small_lexicon())] * seats
    games = play_turns(ruleset, small_lexicon(), experts, seed=seed, budget_ms=10, can_play=lambda *_: True)
    return (game.position for game in games)


@cache
def views(rules: str = "match", seats: int = 2, seed: int = 1) -> tuple[View, ...]:
    """What experts saw turn by turn in one game."""
    return tuple(
        view_of(position, position.turn)
        for position in positions(preset(rules), seats, seed)
        if position.turn is not None
    )
