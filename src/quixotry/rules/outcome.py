"""How a game or a match came out: why it ended and who won, kept apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Tie = Literal["none", "broken", "stands"]


@dataclass(frozen=True, slots=True)
class Outcome:
    reason: str
    """`out`, `no-play`, `resigned`, or the reason of a run in the ruleset."""
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


@dataclass(frozen=True, slots=True)
class MatchOutcome:
    """E-S11: more games won wins; equal there, more points in all; equal there too, a tie."""

    wins: tuple[int, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    decided_by: Literal["games", "points", "tie"]


def carried_points(first: Outcome) -> tuple[int, ...]:
    """What each seat brings from a match's first game into the second: with this added to the scores of the
    second, who has more wins the match (E-S11).

    It is the first winner's lead. One who won from behind, because the other resigned, brings nothing: another
    win decides by games, and after a loss the points of both games are behind."""
    if len(first.winners) != 1:
        return (0,) * len(first.scores)
    (winner,) = first.winners
    lead = first.scores[winner] - max(s for seat, s in enumerate(first.scores) if seat != winner)
    return tuple(max(0, lead) if seat == winner else 0 for seat in range(len(first.scores)))


def judge_match(games: Sequence[Outcome]) -> MatchOutcome:
    """The result of a whole match. A drawn game counts for neither side, but its points count."""
    seats = range(len(games[0].scores))
    wins = tuple(sum(game.winners == (seat,) for game in games) for seat in seats)
    points = tuple(sum(game.scores[seat] for game in games) for seat in seats)
    if len(set(wins)) > 1:
        return MatchOutcome(wins, points, (wins.index(max(wins)),), "games")
    if len(set(points)) > 1:
        return MatchOutcome(wins, points, (points.index(max(points)),), "points")
    return MatchOutcome(wins, points, tuple(seats), "tie")
