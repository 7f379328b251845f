"""The list all figures of the engine are measured with, so that they compare: SCOWL's english and american
word classes up to size 80, `[a-z]{2,15}`, nothing patched."""

from __future__ import annotations

import os
import platform
import re
import resource
from pathlib import Path

from quixotry.lexicon import Lexicon

SCOWL = Path("/usr/share/dict/scowl")
EXPECTED = 236_802


def bench_lexicon() -> Lexicon:
    if not SCOWL.is_dir():
        raise SystemExit(f"there is no {SCOWL}: install SCOWL (Debian's package `scowl`) to compare figures")
    words: set[str] = set()
    for path in SCOWL.iterdir():
        match = re.fullmatch(r"(english|american)-words\.(\d+)", path.name)
        if match and int(match[2]) <= 80:
            lines = path.read_text("latin-1").splitlines()
            words.update(line.upper() for line in lines if re.fullmatch("[a-z]{2,15}", line))
    if len(words) != EXPECTED:
        raise SystemExit(f"the list has {len(words)} words, not {EXPECTED}: figures would not compare")
    return Lexicon.of(words, id="bench")


def machine() -> str:
    """What the figures were measured on, and how busy it was."""
    names = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    load = ", ".join(f"{value:.2f}" for value in os.getloadavg())
    return f"{names[0] if names else platform.processor()}, {os.cpu_count()} cores, load {load}"


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
