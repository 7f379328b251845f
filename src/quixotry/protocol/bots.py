"""What a program that plays is asked and what it answers: one JSON object per line, each with its `type`.

The host asks, the program answers; nobody speaks out of turn. docs/reference/bot-protocol.md is made from these types.
The same lines go between a server and its own workers, which are programs that play too.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from quixotry.protocol.errors import BadCommand
from quixotry.protocol.moves import AnyMove, move_from, show_move
from quixotry.protocol.views import board_rows, counted_tiles
from quixotry.rules.alphabet import Alphabet
from quixotry.rules.board import Board
from quixotry.rules.clock import Clock
from quixotry.rules.errors import RulesetError
from quixotry.rules.move import Move, Placement
from quixotry.rules.outcome import Outcome
from quixotry.rules.position import Pending, Turn, TurnKind
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import ruleset_from_plain, ruleset_to_plain
from quixotry.rules.scoring import WordScore
from quixotry.rules.view import View

PROTOCOL = 1
"""The version of the protocol. A change that a program could stumble over raises it; a new field does not."""

REQUEST_BYTES_MAX = 1 << 20
ANSWER_BYTES_MAX = 1 << 16
NAME_MAX = 40
MESSAGE_MAX = 500
TILES_MAX = 1000

T = TypeVar("T")

FREE = "."
"""A free square in a row of the board."""

Name = Annotated[str, Meta(min_length=1, max_length=NAME_MAX)]


class BadLine(ValueError):
    """A line that is none of the messages."""


class LaidTile(Struct, frozen=True, array_like=True):
    """A square, and the letter on it; lower case for a blank."""

    square: int
    sign: str


class PastTurn(Struct, frozen=True):
    """A turn that is over, as everybody saw it."""

    seat: int
    kind: TurnKind
    score: int
    bag_empty: bool
    """Was the bag empty after it?"""
    placements: tuple[LaidTile, ...] = ()


class PendingPlay(Struct, frozen=True):
    """The last play, while it may still be challenged."""

    seat: int
    placements: tuple[LaidTile, ...]
    words: tuple[WordScore, ...]
    score: int


class SeatView(Struct, frozen=True):
    """What the seat knows, in full: a program need not remember anything between two turns."""

    seat: int | None
    """The seat that is asked, from 0."""
    seq: int
    """How many events the game has had."""
    board: tuple[str, ...]
    """A string per row, `.` for a free square, lower case for a blank."""
    rack: str | None
    """The seat's own tiles; `?` is a blank."""
    rack_sizes: tuple[int, ...]
    """Tiles held, per seat."""
    scores: tuple[int, ...]
    bag_count: int
    """Tiles in the bag."""
    unseen: dict[str, Annotated[int, Meta(ge=0, le=TILES_MAX)]]
    """The tiles in the bag and on the racks of others, counted by sign."""
    turn: int | None
    """The seat on turn; null when the game is over."""
    turns: tuple[PastTurn, ...]
    """Every turn so far."""
    exchanges: tuple[int, ...]
    """Exchanges made, per seat."""
    exchange_sizes: tuple[int, ...]
    """How many tiles the seat may exchange now; empty where it may exchange none."""
    pending: PendingPlay | None
    """The last play while it may be challenged: answer `accept` or `challenge`, or make a move, which accepts it."""
    resigned: tuple[int, ...]
    """The seats that have left."""
    used_ms: tuple[int, ...]
    """Thinking time so far, per seat."""
    outcome: Outcome | None
    """Null while the game goes on."""
    carried: tuple[int, ...]
    """Points brought along from the first game of a match, per seat; else empty."""


class LexiconFile(Struct, frozen=True):
    """The words of a game."""

    id: str
    digest: str
    """SHA-256 of the list the game is played with. What was loaded for a digest and a ruleset can be kept."""
    file: str | None = None
    """A file with the words these rules accept: UTF-8, upper case, sorted, one per line. Null if the host has none."""


class BotPlace(Struct, frozen=True):
    """Who sits at a seat."""

    name: str
    kind: str
    """`person` or `computer`; programs are computers too."""


class Request(Struct, frozen=True, kw_only=True):
    """The root of requests."""

    deadline_ms: int
    """How long the answer may take. A program that takes longer is ended."""


class Hello(Request, frozen=True, tag="hello"):
    """The first request: which protocol, and who are you? Answer `hello`."""

    protocol: int
    """The newest version the host speaks."""
    host: str
    """The program that asks."""


class NewGame(Request, frozen=True, tag="new_game", kw_only=True):
    """A game begins, or is taken up: load what it needs, then answer `ready`. It takes the place of the one before."""

    ruleset: Raw
    """The whole ruleset as tables and values; board and tiles are in it."""
    seat: int
    """The program's own, from 0."""
    players: tuple[BotPlace, ...]
    """Everybody at the table, by seat."""
    lexicon: LexiconFile
    tile_values: dict[str, int]
    """What each tile is worth, by sign; `?` is the blank."""
    level: str = ""
    """How well to play, for a program that stands in for our computers; else empty."""


class YourTurn(Request, frozen=True, tag="turn", kw_only=True):
    """Choose a move for the seat, and answer `move`."""

    view: SeatView
    left_ms: int | None = None
    """What is left on the seat's clock for the whole game; null where it has none."""
    progress: bool = False
    """Does anybody want to hear how far a search has come?"""


class Result(Request, frozen=True, tag="result", kw_only=True):
    """The game is over. Answer `ready`; a game that is broken off has no result."""

    outcome: Outcome
    """Why it ended, who won, and the scores."""


class Introduction(Struct, frozen=True, tag="hello"):
    """Answers `hello`."""

    protocol: int
    """The version the program speaks: not newer than the host's."""
    name: Name
    version: Annotated[str, Meta(max_length=NAME_MAX)] = ""
    deterministic: bool = False
    """Does it always make the same move in the same position, however fast the machine is?"""


class Ready(Struct, frozen=True, tag="ready"):
    """Answers `new_game` and `result`."""


class Chosen(Struct, frozen=True, tag="move"):
    """Answers `turn`."""

    move: AnyMove


class Progress(Struct, frozen=True, tag="progress"):
    """How far a search has come: no answer yet. Any number of these, if `progress` was asked for."""

    rollouts: int


class Failure(Struct, frozen=True, tag="error"):
    """Answers any request: the program cannot go on, and why. It is ended."""

    message: Annotated[str, Meta(max_length=MESSAGE_MAX)]


AnyRequest = Hello | NewGame | YourTurn | Result
AnyAnswer = Introduction | Ready | Chosen | Progress | Failure

Answer = TypeVar("Answer", Introduction, Ready, Chosen)


_REQUESTS: msgspec.json.Decoder[AnyRequest] = msgspec.json.Decoder(AnyRequest)
_ANSWERS: msgspec.json.Decoder[AnyAnswer] = msgspec.json.Decoder(AnyAnswer)


def encode_line(message: Struct) -> bytes:
    """A message as its line."""
    return msgspec.json.encode(message) + b"\n"


def decode_request(line: bytes) -> AnyRequest:
    """The request on a line, or BadLine."""
    return _decoded(_REQUESTS, line)


def decode_answer(line: bytes) -> AnyAnswer:
    """The answer, or what comes before it, on a line, or BadLine."""
    return _decoded(_ANSWERS, line)


def _decoded(decoder: msgspec.json.Decoder[T], line: bytes) -> T:
    try:
        return decoder.decode(line)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadLine(str(error)) from error


def new_game(
    ruleset: Ruleset,
    *,
    seat: int,
    players: Iterable[BotPlace],
    lexicon: LexiconFile,
    deadline_ms: int,
    level: str = "",
) -> NewGame:
    """The request to get ready for a game."""
    tiles = ruleset.tiles
    return NewGame(
        deadline_ms=deadline_ms,
        ruleset=_ruleset_sent(ruleset),
        seat=seat,
        players=tuple(players),
        lexicon=lexicon,
        tile_values={tiles.alphabet.tile_sign(tile): value for tile, value in enumerate(tiles.values)},
        level=level,
    )


@lru_cache(maxsize=32)
def _ruleset_sent(ruleset: Ruleset) -> Raw:
    return Raw(msgspec.json.encode(ruleset_to_plain(ruleset)))


def read_ruleset(request: NewGame) -> Ruleset:
    """The ruleset of a game, or BadLine."""
    return _ruleset_read(bytes(request.ruleset))


@lru_cache(maxsize=32)
def _ruleset_read(line: bytes) -> Ruleset:
    try:
        return ruleset_from_plain(msgspec.json.decode(line, type=dict[str, Any]))
    except (msgspec.MsgspecError, RulesetError) as error:
        raise BadLine(str(error)) from error


def chosen(move: Move, ruleset: Ruleset) -> Chosen:
    """The answer with a move."""
    return Chosen(show_move(move, ruleset.tiles.alphabet))


def read_move(answer: Chosen, ruleset: Ruleset) -> Move:
    """The move of an answer, or BadLine."""
    try:
        return move_from(answer.move, ruleset.tiles.alphabet)
    except BadCommand as error:
        raise BadLine(str(error)) from error


def send_view(view: View) -> SeatView:
    """A view as it is sent; the ruleset goes beside it."""
    alphabet = view.ruleset.tiles.alphabet
    pending = view.pending
    return SeatView(
        seat=view.seat,
        seq=view.seq,
        board=tuple(board_rows(view.board, alphabet)),
        rack=None if view.rack is None else view.rack.text(alphabet),
        rack_sizes=view.rack_sizes,
        scores=view.scores,
        bag_count=view.bag_count,
        unseen=counted_tiles(view.unseen, alphabet),
        turn=view.turn,
        turns=tuple(
            PastTurn(turn.seat, turn.kind, turn.score, turn.bag_empty, _laid(turn.placements, alphabet))
            for turn in view.turns
        ),
        exchanges=view.exchanges,
        exchange_sizes=view.exchange_sizes,
        pending=None
        if pending is None
        else PendingPlay(pending.seat, _laid(pending.placements, alphabet), pending.words, pending.score),
        resigned=tuple(sorted(view.resigned)),
        used_ms=view.clock.used_ms,
        outcome=view.outcome,
        carried=view.carried,
    )


def read_view(sent: SeatView, ruleset: Ruleset) -> View:
    """The view that was sent, or BadLine."""
    tiles, alphabet = ruleset.tiles, ruleset.tiles.alphabet
    pending = sent.pending
    cells = bytes(_cell(sign, alphabet) if sign != FREE else 0 for row in sent.board for sign in row)
    if len(cells) != len(ruleset.layout.squares):
        raise BadLine("a board of another size than the ruleset's")
    return View(
        ruleset=ruleset,
        seat=sent.seat,
        seq=sent.seq,
        board=Board(ruleset.layout, cells),
        rack=None if sent.rack is None else tiles.tiles(_tiles(sent.rack, alphabet)),
        rack_sizes=sent.rack_sizes,
        scores=sent.scores,
        bag_count=sent.bag_count,
        unseen=tiles.tiles(_tiles("".join(sign * n for sign, n in sent.unseen.items()), alphabet)),
        turn=sent.turn,
        turns=tuple(
            Turn(turn.seat, turn.kind, turn.score, turn.bag_empty, _placements(turn.placements, alphabet))
            for turn in sent.turns
        ),
        exchanges=sent.exchanges,
        pending=None
        if pending is None
        else Pending(pending.seat, _placements(pending.placements, alphabet), pending.words, pending.score),
        resigned=frozenset(sent.resigned),
        clock=Clock(sent.used_ms),
        outcome=sent.outcome,
        carried=sent.carried,
    )


def _laid(placements: Iterable[Placement], alphabet: Alphabet) -> tuple[LaidTile, ...]:
    return tuple(LaidTile(square, alphabet.cell_sign(cell)) for square, cell in placements)


def _placements(laid: Iterable[LaidTile], alphabet: Alphabet) -> tuple[Placement, ...]:
    return tuple(Placement(tile.square, _cell(tile.sign, alphabet)) for tile in laid)


def _cell(sign: str, alphabet: Alphabet) -> int:
    cell = alphabet.cell(sign)
    if cell is None:
        raise BadLine(f"{sign!r} is no letter of this game")
    return cell


def _tiles(signs: str, alphabet: Alphabet) -> list[int]:
    tiles = [alphabet.tile(sign) for sign in signs]
    if None in tiles:
        raise BadLine(f"{signs!r} has a sign that is no tile of this game")
    return [tile for tile in tiles if tile is not None]
