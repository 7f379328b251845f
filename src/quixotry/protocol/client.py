"""What a client may say at a table, and how a frame is read, however wrong it is."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from quixotry.protocol.errors import BadCommand, BadFrame
from quixotry.protocol.moves import NO_MOVE, AnyMove, Placement

COMMAND_ID_MAX = 64
SEQ_MAX = 1_000_000
PACE_MS_MAX = 60_000

AbsenceEnding = Literal["claim", "adjudicate"]


Digits = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
"""32 bytes in hexadecimal digits."""


class _ClientMessage(Struct, frozen=True, tag_field="type"):
    """The root of all messages of clients. Fields that are not named are passed over."""


class Hello(_ClientMessage, frozen=True, tag="hello"):
    """The first message; it may be sent again at any time. The answer is a `snapshot`."""


class MoveCommand(_ClientMessage, frozen=True, tag="move"):
    """Make a move. The answer is `ack`, `refused` or `out_of_sync`."""

    command_id: Annotated[str, Meta(min_length=1, max_length=COMMAND_ID_MAX)]
    """The idempotency key: of the client's choosing, new for every attempt. Sent again it counts once and gets
    the same answer."""
    seat: int
    expected_seq: Annotated[int, Meta(ge=0, le=SEQ_MAX)]
    """The game's `seq` as the client knows it: optimistic concurrency."""
    move: AnyMove


class Pledge(_ClientMessage, frozen=True, tag="pledge"):
    """A digest of the share a seat is going to give to the draw. Everybody is told by a `snapshot`."""

    seat: int
    draw: int
    """The number of the draw it is for."""
    pledge: Digits


class Share(_ClientMessage, frozen=True, tag="share"):
    """The share itself, once all have pledged. With the last the tiles are dealt: everybody is told by `events`."""

    seat: int
    draw: int
    share: Digits


class PreviewRequest(_ClientMessage, frozen=True, tag="preview"):
    """What would these tiles score, and where may the next one go? The answer is a `preview`."""

    id: int
    """Comes back with the answer."""
    seat: int
    placements: list[Placement]
    """In the order laid."""


class HintRequest(_ClientMessage, frozen=True, tag="hint"):
    """A little help on one's own turn. The answer is a `hint`, or an `error`: never in a game with challenges, nor to
    a session that plays one elsewhere."""

    seat: int
    grade: Annotated[int, Meta(ge=1, le=3)]
    """1: how good the best move is; 2: also where it goes; 3: the move."""


class BestMoveRequest(_ClientMessage, frozen=True, tag="best"):
    """What would have been best in a turn of one's own that is over? The answer is `best`; refused as hints are."""

    seat: int
    seq: Annotated[int, Meta(ge=0, le=SEQ_MAX)]
    """The number of the event that made the turn: a play, an exchange, a pass."""


class TakeBack(_ClientMessage, frozen=True, tag="undo"):
    """Take back one's last turn, where only computers have answered it. Everybody is told by `events`; refused by an
    `error`."""

    seat: int
    expected_seq: Annotated[int, Meta(ge=0, le=SEQ_MAX)]


class EndAbsence(_ClientMessage, frozen=True, tag="absence"):
    """The seat on turn has stayed away long enough. Everybody is told by `events`; refused by an `error`, which says
    when it will be possible."""

    seat: int
    """The seat that stayed and asks."""
    expected_seq: Annotated[int, Meta(ge=0, le=SEQ_MAX)]
    ending: AbsenceEnding
    """`claim`: the player who stays away has lost; where more than two play, the others go on. `adjudicate`: the game
    ends as it stands; only where nobody else plays."""


class Continue(_ClientMessage, frozen=True, tag="continue"):
    """On a shared screen, this person is now at the screen. The answer is a `snapshot` with that seat's rack."""

    seat: int


class Cover(_ClientMessage, frozen=True, tag="cover"):
    """On a shared screen, hide the rack again. The answer is a `snapshot`."""


class SetPace(_ClientMessage, frozen=True, tag="pace"):
    """Where only computers play: how fast. Everybody who watches is told by `pace`."""

    pace_ms: Annotated[int, Meta(ge=0, le=PACE_MS_MAX)]
    is_paused: bool


class Step(_ClientMessage, frozen=True, tag="step"):
    """Where only computers play: pause, after one move more."""


class Ping(_ClientMessage, frozen=True, tag="ping"):
    """Answered by `pong`."""


ClientMessage = (
    Hello
    | MoveCommand
    | Pledge
    | Share
    | PreviewRequest
    | HintRequest
    | BestMoveRequest
    | TakeBack
    | EndAbsence
    | Continue
    | Cover
    | SetPace
    | Step
    | Ping
)


def decode_frame(frame: bytes) -> ClientMessage:
    """A message from what a client sent; `BadFrame` or `BadCommand` says what is wrong with it."""
    try:
        message: ClientMessage = _DECODER.decode(frame)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise _fault(frame, error) from None
    if isinstance(message, MoveCommand) and not message.command_id.isprintable():
        raise BadCommand("A command's id must consist of printable characters.")
    return message


_DECODER = msgspec.json.Decoder(ClientMessage)

_PLACE = re.compile(r" - at `\$(?P<path>[^`]*)`$")
_LAID = "A tile needs a square (a number) and a sign (a letter), and nothing else."


def _fault(frame: bytes, error: Exception) -> BadCommand:
    """The sentence for what the decoder did not like, by the place in the frame where it stopped."""
    try:
        msgspec.json.decode(frame)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return BadFrame("A frame must be one JSON object.")
    found = _PLACE.search(str(error))
    path = found["path"] if found else ""
    what = str(error)[: found.start()] if found else str(error)
    if path in (".command_id", ".expected_seq") and ", got " not in what:
        return BadCommand("A command needs an id of 1 to 64 characters and a sequence number.")
    if (path == ".move" and what.startswith("Expected")) or what.endswith("field `move`"):
        return BadCommand("A command needs a move.")
    if path.startswith((".move.placements[", ".placements[")):
        return BadCommand(_LAID)
    if path == ".placements":
        return BadCommand("Placements must be a list.")
    if path.startswith(".move.words"):
        return BadCommand("The words of a challenge must be a list of words.")
    if path.startswith(".move"):
        return BadCommand(NO_MOVE)
    return BadFrame("There is no such message, or one of its fields is missing or wrong.")
