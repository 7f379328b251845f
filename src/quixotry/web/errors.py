"""What the web room itself refuses."""

from __future__ import annotations

from quixotry.errors import QuixotryError


class Refused(QuixotryError):
    """The root of this room's errors."""

    code = "bad_request"


class NoSuchFile(Refused):
    code = "not_found"
    message = "no_such_file"
    kind = "unknown"


class NoSuchPage(Refused):
    code = "not_found"
    message = "no_such_page"
    kind = "unknown"


class InvitationUsed(Refused):
    code = "not_found"
    message = "invitation_used"
    kind = "unknown"


class WayBackUsed(Refused):
    code = "not_found"
    message = "way_back_used"
    kind = "unknown"


class TooFast(Refused):
    code = "too_fast"
    kind = "too-fast"
    wait_s: int


class OperatorOnly(Refused):
    code = "operator_only"
    kind = "forbidden"


class ArenaClosed(Refused):
    code = "arena_closed"
    kind = "forbidden"


class NotAtHome(Refused):
    code = "not_at_home"
    kind = "forbidden"
