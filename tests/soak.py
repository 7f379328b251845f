"""How often a property is tried: a few times on each run, the full count in `make soak`."""

from __future__ import annotations

import os


def soak_count(usual: int, full: int) -> int:
    return full if os.environ.get("QUIXOTRY_SOAK") else usual
