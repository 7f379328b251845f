"""The command as a user runs it, in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def quixotry(home: Path, *args: str, stdin: str = "", columns: int = 80) -> subprocess.CompletedProcess[str]:
    """What `quixotry ARGS` says with this data folder and a terminal this wide."""
    return subprocess.run(
        [sys.executable, "-m", "quixotry", *args],
        env={
            "QUIXOTRY_HOME": str(home),
            "PATH": "/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "COLUMNS": str(columns),
        },
        input=stdin,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
