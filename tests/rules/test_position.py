"""Folding events, and refusing those that cannot have happened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from random import Random
from typing import Any

import pytest

from quixotry.rules import event as happened
from quixotry.rules.errors import ImpossibleEvent
from quixotry.rules.event import EVENT_KINDS, Event
from quixotry.rules.move import Placement
from quixotry.rules.outcome import Outcome
from quixotry.rules.position import Position, before_start, evolve, replay
from tests.rules.build import PRESETS, RULES, Table, changed, position, started, table
from tests.rules.random_games import RandomGame

CLASSIC, TOURNAMENT = RULES["classic"], RULES["tournament"]
SEVEN = "AAAAAAA"


def after(where: Position, kind: type[Event], seat: int = 0, **given: Any) -> Position:
    return evolve(where, kind(seq=where.seq, seat=seat, at_ms=where.at_ms, **given))


def pending_cats() -> Table:
    game = table(TOURNAMENT, position(TOURNAMENT, racks=["CATDOGS", "EELFINS"], bag=SEVEN))
    game.plays("8G CATS")
    return game


WORLD = position(CLASSIC, "8H CAT", racks=["SODAEFG", "HIJKLMN", "RE"], bag="OO")
C, A, S = 3, 1, 19
LAST = Outcome("out", (0,), (0, 0, 0), (0, 0, 0), "none", 0)


@pytest.mark.clause("A1", "A8")
@pytest.mark.parametrize(
    ("kind", "given", "why"),
    [
        (happened.FirstTileDrawn, {"tile": 1}, "the game had begun"),
        (happened.StarterChosen, {}, "the game had begun"),
        (happened.TilesDrawn, {"tiles": (1,)}, "more tiles were taken than there are"),
        (happened.TilesDrawn, {"tiles": (99,)}, "there is no tile number 99"),
        (happened.TilesDrawn, {"tiles": (15,)}, "a rack would hold too many tiles"),
        (happened.TilesExchanged, {"returned": (26,), "drawn": (15,)}, "more tiles were taken"),
        (happened.TilesExchanged, {"returned": (), "drawn": (15,)}, "a rack would hold too many tiles"),
        (happened.PlayAccepted, {}, "there was no play to accept"),
        (happened.PlayChallenged, {"words": (), "bad": ()}, "there was no play to challenge"),
        (happened.PlayWithdrawn, {"placements": (), "score": 0}, "there is no such play to take off"),
        (happened.TurnPassed, {"seat": 1}, "it was not seat 2's turn"),
        (happened.TurnLost, {"seat": 2}, "it was not seat 3's turn"),
        (happened.TurnPassed, {"seat": 3}, "there is no seat 4"),
        (happened.TurnPassed, {"seat": -1}, "there is no seat 0"),
        (happened.GameEnded, {"outcome": replace(LAST, scores=(1, 0, 0))}, "the final scores are not those"),
        (happened.GameEnded, {"outcome": replace(LAST, winners=(7,))}, "its outcome names no such seat"),
        (happened.GameEnded, {"outcome": replace(LAST, winners=())}, "its outcome names no such seat"),
        (happened.GameEnded, {"outcome": replace(LAST, out_seat=-1)}, "its outcome names no such seat"),
        (Event, {}, "Event is no event we know"),
    ],
)
def test_an_event_that_cannot_have_happened_is_refused(
    kind: type[Event], given: dict[str, Any], why: str
) -> None:
    with pytest.raises(ImpossibleEvent) as refused:
        after(WORLD, kind, **given)
    assert why in refused.value.why
    assert refused.value.seq == WORLD.seq


@pytest.mark.parametrize(
    ("placements", "why"),
    [
        ((), "no tile was laid"),
        ((Placement(225, S),), "a square is off the board"),
        ((Placement(-1, S),), "a square is off the board"),
        ((Placement(112, S),), "a square is taken"),
        ((Placement(0, 0),), "a tile has no letter"),
        ((Placement(0, 128),), "a tile has no letter"),
        ((Placement(0, 27),), "a tile has no letter"),
        ((Placement(0, 300),), "a tile has no letter"),
        ((Placement(0, 26),), "more tiles were taken than there are"),
        ((Placement(0, S), Placement(0, A)), "tiles have been lost or added"),
    ],
)
def test_a_play_that_cannot_have_happened_is_refused(placements: tuple[Placement, ...], why: str) -> None:
    with pytest.raises(ImpossibleEvent, match=why):
        after(WORLD, happened.TilesPlayed, placements=placements, words=(), bonus=0, score=0)


def test_events_come_in_order_and_time_runs_forwards() -> None:
    where = replace(WORLD, seq=5, at_ms=100)
    with pytest.raises(ImpossibleEvent, match="Event 6 cannot have happened: event 5 should come next"):
        evolve(where, happened.TurnPassed(seq=6, seat=0, at_ms=100))
    with pytest.raises(ImpossibleEvent, match="its time is before that of the event before it"):
        evolve(where, happened.TurnPassed(seq=5, seat=0, at_ms=99))


@pytest.mark.clause("A12")
def test_nothing_happens_after_the_end() -> None:
    game = table(CLASSIC, position(CLASSIC))
    game.resigns(0)
    with pytest.raises(ImpossibleEvent, match="the game was already over"):
        after(game.position, happened.TurnPassed)


@pytest.mark.parametrize("kind", [happened.TurnPassed, happened.TurnLost, happened.Resigned])
def test_nobody_has_a_turn_before_the_start(kind: type[Event]) -> None:
    with pytest.raises(ImpossibleEvent):
        after(before_start(CLASSIC, 2), kind)
    with pytest.raises(ImpossibleEvent, match="the game had not begun"):
        after(before_start(CLASSIC, 2), happened.TilesDrawn, tiles=(1,))


@pytest.mark.clause("O3")
def test_nobody_leaves_twice_and_somebody_stays() -> None:
    where = after(WORLD, happened.Resigned, 1)
    with pytest.raises(ImpossibleEvent, match="that seat was not playing"):
        after(where, happened.Resigned, 1)
    where = after(where, happened.Resigned, 0)
    assert where.turn == 2
    with pytest.raises(ImpossibleEvent, match="everybody has left"):
        after(where, happened.Resigned, 2)


@pytest.mark.clause("T1", "T7")
def test_only_the_play_still_open_can_be_taken_off_and_nothing_comes_before_the_answer() -> None:
    game = pending_cats()
    open_play = game.position.pending
    assert open_play is not None
    with pytest.raises(ImpossibleEvent, match="neither accepted nor challenged"):
        after(game.position, happened.TurnPassed, 1)
    right = {"placements": open_play.placements, "score": open_play.score}
    for wrong in ({"score": 5}, {"placements": open_play.placements[1:]}):
        with pytest.raises(ImpossibleEvent, match="there is no such play to take off"):
            after(game.position, happened.PlayWithdrawn, 0, **{**right, **wrong})
    with pytest.raises(ImpossibleEvent):
        after(game.position, happened.PlayWithdrawn, 1, **right)
    assert after(game.position, happened.PlayWithdrawn, 0, **right).board.is_empty


def test_a_game_is_the_fold_of_its_events() -> None:
    game = started(changed(CLASSIC, seats__first="seat-1"), deals="CATDOGS")
    game.plays("8G CATS")
    assert replay(game.rules, 2, game.events) == game.position
    assert replay(game.rules, 2, []) == before_start(game.rules, 2)


def test_scoreless_turns_are_counted_from_the_last_score() -> None:
    game = table(CLASSIC, position(CLASSIC, "8H CAT", racks=["SODAEFG", "HIJKLMN"], bag=SEVEN))
    game.passes(2)
    assert game.position.scoreless_turns == 2
    game.plays("8H CATS")
    assert game.position.scoreless_turns == 0


def _mutations(random: Random) -> list[Callable[[Any], Any]]:
    """What may have happened to a value in a damaged record, its type being right."""
    return [
        lambda value: -value - 1 if isinstance(value, int) else value[::-1],
        lambda value: value + random.randint(-3, 300) if isinstance(value, int) else value[1:],
        lambda value: 10**12 if isinstance(value, int) else value + value,
        lambda value: 0 if isinstance(value, int) else type(value)(),
    ]


def _part(value: object, random: Random) -> object:
    """One thing in a list, damaged."""
    if isinstance(value, Placement):
        square, cell = random.randint(-300, 300), random.randint(-300, 300)
        return random.choice((value._replace(square=square), value._replace(cell=cell)))
    return random.randint(-5, 200) if isinstance(value, int) else value


def _mutated(event: Any, random: Random) -> Event:
    changed: Event
    choices = [each for each in fields(event) if isinstance(getattr(event, each.name), int | tuple | str)]
    chosen = random.choice(choices).name
    value = getattr(event, chosen)
    if isinstance(value, tuple) and value and random.random() < 0.5:
        at = random.randrange(len(value))
        changed = replace(event, **{chosen: (*value[:at], _part(value[at], random), *value[at + 1 :])})
    else:
        changed = replace(event, **{chosen: random.choice(_mutations(random))(value)})
    return changed


@pytest.mark.parametrize("name", PRESETS)
def test_a_damaged_record_is_refused_by_one_error_alone_or_still_adds_up(name: str) -> None:
    rules, random, refused = RULES[name], Random(name), 0
    for seed in range(2):
        game = RandomGame(rules, rules.seats.min, seed).play_out()
        for _ in range(30):
            at = random.randrange(len(game.events))
            events = list(game.events)
            match random.randrange(4):
                case 0:
                    del events[at]
                case 1:
                    events.insert(at, random.choice(events))
                case 2:
                    other = random.choice(list(EVENT_KINDS.values()))
                    same = next((each for each in events if isinstance(each, other)), events[at])
                    events[at] = replace(same, seq=at, at_ms=events[at].at_ms)
                case _:
                    events[at] = _mutated(events[at], random)
            try:
                replay(rules, rules.seats.min, events)
            except ImpossibleEvent:
                refused += 1
    assert refused > 20
