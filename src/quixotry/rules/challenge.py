"""Challenges as data: what follows when every disputed word is good.

The names people know (`double`, `five-points` ...) are presets in `challenges.toml`; a ruleset may also spell
its own rule out as a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cache

from quixotry.rules.plain import limits, parse_toml, read_table
from quixotry.rules.shipped import package_text
from quixotry.values import frozen

REFEREED = "void"
"""Not a challenge rule: the referee refuses a bad word, and nobody challenges."""


@frozen
class ChallengeRule:
    """What a wrong challenge costs."""

    points: int = field(default=0, metadata=limits(0, 1000))
    """What the challenged seat gains."""
    per_word: int = field(default=0, metadata=limits(0, 1000))
    """What it gains for every word disputed."""
    costs_turn: bool = False
    """Does the challenger lose the turn?"""

    def points_for(self, words: int) -> int:
        """What the challenged seat gains when so many words were disputed."""
        return self.points + self.per_word * words


@cache
def challenge_presets() -> Mapping[str, ChallengeRule | None]:
    """Every named rule; None for the referee's own judgement."""
    named = parse_toml(package_text("challenges.toml"))
    rules = {name: read_table(ChallengeRule, table, name, {}) for name, table in named.items()}
    return {REFEREED: None, **rules}
