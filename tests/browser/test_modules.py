"""The app's modules by themselves: types, and the pure parts in node."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

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
