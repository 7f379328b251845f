"""What can be wrong with what the engine is given."""

from __future__ import annotations

from quixotry.errors import QuixotryError


class EngineError(QuixotryError):
    """The root of this room's errors."""

    code = "engine"


class LeavesRefused(EngineError):
    """A file of leaves that cannot be used."""

    code = "leaves_refused"
    file: str
    why: str
