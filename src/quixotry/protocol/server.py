"""What the server says at a table."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from quixotry.protocol.errors import Details, PreviewError
from quixotry.protocol.events import SeenEvent
from quixotry.protocol.games import GameSummary
from quixotry.protocol.moves import AnyMove
from quixotry.protocol.rulesets import Ruleset
from quixotry.protocol.views import View, WordScore


class HandOver(Struct, frozen=True):
    """Whose Continue button a shared screen shows."""

    seat: int
    name: str


class Thinking(Struct, frozen=True):
    """A computer is at it, or waits for others' computers."""

    seat: int
    elapsed_ms: int
    budget_ms: int
    place: int = 0
    """Its place in the queue, 1 for whoever is next; 0 when it is at it."""


class Clocks(Struct, frozen=True):
    """The clocks, as of this message."""

    used_ms: tuple[int, ...]
    left_ms: list[int] | None
    """Null without a clock, negative in overtime."""
    running: int | None
    """The seat whose clock runs."""


class _ServerMessage(Struct, frozen=True, tag_field="type"):
    """The root of all messages of the server."""


class PaceNotice(_ServerMessage, frozen=True, tag="pace"):
    """How fast computers play among themselves, for whoever watches."""

    pace_ms: int
    """From one move to the next, at least."""
    is_paused: bool


class Snapshot(_ServerMessage, frozen=True, kw_only=True, tag="snapshot"):
    """Everything a page needs to draw the table."""

    game: GameSummary
    ruleset: Ruleset
    seats: tuple[int, ...]
    """The seats this session holds; empty for a spectator."""
    is_shared: bool
    """It holds several. Then there is no rack until `continue`."""
    view: View
    hand_over: HandOver | None
    """Null when nobody at this screen is awaited, or when the seat on turn has continued."""
    thinking: Thinking | None
    clock: Clocks
    events: list[SeenEvent]
    """All of the game so far: the scoresheet and the draw for first play."""
    next_game: str | None
    """The id of the match's second game once the first is over."""
    pace: PaceNotice | UnsetType = UNSET
    """Only where nobody but computers plays."""


class Events(_ServerMessage, frozen=True, kw_only=True, tag="events"):
    """Something has happened. The rest is as it is after the events, and replaces what the client has."""

    from_seq: int
    events: list[SeenEvent]
    view: View
    hand_over: HandOver | None
    thinking: Thinking | None
    clock: Clocks
    game: GameSummary | UnsetType = UNSET
    """Only when the game is over."""
    next_game: str | UnsetType | None = UNSET
    """Only when the game is over."""


class Ack(_ServerMessage, frozen=True, tag="ack"):
    """The command is saved for good. Its `events` come before this."""

    command_id: str
    seq: int


class Refused(_ServerMessage, frozen=True, tag="refused"):
    """The command was refused; nothing has changed."""

    command_id: str
    code: str
    sentence: str
    clause: str
    """The rule that refuses it; `""` where it is none of the game's."""
    details: Details


class OutOfSync(_ServerMessage, frozen=True, kw_only=True, tag="out_of_sync"):
    """The command's `expected_seq` was not the game's; nothing has changed."""

    command_id: str
    seq: int
    events: list[SeenEvent]
    """Those from the expected number on."""
    view: View
    hand_over: HandOver | None
    thinking: Thinking | None
    clock: Clocks


class PreviewedWord(WordScore, frozen=True):
    """A word a play would form."""

    is_word: bool | None
    """Null where plays stand until challenged (and after too many tries)."""


class Preview(_ServerMessage, frozen=True, kw_only=True, tag="preview"):
    """What tiles that are not yet played would score."""

    id: int
    seat: int
    score: int | None = None
    """Null where the tiles cannot lie so, and with no placements."""
    bonus: int = 0
    words: list[PreviewedWord] = []
    error: PreviewError | None = None
    open_squares: list[int] | None = None
    """Those that may take the next tile (C7) where `controls.placing` is `reachable`, else null."""


class HintPlace(Struct, frozen=True):
    """Where a play goes."""

    down: bool
    line: str
    """The name of its row or column."""
    squares: list[int]
    """Those that take a tile."""


class Hint(_ServerMessage, frozen=True, kw_only=True, tag="hint"):
    """The best move, as far as the grade tells it."""

    seat: int
    seq: int
    """The state of the game it holds for."""
    grade: int
    kind: Literal["play", "exchange", "pass"]
    score: int
    is_bingo: bool = False
    place: HintPlace | None = None
    """Of a play, from grade 2."""
    tiles: int | None = None
    """How many tiles an exchange puts back, from grade 2."""
    text: str = ""
    """The move as people write it, at grade 3."""
    move: AnyMove | None = None
    """At grade 3."""


class BestMove(_ServerMessage, frozen=True, kw_only=True, tag="best"):
    """What would have been best in a turn that is over."""

    seat: int
    seq: int
    text: str
    score: int
    played_score: int
    is_played: bool
    """Was it the best that was played?"""
    move: AnyMove


class BestMoveList(Struct, frozen=True):
    """The best moves of a finished game, turn by turn."""

    turns: list[BestMove]


class ThinkingNotice(_ServerMessage, frozen=True, tag="thinking"):
    """A computer has begun to think, or waits its turn to; it ends with the next `events`."""

    seat: int
    elapsed_ms: int
    budget_ms: int
    place: int = 0
    """Its place in the queue, 1 for whoever is next; 0 when it is at it."""


class Absence(_ServerMessage, frozen=True, tag="absence"):
    """The seat on turn has stayed away so long that whoever gets this may end the game by `absence`. It holds until the
    next `events`, `snapshot` or `absence`."""

    seat: int | None
    """The seat that stays away; null when it has come back."""
    can_adjudicate: bool
    """Is nobody else left to play?"""


class FrameError(_ServerMessage, frozen=True, tag="error"):
    """The frame could not be read (`bad_frame`), or is not a move at all (`bad_command`). The connection stays."""

    code: str
    sentence: str


class Pong(_ServerMessage, frozen=True, tag="pong"):
    """The answer to `ping`."""


ServerMessage = (
    Snapshot
    | PaceNotice
    | Events
    | Ack
    | Refused
    | OutOfSync
    | Preview
    | Hint
    | BestMove
    | ThinkingNotice
    | Absence
    | FrameError
    | Pong
)
Answer = Ack | Refused
"""What a command gets, and gets again when it is sent again."""


def encode(message: ServerMessage) -> bytes:
    """A message as it is sent: the only place where one becomes bytes."""
    return _ENCODER.encode(message)


def decode_answer(kept: bytes) -> Answer:
    """An answer from the bytes the store kept."""
    answer: Answer = _ANSWERS.decode(kept)
    return answer


_ENCODER = msgspec.json.Encoder()
_ANSWERS = msgspec.json.Decoder(Answer)
