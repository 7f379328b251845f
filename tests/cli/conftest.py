"""What the command line's tests share."""

import shutil
from pathlib import Path

import pytest

from tests.cli.command import quixotry


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own: nothing of the user's is read or written."""
    folder = tmp_path / "home"
    monkeypatch.setenv("QUIXOTRY_HOME", str(folder))
    return folder


@pytest.fixture(scope="session")
def saved_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The save of one unfinished game, made once for all tests that need one."""
    home = tmp_path_factory.mktemp("saved")
    quixotry(home, "play", "--rules", "solo", "--lexicon", "common")
    (save,) = (home / "games").iterdir()
    return save


@pytest.fixture
def unfinished(tmp_path: Path, saved_game: Path) -> Path:
    """A home with one unfinished game; the path of its save."""
    folder = tmp_path / "games"
    folder.mkdir()
    return Path(shutil.copy(saved_game, folder))
