"""Saved games at the command line: listed whole, deleted only on purpose."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from quixotry.store.files import FileGameLog
from tests.cli.command import quixotry, said
from tests.soak import soak_count, soaked


@pytest.fixture
def saved(unfinished: Path) -> str:
    """The id of one unfinished game."""
    return unfinished.stem


def test_an_id_is_never_cut_off(tmp_path: Path, saved: str) -> None:
    assert saved in quixotry(tmp_path, "games", "list", columns=40).stdout


@pytest.mark.parametrize(
    ("stdin", "code", "told"), [("n\n", 0, "Nothing was deleted."), ("", 2, "Give --yes to delete unasked.")]
)
def test_nothing_is_deleted_without_a_yes(
    tmp_path: Path, saved: str, stdin: str, code: int, told: str
) -> None:
    done = quixotry(tmp_path, "games", "delete", saved, stdin=stdin)
    assert done.returncode == code
    assert told in done.stdout + done.stderr
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
    done = said(tmp_path, "games", "delete", "--yes", saved, "nothing")
    assert done.returncode == 2
    assert "no saved game 'nothing'" in done.stderr
    assert list(FileGameLog(tmp_path / "games").list()) == [saved]


def test_a_game_that_is_being_played_is_not_deleted(tmp_path: Path, saved: str) -> None:
    with FileGameLog(tmp_path / "games").claimed(saved):
        done = quixotry(tmp_path, "games", "delete", "--yes", saved)
    assert done.returncode == 2
    assert list(FileGameLog(tmp_path / "games").list()) == [saved]


COUNTING = """
import os, sys
folder, opened = os.path.join(os.environ["QUIXOTRY_HOME"], "games"), []
def hear(event, args):
    if event == "open" and isinstance(args[0], (str, os.PathLike)) and str(args[0]).startswith(folder):
        opened.append(os.path.basename(args[0]))
sys.addaudithook(hear)
from quixotry.__main__ import run
from quixotry.store import save_index
save_index.SETTLED_NS = -1 << 62  # saves made a moment ago count like old ones
code = run(sys.argv[1:])
print(len(opened), file=sys.stderr)
sys.exit(code)
"""


def files_opened(home: Path, *args: str) -> int:
    """How many files among the saves a command opens, to read or to write."""
    done = subprocess.run(
        [sys.executable, "-c", COUNTING, *args],
        env={"QUIXOTRY_HOME": str(home), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"},
        input="quit\n",
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode in (0, 2), done.stderr
    return int(done.stderr.splitlines()[-1])


@soaked
def test_a_list_a_resumed_game_and_a_new_match_open_as_few_files_with_many_saves_as_with_five(
    tmp_path: Path, saved: str
) -> None:
    folder = tmp_path / "games"
    save = (folder / f"{saved}.jsonl").read_bytes()
    commands = (
        ("games", "list"),
        ("games", "list", "--json"),
        ("play", "--resume", "--lexicon", "common"),
        ("play", "--rules", "match", "--lexicon", "common"),
    )
    counts = []
    for amount in (5, soak_count(500, 5000)):
        for number in range(amount):
            (folder / f"copy-{number}.jsonl").write_bytes(save)
        files_opened(tmp_path, "games", "list")  # the first list reads what is new
        counts.append([files_opened(tmp_path, *command) for command in commands])
    assert counts[0] == counts[1]
    assert max(counts[1]) < 20


def test_a_long_list_shows_the_newest_and_says_how_many_more_there_are(tmp_path: Path, saved: str) -> None:
    save = (tmp_path / "games" / f"{saved}.jsonl").read_bytes()
    for number in range(60):
        (tmp_path / "games" / f"copy-{number:02}.jsonl").write_bytes(save)
    shown = said(tmp_path, "games", "list").stdout
    assert "copy-59" in shown
    assert "copy-09" not in shown
    assert "11 older games are not shown; see them with: quixotry games list --all" in shown
    everything = said(tmp_path, "games", "list", "--all").stdout
    assert "copy-09" in everything
    assert "not shown" not in everything
    assert len(json.loads(said(tmp_path, "games", "list", "--json").stdout)) == 61


def test_a_doctored_save_is_refused_wherever_it_is_used(tmp_path: Path, saved: str) -> None:
    path = tmp_path / "games" / f"{saved}.jsonl"
    doctored = path.read_bytes().replace(b'"tiles":[', b'"tiles":[0,', 1)
    path.write_bytes(doctored)
    for command in (("games", "export", saved), ("play", "--resume", saved)):
        done = said(tmp_path, *command)
        assert done.returncode == 2
        assert "cannot have been played like this. Line 2 of its file, event" in done.stderr
    assert "cannot have been played like this" in said(tmp_path, "games", "list").stdout
    (listed,) = json.loads(said(tmp_path, "games", "list", "--json").stdout)
    assert listed["id"] == saved
    assert "cannot have been played like this" in listed["problem"]
    newest = quixotry(tmp_path, "play", "--resume")
    assert "cannot have been played like this" in newest.stdout
    assert "There is no unfinished game" in newest.stderr
    assert path.read_bytes() == doctored
