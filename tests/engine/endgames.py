"""Endgames to try things on: boards as best scores leave them, and two racks of what is left."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

from quixotry.engine.generators import CompiledGenerator
from quixotry.lexicon import Lexicon
from quixotry.rules.board import Board
from quixotry.rules.move import Move, Play
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from tests.engine.games import graph_of, small_lexicon


@cache
def tiny_lexicon() -> Lexicon:
    """So few words that a minimax that leaves nothing out comes to an end."""
    words = small_lexicon().words
    return Lexicon.of([word for n, word in enumerate(words) if len(word) > 3 or n % 4 == 0], id="tiny")


def ended_game(
    ruleset: Ruleset, seed: int, tiles_max: int, *, blanks: int = 0, lexicon: Lexicon | None = None
) -> tuple[Board, Tiles, Tiles]:
    """A board as best scores leave it when the bag is empty, and two racks of a few of the tiles left; so many
    blanks are kept for the racks."""
    rng = random.Random(seed)
    bag = list(ruleset.tiles.counts)
    rng.shuffle(bag)
    kept = [bag.pop(bag.index(0)) for _ in range(blanks)]
    generator = CompiledGenerator(ruleset, graph_of(lexicon or small_lexicon()))
    cells = Board.empty(ruleset.layout)
    rack: list[int] = []
    while len(bag) > 14:
        while len(rack) < 7:
            rack.append(bag.pop())
        generator.set_cells(cells.cells)
        generator.set_rack(rack)
        found = generator.best_play()
        if found is None:
            break
        cells = cells.with_cells(found[0])
        rack = list(found[2])
    own, other = (rng.randint(max(1, blanks), tiles_max) for _ in range(2))
    rest = rng.sample([*bag, *rack], own + other - blanks) + kept
    rng.shuffle(rest)
    return cells, ruleset.tiles.tiles(rest[:own]), ruleset.tiles.tiles(rest[own:])


def spread_of_line(ruleset: Ruleset, racks: tuple[Tiles, Tiles], line: Sequence[tuple[Move, int]]) -> int:
    """The spread a line of moves to the end of a game brings who begins, settling up included."""
    held, spread, sign = list(racks), 0, 1
    for number, (move, score) in enumerate(line):
        spread += sign * score
        sign = -sign
        if isinstance(move, Play):
            side = number % 2
            held[side] = held[side].minus(0 if cell & 128 else cell for _, cell in move.placements)
            if not held[side]:
                spread += (1 if side == 0 else -1) * 2 * ruleset.tiles.value(held[1 - side])
    if all(held):
        spread += ruleset.tiles.value(held[1]) - ruleset.tiles.value(held[0])
    return spread
