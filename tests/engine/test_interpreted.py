"""Without a compiler the same sources run as Python, and find the same."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import quixotry
from quixotry.lexicon.graph import COMPILED
from tests.engine.agreement import digest_of_games
from tests.engine.rollouts import figures_of_rollouts

ROOT = Path(__file__).parents[2]


def run_interpreted(tmp_path: Path, command: str) -> dict[str, object]:
    """What a command prints as JSON where nothing is compiled."""
    source = Path(quixotry.__file__).parent
    shutil.copytree(source, tmp_path / "quixotry", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    shutil.copytree(ROOT / "tests" / "engine", tmp_path / "tests" / "engine")
    (tmp_path / "tests" / "__init__.py").touch()
    run = subprocess.run(
        [sys.executable, "-c", f"import json; {command}"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "PATH": "", "QUIXOTRY_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, object] = json.loads(run.stdout)
    assert found.pop("compiled") is False
    return found


def test_interpreted_and_compiled_agree(tmp_path: Path) -> None:
    """On all plays and the best play of 200 positions, and on two whole games of self-play."""
    interpreted = run_interpreted(
        tmp_path, "from tests.engine.agreement import digest_of_games as d; print(json.dumps(d(200)))"
    )
    compiled = digest_of_games(200)
    assert compiled.pop("compiled") is COMPILED
    assert interpreted == compiled


def test_interpreted_and_compiled_rollouts_agree(tmp_path: Path) -> None:
    interpreted = run_interpreted(
        tmp_path, "from tests.engine.rollouts import figures_of_rollouts as f; print(json.dumps(f()))"
    )
    compiled = figures_of_rollouts()
    assert compiled.pop("compiled") is COMPILED
    assert interpreted == compiled
