"""Recorded games made again: a true record stands, and nothing can be changed in one unnoticed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

from quixotry.fair.draws import SeededDraws
from quixotry.rules import event as happened
from quixotry.rules.errors import ImpossibleEvent
from quixotry.rules.event import Event
from quixotry.rules.game import Arbiter, Game, SeatedPlayer
from quixotry.rules.move import Exchange, Pass
from quixotry.rules.outcome import Outcome
from quixotry.rules.ports import TileSource
from quixotry.rules.verification import move_behind, verified
from tests.rules.build import PRESETS, RULES, AnyWord, changed, header_for
from tests.rules.random_games import RandomGame


def played(name: str, seed: int) -> RandomGame:
    rules = RULES[name]
    seats = rules.seats.min + seed % (rules.seats.max - rules.seats.min + 1)
    return RandomGame(rules, seats, seed).play_out()


def empty(game: RandomGame) -> Game:
    return Game.of(game.game.header, ())


@pytest.mark.parametrize("name", PRESETS)
def test_every_game_that_was_played_is_borne_out_by_the_rules_and_its_seed(name: str) -> None:
    for seed in range(6):
        game = played(name, seed)
        assert verified(empty(game), game.events, game.arbiter.tiles) == game.game
        assert verified(empty(game), game.events) == game.game


def test_a_game_in_which_nobody_could_play_any_more_is_borne_out() -> None:
    """The word list is not asked: whether somebody could have played is taken from the record."""
    reasons = set()
    for seed in range(20):
        game = played("classic", seed)
        assert verified(empty(game), game.events, game.arbiter.tiles) == game.game
        reasons.add(game.outcome.reason)
    assert "no-play" in reasons


def other_values(value: Any) -> Iterator[Any]:
    """Values of the same kind that somebody might write instead."""
    match value:
        case bool():
            yield not value
        case int():
            yield from (value + 1, value - 1, value + 50)
        case str():
            yield value + "X"
        case Outcome():
            yield replace(value, winners=(1 - value.winners[0],))
            yield replace(value, reason="resigned" if value.reason != "resigned" else "out")
        case tuple():
            yield value[:-1] if value else (1,)
            yield (*value, *value[:1], *((1,) if not value else ()))
            if len(value) > 1 and value[0] != value[-1]:
                yield value[::-1]
        case _:
            pass


def edited(events: tuple[Event, ...]) -> Iterator[tuple[Event, ...]]:
    """A decision with one thing changed, one event left out, or one told twice."""
    for place, event in enumerate(events):
        before, after = events[:place], events[place + 1 :]
        yield (*before, *after)
        yield (*before, event, event, *after)
        for field in fields(event):
            if field.name == "bad":
                continue  # which words are bad no rule can tell
            for value in other_values(getattr(event, field.name)):
                yield (*before, replace(event, **{field.name: value}), *after)


def is_refused(before: Game, events: tuple[Event, ...], tiles: TileSource) -> bool:
    try:
        verified(before, events, tiles)
    except ImpossibleEvent:
        return True
    return False


def moves(events: tuple[Event, ...]) -> list[object]:
    """What was asked for; who resigned is part of it, for anybody may at any time."""
    who = [event.seat for event in events if isinstance(event, happened.Resigned)]
    return [who, *filter(None, map(move_behind, events))]


def is_another_game(events: tuple[Event, ...], said: tuple[Event, ...]) -> bool:
    """Nothing at all, another time, or another move: if what is said to follow from that is right, so it may be."""
    was, is_said = ([replace(event, at_ms=0) for event in each] for each in (events, said))
    return not said or moves(events) != moves(said) or was == is_said


@pytest.mark.parametrize("name", PRESETS)
def test_no_score_rack_draw_or_result_can_be_edited_unnoticed(name: str) -> None:
    game = played(name, 7)
    before, tiles, tried = empty(game), game.arbiter.tiles, 0
    for decision in decisions(game):
        for said in edited(decision):
            tried += 1
            assert is_another_game(decision, said) or is_refused(before, said, tiles), f"{decision} -> {said}"
        before = before.after(decision)
    assert tried > 500


def decisions(game: RandomGame) -> Iterator[tuple[Event, ...]]:
    """The events of each decision, from the first deal on."""
    again = RandomGame(game.rules, game.seats, game.seed)
    yield again.events
    for _, events in again.decisions():
        yield events


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
