"""What a worker is asked and what it answers: one JSON object per line, each with its `type`.

docs/reference/worker-protocol.md describes the lines for people who write a worker of their own. A ruleset goes in
full, as in the header of a saved game; a lexicon by its id; a view as the seat sees it, letters as signs.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeVar

import msgspec
from msgspec import Raw, Struct

from quixotry.protocol.errors import BadCommand
from quixotry.protocol.moves import AnyMove, move_from, show_move
from quixotry.protocol.views import board_rows
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

REQUEST_BYTES_MAX = 1 << 20
ANSWER_BYTES_MAX = 1 << 16

T = TypeVar("T")

FREE = "."
"""A free square in a row of the board."""


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
    placements: tuple[LaidTile, ...] = ()


class PendingPlay(Struct, frozen=True):
    """The last play, while it may still be challenged."""

    seat: int
    placements: tuple[LaidTile, ...]
    words: tuple[WordScore, ...]
    score: int


class SeatView(Struct, frozen=True):
    """What a seat knows. Seats are counted from 0."""

    seat: int | None
    seq: int
    board: tuple[str, ...]
    """A string per row."""
    rack: str | None
    rack_sizes: tuple[int, ...]
    scores: tuple[int, ...]
    bag_count: int
    unseen: str
    """The tiles in the bag and on the racks of others."""
    turn: int | None
    turns: tuple[PastTurn, ...]
    exchanges: tuple[int, ...]
    pending: PendingPlay | None
    resigned: tuple[int, ...]
    used_ms: tuple[int, ...]
    """Thinking time of each seat so far."""
    outcome: Outcome | None
    carried: tuple[int, ...]
    """Points brought along from the first game of a match."""


class Request(Struct, frozen=True):
    """The root of requests."""

    deadline_ms: int
    """How long the answer may take; a worker that takes longer is killed."""
    level: str
    lexicon: str
    ruleset: Raw


class Prepare(Request, frozen=True, tag="prepare"):
    """Load what this level, word list and ruleset need."""


class Choose(Request, frozen=True, tag="choose"):
    """Choose a move for the seat on turn."""

    view: SeatView
    progress: bool = False
    """Does anybody want to hear how far a search has come?"""


class Ready(Struct, frozen=True, tag="ready"):
    """Everything is loaded."""


class Chosen(Struct, frozen=True, tag="move"):
    """The move chosen, as a browser would send it."""

    move: AnyMove


class Progress(Struct, frozen=True, tag="progress"):
    """How far a search has come; any number of these may come before the answer."""

    rollouts: int


class Failure(Struct, frozen=True, tag="error"):
    """Why there is no answer; the game gets a fallback move."""

    message: str


_REQUESTS: msgspec.json.Decoder[Prepare | Choose] = msgspec.json.Decoder(Prepare | Choose)
_ANSWERS: msgspec.json.Decoder[Ready | Chosen | Failure | Progress] = msgspec.json.Decoder(
    Ready | Chosen | Failure | Progress
)


def encode_line(message: Struct) -> bytes:
    """A message as its line."""
    return msgspec.json.encode(message) + b"\n"


def decode_request(line: bytes) -> Prepare | Choose:
    """The request on a line, or BadLine."""
    return _decoded(_REQUESTS, line)


def decode_answer(line: bytes) -> Ready | Chosen | Failure | Progress:
    """The answer, or what comes before it, on a line, or BadLine."""
    return _decoded(_ANSWERS, line)


def _decoded(decoder: msgspec.json.Decoder[T], line: bytes) -> T:
    try:
        return decoder.decode(line)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadLine(str(error)) from error


def prepare(level: str, lexicon: str, ruleset: Ruleset, deadline_ms: int) -> Prepare:
    """The request to load what a game needs."""
    return Prepare(deadline_ms, level, lexicon, _ruleset_sent(ruleset))


def choose(level: str, lexicon: str, view: View, deadline_ms: int, *, progress: bool = False) -> Choose:
    """The request for a move."""
    return Choose(deadline_ms, level, lexicon, _ruleset_sent(view.ruleset), send_view(view), progress)


@lru_cache(maxsize=32)
def _ruleset_sent(ruleset: Ruleset) -> Raw:
    return Raw(msgspec.json.encode(ruleset_to_plain(ruleset)))


def read_ruleset(request: Request) -> Ruleset:
    """The ruleset of a request, or BadLine."""
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
        unseen=view.unseen.text(alphabet),
        turn=view.turn,
        turns=tuple(
            PastTurn(turn.seat, turn.kind, turn.score, turn.bag_empty, _laid(turn.placements, alphabet))
            for turn in view.turns
        ),
        exchanges=view.exchanges,
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
        unseen=tiles.tiles(_tiles(sent.unseen, alphabet)),
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
