"""Rulesets with few tiles, so that a whole game takes seconds and still ends by its own rules."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

LETTERS = {"A": 3, "E": 4, "I": 1, "L": 1, "N": 1, "O": 1, "R": 1, "S": 2, "T": 2, "?": 1}
"""Seventeen tiles, of which any seven make a short word: there is always something to play first."""


def short_ruleset(plain: dict[str, Any]) -> dict[str, Any]:
    """The same rules for two players with seventeen tiles."""
    short = deepcopy(plain)
    short["name"] = f"short-{plain['name']}"
    short["title"] = f"Short {plain['title']}"
    short["seats"]["max"] = 2
    letters = short["tiles"]["letters"]
    short["tiles"]["name"] = "seventeen"
    short["tiles"]["letters"] = {
        sign: {**kind, "count": LETTERS.get(sign, 0)} for sign, kind in letters.items()
    }
    return short
