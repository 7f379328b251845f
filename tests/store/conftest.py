"""What the tests of stores share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from quixotry.store.sql import SqlGameLog
from tests.postgres import empty_database, new_database

Open = Callable[[], SqlGameLog]


@pytest.fixture(scope="session")
def postgres_uri() -> str:
    return new_database()


@pytest.fixture(params=["sqlite", "postgresql"])
def another(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Opens the same database, as each process does."""
    url = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres_uri")
        empty_database(url)
    opened: list[SqlGameLog] = []

    def open_log() -> SqlGameLog:
        opened.append(SqlGameLog(url))
        return opened[-1]

    yield open_log
    for log in opened:
        log.close()
