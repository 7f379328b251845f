"""What is true of every game, in 20 random games of every preset; 5,000 in `make soak`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from quixotry.rules.event import Event, PlayWithdrawn, PointsAdjusted, TilesPlayed
from quixotry.rules.position import Position, replay
from quixotry.rules.tiles import Tiles
from quixotry.rules.view import view_of
from tests.rules.build import PRESETS, RULES
from tests.rules.random_games import RandomGame, turns_max

EACH_RUN, CHUNK = 20, 10
SOAK, SOAK_CHUNK = 5_000, 250

# A game that other machines and Python versions must play alike: its events, as text, hashed.
GOLDEN = Path(__file__).parent.parent / "golden" / "random_games.json"


def check_game(name: str, seed: int) -> RandomGame:
    rules = RULES[name]
    seats = rules.seats.min + seed % (rules.seats.max - rules.seats.min + 1)
    game, random = RandomGame(rules, seats, seed), Random(seed)
    points = (0,) * seats
    for decisions, (before, events) in enumerate(game.decisions()):
        assert events, "a decision brings something"
        assert len(game.position.turns) <= turns_max(rules, seats)
        points = tuple(map(sum, zip(points, points_in(events, seats), strict=True)))
        assert game.position.scores == points
        assert all(len(rack) <= rules.rack.size for rack in game.position.racks)
        if decisions % 8 == 0:
            check_tiles(game.position)
            check_view(before, random)
    check_end(game)
    assert replay(rules, seats, game.events) == game.position
    return game


def check_tiles(position: Position) -> None:
    total = position.bag + position.aside
    for rack in position.racks:
        total = total + rack
    assert total.plus(position.board.tiles()) == position.ruleset.tiles.counts


def points_in(events: Iterable[Event], seats: int) -> tuple[int, ...]:
    """The scores, from nothing but what the events say was scored, gained and lost."""
    points = [0] * seats
    for event in events:
        match event:
            case TilesPlayed():
                assert event.score == sum(word.points for word in event.words) + event.bonus
                points[event.seat] += event.score
            case PlayWithdrawn():
                points[event.seat] -= event.score
            case PointsAdjusted():
                points[event.seat] += event.points
            case _:
                pass
    return tuple(points)


def check_view(position: Position, random: Random) -> None:
    """Deal all a seat cannot see anew: its view must be the same, and so must a spectator's."""
    for seat in (None, *position.seats):
        hidden = [each for each in position.seats if each != seat]
        pool = list(position.bag) + [tile for each in hidden for tile in position.racks[each]]
        random.shuffle(pool)
        racks = list(position.racks)
        for each in hidden:
            size = len(racks[each])
            racks[each] = position.ruleset.tiles.tiles(pool[:size])
            del pool[:size]
        bag: Tiles = position.ruleset.tiles.tiles(pool)
        assert view_of(replace(position, racks=tuple(racks), bag=bag), seat) == view_of(position, seat)


def check_end(game: RandomGame) -> None:
    position = game.position
    outcome = game.outcome
    assert position.turn is None
    assert outcome.scores == position.scores
    assert outcome.winners
    assert set(outcome.winners) <= set(position.active)
    assert all(outcome.scores[seat] <= outcome.scores[outcome.winners[0]] for seat in position.active)
    if outcome.reason == "out":
        assert outcome.out_seat is not None
        assert not position.bag
        assert not position.racks[outcome.out_seat]


def chunks(games: int, size: int) -> list[tuple[str, int]]:
    return [(name, first) for name in PRESETS for first in range(0, games, size)]


@pytest.mark.clause("A1", "A5", "A6", "A8", "O1")
@pytest.mark.parametrize(("name", "first"), chunks(EACH_RUN, CHUNK))
def test_random_games_keep_their_tiles_their_points_and_their_secrets(name: str, first: int) -> None:
    for seed in range(first, first + CHUNK):
        check_game(name, seed)


@pytest.mark.soak
@pytest.mark.skipif(not os.environ.get("QUIXOTRY_SOAK"), reason="full counts run in `make soak`")
@pytest.mark.parametrize(("name", "first"), chunks(SOAK, SOAK_CHUNK))
def test_many_random_games_keep_their_tiles_their_points_and_their_secrets(name: str, first: int) -> None:
    for seed in range(first, first + SOAK_CHUNK):
        check_game(name, seed)


def test_the_same_seed_gives_the_same_game_on_every_machine() -> None:
    played = {
        f"{name} {seed}": sha256("\n".join(map(repr, check_game(name, seed).events)).encode()).hexdigest()
        for name in PRESETS
        for seed in (1, 2, 3)
    }
    if os.environ.get("QUIXOTRY_WRITE_GOLDEN"):
        GOLDEN.write_text(json.dumps(played, indent=1) + "\n")
    assert played == json.loads(GOLDEN.read_text())


@pytest.mark.parametrize("name", PRESETS)
def test_random_games_end_in_every_way_their_rules_know(name: str) -> None:
    """The properties above mean something only if the games they are asked of are of every kind."""
    games = {reason: check_game(name, seed) for reason, seed in ENDINGS[name].items()}
    assert {reason: game.outcome.reason for reason, game in games.items()} == {each: each for each in games}
    assert any(game.refused for game in games.values())


# A seed for each ending. When the random players change, look for others among the first few hundred.
ENDINGS = {
    "classic": {"out": 0, "resigned": 3, "no-play": 70, "stalemate": 9},
    "solo": {"out": 0, "resigned": 47, "no-play": 31, "passes": 1},
    "party": {"out": 7, "resigned": 84, "passes": 24, "stalemate": 3},
    "friends": {"out": 5, "resigned": 13, "scoreless": 0, "stalemate": 9},
    "match": {"out": 12, "resigned": 61, "exchanges": 9},
    "tournament": {"out": 10, "resigned": 11, "scoreless": 9},
}
