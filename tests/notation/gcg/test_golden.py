"""Recorded games kept as files: our own exports, and files as odd as people and programs make them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from quixotry.notation.gcg import format_gcg, parse_gcg, replay_gcg
from tests.rules.build import PRESETS

FOLDER = Path(__file__).parents[2] / "golden" / "gcg"
EXPECTED: dict[str, dict[str, Any]] = json.loads((FOLDER / "expected.json").read_text("utf-8"))
FILES = sorted(path.stem for path in FOLDER.glob("*.gcg"))


def found(name: str) -> dict[str, Any]:
    """What a replay finds, in the form of `expected.json`."""
    report = replay_gcg(parse_gcg((FOLDER / f"{name}.gcg").read_bytes()))
    return {
        "rules": report.ruleset.name,
        "names": [player.name for player in report.players],
        "final_scores": list(report.final_scores),
        "scores_right": report.scores_right,
        "legal": report.is_legal,
        "discrepancies": [list(each) for each in report.discrepancies],
        "faults": [list(each) for each in report.faults],
        "warnings": [list(each) for each in report.warnings],
        "unknown": report.unknown and list(report.unknown),
    }


@pytest.mark.parametrize("name", FILES)
def test_a_recorded_game_comes_back_byte_for_byte(name: str) -> None:
    content = (FOLDER / f"{name}.gcg").read_bytes()
    assert format_gcg(parse_gcg(content)) == content


@pytest.mark.parametrize("name", FILES)
def test_a_recorded_game_replays_as_expected(name: str) -> None:
    assert found(name) == EXPECTED[name]


@pytest.mark.parametrize("name", PRESETS)
def test_our_own_record_of_every_preset_has_nothing_to_remark(name: str) -> None:
    report = found(name)
    assert report["rules"] == name
    assert (report["scores_right"], report["legal"], report["warnings"]) == (True, True, [])


def test_every_expectation_has_a_file() -> None:
    assert sorted(EXPECTED) == FILES
