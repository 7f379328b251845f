from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.running import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One running server for all tests that do not hurt it."""
    with Server(tmp_path_factory.mktemp("server"), ("--thinking-ms=60000",)) as server:
        yield server
        text = server.log.read_text()
        assert "ERROR" not in text, text
