"""What an operator orders is kept in the store, in both databases."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from quixotry.play.operator import Bans
from quixotry.play.presence import HOUSE
from quixotry.store.sql import SqlGameLog
from tests.postgres import empty_database
from tests.store.test_backup import ADA, filled


@pytest.fixture(params=["sqlite", "postgresql"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlGameLog]:
    address = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    if request.param == "postgresql":
        address = request.getfixturevalue("postgres_uri")
        empty_database(address)
    filled(address)
    log = SqlGameLog(address)
    yield log
    log.close()


def test_bans_hold_for_sessions_and_networks_until_they_are_lifted(log: SqlGameLog) -> None:
    assert not log.orders.bans()
    for subject in (ADA, "192.0.2.0/24", "2001:db8::/64"):
        log.orders.ban(subject, "insults")
    log.orders.ban(ADA, "insults again")
    bans = log.orders.bans()
    assert bans.hit(ADA, "198.51.100.1")
    assert bans.hit("", "192.0.2.77")
    assert bans.hit("", "::ffff:192.0.2.77")
    assert bans.hit("", "2001:db8::9")
    assert not bans.hit("b" * 64, "198.51.100.1")
    assert not bans.hit("", "")
    assert log.orders.unban("192.0.2.0/24")
    assert not log.orders.unban("192.0.2.0/24")
    assert not log.orders.bans().hit("", "192.0.2.77")
    assert {subject: reason for subject, reason, _ in log.orders.banned()} == {
        ADA: "insults again",
        "2001:db8::/64": "insults",
    }


def test_everything_is_written_down_under_the_next_number(log: SqlGameLog) -> None:
    assert log.orders.last() == 0
    log.orders.ban(ADA, "insults")
    log.orders.note("delete", "game-1")
    log.orders.unban(ADA)
    assert [(each.number, each.what, each.subject, each.detail) for each in log.orders.after(0)] == [
        (1, "ban", ADA, "insults"),
        (2, "delete", "game-1", ""),
        (3, "unban", ADA, ""),
    ]
    assert [each.number for each in log.orders.after(2)] == [3]
    assert log.orders.last() == 3


def test_sessions_and_load_are_counted(log: SqlGameLog) -> None:
    (ada,) = log.orders.sessions(9)
    assert (ada.session, ada.games, ada.unfinished, ada.is_banned) == (ADA, 6, 6, False)
    assert log.orders.sessions(9, "b") == log.orders.sessions(9, "%") == []
    load = log.orders.load()
    assert (load.games, load.unfinished, load.sessions, load.minute, load.day) == (6, 6, 1, 6, 6)
    assert load.waiting_for_computers == 3
    assert load.players_here == 0
    log.presences.note({"game-1": (0, 1), HOUSE: (0,)}, 90_000)
    assert log.orders.load().players_here == 2, "that the house is open is no player"


def test_nobody_is_banned_by_nothing() -> None:
    assert not Bans().hit("", "")
    assert not Bans.of([ADA]).hit("", "192.0.2.1")
