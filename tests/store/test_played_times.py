"""How long games have been played: one process counts, and nobody pays for a turn that is over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from quixotry.play.ports import Reading
from quixotry.store.sql import SqlGameLog
from tests.postgres import empty_database

GAP_MS = 60_000


@pytest.fixture
def log(postgres_uri: str) -> Iterator[SqlGameLog]:
    empty_database(postgres_uri)
    log = SqlGameLog(postgres_uri)
    yield log
    log.close()


def keep(log: SqlGameLog, holder: str, seq: int, at_ms: int) -> Reading:
    return log.played_times.keep(holder, {"game": Reading(seq, at_ms)}, GAP_MS)["game"]


def test_of_two_processes_the_first_counts(log: SqlGameLog) -> None:
    assert log.played_times.read("game") is None
    assert keep(log, "here", 3, 1_000) == Reading(3, 1_000)
    assert keep(log, "there", 3, 9_000) == Reading(3, 1_000)
    assert keep(log, "here", 3, 2_000) == log.played_times.read("game") == Reading(3, 2_000)
    assert keep(log, "here", 3, 1_500) == Reading(3, 2_000), "time does not go back"


def test_a_player_does_not_pay_for_the_time_another_process_took_to_hear_of_a_move(log: SqlGameLog) -> None:
    keep(log, "here", 3, 10_000)
    moved = Reading(4, 9_970)
    assert keep(log, "there", moved.seq, moved.at_ms) == moved
    assert keep(log, "here", 3, 10_500) == moved, "it has not heard of the move, and counts no longer"
    assert log.played_times.read("game") == moved
