"""Games played at random, by every ruleset and to every kind of end, for records to be made of.

Every word is good except those with the same letter twice in a row, so that a challenge can go either way.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from itertools import pairwise

from quixotry.fair.draws import SeededDraws
from quixotry.rules.alphabet import BLANK, BLANK_BIT
from quixotry.rules.errors import IllegalMove
from quixotry.rules.game import Game, GameHeader, SeatedPlayer
from quixotry.rules.move import Accept, Challenge, Exchange, Move, Pass, Placement, Play, Resign
from quixotry.rules.position import Position
from quixotry.rules.referee import decide, start
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.rules.shipped import shipped_names

PRESETS = shipped_names("presets")
CHALLENGES = ("single", "double", "five-points", "ten-points", "points-per-word")
NAMES = ("First", "Second", "Third", "Fourth")


class MostWords:
    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and not any(a == b for a, b in pairwise(word))


def random_play(position: Position, seat: int, dice: random.Random) -> Play | None:
    """Some tiles of the rack in a line from somewhere; whether that is legal the referee knows."""
    board, rack = position.board, list(position.racks[seat])
    layout = board.layout
    near = [square for square in layout.squares if not board.cells[square] and board.touches_tile(square)]
    first = layout.start if board.is_empty else dice.choice(near)
    down = dice.random() < 0.5
    line = [first, *(square for square in layout.ahead(first, down=down) if not board.cells[square])]
    dice.shuffle(rack)
    amount = min(len(rack), len(line), dice.choice((1, 2, 2, 3, 4, 7)))
    letters = len(position.ruleset.tiles.alphabet)
    cells = [dice.randint(1, letters) | BLANK_BIT if tile == BLANK else tile for tile in rack[:amount]]
    return Play(tuple(map(Placement, line, cells))) if cells else None


def random_move(position: Position, seat: int, dice: random.Random, *, lazy: bool) -> Move:
    roll = dice.random()
    if position.pending is not None:
        return Challenge() if roll < 0.15 else Accept()
    if roll < 0.003:
        return Resign()
    if roll < (0.6 if lazy else 0.03):
        return Pass()
    if roll < (0.8 if lazy else 0.06):
        rack = list(position.racks[seat])
        whole = position.ruleset.exchange.whole_rack
        return Exchange(tuple(rack if whole else rack[: dice.randint(0, len(rack))]))
    return random_play(position, seat, dice) or Pass()


def header_for(ruleset: Ruleset, seats: int, seed: str = "00", **changes: object) -> GameHeader:
    header = GameHeader(
        id=f"game-{seed}",
        ruleset=ruleset,
        lexicon_id="most-words",
        lexicon_digest="0" * 64,
        players=tuple(map(SeatedPlayer, NAMES[:seats])),
        seed=seed,
        started_at="2026-01-01T12:00:00+00:00",
    )
    return replace(header, **changes)  # type: ignore[arg-type]


def play_game(ruleset: Ruleset, seats: int, seed: int, *, moves_max: int = 1000) -> Game:
    """A whole game, or its first moves; the same seed gives the same game."""
    dice = random.Random(seed)
    lazy = dice.random() < 0.2
    # Slow players need a faster clock, or nobody would ever be in overtime.
    pace_ms = dice.choice((1_000, 90_000))
    header = header_for(ruleset, seats, f"{seed:02x}", match_game=1 + seed % ruleset.match.games)
    draws = SeededDraws(header.seed)
    game = Game.of(header, start(ruleset, seats, tiles=draws, game=header.match_game))
    now_ms = 0
    for _ in range(moves_max):
        position = game.position
        if position.turn is None:
            break
        now_ms += pace_ms
        for attempt in range(200):
            move = Pass() if attempt > 190 else random_move(position, position.turn, dice, lazy=lazy)
            try:
                events = decide(
                    position,
                    position.turn,
                    move,
                    now_ms=now_ms,
                    tiles=draws,
                    words=MostWords(),
                    can_play=lambda *_: seed % 3 > 0,
                )
            except IllegalMove:
                continue
            game = game.after(events)
            break
    return game


@cache
def some_games(a_preset: int = 6) -> tuple[Game, ...]:
    """Games of every preset for every number of seats it allows, finished and unfinished."""
    games: list[Game] = []
    for name in PRESETS:
        ruleset = preset(name)
        for number in range(a_preset):
            spread = ruleset.seats.max - ruleset.seats.min + 1
            seats = ruleset.seats.min + number % spread
            moves_max = 12 if number % 6 == 5 else 1000
            games.append(play_game(ruleset, seats, 100 * number + len(games), moves_max=moves_max))
    return tuple(games)


@cache
def challenge_games() -> tuple[Game, ...]:
    """Games by every kind of challenge; all but one are rules of a user's own."""
    rules = preset("tournament")
    kinds = [replace(rules, name="own", words=replace(rules.words, challenge=kind)) for kind in CHALLENGES]  # type: ignore[arg-type]
    return tuple(play_game(kind, 2, 10 * number + n) for n in range(3) for number, kind in enumerate(kinds))
