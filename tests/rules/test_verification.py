"""Recorded games made again: a true record stands, and of a false one it is said what is wrong."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from quixotry.fair.draws import SeededDraws
from quixotry.rules import event as happened
from quixotry.rules.errors import ImpossibleEvent
from quixotry.rules.game import Arbiter, Game, SeatedPlayer
from quixotry.rules.move import Exchange, Pass
from quixotry.rules.verification import verified
from tests.rules.build import RULES, AnyWord, changed, header_for
from tests.rules.random_games import RandomGame


@cache
def played(name: str, seed: int) -> RandomGame:
    rules = RULES[name]
    seats = rules.seats.min + seed % (rules.seats.max - rules.seats.min + 1)
    return RandomGame(rules, seats, seed).play_out()


def empty(game: RandomGame) -> Game:
    return Game.of(game.game.header, ())


def test_a_game_in_which_nobody_could_play_any_more_is_borne_out() -> None:
    """The word list is not asked: whether somebody could have played is taken from the record."""
    for seed in (2, 70):
        game = played("classic", seed)
        assert game.outcome.reason == "no-play"
        assert verified(empty(game), game.events, game.arbiter.tiles) == game.game


def test_a_game_with_challenges_is_borne_out() -> None:
    game = played("tournament", 5)
    assert any(isinstance(event, happened.PlayChallenged) for event in game.events)
    assert verified(empty(game), game.events, game.arbiter.tiles) == game.game


def a_play(game: RandomGame) -> int:
    return next(n for n, event in enumerate(game.events) if isinstance(event, happened.TilesPlayed))


def why_refused(game: RandomGame, place: int, **changes: Any) -> str:
    events = list(game.events)
    events[place] = replace(events[place], **changes)
    with pytest.raises(ImpossibleEvent) as refused:
        verified(empty(game), events, game.arbiter.tiles)
    return str(refused.value)


def test_the_sentence_says_what_is_recorded_and_what_it_should_be() -> None:
    game = played("classic", 7)
    place = a_play(game)
    play = game.events[place]
    assert isinstance(play, happened.TilesPlayed)
    assert (
        why_refused(game, place, score=play.score + 500)
        == f"Event {place} cannot have happened: it records {play.score + 500} points, "
        f"but by the rules there are {play.score}."
    )
    assert "its words are not the ones the tiles form" in why_refused(game, place, words=())
    drawn = next(n for n, event in enumerate(game.events) if isinstance(event, happened.TilesDrawn))
    assert "not the ones that come out of the bag" in why_refused(game, drawn, tiles=(1,) * 7)
    assert "it is seat" in why_refused(game, place, seat=1 - play.seat)


def test_a_record_that_leaves_out_the_end_of_a_decision_is_refused() -> None:
    game = played("classic", 7)
    with pytest.raises(ImpossibleEvent, match="the record leaves out what follows by the rules"):
        verified(empty(game), game.events[:-1], game.arbiter.tiles)


def test_events_that_follow_from_no_move_are_refused() -> None:
    game = played("classic", 7)
    begun = Game.begin(game.game.header, game.arbiter.tiles)
    gift = happened.PointsAdjusted(seq=begun.position.seq, seat=0, at_ms=0, points=100, why="challenge")
    with pytest.raises(ImpossibleEvent, match="it follows from no move"):
        verified(begun, [gift])
    with pytest.raises(ImpossibleEvent, match="by the rules something else comes here"):
        verified(empty(game), [gift, *begun.events], game.arbiter.tiles)


@pytest.mark.clause("A14")
def test_a_pass_before_the_first_play_is_believed_of_one_who_had_none() -> None:
    tiles = SeededDraws("00")
    game = Game.begin(header_for(changed(RULES["classic"], exchange__allowed=False)), tiles)
    seat = game.position.turn
    assert seat is not None
    stuck = game.position.racks[seat]
    after = game.move(seat, Pass(), Arbiter(tiles, AnyWord(), lambda _, rack: rack != stuck))
    assert not after.position.is_over
    assert verified(Game.of(game.header, ()), after.events, tiles) == after


def test_a_record_without_events_leaves_the_game_as_it_is() -> None:
    game = played("classic", 7)
    assert verified(game.game, ()) == game.game


def test_time_runs_forwards_in_a_record() -> None:
    game = played("classic", 7)
    place = a_play(game)
    assert "before that of the event before it" in why_refused(game, place, at_ms=-1)


def test_without_a_seed_the_bag_must_still_hold_what_was_drawn() -> None:
    game = played("classic", 7)
    drawn = next(n for n, event in enumerate(game.events) if isinstance(event, happened.TilesDrawn))
    for tiles in ((0,) * 7, (99,) * 7, (1,)):
        events = list(game.events)
        events[drawn] = replace(events[drawn], tiles=tiles)  # type: ignore[call-arg]
        with pytest.raises(ImpossibleEvent):
            verified(empty(game), events)


def taken_back() -> tuple[Game, SeededDraws]:
    """A person plays, a computer answers, and the turn is taken back."""
    players = (SeatedPlayer("Left"), SeatedPlayer("Casual", "computer", "casual"))
    header = header_for(RULES["friends"], players=players)
    source = SeededDraws(header.seed)
    arbiter = Arbiter(source, AnyWord(), lambda *_: True)
    game = Game.begin(header, source)
    game = game.move(0, Exchange(tuple(game.position.racks[0])[:2]), arbiter).move(1, Pass(), arbiter)
    return game.take_back(0).move(0, Pass(), arbiter), source


def test_a_game_with_a_turn_taken_back_is_borne_out() -> None:
    game, source = taken_back()
    assert verified(Game.of(game.header, ()), game.events, source) == game


def test_a_turn_that_nobody_may_take_back_is_noticed() -> None:
    game, source = taken_back()
    people = replace(game.header, players=(SeatedPlayer("Left"), SeatedPlayer("Right")))
    with pytest.raises(ImpossibleEvent):
        verified(Game.of(people, ()), game.events, source)


def test_what_was_taken_over_from_another_game_need_not_follow_from_the_seed() -> None:
    game, _ = taken_back()
    begun = len(game.events)
    header = replace(game.header, seed="0c", retry_of=game.header.id, retry_from=begun)
    source = SeededDraws(header.seed)
    retried = Game.of(header, game.events).move(1, Pass(), Arbiter(source, AnyWord(), lambda *_: True))
    assert verified(Game.of(header, ()), retried.events, source) == retried
    with pytest.raises(ImpossibleEvent):
        verified(Game.of(replace(header, retry_from=0), ()), retried.events, source)
