"""What a seed stands for: how many processes, which games, who plays, and what goes wrong when."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from quixotry.lexicon.wordlist import Lexicon
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset, ruleset_from_plain, ruleset_to_plain

LETTERS = {"A": 4, "E": 5, "I": 3, "L": 2, "N": 4, "O": 3, "R": 4, "S": 3, "T": 4, "?": 2}

_SIGNS = [sign for sign in LETTERS if sign != "?"]

WORDS = Lexicon.of(("".join(some) for size in (2, 3, 4) for some in product(_SIGNS, repeat=size)), id="tiny")
"""Whatever two to four of these letters spell: there is always something to play, and never much at once."""

RULES = ("friends", "tournament", "classic", "party")

ROUGH_S = 25.0
"""How long things go wrong."""

MISHAPS = {
    "kill before a commit": 3,
    "kill after a commit": 3,
    "stop": 2,
    "cut the power before a commit": 1,
    "cut the power after a commit": 2,
    "cut lines": 3,
    "silence lines": 1,
    "deafen": 1,
    "slow": 1,
    "full": 1,
    "late": 1,
    "jump": 2,
    "give a seat away": 2,
    "vanish": 2,
}
"""What may go wrong, and how often."""


@dataclass(frozen=True, slots=True)
class PlannedGame:
    rules: str
    has_computer: bool
    tabs: int
    """Pages the first player has open, each of which moves."""
    has_watcher: bool


@dataclass(frozen=True, slots=True)
class Plan:
    processes: int
    """Two share a database."""
    games: tuple[PlannedGame, ...]
    mishaps: tuple[tuple[float, str], ...]
    """When, and what."""
    program_faults: float
    """How often a worker does not do what it should."""
    program_faults_of: tuple[str, ...] = ("die", "late", "hang", "rubbish", "slow start")


@lru_cache(maxsize=8)
def short_rules(name: str) -> Ruleset:
    """The same rules for two players with few tiles: a whole game takes some twenty turns."""
    plain = ruleset_to_plain(preset(name))
    plain["name"] = f"short-{name}"
    plain["seats"]["max"] = 2
    plain["tiles"]["name"] = "few"
    plain["tiles"]["letters"] = {
        sign: {**kind, "count": LETTERS.get(sign, 0)} for sign, kind in plain["tiles"]["letters"].items()
    }
    return ruleset_from_plain(plain)


def plan_for(seed: int) -> Plan:
    chance = random.Random(f"plan {seed}")
    games = tuple(
        PlannedGame(
            rules=chance.choice(RULES),
            has_computer=chance.random() < 0.4,
            tabs=chance.choice((1, 1, 2)),
            has_watcher=chance.random() < 0.3,
        )
        for _ in range(chance.choice((1, 1, 2)))
    )
    kinds, weights = list(MISHAPS), list(MISHAPS.values())
    times = sorted(chance.uniform(1, ROUGH_S) for _ in range(chance.randint(0, 6)))
    return Plan(
        processes=chance.choice((1, 2, 2)),
        games=games,
        mishaps=tuple((at_s, chance.choices(kinds, weights)[0]) for at_s in times),
        program_faults=chance.choice((0.0, 0.1, 0.4)),
    )
