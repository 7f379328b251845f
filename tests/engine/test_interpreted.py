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

ROOT = Path(__file__).parents[2]


def test_interpreted_and_compiled_agree(tmp_path: Path) -> None:
    """On all plays and the best play of 200 positions, two whole games of self-play and three small endgames."""
    source = Path(quixotry.__file__).parent
    shutil.copytree(source, tmp_path / "quixotry", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    shutil.copytree(ROOT / "tests" / "engine", tmp_path / "tests" / "engine")
    (tmp_path / "tests" / "__init__.py").touch()
    command = (
        "import json; from tests.engine.agreement import digest_of_games as d; print(json.dumps(d(200)))"
    )
    run = subprocess.run(
        [sys.executable, "-c", command],
        cwd=tmp_path,
        env={"PYTHONPATH": str(tmp_path), "PATH": "", "QUIXOTRY_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    interpreted = json.loads(run.stdout)
    assert interpreted.pop("compiled") is False
    compiled = digest_of_games(200)
    assert compiled.pop("compiled") is COMPILED
    assert interpreted == compiled
