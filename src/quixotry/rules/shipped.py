"""The rulesets, boards and tile sets that come with the package, as text.

The only file in this room that reads anything, and it reads nothing but its neighbours.
"""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from quixotry.rules.errors import RulesetError
from quixotry.wording.phrases import listed, quoted

Kind = Literal["presets", "boards", "tilesets"]

# Not importlib.resources: it brings a dozen modules with it, for which a short command would wait.
_HERE = Path(__file__).parent
_ORDER = ("classic", "solo", "party", "friends", "match", "tournament")


def package_text(name: str) -> str:
    """A text file of this room."""
    return (_HERE / name).read_text("utf-8")


def shipped_names(kind: Kind) -> tuple[str, ...]:
    """What there is of a kind; presets in the order people are shown them."""
    found = {entry.name.removesuffix(".toml") for entry in (_HERE / kind).iterdir()}
    return tuple(sorted(found, key=lambda name: (_ORDER.index(name) if name in _ORDER else 99, name)))


def shipped_text(kind: Kind, name: str, *, key: str) -> str:
    """The TOML text of a shipped file; `key` is where its name was written, for the error."""
    if name not in shipped_names(kind):
        raise RulesetError(key, f"there is no {quoted(name)}; choose {listed(shipped_names(kind), ' or ')}")
    return (_HERE / kind / f"{name}.toml").read_text("utf-8")
