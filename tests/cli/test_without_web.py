"""`pip install quixotry` without the extra `web`: terminal, engine and library need none of its libraries."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
WEB = [line.split(">")[0].split("[")[0] for line in PROJECT["optional-dependencies"]["web"]]

BLOCK = f"""
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {WEB!r}:
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
"""

LIBRARY = """
import quixotry as qx
game = qx.Game("tournament", seed="3d3")
for _ in range(4):
    game.push(qx.Computer("expert", lexicon="common").choose(game.view()))
print("moves", game.move_count)
"""

COMMAND = "from quixotry.__main__ import run; sys.exit(run({!r}))"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (LIBRARY, "moves 4"),
        (COMMAND.format(["play", "--rules", "solo", "--lexicon", "common", "--seed", "3d3"]), "bag 86"),
        (COMMAND.format(["rules", "list"]), "tournament"),
        (COMMAND.format(["games", "list"]), "no saved games"),
    ],
)
def test_what_is_not_the_server_works_without_its_libraries(code: str, said: str, home: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BLOCK + code],
        env={"QUIXOTRY_HOME": str(home), "COLUMNS": "80", "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert said in done.stdout, done
