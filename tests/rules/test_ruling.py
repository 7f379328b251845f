"""How a game ends when somebody makes no move at all: by the clock, or by the word of the house."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quixotry.rules.errors import GameOver, ImpossibleEvent, NotYourTurn, TimeLeft
from quixotry.rules.event import (
    Adjudicated,
    Event,
    Forfeited,
    GameEnded,
    PlayAccepted,
    PointsAdjusted,
    TilesPlayed,
)
from quixotry.rules.game import Arbiter, Game
from quixotry.rules.move import Adjudicate, Forfeit, Pass, Resign
from quixotry.rules.ruleset import ClockRule, Ruleset
from quixotry.rules.verification import verified
from tests.rules.build import RULES, AnyWord, always, deal, header_for, only, play, position, table

RULE, PARTY, FRIENDS = RULES["tournament"], RULES["party"], RULES["friends"]
MINUTE = 60_000
OUT = 35 * MINUTE
"""All the time of a tournament game, and all its overtime."""


def thinking(rules: Ruleset = RULE, *, seats: int = 2) -> tuple[Game, Arbiter]:
    source = deal(rules, "CATDOGS")
    return Game.begin(header_for(rules, seats), source), Arbiter(source, AnyWord(), always)


@pytest.mark.clause("T5")
def test_ten_minutes_of_overtime_lose_the_game_and_cost_their_points() -> None:
    game = table(RULE, position(RULE, racks=["CATDOGS", "EELFINS"], bag="AAAAAAA", scores=[300, 10]))
    with pytest.raises(TimeLeft):
        game.is_ruled(Forfeit("time"), 0, OUT - 1)
    events = game.is_ruled(Forfeit("time"), 0, OUT)
    assert only(Forfeited, events).why == "time"
    assert only(PointsAdjusted, events).points == -100
    assert (game.outcome.reason, game.outcome.winners) == ("time", (1,))
    assert game.outcome.scores == (200, 10), "the score stands, and does not win"


@pytest.mark.clause("T5")
def test_a_move_that_comes_after_all_the_time_is_gone_is_none() -> None:
    game, arbiter = thinking()
    turn = game.position.turn
    assert turn is not None
    after = game.move(turn, play(RULE, "8H DOGS"), arbiter, now_ms=OUT)
    assert not any(isinstance(event, TilesPlayed) for event in after.events)
    assert after.position.outcome is not None
    assert after.position.outcome.winners == (1 - turn,)
    assert verified(Game.of(game.header, ()), after.events) == after


@pytest.mark.clause("T5")
def test_without_overtime_whose_time_is_up_has_lost_and_without_an_end_nobody_has() -> None:
    sudden = replace(RULE, clock=ClockRule(minutes=1, overtime_minutes=0))
    endless = replace(RULE, clock=ClockRule(minutes=1))
    untimed = replace(RULE, clock=ClockRule(overtime_minutes=0))
    for rules, is_lost in ((sudden, True), (endless, False), (untimed, False)):
        game = table(rules, position(rules, racks=["CATDOGS", "EELFINS"], bag="AAAAAAA"))
        game.passes(now_ms=MINUTE)
        assert game.position.is_over == is_lost


def test_who_is_not_on_turn_has_not_run_out_of_time() -> None:
    game, arbiter = thinking()
    turn = game.position.turn
    assert turn is not None
    with pytest.raises(NotYourTurn):
        game.move(1 - turn, Forfeit("time"), arbiter, now_ms=OUT)


def test_who_stays_away_loses_to_the_one_who_stayed() -> None:
    game = table(FRIENDS, position(FRIENDS, racks=["CATDOGS", "EELFINS"], bag="AAAAAAA", scores=[80, 10]))
    events = game.is_ruled(Forfeit("absence"), 0)
    assert [type(event) for event in events] == [Forfeited, GameEnded], "nothing is settled"
    assert (game.outcome.reason, game.outcome.winners) == ("absence", (1,))


def test_where_several_stay_the_game_goes_on_without_who_stays_away() -> None:
    game, arbiter = thinking(PARTY, seats=3)
    turn = game.position.turn
    assert turn is not None
    after = game.move(turn, Forfeit("absence"), arbiter)
    assert not after.position.is_over
    assert after.position.active == tuple(seat for seat in range(3) if seat != turn)
    assert after.position.turn == (turn + 1) % 3


def test_who_stays_away_out_of_turn_leaves_the_turn_where_it_is() -> None:
    game, arbiter = thinking(PARTY, seats=3)
    turn = game.position.turn
    assert turn is not None
    after = game.move((turn + 1) % 3, Forfeit("absence"), arbiter)
    assert after.position.turn == turn
    with pytest.raises(NotYourTurn):
        after.move((turn + 1) % 3, Forfeit("absence"), arbiter)


def test_a_game_ended_as_it_stands_is_settled_and_won_by_the_higher_score() -> None:
    game = table(FRIENDS, position(FRIENDS, racks=["CATDOGS", "QZ"], bag="AAAAAAA", scores=[21, 30]))
    events = game.is_ruled(Adjudicate("adjudicated"), 0)
    assert only(Adjudicated, events).seat == 0
    assert [event.points for event in events if isinstance(event, PointsAdjusted)] == [-11, -20]
    assert (game.outcome.reason, game.outcome.scores) == ("adjudicated", (10, 10))
    assert game.outcome.winners == (1,), "equal in the end: the scores before settling up decide"


def test_a_play_that_nobody_answers_stands_and_may_have_gone_out() -> None:
    where = position(RULE, "8H CAT", racks=["S", "E"], scores=[0, 0])
    game = table(RULE, where)
    game.plays("8H CATS")
    events = game.is_ruled(Adjudicate("abandoned"), 1)
    assert only(PlayAccepted, events).seat == 1
    assert not any(isinstance(event, Adjudicated) for event in events)
    assert (game.outcome.reason, game.outcome.out_seat) == ("out", 0)


def test_a_game_that_was_never_dealt_can_be_ended_too() -> None:
    bare = Game.of(header_for(FRIENDS, 2), ())
    arbiter = Arbiter(deal(FRIENDS, "CATDOGS"), AnyWord(), always)
    with pytest.raises(GameOver):
        bare.move(0, Pass(), arbiter)
    ended = bare.move(0, Adjudicate("abandoned"), arbiter)
    assert ended.position.outcome is not None
    assert ended.position.outcome.winners == (0, 1)
    assert verified(bare, ended.events) == ended
    with pytest.raises(GameOver):
        ended.move(0, Adjudicate("abandoned"), arbiter)


def records() -> list[tuple[Event, ...]]:
    """Games the house has ended, by the events after the deal."""
    game, arbiter = thinking()
    turn = game.position.turn
    assert turn is not None
    laid = game.move(turn, play(RULE, "8H DOGS"), arbiter, now_ms=5)
    return [
        game.move(turn, Forfeit("time"), arbiter, now_ms=OUT).events,
        game.move(turn, Forfeit("absence"), arbiter, now_ms=9).events,
        game.move(turn, Adjudicate("adjudicated"), arbiter, now_ms=9).events,
        laid.move(1 - turn, Adjudicate("abandoned"), arbiter, now_ms=9).events,
    ]


@pytest.mark.parametrize("events", records(), ids=["time", "absence", "adjudicated", "answered for"])
def test_a_record_of_it_is_believed(events: tuple[Event, ...]) -> None:
    game, _ = thinking()
    assert verified(Game.of(game.header, ()), events).position.is_over


def test_a_record_that_ends_a_game_by_a_clock_with_time_on_it_is_not_believed() -> None:
    game, arbiter = thinking()
    turn = game.position.turn
    assert turn is not None
    events = game.move(turn, Forfeit("time"), arbiter, now_ms=OUT).events
    early = [replace(event, at_ms=min(event.at_ms, OUT - 1)) for event in events]
    with pytest.raises(ImpossibleEvent, match="still time"):
        verified(Game.of(game.header, ()), early)


def test_resigning_is_still_possible_when_the_time_is_gone() -> None:
    game, arbiter = thinking()
    turn = game.position.turn
    assert turn is not None
    after = game.move(turn, Resign(), arbiter, now_ms=OUT)
    assert after.position.outcome is not None
    assert after.position.outcome.reason == "resigned"
