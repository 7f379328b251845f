"""What the tests of live games share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.postgres import empty_database, postgres


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with postgres() as uri:
        yield uri


@pytest.fixture
def uri(server: str) -> str:
    """An empty database that several processes may use."""
    empty_database(server)
    return server
