"""What going through the draws of a pre-endgame has found: every candidate with its win chance and how sure that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from quixotry.engine.agenda import EPSILON
from quixotry.engine.arm import Arm
from quixotry.engine.moves import Candidate
from quixotry.engine.simulator import SimulatedMove
from quixotry.rules.move import Exchange, Move
from quixotry.values import frozen


@frozen
class DrawOutcome:
    """What a move comes to under one draw."""

    bag: tuple[int, ...]
    """The tiles in the bag, whoever gets them."""
    chance: float
    win_chance: float
    spread: float | None
    """Final points ahead, expected, where that was worked out."""
    is_proven: bool


@frozen
class PreEndgameMove:
    """A candidate and what comes of it, over all draws."""

    candidate: Candidate
    left: int
    """Tiles in the bag after it: if there are any, its win chance is rather too low."""
    win_chance: float
    """A tie counts half. Of draws that are not decided, what was seen of them."""
    win_chance_min: float
    win_chance_max: float
    """What is certain: at least so much, and at most."""
    spread: float | None
    """Final points ahead, expected; None if that was not worked out."""
    outcomes: tuple[DrawOutcome, ...]
    """The draws decided, likeliest first."""
    draws: int
    """How many there are: more than ways to fill the bag where its order matters."""
    looked_at: int
    """Under how many of them the move was looked at, in whatever way."""
    decided: int
    is_proven: bool
    """Is the win chance exact, given that both sides know every tile after the move?"""
    is_best: bool = False
    """Can none of the others win more often, for certain?"""
    rolled: SimulatedMove | None = None
    """What rollouts came to, if they were made of it."""


def ranked(arms: Sequence[Arm], rolled: Mapping[Move, SimulatedMove]) -> list[PreEndgameMove]:
    """All candidates, best first."""
    floor = max((arm.won for arm in arms), default=0.0)
    # What an exchange comes to rests on one order of the bag: of it nothing is certain.
    is_certain = floor > 1 - EPSILON or not any(is_mixed(arm.candidate) for arm in arms)
    is_closed = is_certain and all(arm.most <= floor + EPSILON for arm in arms)

    return [
        PreEndgameMove(
            candidate=arm.candidate,
            left=arm.left,
            win_chance=arm.promise,
            win_chance_min=arm.won,
            win_chance_max=arm.most,
            spread=_spread(arm),
            outcomes=tuple(_outcomes(arm)),
            draws=len(arm.deals),
            looked_at=len(arm.chances.keys() | arm.signs.keys()),
            decided=len(arm.signs),
            is_proven=arm.is_settled and not is_mixed(arm.candidate),
            is_best=is_closed
            and arm.is_settled
            and not is_mixed(arm.candidate)
            and arm.won >= floor - EPSILON,
            rolled=rolled.get(arm.candidate.move),
        )
        for arm in sorted(arms, key=place)
    ]


def place(arm: Arm) -> tuple[bool, float, float, float, float, int]:
    """Of a move among the others, best first. What there was no time to look at comes last, as it came."""
    spread = _spread(arm)
    return (
        not (arm.seen or arm.signs),
        -round(arm.promise, 9),
        float("inf") if spread is None else -spread,
        -arm.won,
        -arm.mean_seen,
        arm.number,
    )


def is_mixed(candidate: Candidate) -> bool:
    return isinstance(candidate.move, Exchange) and bool(candidate.move.tiles)


def _spread(arm: Arm) -> float | None:
    if len(arm.values) < len(arm.deals):
        return None
    return sum(arm.deals[number].chance * points for number, points in arm.values.items())


def _outcomes(arm: Arm) -> list[DrawOutcome]:
    if not arm.signs:
        return []
    by_draw: dict[tuple[int, ...], list[int]] = {}
    for number in arm.signs:
        by_draw.setdefault(arm.deals[number].draw, []).append(number)
    wanted = Counter(deal.draw for deal in arm.deals)
    found = []
    for draw, numbers in by_draw.items():
        chance = sum(arm.deals[n].chance for n in numbers)
        is_valued = all(n in arm.values for n in numbers)
        found.append(
            DrawOutcome(
                bag=draw,
                chance=chance,
                win_chance=sum(arm.deals[n].chance * (arm.signs[n] + 1) / 2 for n in numbers) / chance,
                spread=sum(arm.deals[n].chance * arm.values[n] for n in numbers) / chance
                if is_valued
                else None,
                is_proven=len(numbers) == wanted[draw] and not is_mixed(arm.candidate),
            )
        )
    return sorted(found, key=lambda each: (-round(each.chance, 12), each.bag))
