"""Whole games made again: each stands as it was recorded, and nothing can be changed in one unnoticed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any

import pytest

from quixotry.rules import event as happened
from quixotry.rules.errors import ImpossibleEvent
from quixotry.rules.event import Event
from quixotry.rules.game import Game
from quixotry.rules.outcome import Outcome
from quixotry.rules.ports import TileSource
from quixotry.rules.verification import move_behind, verified
from tests.rules.build import PRESETS
from tests.rules.random_games import RandomGame
from tests.rules.test_verification import empty, played


@pytest.mark.parametrize("name", PRESETS)
def test_every_game_that_was_played_is_borne_out_by_the_rules_and_its_seed(name: str) -> None:
    for seed in range(6):
        game = played(name, seed)
        assert verified(empty(game), game.events, game.arbiter.tiles) == game.game
        assert verified(empty(game), game.events) == game.game


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
