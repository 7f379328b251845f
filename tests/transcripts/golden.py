"""The golden files, and each as it would be written today."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from tests.transcripts import screen, stage

FOLDER = Path(__file__).parents[1] / "golden" / "transcripts"


def files() -> list[Path]:
    return sorted([*FOLDER.glob("*.jsonl"), *FOLDER.glob("*.txt")])


def played(file: Path) -> bytes:
    """The transcript that comes of the lines that go into this one, in a data folder of its own."""
    with tempfile.TemporaryDirectory() as folder:
        if file.suffix == ".txt":
            return screen.replay(Path(folder), file.read_text("utf-8")).encode()
        lines = asyncio.run(stage.replay(Path(folder), file.read_bytes().splitlines()))
        return b"\n".join(lines) + b"\n"
