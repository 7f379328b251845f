from __future__ import annotations

from dataclasses import fields

import msgspec
import pytest

from quixotry.protocol.events import PublicEvent, TilesPlayed, show_event
from quixotry.protocol.rulesets import Ruleset as ShownRuleset
from quixotry.protocol.rulesets import show_ruleset
from quixotry.protocol.views import LastPlay, View, outcome_from, show_outcome, show_view, show_word
from quixotry.rules import event as happened
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.rules.scoring import WordScore
from quixotry.rules.shipped import shipped_names
from quixotry.rules.view import redact, view_of
from tests.notation.games import some_games


@pytest.mark.parametrize("name", shipped_names("presets"))
def test_a_ruleset_is_told_with_every_facet_its_board_and_its_tiles(name: str) -> None:
    ruleset = preset(name)
    told = show_ruleset(ruleset, is_own=name == "solo")
    assert told.bonus == ruleset.bonus
    assert told.is_own == (name == "solo")
    assert len(told.board.premiums) == len(told.board.rows) == ruleset.layout.height
    assert {kind.sign: kind.count for kind in told.tiles.set}["?"] == 2
    edge = ("+7", "-7") if name == "friends" else ("1", "A")
    assert (told.board.rows[0], told.board.columns[0]) == edge
    assert msgspec.json.decode(msgspec.json.encode(told), type=ShownRuleset) == told


def test_a_new_table_of_facets_is_told_too() -> None:
    renamed = {"layout": "board"}
    told = {field.name for field in msgspec.structs.fields(ShownRuleset)}
    assert {renamed.get(facet.name, facet.name) for facet in fields(Ruleset)} <= told


def test_every_view_and_seen_event_of_many_games_is_told_and_hides_what_it_must() -> None:
    for game in some_games():
        ruleset = game.header.ruleset
        for seat in (None, *game.position.seats):
            last = LastPlay(0, (112, 113)) if seat == 0 else None
            told = show_view(view_of(game.position, seat), last)
            assert msgspec.json.decode(msgspec.json.encode(told), type=View) == told
            assert (told.rack is None) == (seat is None)
            assert told.scores == game.position.scores
            assert told.last_play == last
            limited = ruleset.exchange.per_game is not None and seat is not None
            assert (told.exchanges_left is not None) == limited
            for event in game.events:
                seen = show_event(redact(event, seat), PublicEvent(event), ruleset)
                plain = msgspec.to_builtins(seen)
                assert plain["kind"] == type(event).__name__
                assert plain["seq"] == event.seq
                if isinstance(event, happened.TilesDrawn | happened.TilesExchanged):
                    shown = {"tiles", "returned", "drawn"} & plain.keys()
                    assert bool(shown) == (event.seat == seat)


def test_what_everybody_can_work_out_is_told_beside_a_play() -> None:
    game = some_games()[0]
    event = next(each for each in game.events if isinstance(each, happened.TilesPlayed))
    public = PublicEvent(event, text="8H CAT", total=10)
    told = show_event(redact(event, None), public, game.header.ruleset)
    assert isinstance(told, TilesPlayed)
    assert (told.text, told.total) == ("8H CAT", 10)


def test_an_outcome_told_is_read_back_as_the_same_outcome() -> None:
    outcomes = [(game.position.outcome, game.header.ruleset) for game in some_games()]
    over = [(outcome, ruleset) for outcome, ruleset in outcomes if outcome is not None]
    assert over
    for outcome, ruleset in over:
        assert outcome_from(show_outcome(outcome, ruleset)) == outcome


@pytest.mark.parametrize(
    ("rules", "down", "name"),
    [
        ("classic", False, "8H"),
        ("classic", True, "H8"),
        ("friends", False, "+0,+0 across"),
        ("friends", True, "+0,+0 down"),
    ],
)
def test_a_word_is_told_with_where_it_begins_as_its_players_write_it(
    rules: str, down: bool, name: str
) -> None:
    assert show_word(WordScore("CAT", 112, down, 5), preset(rules)).at == name
