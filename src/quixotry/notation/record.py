"""The full record of a game as JSON lines: its header, then its events, one line per decision.

For stores only: it holds every rack and the seed of every draw. Reading is strict, because a save may be
damaged or doctored: an extra, missing or mistyped field raises a `RecordError`, and so do rules whose digest
is not the recorded one. Every value written is read back equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from quixotry.notation.errors import RecordError as RecordError
from quixotry.notation.errors import (
    RecordTooLarge,
    RecordUnreadable,
    RecordVersionUnknown,
    RulesetChanged,
)
from quixotry.rules.draw import Draw
from quixotry.rules.errors import RulesetError
from quixotry.rules.event import EVENT_KINDS, Event
from quixotry.rules.game import GameHeader, SeatedPlayer
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import plain_digest, ruleset_digest, ruleset_from_plain, ruleset_to_plain
from quixotry.wording.phrases import listed, quoted

RECORD_VERSION = 1
FORMAT = "quixotry-game"
HEADER_BYTES_MAX = 1 << 20
EVENTS_BYTES_MAX = 1 << 18
EVENTS_PER_LINE_MAX = 1000
TIME_MS_MAX = 2**53 - 1
"""Of an event. Browsers count so far exactly; a database farther, but not without end."""

T = TypeVar("T")


class _Header(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True, omit_defaults=True):
    """The header as it stands in the record; the order of fields is the order in the line."""

    format: str
    version: int
    id: str
    lexicon_id: str
    lexicon_digest: str
    players: tuple[SeatedPlayer, ...]
    seed: str
    started_at: str
    match_id: str
    match_game: int
    ruleset_digest: str
    ruleset: dict[str, Any]
    retry_of: str = ""
    retry_from: int = 0
    draw: Draw | None = None


def header_to_json(header: GameHeader) -> bytes:
    """The first line of a saved game, without a line end."""
    return msgspec.json.encode(
        _Header(
            format=FORMAT,
            version=RECORD_VERSION,
            id=header.id,
            lexicon_id=header.lexicon_id,
            lexicon_digest=header.lexicon_digest,
            players=header.players,
            seed=header.seed,
            started_at=header.started_at,
            match_id=header.match_id,
            match_game=header.match_game,
            ruleset_digest=ruleset_digest(header.ruleset),
            ruleset=ruleset_to_plain(header.ruleset),
            retry_of=header.retry_of,
            retry_from=header.retry_from,
            draw=header.draw,
        )
    )


def header_from_json(line: bytes) -> GameHeader:
    plain = _decoded(line, "header", HEADER_BYTES_MAX)
    version = plain.get("version") if isinstance(plain, dict) and plain.get("format") == FORMAT else None
    if not isinstance(version, int):
        raise RecordUnreadable("header", f'it must have "format": "{FORMAT}" and a version')
    # Checked first: a later version may have other fields.
    if version != RECORD_VERSION:
        raise RecordVersionUnknown(version, RECORD_VERSION)
    record = _converted(plain, _Header, "header")
    try:
        ruleset, computed = _ruleset_read(msgspec.json.encode(record.ruleset))
    except RulesetError as error:
        raise RecordUnreadable("header", f"its ruleset is wrong: {error.key}: {error.reason}") from error
    if computed != record.ruleset_digest:
        raise RulesetChanged(ruleset.name, record.ruleset_digest, computed)
    if not ruleset.seats.min <= len(record.players) <= ruleset.seats.max:
        raise RecordUnreadable("header", f"its rules are not for {len(record.players)} players")
    return GameHeader(
        id=record.id,
        ruleset=ruleset,
        lexicon_id=record.lexicon_id,
        lexicon_digest=record.lexicon_digest,
        players=record.players,
        seed=record.seed,
        started_at=record.started_at,
        match_id=record.match_id,
        match_game=record.match_game,
        retry_of=record.retry_of,
        retry_from=record.retry_from,
        draw=record.draw,
    )


@lru_cache(maxsize=32)
def _ruleset_read(line: bytes) -> tuple[Ruleset, str]:
    """A recorded ruleset and its digest; kept, because a thousand saves have three or four rulesets among them.

    The digest is of what is recorded, not of the rules read from it: an old save lacks facets added since.
    """
    plain = msgspec.json.decode(line, type=dict[str, Any])
    return ruleset_from_plain(plain), plain_digest(plain)


def events_to_json(events: Sequence[Event]) -> bytes:
    """The events of one decision, on one line without a line end."""
    return msgspec.json.encode([_event_to_plain(event) for event in events])


def events_from_json(line: bytes) -> tuple[Event, ...]:
    plain = _decoded(line, "event", EVENTS_BYTES_MAX)
    if not isinstance(plain, list) or len(plain) > EVENTS_PER_LINE_MAX:
        raise RecordUnreadable("event", f"each line must be a list of at most {EVENTS_PER_LINE_MAX} events")
    return tuple(map(_event_from_plain, plain))


def _event_to_plain(event: Event) -> dict[str, Any]:
    return {"kind": type(event).__name__, **msgspec.to_builtins(event)}


def _event_from_plain(plain: Any) -> Event:
    if not isinstance(plain, dict):
        raise RecordUnreadable("event", "it is not a JSON object")
    plain = dict(plain)
    name = plain.pop("kind", None)
    kind = EVENT_KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise RecordUnreadable(
            "event", f"its kind must be {listed(tuple(EVENT_KINDS), ' or ')}, not {quoted(name)}"
        )
    event = _converted(plain, kind, "event")
    if event.at_ms > TIME_MS_MAX:
        raise RecordUnreadable("event", "no game takes so long")
    return event


def _decoded(line: bytes, what: str, size_max: int) -> Any:
    if len(line) > size_max:
        raise RecordTooLarge(what, len(line), size_max)
    try:
        return msgspec.json.decode(line)
    except msgspec.DecodeError as error:
        raise RecordUnreadable(what, f"it is not JSON ({error})") from error
    except UnicodeDecodeError as error:
        raise RecordUnreadable(what, "it is not UTF-8") from error
    except RecursionError as error:
        raise RecordUnreadable(what, "it is nested too deeply") from error


# Known to msgspec from here on: what it has to learn of a type as it first meets it, it learns in one thread alone. Two
# that read a game at once, as after a restart, made it crash.
_KNOWN = [msgspec.json.Decoder(kind) for kind in (_Header, *EVENT_KINDS.values())]


def _converted(plain: dict[str, Any], kind: type[T], what: str) -> T:
    try:
        value = msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise RecordUnreadable(what, str(error)) from error
    # Conversion to a dataclass ignores unknown fields and fills in defaults: only what would be written again
    # exactly as it was read is a valid record.
    if msgspec.json.decode(msgspec.json.encode(value)) != plain:
        raise RecordUnreadable(what, "it has too many or too few fields")
    return value
