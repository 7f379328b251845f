"""What the web room itself refuses."""

from __future__ import annotations

from dataclasses import dataclass

from quixotry.errors import QuixotryError


class Refused(QuixotryError):
    """The root of this room's errors."""

    code = "bad_request"


@dataclass(eq=False)
class NoSuchFile(Refused):
    code = "not_found"
    kind = "unknown"

    def __str__(self) -> str:
        return "There is no such file."


@dataclass(eq=False)
class NoSuchPage(Refused):
    code = "not_found"
    kind = "unknown"

    def __str__(self) -> str:
        return "There is nothing at this address."


@dataclass(eq=False)
class InvitationUsed(Refused):
    code = "not_found"
    kind = "unknown"

    def __str__(self) -> str:
        return "This invitation has been used, or there never was one."


@dataclass(eq=False)
class TooFast(Refused):
    code = "too_fast"
    kind = "too-fast"
    wait_s: int

    def __str__(self) -> str:
        return f"That is more games than this server makes at once; try again in {self.wait_s} s."


@dataclass(eq=False)
class NotAtHome(Refused):
    code = "not_at_home"
    kind = "forbidden"

    def __str__(self) -> str:
        return "Seats can be taken only where the server is this machine's own."


@dataclass(eq=False)
class NotYourSeat(Refused):
    code = "not_your_seat"
    kind = "forbidden"

    def __str__(self) -> str:
        return "Only a seat of one's own can be given away."
