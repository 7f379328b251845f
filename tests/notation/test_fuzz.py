"""No text is too strange: 2,000 random byte strings and as many mutated good ones into every parser, fewer where that
takes a millisecond each; 10,000 of both in `make soak`.

Whatever comes back is a value or one of our own errors, with a sentence that shows nothing of Python's insides.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

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
from quixotry.rules.board_file import layout_from_plain
from quixotry.rules.errors import RulesetError
from quixotry.rules.event import TilesPlayed
from quixotry.rules.move import Play
from quixotry.rules.plain import parse_toml
from quixotry.rules.ruleset_file import parse_ruleset, preset
from quixotry.rules.shipped import Kind, shipped_names, shipped_text
from quixotry.rules.tile_file import parse_tile_set
from tests.notation.games import challenge_games, some_games
from tests.soak import soak_count, soaked

pytestmark = pytest.mark.no_cover  # tracing would take most of the time

GOLDEN = Path(__file__).parents[1] / "golden" / "gcg"
PYTHON = re.compile(
    r"invalid literal|NoneType|<class |object at 0x|Traceback|codec can't|has no attribute|subscriptable|"
    r"\bsys\.|int_max|recursion|\bTrue\b|\bFalse\b|\bNone\b|datetime\.|dict_|Error\b|unhashable|"
    r"positional argument|ordinal|index out of|must be str\b"
)
"""What only Python itself would say."""
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
    """Our exports, some of them by rules of somebody's own, and files as odd as people make them."""
    exports = map(export_gcg, (*some_games(), *challenge_games()[:3]))
    return (*exports, *(path.read_bytes() for path in sorted(GOLDEN.glob("*.gcg"))))


def shipped(*kinds: Kind) -> tuple[bytes, ...]:
    return tuple(shipped_text(kind, name, key="").encode() for kind in kinds for name in shipped_names(kind))


@cache
def good_rules() -> tuple[bytes, ...]:
    own = b'extends = "solo"\nname = "own"\n[exchange]\nbag_least = 3\n[words]\nchallenge = { points = 3 }\n'
    whole = b'name = "whole"\n[[end.runs]]\nreason = "x"\nof = "tileless"\nrounds = 2\n'
    tables = (
        b"[board]\n" + shipped("boards")[0],
        b"[tiles]\n" + shipped("tilesets")[0].replace(b"[letters]", b"[tiles.letters]"),
    )
    return (*shipped("presets"), own, whole + b"".join(tables))


@cache
def good_tiles() -> tuple[bytes, ...]:
    return (*shipped("tilesets"), b"# letters\n? 0 2\nA 1 9\nB 3 12\n\xc3\x84 8 3\n")


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
    "rules": (lambda content: parse_ruleset(text_of(content)), good_rules, (RulesetError,)),
    "tiles": (lambda content: parse_tile_set(text_of(content)), good_tiles, (RulesetError,)),
    "board": (
        lambda content: layout_from_plain(parse_toml(text_of(content))),
        lambda: shipped("boards"),
        (RulesetError,),
    ),
}


def survives(parse: Callable[[bytes], object], content: bytes, allowed: tuple[type[Exception], ...]) -> bool:
    """Was it read? Anything but a documented error, with a sentence, fails the test here."""
    sentence = ""
    try:
        parse(content)
    except allowed as error:
        sentence = str(error)
    check_sentences((sentence,), content)
    return not sentence


def check_sentences(sentences: Iterable[str], content: bytes) -> None:
    for sentence in sentences:
        assert sentence.isprintable(), (sentence, content)
        assert sentence == "" or sentence.endswith("."), (sentence, content)
        assert not PYTHON.search(sentence), (sentence, content)


@soaked
@pytest.mark.parametrize("name", PARSERS)
def test_random_bytes_raise_nothing_but_the_documented_errors(name: str) -> None:
    parse, _, allowed = PARSERS[name]
    dice = random.Random(name)
    for _ in range(soak_count(2_000, 10_000)):
        survives(parse, random_bytes(dice), allowed)


def feed_mutated(name: str, count: int) -> None:
    parse, good, allowed = PARSERS[name]
    dice = random.Random(name)
    texts = good()
    read = sum(survives(parse, mutated(dice.choice(texts), dice), allowed) for _ in range(count))
    assert read or name in ("start", "square"), "not one was read: these mutations prove nothing"


def replay_mutated(count: int, seed: int) -> None:
    """Every file that can be read gets both verdicts, by the rules it names and by others."""
    dice = random.Random(seed)
    texts = good_gcg()
    strict = 0
    for number in range(count):
        content = mutated(dice.choice(texts), dice)
        try:
            file = parse_gcg(content)
        except GcgError:
            continue
        report = replay_gcg(file, RULES if number % 4 == 0 else None)
        assert len(report.players) == len(report.final_scores)
        assert report.passes(strict=False) or not report.passes(strict=True)
        strict += report.passes(strict=True)
        check_sentences((each.text for each in (*report.findings(), *report.warnings)), content)
    assert strict < count, "not one was found out: these mutations prove nothing"


# These take a millisecond or more each.
SLOW = ("gcg", "header", "rules", "tiles", "board")


@soaked
@pytest.mark.parametrize("name", PARSERS)
def test_mutated_good_texts_raise_nothing_but_the_documented_errors(name: str) -> None:
    feed_mutated(name, soak_count(500 if name in SLOW else 2_000, 10_000))


def test_mutated_games_replay_without_an_error() -> None:
    replay_mutated(60, seed=0)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 9))
def test_forty_thousand_mutated_games_replay_without_an_error(seed: int) -> None:
    replay_mutated(5_000, seed)
