"""Saves of the terminal game, as somebody might upload them."""

from __future__ import annotations

from dataclasses import replace

from quixotry.lexicon import load
from quixotry.notation.record import events_to_json, header_to_json
from quixotry.rules.game import GameHeader, SeatedPlayer
from quixotry.rules.ruleset_file import preset
from tests.rules.build import header_for
from tests.store.contract import first_events


def a_header(**changes: object) -> GameHeader:
    """What the terminal would save of a game against the computer."""
    players = (SeatedPlayer("First"), SeatedPlayer("Second", "computer", "casual"))
    common = load("common")
    header = header_for(
        preset("friends"), players=players, lexicon_id=common.id, lexicon_digest=common.digest
    )
    return replace(header, **changes)  # type: ignore[arg-type]


def a_save(**changes: object) -> bytes:
    header = a_header(**changes)
    return header_to_json(header) + b"\n" + events_to_json(first_events(header)) + b"\n"
