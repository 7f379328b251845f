"""What clients and users see stays as it is, to the byte, until somebody means it to change."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from tests.transcripts.golden import files, played

# The server is made in this process here; elsewhere it runs in one of its own, whose warnings nobody counts.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

SHOWN_LINES = 60
SHOWN_CHARACTERS = 400


@pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)
def test_a_transcript_comes_out_as_it_was_written(file: Path) -> None:
    before, now = file.read_bytes(), played(file)
    if now != before:
        pytest.fail(_difference(before, now, file.name), pytrace=False)


def test_every_ruleset_has_transcripts_for_every_number_of_seats() -> None:
    from quixotry.rules.ruleset_file import preset
    from quixotry.rules.shipped import shipped_names

    names = {file.stem for file in files()}
    for ruleset in map(preset, shipped_names("presets")):
        for seats in range(ruleset.seats.min, ruleset.seats.max + 1):
            assert {f"{ruleset.name}-{seats}", f"terminal-{ruleset.name}-{seats}"} <= names


def _difference(before: bytes, now: bytes, name: str) -> str:
    """The first lines that differ, each from a little before its first change on."""
    lines = difflib.unified_diff(
        before.decode().splitlines(),
        now.decode().splitlines(),
        f"golden {name}",
        f"{name} now",
        n=1,
        lineterm="",
    )
    shown = [line for line, _ in zip(lines, range(SHOWN_LINES), strict=False)]
    cut: list[str] = []
    for line, after in zip(shown, [*shown[1:], ""], strict=True):
        start = 0
        if line.startswith("-") and after.startswith("+"):
            start = next((at for at in range(1, min(len(line), len(after))) if line[at] != after[at]), 0)
        elif cut and line.startswith("+") and shown[len(cut) - 1].startswith("-"):
            other = shown[len(cut) - 1]
            start = next((at for at in range(1, min(len(line), len(other))) if line[at] != other[at]), 0)
        begin = max(1, start - SHOWN_CHARACTERS // 4)
        cut.append(line[:1] + ("..." if begin > 1 else "") + line[begin : begin + SHOWN_CHARACTERS])
    return "\n".join([*cut, "If this is meant: python -m tests.transcripts --write"])
