"""What a check of a draw came to, in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from quixotry.fair.agreement import link
from quixotry.fair.ledger import THROWN_AWAY, Entry
from quixotry.fair.verdict import Fault, Verdict
from quixotry.rules.draw import Draw
from quixotry.wording.catalog import say

FAULTS_MAX = 20
"""One change makes everything after it wrong; nobody reads on after so many."""


def verdict_lines(verdict: Verdict, draw: Draw | None, people: Sequence[str]) -> list[str]:
    """The verdict, and what it rests on. `people` are the names of those who gave bytes."""
    if verdict.standing == "wrong":
        return [say("draw.wrong"), *fault_lines(verdict.faults)]
    if draw is None:
        return [say("draw.untold" if verdict.standing == "untold" else "draw.one_seed")]
    lines = [
        say("draw.checked" if people else "draw.no_people", {"number": draw.number, "people": people}),
        say("draw.attempts", {"attempt": draw.attempt}),
        say("draw.keep", {"link": link(draw)}),
    ]
    return [line for line in lines if line]


def chain_lines(entries: Sequence[Entry], faults: Iterable[Fault]) -> list[str]:
    """The verdict on a list of draws."""
    wrong = fault_lines(faults)
    if wrong:
        return [say("draw.chain_wrong"), *wrong]
    first, last = entries[0].number, entries[-1].number
    told = say("draw.chain", {"entries": len(entries), "first": first, "last": last})
    if not any(entry.state for entry in entries):
        return [told]
    thrown = [str(entry.number) for entry in entries if entry.state == THROWN_AWAY]
    return [told, say("draw.thrown_away", {"numbers": thrown})]


def fault_lines(faults: Iterable[Fault]) -> list[str]:
    return [say(f"draw.faults.{fault.code}", fault.parameters) for fault in faults][:FAULTS_MAX]
