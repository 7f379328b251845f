"""A game is its header and its events."""

from __future__ import annotations

from quixotry.rules.game import Game, GameHeader, SeatedPlayer
from tests.rules.build import RULES, started


def test_the_position_of_a_game_is_always_the_fold_of_its_events() -> None:
    rules = RULES["solo"]
    table = started(rules, deals="CATDOGS")
    players = (SeatedPlayer("You"), SeatedPlayer("Quixotry", "computer", "easy"))
    header = GameHeader("g1", rules, "default", "0" * 64, players, "00", "2024-01-01T00:00:00+00:00")
    game = Game.of(header, table.events)
    later = game.after(table.plays("8G CATS"))
    assert later == Game.of(header, table.events)
    assert later.position == table.position
    assert len(game.events) < len(later.events)
    assert game.after(()) == game
