"""Frames: what can be read, and the sentence for everything that cannot."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from quixotry.protocol.client import COMMAND_ID_MAX, SEQ_MAX, MoveCommand, Ping, decode_frame
from quixotry.protocol.errors import BadCommand, BadFrame
from quixotry.protocol.moves import AnyMove, PassMove, move_from, show_move
from quixotry.rules.move import Accept, Challenge, Exchange, Move, Pass, Placement, Play, Resign
from quixotry.rules.ruleset_file import preset

ALPHABET = preset("classic").tiles.alphabet


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
    told = msgspec.json.encode(show_move(move, ALPHABET))
    assert move_from(msgspec.json.decode(told, type=AnyMove), ALPHABET) == move


NO_MOVES: list[Any] = [
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
    {"kind": "exchange", "tiles": 3},
    {"kind": "exchange", "tiles": "A", "more": 1},
    {"kind": "challenge", "words": "CAT"},
    {"kind": "challenge", "words": ["A"] * 33},
    {"kind": "challenge", "words": ["A" * 33]},
    {"kind": "challenge", "words": [1]},
    {"kind": "challenge", "more": 1},
]
NO_MOVES_HERE: list[Any] = [
    {"kind": "play", "placements": [{"square": 1, "sign": "!"}]},
    {"kind": "play", "placements": [{"square": 1, "sign": "A"}] * 33},
    {"kind": "exchange", "tiles": "!"},
    {"kind": "exchange", "tiles": "A" * 33},
]


@pytest.mark.parametrize("plain", NO_MOVES_HERE)
def test_what_is_no_move_by_these_tiles_is_refused_in_a_sentence(plain: Any) -> None:
    with pytest.raises(BadCommand, match=r"\.$"):
        move_from(msgspec.convert(plain, AnyMove), ALPHABET)


@pytest.mark.parametrize("plain", [*NO_MOVES, 3, None, []])
def test_a_frame_with_what_is_no_move_is_a_bad_command(plain: Any) -> None:
    assert fault_of(a_move(move=plain)).code == "bad_command"


def a_move(**changed: Any) -> bytes:
    plain = {"type": "move", "command_id": "a", "seat": 0, "expected_seq": 3, "move": {"kind": "pass"}}
    return json.dumps(plain | changed).encode()


def fault_of(frame: bytes) -> BadCommand:
    with pytest.raises(BadCommand) as refused:
        decode_frame(frame)
    return refused.value


def test_a_frame_may_have_fields_nobody_knows() -> None:
    assert decode_frame(a_move(more=1)) == MoveCommand("a", 0, 3, PassMove())
    assert decode_frame(b'{"more":[],"type":"ping"}') == Ping()


@pytest.mark.parametrize(
    ("frame", "sentence"),
    [
        (b"", "A frame must be one JSON object."),
        (b"\xff", "A frame must be one JSON object."),
        (b"[" * 8000, "A frame must be one JSON object."),
        (b'{"type":"fly",', "A frame must be one JSON object."),
        (b"[]", "There is no such message"),
        (b"{}", "There is no such message"),
        (b'{"type":"fly"}', "There is no such message"),
        (b'{"type":7}', "There is no such message"),
        (b'{"type":"continue"}', "There is no such message"),
        (b'{"type":"preview","id":1,"seat":0}', "There is no such message"),
        (a_move(seat="0"), "There is no such message"),
        (a_move(seat=True), "There is no such message"),
        (a_move(command_id=7), "There is no such message"),
    ],
)
def test_a_frame_that_is_no_message_is_a_bad_frame(frame: bytes, sentence: str) -> None:
    fault = fault_of(frame)
    assert isinstance(fault, BadFrame)
    assert str(fault).startswith(sentence)


@pytest.mark.parametrize(
    ("frame", "sentence"),
    [
        (a_move(command_id=""), "A command needs an id"),
        (a_move(command_id="x" * (COMMAND_ID_MAX + 1)), "A command needs an id"),
        (a_move(expected_seq=-1), "A command needs an id"),
        (a_move(expected_seq=SEQ_MAX + 1), "A command needs an id"),
        (a_move(command_id="a\n"), "A command's id"),
        (a_move(move=3), "A command needs a move."),
        (b'{"type":"move","command_id":"a","seat":0,"expected_seq":3}', "A command needs a move."),
        (a_move(move={"kind": "fly"}), "This is not a move"),
        (a_move(move={"kind": "play", "placements": 3}), "This is not a move"),
        (a_move(move={"kind": "play", "placements": [3]}), "A tile needs"),
        (a_move(move={"kind": "challenge", "words": [3]}), "The words of a challenge"),
        (b'{"type":"preview","id":1,"seat":0,"placements":"A"}', "Placements must be a list."),
        (b'{"type":"preview","id":1,"seat":0,"placements":[{"square":1}]}', "A tile needs"),
    ],
)
def test_a_message_that_asks_for_nothing_there_is_says_what_is_wrong_with_it(
    frame: bytes, sentence: str
) -> None:
    fault = fault_of(frame)
    assert fault.code == "bad_command"
    assert str(fault).startswith(sentence)
