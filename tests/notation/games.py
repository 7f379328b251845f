"""Random games as `Game` values, by every ruleset and to every kind of end, for records to be made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

from quixotry.fair.draws import SeededDraws
from quixotry.rules.challenge import challenge_presets
from quixotry.rules.game import Arbiter, Game
from quixotry.rules.move import Adjudicate, Forfeit
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset
from tests.rules.build import PRESETS, RULES, header_for
from tests.rules.random_games import RandomGame

CHALLENGES = tuple(name for name, rule in challenge_presets().items() if rule is not None)


def play_game(ruleset: Ruleset, seats: int, seed: int, *, decisions_max: int | None = None) -> Game:
    """A whole game, or its first decisions; the same seed gives the same game."""
    played = RandomGame(ruleset, seats, seed)
    for _ in islice(played.decisions(), decisions_max):
        pass
    return replace(played.game, header=header_for(ruleset, seats, seed=seed))


@cache
def some_games() -> tuple[Game, ...]:
    """Four games of every preset, for every number of seats it allows, the last of each unfinished."""
    games: list[Game] = []
    for name in PRESETS:
        ruleset = RULES[name]
        for number in range(4):
            seats = ruleset.seats.min + number % (ruleset.seats.max - ruleset.seats.min + 1)
            decisions_max = 12 if number == 3 else None
            games.append(play_game(ruleset, seats, 100 * number, decisions_max=decisions_max))
    return tuple(games)


@cache
def challenge_games() -> tuple[Game, ...]:
    """Games by every kind of challenge, as rules of a user's own."""
    rules = RULES["tournament"]
    kinds = [
        replace(rules, name="own", words=replace(rules.words, challenge=challenge_presets()[kind]))
        for kind in CHALLENGES
    ]
    return tuple(play_game(kind, 2, 10 * number + n) for n in range(3) for number, kind in enumerate(kinds))


def ended_by_the_house() -> Iterator[Game]:
    """A game whose first player stayed away, and one that was ended as it stood."""
    game = Game.begin(header_for(preset("friends"), 2), SeededDraws("5eed"))
    arbiter = Arbiter(SeededDraws("5eed"), (), lambda board, rack: True)
    for ruling in (Forfeit("absence"), Adjudicate("abandoned")):
        yield game.move(0, ruling, arbiter, now_ms=7)
