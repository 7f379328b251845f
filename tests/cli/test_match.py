"""`quixotry match` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quixotry.__main__ import run

Captured = pytest.CaptureFixture[str]


def test_a_match_ends_with_a_table_and_leaves_results_and_games(tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "run"
    command = ["match", "casual", "beginner", "--pairs", "2", "--out", str(out)]
    assert run(command) == 0
    told = capsys.readouterr().out
    assert "4 games, match" in told
    assert "casual takes" in told
    results = json.loads((out / "results.json").read_text("utf-8"))
    assert results["time"] == {
        "game_seconds": 60.0,
        "move_seconds": None,
        "overtime_points_a_minute": 10,
        "clock": "wall",
    }
    assert results["deterministic"] == {"casual": True, "beginner": True}
    record = out / "games" / "0000" / "pair-000002-game-2.gcg"
    assert "<svg" in (out / "report.html").read_text("utf-8")
    assert run(["replay", str(record)]) == 0
    assert run([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1]) == results


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["nobody", "club"], "no player 'nobody'"),
        (["club", "expert", "--sprt", "20,0"], "must be the smaller"),
        (["club", "expert", "--sprt", "much"], "two differences in rating"),
        (["club", "expert", "--rules", "chess"], "no rules 'chess'"),
    ],
)
def test_a_match_that_cannot_be_is_refused_in_a_sentence(
    options: list[str], said: str, tmp_path: Path, capsys: Captured
) -> None:
    assert run(["match", *options, "--out", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "journal.jsonl").exists()


def test_a_tournament_ends_with_standings_a_cross_table_and_a_report(
    tmp_path: Path, capsys: Captured
) -> None:
    out = tmp_path / "run"
    command = ["tournament", "casual", "beginner", "--pairs", "1", "--out", str(out)]
    assert run(command) == 0
    told = capsys.readouterr().out
    assert "1. casual" in told
    assert "Order: games won, a draw half, then spread, then matches won." in told
    assert "Cross table" in (out / "report.html").read_text("utf-8")
    assert run([*command, "--json"]) == 0
    results = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert results == json.loads((out / "results.json").read_text("utf-8"))
    assert results["games"] == 2
