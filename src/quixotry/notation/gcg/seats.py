"""Whose line it is: nicks to seats, even if two players share a nick or one was never announced."""

from __future__ import annotations

from dataclasses import dataclass, field

from quixotry.notation.gcg.encoding import Remark
from quixotry.notation.gcg.file import PLAYERS_MAX, GcgFile, PlayerLine
from quixotry.notation.gcg.report import GcgPlayer
from quixotry.wording.phrases import quoted


@dataclass(slots=True)
class SeatFinder:
    players: list[GcgPlayer] = field(default_factory=list)
    resigned: set[int] = field(default_factory=set)
    on_turn: int | None = None
    """Whose turn it should be; None before the first move, when anybody may start."""
    last: int | None = None
    """Whose turn it was."""

    @classmethod
    def of(cls, file: GcgFile, remarks: list[Remark]) -> SeatFinder:
        """The players the file announces, by their numbers."""
        named: dict[int, PlayerLine] = {}
        for line in file.lines:
            if isinstance(line, PlayerLine):
                if line.player in named:
                    remarks.append(Remark(line.number, f"Player {line.player} has already been named."))
                    continue
                if any(line.nick == other.nick for other in named.values()):
                    text = f"Two players are called {quoted(line.nick)}; their lines are assigned in turn."
                    remarks.append(Remark(line.number, text))
                named[line.player] = line
        return cls([GcgPlayer(line.nick, line.name) for _, line in sorted(named.items())])

    def seats(self, nick: str) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player.nick == nick]

    def has_room(self, nick: str) -> bool:
        """Is this a known player, or is there room for one more?"""
        return len(self.players) < PLAYERS_MAX or bool(self.seats(nick))

    def for_turn(self, nick: str, line: int, remarks: list[Remark]) -> int:
        """The seat whose turn this line is."""
        seats = self.seats(nick)
        if not seats:
            # An unannounced player takes the turn: no order is known yet that could be violated.
            seats = [self._announced(nick, line, remarks)]
            self.on_turn = None
        seat = self.on_turn if self.on_turn in seats else seats[0]
        if self.on_turn is not None and seat != self.on_turn:
            again = " again" if seat == self.last else ""
            due = self.players[self.on_turn].nick
            remarks.append(Remark(line, f"{quoted(nick)} moves{again}; it was the turn of {quoted(due)}."))
        self.last = seat
        self.on_turn = self._after(seat)
        return seat

    def for_points(self, nick: str, line: int, fits: dict[int, bool], remarks: list[Remark]) -> int:
        """The seat these points are for: of several with this nick, the one whose total fits."""
        seats = self.seats(nick) or [self._announced(nick, line, remarks)]
        return next((seat for seat in seats if fits.get(seat)), seats[0])

    def resign(self, nick: str) -> None:
        self.resigned.update(self.seats(nick)[:1])
        if self.on_turn in self.resigned:
            self.on_turn = self._after(self.on_turn)

    def _announced(self, nick: str, line: int, remarks: list[Remark]) -> int:
        remarks.append(Remark(line, f"{quoted(nick)} has no #player line."))
        self.players.append(GcgPlayer(nick, nick))
        return len(self.players) - 1

    def _after(self, seat: int) -> int | None:
        order = (*range(seat + 1, len(self.players)), *range(seat + 1))
        return next((each for each in order if each not in self.resigned), None)
