"""Refusals and errors as they are told, and what is wrong with a message that cannot be read."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

from quixotry.errors import QuixotryError

Details = dict[str, Any]
"""The fields of an error by name: numbers, texts and lists of them."""


class BadCommand(QuixotryError):
    """A request that is not a move at all, whatever the position."""

    code = "bad_command"
    reason: str


class BadFrame(BadCommand):
    """A message that cannot be read."""

    code = "bad_frame"


class ErrorBody(Struct, frozen=True):
    """What was wrong."""

    code: str
    """Stable, for programs."""
    sentence: str
    """For people."""
    details: Details
    """The fields of the error; may be empty."""


class ErrorAnswer(Struct, frozen=True):
    """The body of every refused HTTP request."""

    error: ErrorBody


class PreviewError(Struct, frozen=True, kw_only=True):
    """Why the tiles of a preview cannot lie so."""

    code: str
    sentence: str
    clause: str | UnsetType = UNSET
    """The rule that refuses it, where it is one."""
    details: Details
    """Squares are named as players name them."""
    squares: list[int]
    """Those squares as numbers."""
