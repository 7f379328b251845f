"""Where a user's things are kept."""

from pathlib import Path

import pytest

from quixotry.paths import data_folder


def test_quixotry_home_wins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("QUIXOTRY_HOME", str(tmp_path))
    assert data_folder() == tmp_path


def test_then_the_xdg_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("QUIXOTRY_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert data_folder() == tmp_path / "quixotry"


@pytest.mark.parametrize("xdg", ["", "relative/path"])
def test_then_the_home_folder(xdg: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("QUIXOTRY_HOME", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", xdg)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder() == tmp_path / ".local" / "share" / "quixotry"
