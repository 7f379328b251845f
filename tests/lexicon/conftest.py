"""What the lexicon's tests share."""

from pathlib import Path

import pytest

from quixotry.lexicon import Lexicon, load


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own: nobody's imported lists are read or written."""
    folder = tmp_path / "home"
    monkeypatch.setenv("QUIXOTRY_HOME", str(folder))
    return folder


@pytest.fixture
def default() -> Lexicon:
    return load("default")


@pytest.fixture
def common() -> Lexicon:
    return load("common")
