"""What the tests of live games share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.postgres import empty_database, new_database


@pytest.fixture(scope="session")
def server() -> str:
    return new_database()


@pytest.fixture
def uri(server: str) -> str:
    """An empty database that several processes may use."""
    empty_database(server)
    return server


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a house keeps its games, for what must hold with both."""
    found: Path | str = (
        tmp_path / "games.sqlite3" if request.param == "sqlite" else request.getfixturevalue("uri")
    )
    return found
