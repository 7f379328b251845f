"""How the program is put together for transcripts: the one file to change when the program's insides move.

What differs from run to run comes in from outside (seed, clock, names of games and keys) or is written over in the
record (times of day, which are nobody's to choose).
"""

from __future__ import annotations

import itertools
import re
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from quixotry import __version__
from quixotry.__main__ import run as run_command
from quixotry.app.web import Options, build
from quixotry.play import stopwatch
from quixotry.terminal import session as sitting

__all__ = ["App", "fix_chance", "fix_hints", "hide_times", "run_command", "saved_name", "server"]

App = Callable[[Any, Any, Any], Awaitable[None]]
"""The server, as ASGI has it."""

THINKING_MS = 60_000
"""So long that no computer is ever cut short, on however busy a machine."""


def server(folder: Path, *, now: Callable[[], int], seed: str, is_at_home: bool) -> App:
    """A whole server with a database of its own. Every game has the same seed."""
    options = Options(
        folder / "games.sqlite3", is_at_home=is_at_home, thinking_ms=THINKING_MS, workers=1, seed=seed
    )
    return build(options, now=now)


def fix_chance(patch: pytest.MonkeyPatch) -> None:
    """Names of games, invitations and new sessions are counted instead of drawn."""
    numbers = itertools.count(1)
    # A scene's time goes by in leaps, and is time of play all the same.
    patch.setattr(stopwatch, "GAP_MS", 10**9)
    patch.setattr(secrets, "token_hex", lambda size=32: f"{next(numbers):0{2 * size}x}")
    patch.setattr(secrets, "token_urlsafe", lambda size=32: f"{next(numbers):0{-(-size * 4 // 3)}d}")


def fix_hints(patch: pytest.MonkeyPatch) -> None:
    """Hints at the terminal are those of first sight: how much is tried out in a given time differs."""
    patch.setattr(sitting, "HINT_BUDGET_MS", 0)
    patch.setattr(sitting, "THINKING_MS", THINKING_MS)


_TIMES = (
    (re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d"), b"0000-00-00T00:00:00+00:00"),
    (re.compile(rb"\d{8}-\d{6}-(?=[0-9a-f]{4}\b)"), b"00000000-000000-"),
)


def hide_times(said: bytes) -> bytes:
    """What was said, with noughts for times of day, alone and in the names of saved games; and for our version."""
    for pattern, instead in _TIMES:
        said = pattern.sub(instead, said)
    return said.replace(b'"version":"%s"' % __version__.encode(), b'"version":"0.0.0"')


def saved_name(home: Path, shown: str) -> str:
    """The real name of a saved game, from its name with the time hidden."""
    found = [path.stem for path in (home / "games").glob("*") if path.stem.endswith(shown[-5:])]
    return found[0] if shown.startswith("00000000-") and found else shown
