"""The app's modules by themselves: types, and the pure parts in node."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from quixotry.rules.board import Board
from quixotry.rules.guidance import open_squares
from quixotry.rules.move import Placement
from quixotry.rules.ruleset_file import preset

HERE = Path(__file__).parent
TYPESCRIPT = Path(sys.prefix) / "node" / "node_modules" / "typescript" / "bin" / "tsc"
GUIDED = 200


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


def test_guidance_in_the_browser_is_the_guidance_of_the_rules() -> None:
    """C7 is computed twice, for a drop must be judged while the finger moves; both must agree."""
    layout = preset("party").layout
    dice = random.Random(7)
    cases = []
    for _ in range(GUIDED):
        board = Board.empty(layout)
        for _ in range(dice.randrange(4)):
            start, down = dice.randrange(225), dice.random() < 0.5
            line = [start, *layout.ahead(start, down=down)][: dice.randrange(1, 6)]
            board = board.with_cells((square, 1) for square in line)
        laid: list[Placement] = []
        wanted = []
        for _ in range(4):
            reach = sorted(open_squares(board, laid))
            wanted.append(reach)
            if not reach:
                break
            laid.append(Placement(dice.choice(reach), 2))
        cases.append(
            {
                "cells": "".join("A" if cell else "." for cell in board.cells),
                "laid": [{"square": each.square, "sign": "B"} for each in laid],
                "wanted": wanted,
            }
        )
    run = node(str(HERE / "node" / "guidance.mjs"), text=json.dumps(cases))
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip() == f"{GUIDED} agree"
