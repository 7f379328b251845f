"""A link brings a session's seats to another one: all of them together, once, and while they are the same seats."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from quixotry.play.ports import status_of, waited
from quixotry.rules.game import Game
from quixotry.store.sql import SqlGameLog
from tests.store.conftest import Open
from tests.store.contract import a_header, first_events


@pytest.fixture
def log(another: Open) -> SqlGameLog:
    """A game that Ada began, with a seat each for her and Ben."""
    log = another()
    header = a_header()
    game = Game.of(header, first_events(header))
    seats = [("ada", 0), ("ben", 1)]
    waited(log.submit_create(header, game.events, status_of(game), seats, host="ada"))
    return log


def test_a_key_brings_the_seat_once(log: SqlGameLog) -> None:
    assert log.seats.keep_way_back("key", "game-1", "ben")
    assert log.seats.come_back("key", "phone") == "game-1"
    assert log.seats.holders("game-1") == {0: "ada", 1: "phone"}
    assert log.seats.come_back("key", "eve") is None
    assert log.seats.come_back("no such key", "eve") is None
    assert log.seats.holders("game-1") == {0: "ada", 1: "phone"}


def test_seats_of_one_session_move_together(log: SqlGameLog) -> None:
    """Both racks were on one screen: a key for one of them would give away a seat whose tiles are known."""
    log.seats.grant("ada", "game-1", [1])
    log.seats.keep_way_back("key", "game-1", "ada")
    log.seats.come_back("key", "phone")
    assert log.seats.holders("game-1") == {0: "phone", 1: "phone"}


def test_only_who_holds_a_seat_gets_a_key(log: SqlGameLog) -> None:
    assert not log.seats.keep_way_back("key", "game-1", "eve")
    assert not log.seats.keep_way_back("key", "game-2", "ada")
    assert log.seats.come_back("key", "eve") is None


def test_a_new_key_makes_the_one_before_worthless_and_nobody_elses(log: SqlGameLog) -> None:
    log.seats.keep_way_back("old", "game-1", "ben")
    log.seats.keep_way_back("adas", "game-1", "ada")
    log.seats.keep_way_back("new", "game-1", "ben")
    assert log.seats.come_back("old", "eve") is None
    assert log.seats.come_back("new", "phone") == "game-1"
    assert log.seats.come_back("adas", "tablet") == "game-1"


def test_a_key_used_in_the_browser_it_is_from_is_used_up_and_costs_no_seat(log: SqlGameLog) -> None:
    log.seats.keep_way_back("key", "game-1", "ben")
    assert log.seats.come_back("key", "ben") == "game-1"
    assert log.seats.holders("game-1") == {0: "ada", 1: "ben"}
    assert log.seats.come_back("key", "eve") is None


@pytest.mark.parametrize("how", ["joined", "handed on", "granted"])
def test_a_seat_given_away_does_not_come_back(log: SqlGameLog, how: str) -> None:
    log.seats.keep_way_back("key", "game-1", "ben")
    if how == "joined":
        log.seats.invite("invitation", "game-1", 1)
        assert log.seats.join("invitation", "cleo") == ("game-1", 1)
    elif how == "handed on":
        log.seats.hand_on("game-1", "ben", "cleo")
    else:
        log.seats.grant("cleo", "game-1", [1])
    assert log.seats.come_back("key", "ben") is None
    # Nor when the giver sits there again.
    log.seats.grant("ben", "game-1", [1])
    assert log.seats.come_back("key", "eve") is None
    assert log.seats.holders("game-1") == {0: "ada", 1: "ben"}


def test_a_key_made_for_one_seat_does_not_bring_a_second_one_taken_later(log: SqlGameLog) -> None:
    log.seats.keep_way_back("key", "game-1", "ben")
    log.seats.invite("invitation", "game-1", 0)
    log.seats.join("invitation", "ben")
    assert log.seats.come_back("key", "eve") is None


def test_the_right_to_invite_comes_back_with_who_began_the_game_and_with_nobody_else(log: SqlGameLog) -> None:
    log.seats.keep_way_back("bens", "game-1", "ben")
    log.seats.come_back("bens", "phone")
    assert log.find("game-1").brief.host == "ada"
    log.seats.keep_way_back("adas", "game-1", "ada")
    log.seats.come_back("adas", "tablet")
    assert log.find("game-1").brief.host == "tablet"


def test_of_two_who_bring_a_key_at_once_to_two_processes_one_has_the_seat(
    log: SqlGameLog, another: Open
) -> None:
    other = another()
    for number in range(10):
        holder = log.seats.holders("game-1")[1]
        log.seats.keep_way_back("key", "game-1", holder)
        takers = (f"one-{number}", f"two-{number}")
        with ThreadPoolExecutor(2) as pool:
            asked = [
                pool.submit(each.seats.come_back, "key", taker)
                for each, taker in zip((log, other), takers, strict=True)
            ]
        came = {taker: each.result() for taker, each in zip(takers, asked, strict=True)}
        assert sorted(came.values(), key=str) == [None, "game-1"]
        assert came[other.seats.holders("game-1")[1]] == "game-1"


def test_a_game_that_is_deleted_has_no_way_back(log: SqlGameLog) -> None:
    log.seats.keep_way_back("key", "game-1", "ben")
    log.delete("game-1")
    assert log.seats.come_back("key", "phone") is None


def test_who_is_shut_out_does_not_come_back_in_another_browser(log: SqlGameLog) -> None:
    log.seats.keep_way_back("bens", "game-1", "ben")
    log.seats.keep_way_back("adas", "game-1", "ada")
    log.orders.ban("ben", "abuse")
    assert log.seats.come_back("bens", "phone") is None
    assert log.seats.come_back("adas", "tablet") == "game-1"
