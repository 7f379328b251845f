"""No text is too strange: 10,000 random byte strings and 10,000 mutated good ones into every parser."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache

import pytest

from quixotry.notation.cgp import Cgp, format_cgp, parse_cgp
from quixotry.notation.coordinates import parse_square, parse_start
from quixotry.notation.errors import CgpError, CoordinateError, GcgError, MoveTextError, RecordError
from quixotry.notation.gcg import export_gcg, format_gcg, parse_gcg, replay_gcg
from quixotry.notation.moves import format_play, parse_move
from quixotry.notation.record import (
    events_from_json,
    events_to_json,
    header_from_json,
    header_to_json,
)
from quixotry.rules.board import Board
from quixotry.rules.event import TilesPlayed
from quixotry.rules.move import Play
from quixotry.rules.ruleset_file import preset
from tests.notation.games import some_games

pytestmark = pytest.mark.no_cover  # tracing would take most of the time

RULES = preset("friends")
LAYOUT, ALPHABET = RULES.layout, RULES.tiles.alphabet


def random_bytes(dice: random.Random) -> bytes:
    return dice.randbytes(dice.choice((0, 1, 2, 5, 20, 100, 400)))


def mutated(good: bytes, dice: random.Random) -> bytes:
    """A few bytes changed, taken out, put in, doubled or moved."""
    content = bytearray(good)
    for _ in range(dice.choice((1, 1, 2, 5))):
        at, to = sorted(dice.randrange(len(content) + 1) for _ in range(2))
        match dice.randrange(5):
            case 0:
                content[at : at + 1] = dice.randbytes(1)
            case 1:
                del content[at : min(to, at + 30)]
            case 2:
                content[at:at] = dice.choice(
                    (b"\n", b"9" * 30, b"-", b">", b"#", b"/", b'"', b"(", b"\xc3", b" ")
                )
            case 3:
                content[at:at] = content[at : min(to, at + 200)]
            case _:
                content[at:at] = bytes(dice.choice(good) for _ in range(3))
    return bytes(content)


def text_of(content: bytes) -> str:
    return content.decode("utf-8", errors="surrogateescape")


def read_gcg(content: bytes) -> None:
    file = parse_gcg(content)
    assert format_gcg(file) == content
    assert file.notes() is not None


def read_move(content: bytes) -> None:
    parse_move(text_of(content), busy_board(), ALPHABET)


@cache
def busy_board() -> Board:
    return next(g.position.board for g in some_games() if g.header.ruleset.name == "friends")


@cache
def good_gcg() -> tuple[bytes, ...]:
    return tuple(map(export_gcg, some_games()))


@cache
def good_cgp() -> tuple[bytes, ...]:
    positions = [game.position for game in some_games() if game.header.ruleset.name == "friends"]
    return tuple(
        format_cgp(Cgp(each.board, each.racks, each.scores, each.scoreless_turns), ALPHABET).encode()
        for each in positions
    )


@cache
def good_moves() -> tuple[bytes, ...]:
    """Plays as they were typed, on boards they no longer fit."""
    plays = [event for game in some_games() for event in game.events if isinstance(event, TilesPlayed)]
    board = busy_board()
    texts = [format_play(board, Play(play.placements), ALPHABET).encode() for play in plays[:200]]
    return (*texts, b"exchange ABC?", b"challenge FOO BAR", b"pass", b"-3,+0> QUI(XO)TRY")


@cache
def good_lines() -> tuple[bytes, ...]:
    return tuple(events_to_json(game.events[n : n + 4]) for game in some_games() for n in range(0, 40, 8))


@cache
def good_headers() -> tuple[bytes, ...]:
    return tuple({header_to_json(game.header) for game in some_games()})


Case = tuple[Callable[[bytes], object], Callable[[], Sequence[bytes]], tuple[type[Exception], ...]]

PARSERS: dict[str, Case] = {
    "gcg": (read_gcg, good_gcg, (GcgError,)),
    "cgp": (lambda content: parse_cgp(text_of(content), LAYOUT, ALPHABET), good_cgp, (CgpError,)),
    "start": (lambda content: parse_start(text_of(content), LAYOUT), good_moves, (CoordinateError,)),
    "square": (lambda content: parse_square(text_of(content), LAYOUT), good_moves, (CoordinateError,)),
    "move": (read_move, good_moves, (CoordinateError, MoveTextError)),
    "events": (events_from_json, good_lines, (RecordError,)),
    "header": (header_from_json, good_headers, (RecordError,)),
}


def survives(parse: Callable[[bytes], object], content: bytes, allowed: tuple[type[Exception], ...]) -> bool:
    """Was it read? Anything but a documented error, with a sentence, fails the test here."""
    sentence = ""
    try:
        parse(content)
    except allowed as error:
        sentence = str(error)
    assert sentence.isprintable(), (sentence, content)
    assert sentence == "" or sentence.endswith("."), content
    return not sentence


@pytest.mark.parametrize("name", PARSERS)
def test_random_bytes_raise_nothing_but_the_documented_errors(name: str) -> None:
    parse, _, allowed = PARSERS[name]
    dice = random.Random(name)
    for _ in range(10_000):
        survives(parse, random_bytes(dice), allowed)


def feed_mutated(name: str, count: int) -> None:
    parse, good, allowed = PARSERS[name]
    dice = random.Random(name)
    texts = good()
    read = sum(survives(parse, mutated(dice.choice(texts), dice), allowed) for _ in range(count))
    assert read or name in ("start", "square"), "not one was read: these mutations prove nothing"


def replay_mutated(count: int) -> None:
    dice = random.Random(1)
    texts = good_gcg()
    for _ in range(count):
        try:
            file = parse_gcg(mutated(dice.choice(texts), dice))
        except GcgError:
            continue
        report = replay_gcg(file)
        assert len(report.players) == len(report.final_scores)


# A GCG file and a header take a millisecond or more each; their full counts run in `make soak`.
SLOW = ("gcg", "header")


@pytest.mark.parametrize("name", PARSERS)
def test_mutated_good_texts_raise_nothing_but_the_documented_errors(name: str) -> None:
    feed_mutated(name, 500 if name in SLOW else 10_000)


@pytest.mark.soak
@pytest.mark.parametrize("name", SLOW)
def test_ten_thousand_mutated_good_texts_raise_nothing_but_the_documented_errors(name: str) -> None:
    feed_mutated(name, 10_000)


def test_mutated_games_replay_without_an_error() -> None:
    replay_mutated(60)


@pytest.mark.soak
def test_ten_thousand_mutated_games_replay_without_an_error() -> None:
    replay_mutated(10_000)
