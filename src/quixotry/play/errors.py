"""What can go wrong around a game that is played: the root of this room's errors."""

from __future__ import annotations

from quixotry.errors import QuixotryError


class PlayError(QuixotryError):
    """The root of this room's errors."""

    code = "play"
