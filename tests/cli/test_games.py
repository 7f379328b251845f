"""Saved games at the command line: listed whole, deleted only on purpose."""

from __future__ import annotations

from pathlib import Path

import pytest

from quixotry.store.files import FileGameLog
from tests.cli.command import quixotry


@pytest.fixture
def saved(tmp_path: Path) -> str:
    """The id of one unfinished game."""
    quixotry(tmp_path, "play", "--rules", "solo", "--lexicon", "common")
    return next(FileGameLog(tmp_path / "games").list())


def test_an_id_is_never_cut_off(tmp_path: Path, saved: str) -> None:
    assert saved in quixotry(tmp_path, "games", "list", columns=40).stdout


@pytest.mark.parametrize(
    ("stdin", "code", "said"), [("n\n", 0, "Nothing was deleted."), ("", 2, "Give --yes to delete unasked.")]
)
def test_nothing_is_deleted_without_a_yes(
    tmp_path: Path, saved: str, stdin: str, code: int, said: str
) -> None:
    done = quixotry(tmp_path, "games", "delete", saved, stdin=stdin)
    assert done.returncode == code
    assert said in done.stdout + done.stderr
    assert list(FileGameLog(tmp_path / "games").list()) == [saved]


@pytest.mark.parametrize(("options", "stdin"), [((), "y\n"), (("--yes",), "")])
def test_a_deleted_game_is_gone_with_what_was_set_aside_of_it(
    tmp_path: Path, saved: str, options: tuple[str, ...], stdin: str
) -> None:
    (tmp_path / "games" / f"{saved}.damaged").write_bytes(b"half a line")
    done = quixotry(tmp_path, "games", "delete", saved, *options, stdin=stdin)
    assert done.returncode == 0, done.stderr
    assert f"Deleted the game {saved}." in done.stdout
    assert not list((tmp_path / "games").iterdir())


def test_one_unknown_game_among_several_deletes_none(tmp_path: Path, saved: str) -> None:
    done = quixotry(tmp_path, "games", "delete", "--yes", saved, "nothing")
    assert done.returncode == 2
    assert "no saved game 'nothing'" in done.stderr
    assert list(FileGameLog(tmp_path / "games").list()) == [saved]


def test_a_game_that_is_being_played_is_not_deleted(tmp_path: Path, saved: str) -> None:
    with FileGameLog(tmp_path / "games").claimed(saved):
        done = quixotry(tmp_path, "games", "delete", "--yes", saved)
    assert done.returncode == 2
    assert list(FileGameLog(tmp_path / "games").list()) == [saved]
