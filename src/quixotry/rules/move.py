"""Moves: what a seat asks for. A move knows nothing of the position; the referee says whether it is legal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Placement(NamedTuple):
    """One tile laid on one square."""

    square: int
    cell: int
    """The letter's number, plus 128 when a blank stands for it."""


@dataclass(frozen=True, slots=True)
class Play:
    """Tiles laid on the board in one turn. The order in which they were laid means nothing."""

    placements: tuple[Placement, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "placements", tuple(sorted(self.placements)))


@dataclass(frozen=True, slots=True)
class Exchange:
    """Tiles given back for as many new ones; none at all is a move only where the rules know no pass."""

    tiles: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "tiles", tuple(sorted(self.tiles)))


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing this turn."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """Dispute the play just made, before doing anything else."""

    words: tuple[str, ...] = ()
    """The words disputed; empty means all the play formed."""


@dataclass(frozen=True, slots=True)
class Accept:
    """Let the play just made stand, before taking one's own turn."""


@dataclass(frozen=True, slots=True)
class Resign:
    """Leave the game; possible at any time."""


Move = Play | Exchange | Pass | Challenge | Accept | Resign
