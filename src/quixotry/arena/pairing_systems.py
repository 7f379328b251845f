"""Who meets whom in a tournament."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import combinations

Meeting = tuple[str, str]


def round_robin(players: Sequence[str]) -> list[Meeting]:
    """Everybody meets everybody."""
    return list(combinations(players, 2))


def gauntlet(players: Sequence[str]) -> list[Meeting]:
    """The first meets all others."""
    return [(players[0], other) for other in players[1:]]


def swiss_round(
    standing: Sequence[str], met: Collection[frozenset[str]], rested: Collection[str]
) -> tuple[list[Meeting], str | None]:
    """The next round for players in the order of their standing, and who rests when their number is odd.

    Neighbours in the standing meet, unless they have met before; nobody rests twice before everybody has. In the
    first round, when nobody has met, the upper half meets the lower half.
    """
    players, resting = list(standing), None
    if len(players) % 2:
        fresh = [name for name in players if name not in rested] or players
        resting = fresh[-1]
        players.remove(resting)
    if not met:
        half = len(players) // 2
        return list(zip(players[:half], players[half:], strict=True)), resting
    return _neighbours(players, met) or _neighbours(players, ()) or [], resting


def _neighbours(players: list[str], met: Collection[frozenset[str]]) -> list[Meeting] | None:
    """A way to pair all, the nearest first; None when nobody new is left for somebody."""
    if not players:
        return []
    first, *others = players
    for other in others:
        if frozenset((first, other)) not in met:
            rest = _neighbours([name for name in others if name != other], met)
            if rest is not None:
                return [(first, other), *rest]
    return None
