"""`quixotry train leaves`, and what is in its folder when it starts again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quixotry.__main__ import run
from quixotry.engine.leaves_file import _own_leaves, load_leaves

Captured = pytest.CaptureFixture[str]


def train(folder: Path, *, generations: int = 1) -> int:
    """With twelve tiles of each of six letters there are some 900 leaves to rate; with a full set, 900,000."""
    letters = "\n".join(f"{sign} = {{ value = 1, count = 12 }}" for sign in "ACERST")
    rules = folder / "few.toml"
    rules.write_text(
        'extends = "tournament"\nname = "few"\n[tiles]\nname = "few"\nalphabet = "ACERST"\n'
        f"[tiles.letters]\n{letters}\n"
    )
    games = ["--games", "2"] * generations
    options = ["--rules", str(rules), "--lexicon", "common", *games, "--folder", str(folder)]
    return run(["train", "leaves", *options])


def test_a_damaged_leaves_file_ends_training_in_a_sentence_with_exit_code_2(
    tmp_path: Path, capsys: Captured
) -> None:
    damaged = tmp_path / "generation-1.qxl"
    damaged.write_bytes(b"no table of leaves")
    assert train(tmp_path, generations=2) == 2
    told = capsys.readouterr().err
    assert told.startswith("quixotry: ")
    assert "generation-1.qxl" in told
    assert "Traceback" not in told
    assert damaged.read_bytes() == b"no table of leaves"


@pytest.mark.parametrize("content", [b"", b"{", b"[]\n", b'{"done": [0]}\n'])
def test_damaged_progress_is_trained_anew(tmp_path: Path, content: bytes, capsys: Captured) -> None:
    (tmp_path / "generation-1.part").write_bytes(content)
    assert train(tmp_path) == 0
    assert "generation-1.qxl" in capsys.readouterr().out
    _, header = load_leaves(tmp_path / "generation-1.qxl")
    assert header["recipe"]["games"] == [2]


EMPTY = "/".join(["15"] * 15)


def moves(folder: Path, *options: str) -> int:
    rules = str(folder / "few.toml")
    return run(
        ["moves", "--rules", rules, "--lexicon", "common", "--cgp", f"{EMPTY} CARTEST/ 0/0 0", *options]
    )


def test_moves_played_without_leaves_and_said_nothing_and_a_trained_table_was_of_no_use(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUIXOTRY_HOME", str(tmp_path / "home"))
    assert train(tmp_path) == 0
    table = tmp_path / "generation-1.qxl"
    capsys.readouterr()
    assert moves(tmp_path, "--json") == 0
    found = capsys.readouterr().out
    assert json.loads(found)["has_leaves"], "found by ruleset and word list"
    [kept] = (tmp_path / "home" / "leaves").iterdir()
    kept.unlink()
    _own_leaves.cache_clear()
    assert moves(tmp_path) == 0
    assert "No table of leaves fits these tiles" in capsys.readouterr().err
    assert moves(tmp_path, "--leaves", str(table), "--json") == 0
    assert capsys.readouterr().out == found, "the table that was kept, named"
    assert moves(tmp_path, "--json") == 0
    assert not json.loads(capsys.readouterr().out)["has_leaves"]


def test_leaves_for_other_tiles_and_files_that_are_none_are_refused_in_a_sentence(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUIXOTRY_HOME", str(tmp_path / "home"))
    assert train(tmp_path) == 0
    table = str(tmp_path / "generation-1.qxl")
    position = ["--cgp", f"{EMPTY} CARTEST/ 0/0 0"]
    assert run(["moves", *position, "--leaves", table]) == 2
    assert "it was trained for other tiles or another rack" in capsys.readouterr().err
    assert run(["selfplay", "--games", "1", "--leaves", str(tmp_path / "few.toml")]) == 2
    assert "few.toml" in capsys.readouterr().err
    assert run(["solve", *position, "--leaves", str(tmp_path / "missing.qxl")]) == 2
    assert "missing.qxl" in capsys.readouterr().err
