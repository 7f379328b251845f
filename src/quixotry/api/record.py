"""A game's record as text: the lines a saved game is kept in."""

from __future__ import annotations

from collections.abc import Sequence

from quixotry.notation.errors import RecordUnreadable
from quixotry.notation.record import events_from_json, events_to_json, header_from_json, header_to_json
from quixotry.rules.errors import ImpossibleEvent
from quixotry.rules.event import Event
from quixotry.rules.game import Game
from quixotry.rules.move import Accept, Move, Ruling
from quixotry.rules.verification import move_behind, verified


def format_record(states: Sequence[Game]) -> str:
    """The header, and the events of each decision on a line of their own."""
    first, *later = states
    decisions = [
        first.events,
        *(after.events_since(before) for before, after in zip(states, later, strict=False)),
    ]
    lines = [header_to_json(first.header), *map(events_to_json, decisions)]
    return "".join(f"{line.decode()}\n" for line in lines)


def parse_record(record: bytes) -> list[Game]:
    """The states of the game, first to last. A record that is cut off or cannot have happened is refused."""
    head, *lines = record.splitlines()[: 1 << 16] or [b""]
    game = Game.of(header_from_json(head), ())
    states: list[Game] = []
    for line in lines:
        try:
            # Without its draws checked: a game told from GCG has no seed that they follow from.
            game = verified(game, events_from_json(line))
        except ImpossibleEvent as error:
            raise RecordUnreadable("event", str(error)) from error
        states.append(game)
    if not states or not states[0].events:
        raise RecordUnreadable("event", "the record has no events")
    return states


def move_of(events: Sequence[Event]) -> Move | Ruling:
    """The move these events followed from. An acceptance that came with another move is part of it."""
    moves = [move for event in events if (move := move_behind(event)) is not None]
    return moves[-1] if moves else Accept()
