"""What the tests of stores share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.postgres import postgres


@pytest.fixture(scope="session")
def postgres_uri() -> Iterator[str]:
    with postgres() as uri:
        yield uri
