"""Who sits at a game: one rule for terminal, server and library."""

from __future__ import annotations

import pytest

from quixotry.play.names import BadPlayerName
from quixotry.play.seating import (
    PlayerNameTwice,
    Seat,
    WrongSeatCount,
    default_seats,
    seat_players,
)
from quixotry.players.levels import DEFAULT_LEVEL, UnknownLevel, level_title
from quixotry.rules.game import SeatedPlayer
from quixotry.rules.ruleset_file import preset


def seated(*seats: Seat, rules: str = "classic") -> list[str]:
    players = seat_players(seats, preset(rules), level_title=level_title, default_level=DEFAULT_LEVEL)
    return [player.name for player in players]


def test_computers_are_called_after_their_level_and_numbered_where_that_is_taken() -> None:
    names = seated(Seat(name="casual"), Seat("computer"), Seat("computer"), Seat("computer", level="expert"))
    assert names == ["casual", "Casual 2", "Casual 3", "Expert"]


def test_a_name_of_forty_characters_fits_everywhere_and_a_longer_one_nowhere() -> None:
    assert seated(Seat(name="N" * 40), Seat(name="B")) == ["N" * 40, "B"]
    with pytest.raises(BadPlayerName, match="1 to 40"):
        seated(Seat(name="N" * 41), Seat(name="B"))


@pytest.mark.parametrize("name", ["", "  ", "a\x1bb", "a\u202eb"])
def test_a_name_nobody_could_read_is_refused(name: str) -> None:
    with pytest.raises(BadPlayerName):
        seated(Seat(name=name), Seat(name="B"))


def test_spaces_around_and_within_a_name_are_tidied() -> None:
    assert seated(Seat(name="  A   B "), Seat(name="C")) == ["A B", "C"]


def test_two_players_of_one_name_are_refused_whatever_the_case() -> None:
    with pytest.raises(PlayerNameTwice, match="Two players are called SAME and same"):
        seated(Seat(name="same"), Seat(name="SAME"))


def test_too_few_and_too_many_players_are_refused() -> None:
    with pytest.raises(WrongSeatCount, match="Classic is for 2 to 4 players, not 1"):
        seated(Seat(name="A"))
    with pytest.raises(WrongSeatCount, match="Solo is for 2 players, not 3"):
        seated(*(Seat(name=name) for name in "ABC"), rules="solo")


def test_a_level_there_is_not_is_refused() -> None:
    with pytest.raises(UnknownLevel):
        seated(Seat(name="A"), Seat("computer", level="god"))


def test_a_ruleset_seats_its_own_players_when_nobody_is_named() -> None:
    assert seated(*default_seats(preset("solo")), rules="solo") == ["You", "Casual"]
    assert seated(*default_seats(preset("friends")), rules="friends") == ["Player 1", "Player 2"]


def test_a_computer_may_have_a_name_of_its_own() -> None:
    seats = (Seat(name="A"), Seat("computer", "Deep", "expert"))
    players = seat_players(seats, preset("solo"), level_title=level_title, default_level=DEFAULT_LEVEL)
    assert players[1] == SeatedPlayer("Deep", "computer", "expert")


def test_a_name_that_cannot_be_is_refused_at_its_seat() -> None:
    seats = (Seat("person", "Ada"), Seat("computer"), Seat("person", "\u200b"))
    with pytest.raises(BadPlayerName) as refused:
        seat_players(seats, preset("classic"), level_title=str.title, default_level="casual")
    assert refused.value.parameters["seat"] == 2
