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
    message = "no_such_file"
    kind = "unknown"


@dataclass(eq=False)
class NoSuchPage(Refused):
    code = "not_found"
    message = "no_such_page"
    kind = "unknown"


@dataclass(eq=False)
class InvitationUsed(Refused):
    code = "not_found"
    message = "invitation_used"
    kind = "unknown"


@dataclass(eq=False)
class WayBackUsed(Refused):
    code = "not_found"
    message = "way_back_used"
    kind = "unknown"


@dataclass(eq=False)
class TooFast(Refused):
    code = "too_fast"
    kind = "too-fast"
    wait_s: int


@dataclass(eq=False)
class OperatorOnly(Refused):
    code = "operator_only"
    kind = "forbidden"


@dataclass(eq=False)
class ArenaClosed(Refused):
    code = "arena_closed"
    kind = "forbidden"


@dataclass(eq=False)
class NotAtHome(Refused):
    code = "not_at_home"
    kind = "forbidden"
