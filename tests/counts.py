"""How often a property is tried: a few times on each run, in full by `make soak`."""

from __future__ import annotations

import os

IS_SOAK = os.environ.get("QUIXOTRY_SOAK") == "1"


def times(each_run: int, soak: int) -> int:
    return soak if IS_SOAK else each_run
