from __future__ import annotations

import json
from typing import Any

import pytest

from quixotry.notation import wire
from quixotry.rules.errors import ExchangeRefused, NotYourTurn
from quixotry.rules.event import TilesDrawn, TilesExchanged
from quixotry.rules.match import MatchOutcome
from quixotry.rules.move import Accept, Challenge, Exchange, Move, Pass, Placement, Play, Resign
from quixotry.rules.ruleset_file import preset
from quixotry.rules.scoring import WordScore
from quixotry.rules.shipped import shipped_names
from quixotry.rules.view import redact, view_of
from tests.notation.games import some_games

ALPHABET = preset("classic").tiles.alphabet


@pytest.mark.parametrize("name", shipped_names("presets"))
def test_a_ruleset_is_told_with_every_facet_its_board_and_its_tiles(name: str) -> None:
    ruleset = preset(name)
    told = wire.ruleset_plain(ruleset, is_own=name == "solo")
    json.dumps(told)
    assert told["bonus"]["points"] == ruleset.bonus.points
    assert told["is_own"] == (name == "solo")
    assert len(told["board"]["premiums"]) == len(told["board"]["rows"]) == ruleset.layout.height
    assert {row["sign"]: row["count"] for row in told["tiles"]["set"]}["?"] == 2
    edge = ("+7", "-7") if name == "friends" else ("1", "A")
    assert (told["board"]["rows"][0], told["board"]["columns"][0]) == edge


def test_every_view_and_seen_event_of_many_games_is_plain_and_hides_what_it_must() -> None:
    for game in some_games():
        ruleset = game.header.ruleset
        for seat in (None, *game.position.seats):
            last = (0, [112, 113]) if seat == 0 else None
            told = wire.view_plain(view_of(game.position, seat), last)
            json.dumps(told)
            assert (told["rack"] is None) == (seat is None)
            assert told["scores"] == game.position.scores
            assert (told["last_play"] is None) == (seat != 0)
            limited = ruleset.exchange.per_game is not None and seat is not None
            assert (told["exchanges_left"] is not None) == limited
            for event in game.events:
                plain = wire.event_plain(redact(event, seat), wire.Told(event), ruleset)
                json.dumps(plain)
                assert plain["kind"] == type(event).__name__
                assert plain["seq"] == event.seq
                if isinstance(event, TilesDrawn | TilesExchanged):
                    shown = {"tiles", "returned", "drawn"} & plain.keys()
                    assert bool(shown) == (event.seat == seat)


def test_what_everybody_can_work_out_is_told_beside_an_event() -> None:
    game = some_games()[0]
    told = wire.Told(game.events[0], text="8H CAT", total=10)
    plain = wire.event_plain(redact(game.events[0], None), told, game.header.ruleset)
    assert plain["text"] == "8H CAT"
    assert plain["total"] == 10


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
    assert wire.word_plain(WordScore("CAT", 112, down, 5), preset(rules))["at"] == name


def test_a_match_is_told_with_what_decided_it() -> None:
    told = wire.match_outcome_plain(MatchOutcome((1, 1), (700, 650), (0,), "points"))
    assert told["decided_by"] == "points"


def test_a_refusal_is_told_with_code_sentence_clause_and_fields() -> None:
    told = wire.refusal_plain(NotYourTurn(0, 1))
    assert told["code"] == "not_your_turn"
    assert told["details"] == {"seat": 0, "turn": 1}
    assert "seat 2's turn" in told["sentence"]
    assert wire.refusal_plain(ExchangeRefused())["details"] == {}


@pytest.mark.parametrize(
    "move",
    [
        Play((Placement(112, 3), Placement(113, 129))),
        Exchange((0, 1, 26)),
        Pass(),
        Challenge(("CAT",)),
        Challenge(),
        Accept(),
        Resign(),
    ],
)
def test_a_move_told_is_read_back_as_the_same_move(move: Move) -> None:
    assert wire.move_from(wire.move_plain(move, ALPHABET), ALPHABET) == move


@pytest.mark.parametrize(
    "plain",
    [
        {},
        {"kind": "fly"},
        {"kind": "pass", "more": 1},
        {"kind": "accept", "more": 1},
        {"kind": "resign", "more": 1},
        {"kind": "play"},
        {"kind": "play", "placements": [], "more": 1},
        {"kind": "play", "placements": [1]},
        {"kind": "play", "placements": [{"square": True, "sign": "A"}]},
        {"kind": "play", "placements": [{"square": 1, "sign": "A", "more": 1}]},
        {"kind": "play", "placements": [{"square": 1, "sign": "!"}]},
        {"kind": "play", "placements": [{"square": 1, "sign": "A"}] * 33},
        {"kind": "exchange", "tiles": 3},
        {"kind": "exchange", "tiles": "A", "more": 1},
        {"kind": "exchange", "tiles": "!"},
        {"kind": "exchange", "tiles": "A" * 33},
        {"kind": "challenge", "words": "CAT"},
        {"kind": "challenge", "words": ["A"] * 33},
        {"kind": "challenge", "words": ["A" * 33]},
        {"kind": "challenge", "words": [1]},
        {"kind": "challenge", "more": 1},
    ],
)
def test_what_is_no_move_is_refused_in_a_sentence(plain: dict[str, Any]) -> None:
    with pytest.raises(wire.BadCommand, match=r"\.$"):
        wire.move_from(plain, ALPHABET)


def test_the_tiles_of_a_preview_are_a_list() -> None:
    assert wire.laid_from([{"square": 1, "sign": "a"}]) == [(1, "a")]
    with pytest.raises(wire.BadCommand, match="list"):
        wire.laid_from("A")
