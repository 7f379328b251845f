"""What a seat may know."""

from __future__ import annotations

import pytest

from quixotry.rules import event as happened
from quixotry.rules.event import EVENT_KINDS, Event
from quixotry.rules.outcome import Outcome
from quixotry.rules.view import SeenDraw, SeenExchange, SeenFact, redact, view_of
from tests.rules.build import RULES, position, rack, started, table

CLASSIC, TOURNAMENT, PARTY = RULES["classic"], RULES["tournament"], RULES["party"]

BASE = {"seq": 4, "seat": 1, "at_ms": 9}
EXAMPLES: list[Event] = [
    happened.FirstTileDrawn(**BASE, tile=3),
    happened.StarterChosen(**BASE),
    happened.TilesDrawn(**BASE, tiles=(1, 2, 3)),
    happened.TilesPlayed(**BASE, placements=(), words=(), bonus=0, score=0),
    happened.TilesExchanged(**BASE, returned=(1, 2), drawn=(3, 4)),
    happened.TurnPassed(**BASE),
    happened.PlayAccepted(**BASE),
    happened.PlayChallenged(**BASE, words=("CAT",), bad=()),
    happened.PlayWithdrawn(**BASE, placements=(), score=0),
    happened.TurnLost(**BASE),
    happened.PointsAdjusted(seq=4, seat=1, at_ms=9, points=5, why="challenge"),
    happened.Resigned(**BASE),
    happened.Forfeited(**BASE, why="time"),
    happened.Adjudicated(**BASE, why="abandoned"),
    happened.TurnsTakenBack(**BASE, turns=2),
    happened.GameEnded(**BASE, outcome=Outcome("out", (0,), (1, 0), (1, 0), "none")),
]


def test_there_is_an_example_of_every_kind_of_event() -> None:
    assert {type(event).__name__: type(event) for event in EXAMPLES} == EVENT_KINDS


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_a_seat_sees_its_own_events_in_full(event: Event) -> None:
    assert redact(event, 1) == SeenFact(event)


@pytest.mark.clause("C16")
@pytest.mark.parametrize("watcher", [0, None])
@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_others_see_of_a_draw_and_an_exchange_only_how_many(event: Event, watcher: int | None) -> None:
    seen = redact(event, watcher)
    match event:
        case happened.TilesDrawn():
            assert seen == SeenDraw(4, 1, 9, 3)
        case happened.TilesExchanged():
            assert seen == SeenExchange(4, 1, 9, 2)
        case _:
            assert seen == SeenFact(event)


def test_an_event_of_a_new_kind_stays_hidden_until_somebody_has_thought() -> None:
    with pytest.raises(AssertionError, match="nobody said who may see Event"):
        redact(Event(seq=0, seat=0, at_ms=0), 1)


@pytest.mark.clause("C16")
def test_a_view_shows_ones_own_rack_and_of_the_others_only_how_many() -> None:
    where = position(CLASSIC, "8H CAT", racks=["ABC", "DEFG"], bag="OO", scores=[3, 4])
    view = view_of(where, 0)
    assert view.rack == rack(CLASSIC, "ABC")
    assert view.rack_sizes == (3, 4)
    assert view.bag_count == 2
    assert view.unseen == rack(CLASSIC, "DEFGOO")
    assert view.scores == (3, 4)
    assert (view.turn, view.seat) == (0, 0)
    assert not view.can_exchange


def test_somebody_who_watches_sees_no_rack() -> None:
    view = view_of(position(TOURNAMENT, racks=["ABC", "DEFG"], bag="OOOOOOO"), None)
    assert view.rack is None
    assert view.unseen == rack(TOURNAMENT, "ABCDEFGOOOOOOO")
    assert not view.can_exchange


@pytest.mark.clause("C15")
def test_a_view_counts_the_bag_after_ones_own_draw() -> None:
    game = table(PARTY, position(PARTY, "8H CAT", racks=["ABCDEFG", "HI"], bag="OOOOOOO"))
    assert view_of(game.position, 1).bag_count == 7
    game.passes()
    assert view_of(game.position, 1).bag_count == 2


def test_tiles_drawn_for_first_play_are_seen_by_all() -> None:
    game = started(CLASSIC, deals="BA")
    first, *_ = game.events
    assert redact(first, 1) == SeenFact(first)
    assert len(view_of(game.position, 0).unseen) == 93


@pytest.mark.clause("T3", "T7")
def test_can_exchange_tells_the_truth_while_a_play_is_open_to_challenge() -> None:
    for bag, can in (("AAAAAAAEEE", False), ("AAAAAAAEEEE", True)):
        game = table(TOURNAMENT, position(TOURNAMENT, racks=["CATDOGS", "EELFINS"], bag=bag))
        game.plays("8G CATS")
        assert view_of(game.position, 1).can_exchange is can


def test_a_view_counts_scoreless_turns_as_the_position_does() -> None:
    game = table(CLASSIC, position(CLASSIC, "8H CAT", racks=["SODAEFG", "HIJKLMN"], bag="AA"))
    assert view_of(game.position, 0).scoreless_turns == 0
    game.passes(2)
    assert view_of(game.position, 0).scoreless_turns == 2
    game.plays("8H CATS")
    assert view_of(game.position, None).scoreless_turns == game.position.scoreless_turns == 0
