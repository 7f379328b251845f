"""Whether the compiled engine is there, and the error for what cannot do without it.

All extensions are built or none, so one import answers for every one of them. Without them word lists, queries and
the plain move generator still work; self-play, simulation, endgames and training do not.
"""

from __future__ import annotations

try:
    import quixotry.lexicon.graph as _extension

    COMPILED = _extension.COMPILED
except ImportError:  # pragma: no cover
    COMPILED = False
"""Whether the extensions were built."""


class NotCompiled(Exception):
    """Something was asked for that only the compiled engine can do."""

    code = "not_compiled"

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(f"{what} needs the compiled engine. Install a C compiler and Quixotry again.")


def require_compiled(what: str) -> None:
    """Raise NotCompiled unless the compiled engine is there; `what` is the subject of the sentence."""
    if not COMPILED:
        raise NotCompiled(what)
