"""The commitments of a house, numbered and linked: one that was thrown away cannot be hidden.

Each link is a digest of number, commitment and the link before it. Whoever has kept one link can tell whether any
commitment before it was changed, left out or slipped in; and every number says what became of its game.
"""

from __future__ import annotations

from collections.abc import Iterable

from quixotry.fair.agreement import FIRST_LINK, commitment_of, link_of
from quixotry.fair.verdict import Fault
from quixotry.values import frozen

WAITING, PLAYING, OVER, THROWN_AWAY, DELETED = "waiting", "playing", "over", "thrown-away", "deleted"


@frozen
class Entry:
    """One commitment."""

    number: int
    commitment: str
    link: str
    state: str = ""
    """`waiting` for seats, `playing`, `over`, `thrown-away` before a tile was drawn, or `deleted` with its game; empty
    where it is not told."""
    seed: str = ""
    """Shown once nothing can be drawn from it any more."""


def ledger_faults(entries: Iterable[Entry]) -> list[Fault]:
    """What is wrong with a ledger, in its order. It may begin at any number: links are checked from there on."""
    faults: list[Fault] = []
    before: Entry | None = None
    for entry in entries:
        previous = before.link if before is not None else FIRST_LINK if entry.number == 1 else ""
        if before is not None and entry.number != before.number + 1:
            faults.append(Fault("number", {"number": entry.number, "expected": before.number + 1}))
        elif previous and link_of(entry.number, previous, entry.commitment) != entry.link:
            faults.append(Fault("link", {"number": entry.number}))
        if entry.seed and commitment_of(entry.seed) != entry.commitment:
            faults.append(Fault("commitment", {"number": entry.number}))
        before = entry
    return faults
