"""The app's modules by themselves: types, and the pure parts in node."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from tests.browser.driver import easy_words
from tests.browser.short_rules import LETTERS

HERE = Path(__file__).parent
TYPESCRIPT = Path(sys.prefix) / "node" / "node_modules" / "typescript" / "bin" / "tsc"


def node(*arguments: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    found = shutil.which("node")
    if found is None:
        pytest.fail("The browser app's checks need node. Install it with: apt-get install -y nodejs npm")
    return subprocess.run([found, *arguments], input=text, capture_output=True, text=True, check=False)


def test_types_hold() -> None:
    if not TYPESCRIPT.exists():
        pytest.fail("The type checker is missing. Install it with: make .venv/.browser")
    checked = node(str(TYPESCRIPT), "--project", str(HERE / "tsconfig.json"))
    assert checked.returncode == 0, checked.stdout


def test_the_hand_at_the_board_behaves() -> None:
    run = node("--test", str(HERE / "node"))
    assert run.returncode == 0, run.stdout


def test_any_first_rack_by_short_rules_holds_a_short_word() -> None:
    """Or tests that lay one would fail once in a few hundred deals."""
    letters = [sign for sign, count in LETTERS.items() for _ in range(count) if sign != "?"]
    words = [Counter(word) for word in easy_words("".join(sorted(set(letters))))]
    racks = {rack for size in (7, 7 - LETTERS["?"]) for rack in combinations(sorted(letters), size)}
    for rack in racks:
        held = Counter(rack)
        assert any((word - held).total() <= 7 - len(rack) for word in words), rack
