"""A game is its header and its events, and `Game.move` is the way of every move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quixotry.rules.errors import IllegalMove
from quixotry.rules.event import TilesExchanged, TilesPlayed
from quixotry.rules.game import Arbiter, Game
from quixotry.rules.move import Exchange, Pass
from quixotry.rules.ports import Words
from quixotry.rules.position import replay
from quixotry.rules.referee import start
from quixotry.rules.view import view_of
from tests.rules.build import (
    RULES,
    AnyWord,
    Deal,
    always,
    deal,
    header_for,
    names,
    only,
    play,
    started,
    tiles,
)

SOLO, MATCH = RULES["solo"], RULES["match"]


def arbiter(*, words: Words | None = None, deals: str = "") -> Arbiter:
    return Arbiter(deal(SOLO, deals), AnyWord() if words is None else words, always)


def begun(deals: str = "CATDOGS") -> Game:
    return Game.begin(header_for(SOLO), deal(SOLO, deals))


def test_the_position_of_a_game_is_always_the_fold_of_its_events() -> None:
    table = started(SOLO, deals="CATDOGS")
    game = Game.of(header_for(SOLO), table.events)
    later = game.after(table.plays("8G CATS"))
    assert later == Game.of(game.header, table.events)
    assert later.position == table.position
    assert len(game.events) < len(later.events)
    assert game.after(()) == game


def test_a_game_begins_with_the_draw_the_deal_and_a_seat_on_turn() -> None:
    game = begun()
    assert game.events == start(SOLO, 2, tiles=deal(SOLO, "CATDOGS"), game=1)
    assert game.position == replay(SOLO, 2, game.events)
    assert all(len(rack) == SOLO.rack.size for rack in game.position.racks)
    assert game.position.turn is not None


def test_the_second_game_of_a_match_is_begun_by_the_other_seat() -> None:
    first = Game.begin(header_for(MATCH, match_game=1), Deal())
    second = Game.begin(header_for(MATCH, match_game=2), Deal())
    assert (first.position.turn, second.position.turn) == (0, 1)


def test_a_move_gives_the_game_after_it_and_leaves_the_game_before_as_it_was() -> None:
    game = begun()
    seen = replace(game)
    after = game.move(0, play(SOLO, "8G CATS"), arbiter())
    assert game == seen
    assert after.header is game.header
    assert after.events[: len(game.events)] == game.events
    assert after == Game.of(game.header, after.events)
    assert after.position.scores[0] == only(TilesPlayed, after.events).score > 0


def test_what_a_move_brought_about_is_what_came_since() -> None:
    game = begun()
    after = game.move(0, play(SOLO, "8G CATS"), arbiter())
    assert names(after.events_since(game)) == ["TilesPlayed", "TilesDrawn"]
    assert after.events_since(after) == ()
    assert after.move(1, Pass(), arbiter()).events_since(game)[:2] == after.events_since(game)


def test_a_move_happens_when_the_caller_says_it_does() -> None:
    after = begun().move(0, Pass(), arbiter(), now_ms=1_234)
    assert after.events[-1].at_ms == after.position.at_ms == 1_234


def test_a_move_draws_its_tiles_from_the_arbiter() -> None:
    game = begun()
    drawn = len(game.position.racks[0]) * 2
    after = game.move(0, Exchange(tiles(SOLO, "CATDOGS")), arbiter(deals="A" * drawn + "Z"))
    assert only(TilesExchanged, after.events).seat == 0
    assert "Z" in after.position.racks[0].text(SOLO.tiles.alphabet)


def test_a_move_is_judged_by_the_words_of_the_arbiter() -> None:
    with pytest.raises(IllegalMove):
        begun().move(0, play(SOLO, "8G CATS"), arbiter(words=frozenset({"DOG"})))


def test_a_view_shows_a_seat_its_own_rack_and_a_spectator_none() -> None:
    game = begun()
    own, watching = game.view(0, carried=(5, 7)), game.view(None)
    assert own == view_of(game.position, 0, carried=(5, 7))
    assert own.rack == game.position.racks[0]
    assert own != view_of(game.position, 0)
    assert watching.rack is None
