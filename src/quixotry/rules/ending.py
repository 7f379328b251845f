"""When a game is over, and how it is settled up."""

from __future__ import annotations

from quixotry.rules.legality import may_exchange
from quixotry.rules.outcome import Outcome, judge
from quixotry.rules.ports import CanPlay
from quixotry.rules.position import Position
from quixotry.rules.ruleset import Settling
from quixotry.rules.runs import full_run
from quixotry.values import frozen


@frozen
class Ending:
    """Why a game is over now."""

    reason: str
    out_seat: int | None = None
    settling: Settling = "each-loses-own"


@frozen
class Adjustment:
    """Points a seat gains or loses in settling up."""

    seat: int
    points: int
    why: str
    tiles: tuple[int, ...] = ()


def find_ending(position: Position, seat: int, can_play: CanPlay, *, left: str = "resigned") -> Ending | None:
    """Is the game over, now that `seat` has made its turn (or filled its rack at the start of one)?

    `left` is why a seat has just left, should only one remain.
    """
    if len(position.active) == 1:
        return Ending(left, settling="nothing")
    if not position.bag and seat in position.active and position.emptied[seat] is not None:
        return Ending("out", out_seat=_first_to_place_all(position))
    run = full_run(position.ruleset, position.turns, position.scores, resigned=position.resigned)
    if run is not None:
        return Ending(run.reason, settling=run.settling)
    if position.ruleset.end.no_play and _nobody_can_act(position, can_play):
        return Ending("no-play")
    return None


def _first_to_place_all(position: Position) -> int:
    """Of several empty racks, who placed the last tile first (C13)."""
    placed = [(position.emptied[seat], seat) for seat in position.active]
    return min((at, seat) for at, seat in placed if at is not None)[1]


def _nobody_can_act(position: Position, can_play: CanPlay) -> bool:
    """A12, asked only after a turn without tiles or with an empty bag: before that it would never be so."""
    if position.bag and (not position.turns or position.turns[-1].kind == "play"):
        return False
    size = position.ruleset.rack.size
    return not any(
        may_exchange(position, seat)
        or (position.bag and len(position.racks[seat]) < size)
        or can_play(position.board, position.racks[seat])
        for seat in position.active
    )


def overtime(position: Position) -> tuple[Adjustment, ...]:
    """What the clocks cost."""
    rule = position.ruleset.clock
    penalties = ((seat, position.clock.penalty(seat, rule)) for seat in position.seats)
    return tuple(Adjustment(seat, -points, "time") for seat, points in penalties if points)


def settle(position: Position, ending: Ending) -> tuple[Adjustment, ...]:
    """What unplayed tiles cost and bring. A seat that resigned settles nothing: its score stands."""
    tiles, out = position.ruleset.tiles, ending.out_seat
    unplayed = {seat: tuple(position.racks[seat]) for seat in position.active if position.racks[seat]}
    losses = tuple(Adjustment(seat, -tiles.value(rack), "own-tiles", rack) for seat, rack in unplayed.items())
    if out is None:
        return losses if ending.settling == "each-loses-own" else ()
    gained = sum((rack for seat, rack in unplayed.items() if seat != out), ())
    if position.ruleset.end.out == "gains-double":
        return (Adjustment(out, 2 * tiles.value(gained), "others-tiles", gained),)
    return (*losses, Adjustment(out, tiles.value(gained), "others-tiles", gained))


def outcome_of(position: Position, ending: Ending, before: tuple[int, ...]) -> Outcome:
    """Who won, once everything is settled; `before` are the scores before that."""
    return judge(
        reason=ending.reason,
        scores=position.scores,
        before=before,
        seats=position.active,
        breaks_ties=position.ruleset.end.tie == "before-settling",
        out_seat=ending.out_seat,
    )
