"""The result of replaying a GCG file."""

from __future__ import annotations

from operator import attrgetter
from typing import Literal, NamedTuple

from quixotry.notation.gcg.encoding import Remark
from quixotry.rules.board import Board
from quixotry.rules.move import Placement
from quixotry.rules.ruleset import Ruleset
from quixotry.values import frozen
from quixotry.wording.phrases import printable


class Discrepancy(NamedTuple):
    """Something the file says that does not follow from the moves before it."""

    line: int
    what: Literal["score", "total", "play", "line"]
    """`play`: tiles that cannot lie there. `line`: a move that cannot be read."""
    written: int | str
    computed: int | str

    @property
    def sentence(self) -> str:
        """What is wrong, in words."""
        written, computed = printable(str(self.written)), printable(str(self.computed)).removesuffix(".")
        match self.what:
            case "play":
                return f"{written} cannot be played: {computed}."
            case "line":
                return f"{written} cannot be read: {computed}."
            case _:
                return f"The {self.what} is {computed}, not {written}."


class GcgPlayer(NamedTuple):
    nick: str
    name: str


@frozen
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


@frozen
class GcgReplay:
    ruleset: Ruleset
    players: tuple[GcgPlayer, ...]
    steps: tuple[GcgStep, ...]
    final_scores: tuple[int, ...]
    """As computed, in the order of the players."""
    board: Board
    discrepancies: tuple[Discrepancy, ...]
    faults: tuple[Remark, ...]
    """What could not have happened."""
    warnings: tuple[Remark, ...]
    """What is odd, and changes neither scores nor legality."""
    unknown: Remark | None = None
    """What the game was played with that is not known here."""
    takes_written: bool = False
    """Are scores taken as they are written, because the game was played with something unknown?"""

    @property
    def scores_right(self) -> bool | None:
        """Does every score and total follow from the moves? None if that cannot be told."""
        if self.discrepancies:
            return False
        return None if self.takes_written else True

    @property
    def is_legal(self) -> bool | None:
        """Could all of it have happened? None if that cannot be told."""
        if self.impossible:
            return False
        return None if self.unknown else True

    @property
    def impossible(self) -> int:
        """How many things could not have happened: faults, plays that cannot be made, lines that are no move."""
        return len(self.faults) + sum(each.what in ("play", "line") for each in self.discrepancies)

    def passes(self, *, strict: bool) -> bool:
        """Is nothing in it wrong? Strictly: is it certain that all of it is right and could have happened?"""
        if strict:
            return self.scores_right is True and self.is_legal is True
        return self.scores_right is not False

    def findings(self) -> tuple[Remark, ...]:
        """All that is wrong, by line; in a line, what is at fault comes before what follows from it."""
        faults = [*([self.unknown] if self.unknown else []), *self.faults]
        found = [*faults, *(Remark(each.line, each.sentence) for each in self.discrepancies)]
        return tuple(sorted(found, key=attrgetter("line")))
