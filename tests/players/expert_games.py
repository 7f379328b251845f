"""Games of two or more experts with a small list, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator

from quixotry.arena.game import FixedOrder
from quixotry.players.levels import player_for
from quixotry.rules.position import Position, evolve, replay
from quixotry.rules.referee import decide, start
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.rules.view import View, view_of
from tests.engine.games import small_lexicon


def positions(ruleset: Ruleset, seats: int, seed: int) -> Iterator[Position]:
    """The position before each turn of one game, and the last one."""
    tiles = FixedOrder.shuffled(ruleset.tiles, seed)
    position = replay(ruleset, seats, start(ruleset, seats, tiles=tiles, game=1))
    expert = player_for("expert", small_lexicon())
    yield position
    while position.turn is not None:
        move = expert.choose(view_of(position, position.turn), 10)
        for event in decide(
            position,
            position.turn,
            move,
            now_ms=0,
            tiles=tiles,
            words=small_lexicon(),
            can_play=lambda *_: True,
        ):
            position = evolve(position, event)
        yield position


def views(rules: str = "match", seats: int = 2, seed: int = 1) -> list[View]:
    """What experts saw turn by turn in one game."""
    return [
        view_of(position, position.turn)
        for position in positions(preset(rules), seats, seed)
        if position.turn is not None
    ]
