"""What may follow what in a record: a game ends once, and then nothing but points is settled."""

from __future__ import annotations

from dataclasses import dataclass, field

from quixotry.notation.gcg.encoding import Remark
from quixotry.notation.gcg.move_text import WrittenEndRack, WrittenMove, WrittenPass, WrittenTime
from quixotry.wording.phrases import quoted


@dataclass(slots=True)
class Order:
    faults: list[Remark]
    """Where findings go."""
    over: str = ""
    """Why the game is over, as a sentence; empty while it goes on."""
    settling: bool = False
    """Has anything come that comes only when all is played? Then no play can come off any more either."""
    is_told: bool = False
    """One sentence is enough: all the lines after it are wrong for the same reason."""
    timed: set[int] = field(default_factory=set)
    """The seats that have paid for their overtime."""

    def check(self, line: int, seat: int, nick: str, move: WrittenMove, *, is_turn: bool) -> None:
        """Can this line come here?"""
        match move:
            case WrittenTime():
                if seat in self.timed:
                    self._fault(line, f"{quoted(nick)} has already paid for overtime.")
                self.timed.add(seat)
                self.settle(f"The time penalty in line {line} comes when all is played.")
            case WrittenEndRack():
                self.settle(f"The racks were settled in line {line}: nothing is played after that.")
            case WrittenPass() if not self.settling:
                pass  # Some programs write how the other player lets a last play stand.
            case _ if self.over and (is_turn or self.settling) and not self.is_told:
                self.is_told = True
                self._fault(line, self.over)

    def settle(self, reason: str) -> None:
        """Only settling can follow."""
        if not self.settling:
            self.settling, self.over = True, reason

    def turn(self, reason: str) -> None:
        """A turn was made, which ended the game for this reason, or has not ended it."""
        if not self.settling:
            self.over = reason

    def _fault(self, line: int, text: str) -> None:
        self.faults.append(Remark(line, text))
