"""`quixotry train leaves`, and what is in its folder when it starts again."""

from __future__ import annotations

from pathlib import Path

import pytest

from quixotry.__main__ import run
from quixotry.engine.leaves_file import load_leaves

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
