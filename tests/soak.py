"""How often a property is tried: a few times on each run, the full count in `make soak`.

What has passed in a soak is remembered with the code it passed for (`tests/conftest.py`), so that an interrupted one
goes on where it stopped, and a changed line of source or test starts it again. Long counts come in parts, each a test.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., Any])

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".soak"


def is_soak() -> bool:
    return bool(os.environ.get("QUIXOTRY_SOAK"))


def soak_count(usual: int, full: int) -> int:
    return full if is_soak() else usual


def soaked(test: Test) -> Test:
    """A test that runs each time with a few tries, and again with the full count in `make soak`."""
    return pytest.mark.soak(test) if is_soak() else test


def mark_of(item: pytest.Item) -> Path | None:
    """The file that says that this test has passed a soak; None for a test that runs each time."""
    if not is_soak() or item.get_closest_marker("soak") is None:
        return None
    return FOLDER / hashlib.sha256(f"{item.nodeid} {_code_digest()}".encode()).hexdigest()[:24]


@cache
def _code_digest() -> str:
    files = (file for room in ("src", "tests") for file in (ROOT / room).rglob("*"))
    seen = hashlib.sha256()
    for file in sorted(file for file in files if file.suffix in (".py", ".pxd", ".toml")):
        seen.update(file.read_bytes())
    return seen.hexdigest()
