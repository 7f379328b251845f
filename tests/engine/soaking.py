"""Long counts in parts that are remembered, so that an interrupted `make soak` goes on where it stopped.

A finished part leaves a mark named after its proof, its number and a digest of the sources it was proved for:
a changed engine, rule or test starts the count again. `.soak/engine.log` gains a line per part, so that
`tail -f` shows how far a run has come.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".soak"
PROVED = (
    "src/quixotry/engine/**/*.py",
    "src/quixotry/lexicon/*.p*",
    "native_sources.py",
    "setup.py",
    "src/quixotry/rules/**/*",
    "tests/engine/comparing.py",
    "tests/engine/games.py",
    "tests/engine/made_up.py",
)


def remembered(proof: str, part: int, *, by: str, work: Callable[[], int]) -> None:
    """Do `work` (it returns how many things it tried) unless this part of the proof is done already.

    `by` is the file of the test.
    """
    mark = FOLDER / f"engine-{proof}-{part}-{_digest(by)}"
    if mark.exists():
        pytest.skip("finished in an earlier run")
    began = time.monotonic()
    tried = work()
    FOLDER.mkdir(exist_ok=True)
    mark.write_text(f"{tried}\n", "utf-8")
    done = [int(each.read_text("utf-8")) for each in FOLDER.glob(f"engine-{proof}-*-{_digest(by)}")]
    with (FOLDER / "engine.log").open("a", encoding="utf-8") as log:
        log.write(
            f"{proof}: part {part} done in {time.monotonic() - began:.0f} s; {sum(done):,} tried in all\n"
        )


@cache
def _digest(by: str) -> str:
    files = {
        file for pattern in PROVED for file in ROOT.glob(pattern) if file.suffix in (".py", ".pxd", ".toml")
    }
    seen = hashlib.sha256()
    for file in sorted({*files, Path(by)}):
        seen.update(file.read_bytes())
    return seen.hexdigest()[:12]
