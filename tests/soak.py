"""How often a property is tried: a few times on each run, the full count in `make soak`."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

Test = TypeVar("Test", bound=Callable[..., Any])


def is_soak() -> bool:
    return bool(os.environ.get("QUIXOTRY_SOAK"))


def soak_count(usual: int, full: int) -> int:
    return full if is_soak() else usual


def soaked(test: Test) -> Test:
    """A test that runs each time with a few tries, and again with the full count in `make soak`."""
    return pytest.mark.soak(test) if is_soak() else test
