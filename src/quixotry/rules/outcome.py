"""How a game or a match came out: why it ended and who won, kept apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from quixotry.values import frozen

Tie = Literal["none", "broken", "stands"]


@frozen
class Outcome:
    """How a game came out: why it ended, and who won.

    >>> import quixotry as qx
    >>> game = qx.Game("tournament", seed="3d3")
    >>> for _ in range(6):
    ...     game.push("pass")
    >>> game.outcome
    Outcome(reason='scoreless', winners=(1,), scores=(-20, -11), scores_before=(0, 0), tie='none', out_seat=None)
    """

    reason: str
    """`out`, `no-play`, `resigned`, `time`, `absence`, `adjudicated`, `abandoned`,
    or the reason of a run in the ruleset."""
    winners: tuple[int, ...]
    """One seat, or all who share the win."""
    scores: tuple[int, ...]
    scores_before: tuple[int, ...]
    """Before settling up: what breaks a tie."""
    tie: Tie
    """`broken`: equal in the end, decided by the scores before settling up. `stands`: equal there too."""
    out_seat: int | None = None
    """Who went out, when that is why it ended."""


def judge(
    *,
    reason: str,
    scores: tuple[int, ...],
    before: tuple[int, ...],
    seats: Sequence[int],
    breaks_ties: bool,
    out_seat: int | None = None,
) -> Outcome:
    """Who won among `seats`, those who can still win."""
    best = max(scores[seat] for seat in seats)
    winners = tuple(seat for seat in seats if scores[seat] == best)
    tie: Tie = "none"
    if len(winners) > 1:
        tie = "stands"
        if breaks_ties:
            best_before = max(before[seat] for seat in winners)
            if any(before[seat] != best_before for seat in winners):
                winners = tuple(seat for seat in winners if before[seat] == best_before)
                tie = "broken" if len(winners) == 1 else "stands"
    return Outcome(reason, winners, scores, before, tie, out_seat)
