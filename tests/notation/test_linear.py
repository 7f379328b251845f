"""Parsers take time in proportion to what they read: counted in lines of Python run, never in seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from quixotry.notation.cgp import parse_cgp
from quixotry.notation.errors import NotationError
from quixotry.notation.gcg import parse_gcg, replay_gcg
from quixotry.notation.moves import parse_move
from quixotry.notation.record import events_from_json, header_from_json
from quixotry.rules.board import Board
from quixotry.rules.board_file import layout_from_plain
from quixotry.rules.errors import RulesetError
from quixotry.rules.plain import parse_toml
from quixotry.rules.ruleset_file import parse_ruleset, preset
from quixotry.rules.tile_file import parse_tile_set

pytestmark = pytest.mark.no_cover  # tracing would take most of the time

RULES = preset("tournament")
ALPHABET = RULES.tiles.alphabet
EMPTY = Board.empty(RULES.layout)
PLAYERS = b"#player1 First First\n#player2 Second Second\n"


def steps(work: Callable[[], object]) -> int:
    """How many lines of Python a piece of work runs, whether it ends well or with a documented error."""
    count = 0

    def trace(_frame: FrameType, event: str, _arg: Any) -> Any:
        nonlocal count
        count += event in ("line", "call")
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    except (NotationError, RulesetError):
        pass
    finally:
        sys.settrace(before)
    return count


def unnamed_gcg_of(part: bytes) -> Callable[[int], Callable[[], object]]:
    """By the rules the file names, or does not name."""
    return lambda size: lambda: replay_gcg(parse_gcg(PLAYERS + part * size))


def gcg_of(part: bytes) -> Callable[[int], Callable[[], object]]:
    return lambda size: lambda: replay_gcg(parse_gcg(PLAYERS + part * size), RULES)


RUN = '[[end.runs]]\nreason = "x"\nof = "tileless"\nrounds = 2\n'

CASES: dict[str, tuple[int, Callable[[int], Callable[[], object]]]] = {
    "passes": (200, gcg_of(b">First: ABC - +0 0\n>Second: ABC - +0 0\n")),
    "plays that do not fit": (200, gcg_of(b">First: ABC 8H ABC +10 10\n")),
    "plays that come off": (100, gcg_of(b">First: ABCDEFG 8H ABCDEFG +74 74\n>First: ABCDEFG -- -74 0\n")),
    "end racks": (200, gcg_of(b">First: ABC (ABC) -7 -7\n")),
    "strangers": (4, gcg_of(b">Third: ABC - +0 0\n>Fourth: ABC - +0 0\n")),
    "players": (200, gcg_of(b"#player1 First First\n")),
    "racks": (200, gcg_of(b"#rack1 ABC\n")),
    "pragmas": (
        200,
        unnamed_gcg_of(b"#tile-distribution french\n#tile A a\n#board-layout x\n#game-type y\n"),
    ),
    "rules told": (200, unnamed_gcg_of(b"#note Rules: x\n#note Ruleset: {}\n#note Variant: y\n")),
    "rules nested": (
        2000,
        lambda size: lambda: replay_gcg(parse_gcg(PLAYERS + b'#note Ruleset: {"a":' + b"[" * size + b"\n")),
    ),
    "foreign letters": (100, unnamed_gcg_of("#tile Ñ ñ\n>First: Ñ 8H Ñ +8 8\n".encode())),
    "time penalties": (200, unnamed_gcg_of(b">First: (time) -10 -10\n>Second: (challenge) +5 5\n")),
    "gains": (200, unnamed_gcg_of(b">First: (ABC) +7 7\n>Second: (ABC) +7 7\n")),
    "rules keys": (200, lambda size: lambda: parse_ruleset("".join(f"a{n} = {n}\n" for n in range(size)))),
    "rules runs": (
        50,
        lambda size: lambda: parse_ruleset('extends = "classic"\nname = "x"\n' + RUN * size),
    ),
    "rules lists": (500, lambda size: lambda: parse_ruleset("a = " + "[" * 50 + "1," * size)),
    "tile lines": (
        200,
        lambda size: lambda: parse_tile_set("".join(f"{chr(0x4E00 + n)} 1 1\n" for n in range(size))),
    ),
    "board rows": (
        50,
        lambda size: lambda: layout_from_plain(parse_toml("rows = [" + '".. .. DL",' * size + "]")),
    ),
    "notes": (400, gcg_of(b"#note x\n#- y\ntext\n")),
    "one long note": (1000, gcg_of(b"more\n")),
    "one long line": (60_000, lambda size: lambda: parse_gcg(PLAYERS + b">First: " + b"A " * size)),
    "stray text": (400, gcg_of(b"stray\n")),
    "unreadable moves": (400, gcg_of(b">nobody\n")),
    "encodings": (400, gcg_of(b"#character-encoding latin1\n#character-encoding utf-8\n")),
    "broken utf-8": (
        400,
        lambda size: lambda: parse_gcg(b"#character-encoding utf-8\n" + PLAYERS + b"\xff\n" * size),
    ),
    "cgp rows": (1000, lambda size: lambda: parse_cgp("15/" * size + " / 0/0 0", RULES.layout, ALPHABET)),
    "cgp digits": (1500, lambda size: lambda: parse_cgp("0" * size + " / 0/0 0", RULES.layout, ALPHABET)),
    "cgp operations": (
        500,
        lambda size: (
            lambda: parse_cgp("/".join(["15"] * 15) + " / 0/0 0 " + "a b;" * size, RULES.layout, ALPHABET)
        ),
    ),
    "moves": (90, lambda size: lambda: parse_move("8A " + "()" * size, EMPTY, ALPHABET)),
    "exchanges": (90, lambda size: lambda: parse_move("exchange " + "A" * size, EMPTY, ALPHABET)),
    "events": (
        400,
        lambda size: (
            lambda: events_from_json(
                b"[" + b",".join([b'{"kind":"TurnPassed","seq":1,"seat":0,"at_ms":0}'] * size) + b"]"
            )
        ),
    ),
    "nested events": (10_000, lambda size: lambda: events_from_json(b"[" * size)),
    "headers": (1000, lambda size: lambda: header_from_json(b"{" + b'"a":1,' * size + b'"b":1}')),
}


@pytest.mark.parametrize("name", CASES)
def test_twice_the_text_takes_at_most_twice_the_steps(name: str) -> None:
    size, make = CASES[name]
    once, twice = make(size), make(2 * size)
    steps(once)  # whatever is made only once is made here
    assert steps(twice) <= 2.5 * steps(once)


def strangers(amount: int) -> bytes:
    return b"".join(b">p%d: ABC - +0 0\n" % number for number in range(amount))


def test_a_crowd_of_players_takes_steps_in_proportion() -> None:
    crowd = replay_gcg(parse_gcg(strangers(20)), RULES)
    assert len(crowd.players) == 16
    assert {each.computed for each in crowd.discrepancies} == {"there are too many players"}
    once, twice = (parse_gcg(strangers(amount)) for amount in (300, 600))
    steps(lambda: replay_gcg(once, RULES))
    assert steps(lambda: replay_gcg(twice, RULES)) <= 2.5 * steps(lambda: replay_gcg(once, RULES))
