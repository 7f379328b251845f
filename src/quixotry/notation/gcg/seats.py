"""Whose line it is: nicks to seats, even if two players share a nick or one was never announced."""

from __future__ import annotations

from dataclasses import dataclass, field

from quixotry.notation.gcg.encoding import Remark
from quixotry.notation.gcg.file import PLAYERS_MAX, GcgFile, PlayerLine
from quixotry.notation.gcg.report import GcgPlayer
from quixotry.wording.phrases import quoted

GAME_LEAST = 2
"""A file that announces this many players announces all of them: another nick is a slip, not another player."""


@dataclass(slots=True)
class SeatFinder:
    remarks: list[Remark]
    faults: list[Remark]
    """Where findings go."""
    players: list[GcgPlayer] = field(default_factory=list)
    are_all_named: bool = False
    resigned: set[int] = field(default_factory=set)
    on_turn: int | None = None
    """Whose turn it should be; None before the first move, when anybody may start."""
    last: int | None = None
    """Whose turn it was."""

    @classmethod
    def of(cls, file: GcgFile, remarks: list[Remark], faults: list[Remark]) -> SeatFinder:
        """The players the file announces, by their numbers."""
        named: dict[int, PlayerLine] = {}
        for line in file.lines:
            if isinstance(line, PlayerLine):
                if line.player in named:
                    faults.append(Remark(line.number, f"Player {line.player} has already been named."))
                    continue
                if any(line.nick == other.nick for other in named.values()):
                    text = f"Two players are called {quoted(line.nick)}; their lines are assigned in turn."
                    faults.append(Remark(line.number, text))
                named[line.player] = line
        players = [GcgPlayer(line.nick, line.name) for _, line in sorted(named.items())]
        return cls(remarks, faults, players, are_all_named=len(players) >= GAME_LEAST)

    def has_room(self, nick: str) -> bool:
        """Is this a known player, or is there room for one more?"""
        return self.are_all_named or len(self.players) < PLAYERS_MAX or bool(self._seats(nick))

    def for_turn(self, nick: str, line: int) -> int:
        """The seat whose turn this line is."""
        seats = self._seats(nick)
        if not seats and self.are_all_named:
            seats = [self._misspelled(nick, line, self.on_turn or 0)]
        elif not seats:
            # An unannounced player takes the turn: no order is known yet that could be violated.
            seats = [self._announced(nick, line)]
            self.on_turn = None
        seat = self.on_turn if self.on_turn in seats else seats[0]
        if self.on_turn is not None and seat != self.on_turn:
            again = " again" if seat == self.last else ""
            due = self.players[self.on_turn].nick
            text = f"{quoted(nick)} moves{again}; it was the turn of {quoted(due)}."
            self.faults.append(Remark(line, text))
        self.last = seat
        self.on_turn = self._after(seat)
        return seat

    def for_points(self, nick: str, line: int, fits: dict[int, bool]) -> int:
        """The seat these points are for: of several with this nick, the one whose total fits."""
        fitting = [seat for seat, is_fit in fits.items() if is_fit]
        seats = self._seats(nick)
        if not seats and self.are_all_named:
            return self._misspelled(nick, line, fitting[0] if fitting else self.last or 0)
        seats = seats or [self._announced(nick, line)]
        return next((seat for seat in seats if seat in fitting), seats[0])

    def lose_track(self) -> None:
        """A turn may have been made that cannot be read: anybody may be next."""
        self.on_turn = None

    def resign(self, nick: str) -> list[int]:
        """The seats that leave: one, or none if nobody is called that."""
        leaving = self._seats(nick)[:1]
        self.resigned.update(leaving)
        if self.on_turn in self.resigned:
            self.on_turn = self._after(self.on_turn)
        return leaving

    def _seats(self, nick: str) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player.nick == nick]

    def _misspelled(self, nick: str, line: int, otherwise: int) -> int:
        """The seat of a nick that nobody has: one in another case, a name in its place, or whoever it must be."""
        alike = [
            seat
            for seat, player in enumerate(self.players)
            if nick.casefold() in (player.nick.casefold(), player.name.casefold())
        ]
        seat = alike[0] if alike else otherwise
        taken_for = quoted(self.players[seat].nick)
        text = f"{quoted(nick)} is not one of the players; the line is taken for one of {taken_for}."
        (self.remarks if alike else self.faults).append(Remark(line, text))
        return seat

    def _announced(self, nick: str, line: int) -> int:
        self.remarks.append(Remark(line, f"{quoted(nick)} has no #player line."))
        self.players.append(GcgPlayer(nick, nick))
        return len(self.players) - 1

    def _after(self, seat: int) -> int | None:
        order = (*range(seat + 1, len(self.players)), *range(seat + 1))
        return next((each for each in order if each not in self.resigned), None)
