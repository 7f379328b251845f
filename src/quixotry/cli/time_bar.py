"""How much of its time a search has used, on standard error, where that is a terminal and somebody would wait."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext

SHOWN_MS = 1000
"""What takes less than this needs no bar."""


def time_bar(doing: str, budget_ms: int) -> AbstractContextManager[None]:
    """A bar while something is done within a budget."""
    if budget_ms < SHOWN_MS or not sys.stderr.isatty():
        return nullcontext()
    from rich.console import Console

    from quixotry.terminal.thinking_bar import show_time

    return show_time(Console(stderr=True), doing, budget_ms)
