"""Make a game's past longer ago, as time does: for tests of absences that last for days."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path

_LONG_AGO = "2026-01-01T00:00:00+00:00"


def aging(game_id: str, time_ms: int, here: Collection[int]) -> list[tuple[str, dict[str, object]]]:
    """The statements that let time go by for a game; these seats are at its table all the while."""
    game = {"game": game_id, "ms": time_ms}
    past = "UPDATE presences SET since_ms = since_ms - :ms, seen_ms = seen_ms - :ms WHERE game_id = :game"
    seen = "UPDATE presences SET seen_ms = seen_ms + :ms WHERE game_id = :game AND seat = :seat"
    return [
        ("UPDATE games SET played_at = :at WHERE id = :game", {"game": game_id, "at": _LONG_AGO}),
        (past, {**game}),
        ("UPDATE presences SET since_ms = since_ms - :ms WHERE game_id = ''", {"ms": time_ms}),
        *((seen, {**game, "seat": seat}) for seat in here),
    ]


def age(data: Path, game_id: str, time_ms: int, here: Collection[int]) -> None:
    """The same for a running server that keeps its games in this folder."""
    with closing(sqlite3.connect(data / "quixotry.sqlite3", timeout=30)) as connection, connection:
        for statement, given in aging(game_id, time_ms, here):
            connection.execute(statement, given)
