"""Who sits at a game, and what they are called: one rule for the terminal, the server and the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from quixotry.errors import Parameters
from quixotry.play.errors import PlayError
from quixotry.play.names import BadPlayerName, name_key, proper_name
from quixotry.rules.game import SeatedPlayer
from quixotry.rules.ruleset import Ruleset
from quixotry.values import frozen

LevelTitle = Callable[[str], str]
"""The title of a computer's level by its name; raises an error of its own for a level there is not."""


PROGRAM = "bot:"
"""How the level of a computer begins that is a program of somebody else's; the rest is its name."""


def is_program(level: str) -> bool:
    """Is this the level of a program that is not ours?"""
    return level.startswith(PROGRAM)


class BadSeats(PlayError):
    """The root of what can be wrong with the seats of a game somebody wants to begin."""


class WrongSeatCount(BadSeats):
    code = "wrong_seat_count"
    ruleset: str
    least: int
    most: int
    given: int

    @property
    def wording_parameters(self) -> Parameters:
        return {**self.parameters, "range": self.least < self.most}


class PlayerNameTwice(BadSeats):
    code = "player_name_twice"
    names: tuple[str, ...]


@frozen
class Seat:
    """A seat as somebody asks for it. A computer without a name is called after its level."""

    kind: Literal["person", "computer"] = "person"
    name: str = ""
    level: str = ""


def default_seats(ruleset: Ruleset) -> tuple[Seat, ...]:
    """The seats of a ruleset when nobody says otherwise: `You` for one person, `Player 1` ... for several."""
    people = ruleset.seats.default.count("person")
    seats: list[Seat] = []
    for kind in ruleset.seats.default:
        number = 1 + sum(seat.kind == "person" for seat in seats)
        name = "" if kind == "computer" else "You" if people == 1 else f"Player {number}"
        seats.append(Seat(kind, name))
    return tuple(seats)


def seat_players(
    seats: Sequence[Seat], ruleset: Ruleset, *, level_title: LevelTitle, default_level: str
) -> tuple[SeatedPlayer, ...]:
    """The players of a new game, each with a name of their own; or an error that says what is wrong."""
    _check_count(len(seats), ruleset)
    given = [_given_name(seat, number) for number, seat in enumerate(seats)]
    names = {name_key(name) for name in given if name}
    players: list[SeatedPlayer] = []
    for seat, name in zip(seats, given, strict=True):
        if seat.kind == "person":
            players.append(SeatedPlayer(name))
            continue
        level = seat.level or default_level
        title = level_title(level)
        if not name:
            name = _free_name(title, names)
            names.add(name_key(name))
        players.append(SeatedPlayer(name, "computer", level))
    check_players(players, ruleset)
    return tuple(players)


def check_players(players: Sequence[SeatedPlayer], ruleset: Ruleset) -> None:
    """Are there as many as the rules want, each with a proper name of their own?"""
    _check_count(len(players), ruleset)
    names = [player.name for player in players]
    for name in names:
        if proper_name(name) != name:
            raise BadPlayerName
    keys = [name_key(name) for name in names]
    twice = sorted({name for name, key in zip(names, keys, strict=True) if keys.count(key) > 1})
    if twice:
        raise PlayerNameTwice(tuple(twice))


def _check_count(given: int, ruleset: Ruleset) -> None:
    rule = ruleset.seats
    if not rule.min <= given <= rule.max:
        raise WrongSeatCount(ruleset.title or ruleset.name, rule.min, rule.max, given)


def _given_name(seat: Seat, number: int) -> str:
    """The name it comes with; a computer's may be left out."""
    if seat.kind == "computer" and not seat.name.strip():
        return ""
    try:
        return proper_name(seat.name)
    except BadPlayerName:
        raise BadPlayerName(seat=number) from None


def _free_name(title: str, taken: set[str]) -> str:
    """`Casual`, or `Casual 2` and so on where somebody is called that already."""
    number = 1
    name = title
    while name_key(name) in taken:
        number += 1
        name = f"{title} {number}"
    return name
