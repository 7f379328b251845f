"""The full record of a game, as stores keep it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from quixotry.fair.draws import SeededDraws
from quixotry.notation import errors
from quixotry.notation.record import (
    events_from_json,
    events_to_json,
    header_from_json,
    header_to_json,
)
from quixotry.rules.event import EVENT_KINDS, TurnPassed, TurnsTakenBack
from quixotry.rules.game import Game
from quixotry.rules.ruleset_file import plain_digest, preset, ruleset_to_plain
from tests.notation.games import challenge_games, ended_by_the_house, some_games
from tests.rules.build import PRESETS, header_for

PASSED = TurnPassed(seq=3, seat=1, at_ms=500)


def taken_back_game() -> Game:
    game = Game.begin(header_for(preset("friends"), 2), SeededDraws("5eed"))
    passed = TurnPassed(seq=game.position.seq, seat=0, at_ms=0)
    return game.after((passed,)).after((TurnsTakenBack(seq=passed.seq + 1, seat=0, at_ms=0, turns=1),))


def test_every_event_of_many_games_is_read_back_as_it_was_written() -> None:
    kinds = set()
    for game in (*some_games(), *challenge_games(), taken_back_game(), *ended_by_the_house()):
        assert events_from_json(events_to_json(game.events)) == game.events
        for event in game.events:
            line = events_to_json([event])
            assert b"\n" not in line
            (again,) = events_from_json(line)
            assert again == event
            assert type(again) is type(event)
            kinds.add(type(event).__name__)
    assert kinds == set(EVENT_KINDS), "some kind of event never happened in these games"


@pytest.mark.parametrize("name", PRESETS)
def test_a_header_of_every_preset_is_read_back_as_it_was_written(name: str) -> None:
    header = header_for(preset(name), 2, match_id="match-1", match_game=2)
    line = header_to_json(header)
    assert b"\n" not in line
    assert header_from_json(line) == header
    assert header_to_json(header_from_json(line)) == line


def test_a_game_rebuilt_from_its_record_is_the_same_game() -> None:
    for game in some_games():
        header = header_from_json(header_to_json(game.header))
        assert Game.of(header, events_from_json(events_to_json(game.events))) == game


def test_a_record_is_written_in_one_form_only() -> None:
    assert events_to_json([PASSED]) == b'[{"kind":"TurnPassed","seq":3,"seat":1,"at_ms":500}]'


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"]", "The event of a saved game cannot be read: it is not JSON"),
        (b"{", "it is not JSON"),
        (b"\xff", "it is not JSON"),
        (b"[" * 100_000, "it is nested too deeply"),
        (b'["\xff"]', "it is not UTF-8"),
        (b"[]", "it is not a JSON object"),
        (b"{}", "its kind must be FirstTileDrawn, StarterChosen"),
        (b'{"kind":7}', "not 7"),
        (b'{"kind":"TilesEaten","seq":1,"seat":0,"at_ms":0}', "not 'TilesEaten'"),
        (b'{"kind":"TurnPassed","seq":1,"seat":0}', "missing required field `at_ms`"),
        (b'{"kind":"TurnPassed","seq":"1","seat":0,"at_ms":0}', "Expected `int`, got `str` - at `$.seq`"),
        (b'{"kind":"TurnPassed","seq":true,"seat":0,"at_ms":0}', "Expected `int`, got `bool`"),
        (b'{"kind":"TurnPassed","seq":1,"seat":0,"at_ms":9007199254740992}', "no game takes so long"),
        (b'{"kind":"TurnPassed","seq":1,"seat":0,"at_ms":0,"x":1}', "it has too many or too few fields"),
        (b'{"kind":"PointsAdjusted","seq":1,"seat":0,"at_ms":0,"points":1,"why":"time"}', "too few"),
    ],
)
def test_a_damaged_event_is_refused_with_a_sentence(line: bytes, sentence: str) -> None:
    with pytest.raises(errors.RecordUnreadable) as caught:
        events_from_json(b"[" + line + b"]")
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    "line", [b"{}", b"7", b'[{"kind":"TurnPassed"}]', b"[7]", b"[" + b"{}," * 1000 + b"{}]"]
)
def test_a_line_that_is_no_list_of_events_is_refused(line: bytes) -> None:
    with pytest.raises(errors.RecordUnreadable):
        events_from_json(line)


def test_an_absurdly_long_line_is_refused_before_it_is_read() -> None:
    with pytest.raises(errors.RecordTooLarge, match="has 300000 bytes; the limit is 262144"):
        events_from_json(b"[" * 300_000)
    with pytest.raises(errors.RecordTooLarge):
        header_from_json(b"{" * 2_000_000)


def changed(**changes: Any) -> bytes:
    plain = json.loads(header_to_json(header_for(preset("classic"), 2)))
    return json.dumps(
        {key: value for key, value in {**plain, **changes}.items() if value is not None}
    ).encode()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"7", 'it must have "format": "quixotry-game" and a version'),
        (changed(format="other"), "it must have"),
        (changed(version="1"), "it must have"),
        (changed(id=None), "missing required field `id`"),
        (changed(extra=1), "unknown field `extra`"),
        (changed(players=[{"name": "First", "kind": "person"}, {"name": "Second"}]), "too many or too few"),
        (changed(players=[{"name": "First", "kind": "cat", "level": ""}]), "Invalid enum value 'cat'"),
        (changed(players=[]), "its rules are not for 0 players"),
        (changed(ruleset={"name": "x"}), "its ruleset is wrong: board: is missing"),
        (changed(ruleset=[]), "Expected `object`, got `array`"),
    ],
)
def test_a_damaged_header_is_refused_with_a_sentence(line: bytes, sentence: str) -> None:
    with pytest.raises(errors.RecordUnreadable) as caught:
        header_from_json(line)
    assert sentence in str(caught.value)


def test_a_record_of_a_later_version_is_refused_as_such() -> None:
    with pytest.raises(errors.RecordVersionUnknown, match="record version 2; this program reads version 1"):
        header_from_json(changed(version=2, ruleset=None))


def test_a_save_from_before_a_facet_was_added_is_read() -> None:
    header = header_for(preset("classic"), 2)
    plain = ruleset_to_plain(header.ruleset)
    del plain["clock"]
    assert header_from_json(changed(ruleset=plain, ruleset_digest=plain_digest(plain))) == header


def test_a_ruleset_with_tables_missing_has_a_digest_too() -> None:
    plain = {"name": "own", "extends": "classic"}
    again = header_from_json(changed(ruleset=plain, ruleset_digest=plain_digest(plain)))
    assert again.ruleset.name == "own"


def test_rules_changed_behind_the_record_are_found_by_their_digest() -> None:
    plain = json.loads(changed())["ruleset"]
    plain["bonus"]["points"] = 500
    with pytest.raises(errors.RulesetChanged, match="\\('classic'\\) have been changed: their digest is"):
        header_from_json(changed(ruleset=plain))


def test_a_game_begun_from_a_turn_of_another_says_so() -> None:
    header = header_for(preset("friends"), 2, retry_of="20260101-120000-beef", retry_from=9)
    line = header_to_json(header)
    assert b'"retry_of":"20260101-120000-beef","retry_from":9' in line
    assert header_from_json(line) == header
    assert b"retry" not in header_to_json(header_for(preset("friends"), 2))
