"""`quixotry replay`: exit codes, the JSON object, and what a person sees."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from quixotry.__main__ import run
from tests.rules.build import PRESETS

GOLDEN = Path(__file__).parent.parent / "golden" / "gcg"


def golden(name: str) -> str:
    return str(GOLDEN / f"{name}.gcg")


@pytest.mark.parametrize("name", PRESETS)
def test_a_good_game_ends_with_exit_code_0_and_a_sentence(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", golden(name)]) == 0
    shown = capsys.readouterr().out
    assert "All scores and totals are correct." in shown
    assert "Final scores: " in shown


def test_a_wrong_score_is_named_with_its_line_and_exit_code_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", golden("wrong-score")]) == 1
    shown = capsys.readouterr().out
    assert "Line 4: The score is 12, not 13." in shown
    assert "1 discrepancy found." in shown


@pytest.mark.parametrize("name", PRESETS)
def test_a_good_game_passes_the_strict_check(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", "--strict", golden(name)]) == 0
    assert "All of it could have happened." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("odd-racks", "Line 3: The rack has 8 tiles, more than 7."),
        ("odd-same-nick", "Line 2: Two players are called 'Player'; their lines are assigned in turn."),
        ("odd-same-player-again", "Line 4: 'First' moves again; it was the turn of 'Second'."),
        (
            "odd-rules-unknown",
            "Line 3: This game was played by other rules ('house-of-ours') than it is checked by.",
        ),
        ("odd-withdrawn-twice", "Line 5: This player has no play to withdraw."),
    ],
)
def test_what_could_not_have_happened_is_an_error_of_the_strict_check_named_first(
    name: str, sentence: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    assert run(["replay", "--strict", golden(name)]) == 1
    shown = capsys.readouterr().out.splitlines()
    assert next(line for line in shown if line.startswith("Line ") and ":" in line) == sentence
    assert run(["replay", "--strict", "--json", golden(name)]) == 1
    told = json.loads(capsys.readouterr().out)
    assert f"Line {told['findings'][0]['line']}: {told['findings'][0]['text']}" == sentence
    assert not told["ok"]
    assert not told["legal"]


def test_without_strict_a_game_that_could_not_have_happened_passes_if_it_adds_up(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["replay", golden("odd-same-nick")]) == 0
    shown = capsys.readouterr().out
    assert "All scores and totals are correct.\n1 thing could not have happened." in shown
    assert run(["replay", "--json", golden("odd-same-nick")]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["ok"], told["scores_right"], told["legal"]) == (True, True, False)


def test_a_play_that_cannot_be_made_is_wrong_by_both_verdicts(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", golden("wrong-play")]) == 1
    assert "4 discrepancies found.\n4 things could not have happened." in capsys.readouterr().out


def test_a_game_with_other_tiles_gets_one_sentence_and_no_list(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    path = tmp_path / "french.gcg"
    path.write_text("#player1 A A\n#player2 B B\n#tile-distribution french\n>A: WXYZ 8H WXYZ +90 90\n")
    assert run(["replay", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "Line 3: This game was played with other tiles ('french') than it is checked by." in shown
    assert "The scores were not checked; they are taken as written." in shown
    assert "Whether it could have happened was not checked." in shown
    assert run(["replay", "--strict", str(path)]) == 1


def test_several_discrepancies_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", golden("wrong-score-carried")]) == 1
    shown = capsys.readouterr().out
    assert "2 discrepancies found." in shown
    assert "Line 6, warning: The total carries forward an earlier difference of +1." in shown


def test_programs_get_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", "--json", golden("wrong-score-carried")]) == 1
    assert json.loads(capsys.readouterr().out) == {
        "ok": False,
        "scores_right": False,
        "legal": True,
        "rules": "tournament",
        "players": ["First", "Second"],
        "names": ["First", "Second"],
        "final_scores": [66, 12],
        "discrepancies": [
            {"line": 4, "what": "score", "written": 13, "computed": 12},
            {"line": 4, "what": "total", "written": 13, "computed": 12},
        ],
        "findings": [
            {"line": 4, "text": "The score is 12, not 13."},
            {"line": 4, "text": "The total is 12, not 13."},
        ],
        "warnings": [{"line": 6, "text": "The total carries forward an earlier difference of +1."}],
    }


def test_other_rules_may_be_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["replay", "--json", "--rules", "friends", golden("odd-written-out")]) == 1
    assert json.loads(capsys.readouterr().out)["final_scores"][0] == 49
    own = tmp_path / "own.toml"
    own.write_text('name = "own"\nextends = "classic"\n[bonus]\npoints = 60\n')
    assert run(["replay", "--json", "--rules", str(own), golden("odd-written-out")]) == 1
    assert json.loads(capsys.readouterr().out)["final_scores"][0] == 76


def test_a_game_comes_from_standard_input_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    content = Path(golden("odd-crlf")).read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    assert run(["replay", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["names"][0] == "Première"


def test_every_step_shows_its_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", "--step", golden("odd-notes")]) == 0
    shown = capsys.readouterr().out
    assert shown.count(" 8 ") >= 3
    assert "Second: J6 CA(S)E  +12  12" in shown


def test_notes_stand_under_their_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", golden("odd-notes")]) == 0
    shown = capsys.readouterr().out
    first, note, second = (shown.index(text) for text in ("8D RETAINS", "that goes on", "J6 CA(S)E"))
    assert first < note < second


def test_control_signs_in_a_file_never_reach_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "evil.gcg"
    path.write_bytes(
        b"#player1 A\x1b[2J A\x1b[2J[red]\n#title \x1b]0;x\x07\n>A\x1b[2J: \x1b - +0 0\n#note \x1b[1m\n"
    )
    assert run(["replay", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert "[red]" in shown


def test_a_narrow_terminal_still_shows_the_board(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "36")
    assert run(["replay", golden("classic")]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith((" 8 ", "10 "))]
    assert len(rows) >= 2


def test_a_game_without_moves_is_a_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "new.gcg"
    path.write_bytes(b"#player1 First First\n")
    assert run(["replay", str(path)]) == 0
    assert "Final scores: First 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "This is not a GCG game: the file is empty."),
        (b"\xff\xfe\x00", "This is not a GCG game"),
        (b"x" * 300_000, "This GCG file has 262145 bytes; the limit is 262144."),
        (b"#character-encoding klingon\n#player1 A A\n", "Line 1 declares the encoding 'klingon'"),
    ],
)
def test_what_is_no_game_ends_with_one_sentence_and_exit_code_2(
    content: bytes, sentence: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "bad.gcg"
    path.write_bytes(content)
    assert run(["replay", str(path)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert sentence in shown.err
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize("name", ["missing.gcg", "/", "a\0b"])
def test_a_file_that_cannot_be_read_ends_with_one_sentence(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["replay", name]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1


def test_unknown_rules_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", "--rules", "house", golden("classic")]) == 2
    assert "There are no rules 'house'" in capsys.readouterr().err
