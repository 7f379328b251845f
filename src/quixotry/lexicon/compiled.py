"""Whether the compiled engine is there, and the error for what cannot do without it.

All extensions are built or none, so one import answers for every one of them. Without them word lists, queries and
the plain move generator still work; self-play, simulation, endgames and training do not.
"""

from __future__ import annotations

from importlib.machinery import ExtensionFileLoader
from importlib.util import find_spec

from quixotry.errors import QuixotryError

COMPILED = find_spec("quixotry.lexicon.gaddag").loader.__class__ is ExtensionFileLoader  # type: ignore[union-attr]
"""Whether the extensions were built."""


class NotCompiled(QuixotryError):
    """Something was asked for that only the compiled engine can do."""

    code = "not_compiled"
    kind = "unavailable"
    what: str
    """The subject of the sentence."""


def require_compiled(what: str) -> None:
    """Raise NotCompiled unless the compiled engine is there; `what` is the subject of the sentence."""
    if not COMPILED:
        raise NotCompiled(what)
