"""What the terminal's tests share."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own: nothing of the user's is read or written."""
    folder = tmp_path / "home"
    monkeypatch.setenv("QUIXOTRY_HOME", str(folder))
    return folder
