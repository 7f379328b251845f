"""What makes a level: which words it knows, what it overlooks, and how it weighs what it sees."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """How somebody of a certain strength plays. Chances are between 0 and 1."""

    name: str
    description: str
    """One sentence for people."""
    rating: int | None = None
    """As bench/ladder.py measured it (docs/reference/players.md): 400 points more are odds of ten to one."""
    size_max: int | None = None
    """The largest SCOWL size of the words it knows (`lexicon.familiarity`); None for every word of the game."""
    letters_max: int = 21
    """The longest word it would think of."""
    learnt_max: int = 0
    """Every word up to this length is known as well, as club players learn them by heart."""
    found: tuple[float, ...] = (1.0,)
    """Chance to find a word that takes 1, 2, 3 ... tiles of the rack; the last holds for more."""
    seen: tuple[float, ...] = (1.0,)
    """Chance to see a place that makes 0, 1, 2 ... further words; the last holds for more."""
    leave_weight: float = 1.0
    """How much of what the kept tiles are worth it takes into account."""
    doubts: float = 1.0
    """Chance to challenge a word that is not in the list."""
    searches: bool = False
    """Does it look ahead?"""


LEVELS = (
    Level(
        "beginner",
        "Knows everyday words, plays few tiles at a time and hardly ever sees parallel plays.",
        rating=923,
        size_max=35,
        letters_max=7,
        found=(0.8, 0.95, 0.95, 0.75, 0.4, 0.15, 0.04),
        seen=(1.0, 0.45, 0.15, 0.04),
        leave_weight=0.0,
        doubts=0.2,
    ),
    Level(
        "casual",
        "Knows the words people use, plays for points and overlooks many long and parallel plays.",
        rating=1322,
        size_max=55,
        letters_max=8,
        found=(0.95, 1.0, 1.0, 1.0, 0.8, 0.5, 0.3),
        seen=(1.0, 0.85, 0.55, 0.3),
        leave_weight=0.2,
        doubts=0.4,
    ),
    Level(
        "club",
        "Knows a good dictionary and all short words, sees most plays and keeps useful tiles.",
        rating=1672,
        size_max=60,
        letters_max=9,
        learnt_max=3,
        found=(1.0, 1.0, 1.0, 1.0, 0.85, 0.65, 0.5),
        seen=(1.0, 0.95, 0.8, 0.6),
        leave_weight=0.6,
        doubts=0.8,
    ),
    Level(
        "expert",
        "Knows every word, overlooks nothing and makes the play with the best equity.",
        rating=2000,
    ),
    Level(
        "champion",
        "Plays like the expert and looks ahead: simulates against the racks you may hold, and solves endgames.",
        rating=2099,
        searches=True,
    ),
)
"""Weakest first."""
