"""The result of replaying a GCG file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from quixotry.notation.gcg.encoding import Remark
from quixotry.rules.board import Board
from quixotry.rules.move import Placement
from quixotry.rules.ruleset import Ruleset


class Discrepancy(NamedTuple):
    """Something the file says that does not follow from the moves before it."""

    line: int
    what: Literal["score", "total", "play", "line"]
    """`play`: tiles that cannot lie there. `line`: a move that cannot be read."""
    written: int | str
    computed: int | str


class GcgPlayer(NamedTuple):
    nick: str
    name: str


@dataclass(frozen=True, slots=True)
class GcgStep:
    """A move line, and what follows from it."""

    line: int
    seat: int
    rack: str
    text: str
    """The move as people read it: `8H QUI(XO)TRY`, `exchange ABC`, `play taken off`."""
    score: int
    """As computed, not as written."""
    total: int
    board: Board
    """After the move."""
    laid: tuple[Placement, ...] = ()


@dataclass(frozen=True, slots=True)
class GcgReplay:
    ruleset: Ruleset
    players: tuple[GcgPlayer, ...]
    steps: tuple[GcgStep, ...]
    final_scores: tuple[int, ...]
    """As computed, in the order of the players."""
    board: Board
    discrepancies: tuple[Discrepancy, ...]
    warnings: tuple[Remark, ...]

    @property
    def is_ok(self) -> bool:
        return not self.discrepancies
