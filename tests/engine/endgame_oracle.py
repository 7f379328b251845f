"""Endgames worked out the slow and obvious way: every move, every count of idle turns, nothing left out.

Only what cannot matter is shared: a board and two racks have the same plays however they came about, and of the
turns before only the length of each run that could end the game counts.

    python -m tests.engine.endgame_oracle tests/golden/endgames.txt 1002

works out the values `test_endgame` compares the search with (about an hour).
"""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

from quixotry.engine.generators import CompiledGenerator
from quixotry.lexicon.gaddag import Gaddag
from quixotry.notation.cgp import Cgp, format_cgp
from quixotry.rules.alphabet import tile_of
from quixotry.rules.board import Board
from quixotry.rules.position import Turn
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.rules.tiles import Tiles
from tests.engine.endgames import ended_game, tiny_lexicon
from tests.engine.games import graph_of

PRESETS = ("classic", "friends", "match", "party", "solo", "tournament")
BOARDS_MAX = 12_000
Runs = tuple[int, ...]


class TooManyBoardsError(Exception):
    """It would take minutes."""


def brute_force(
    ruleset: Ruleset,
    graph: Gaddag,
    board: Board,
    own: Tiles,
    other: Tiles,
    *,
    bag: tuple[int, ...] = (),
    idle_before: int = 0,
    boards_max: int = 1 << 60,
) -> int:
    """The spread still to come for `own`, by minimax with the rules' own counting of turns. Both sides know the tiles
    of the bag, too, of which the first comes out first. So many idle turns went before."""
    generator, value, runs = CompiledGenerator(ruleset, graph), ruleset.tiles.value, ruleset.end.runs
    size = ruleset.rack.size
    idle = Turn(0, "exchange" if ruleset.passing.kind == "as-exchange" else "pass", 0, True)

    def after(counts: Runs, turn: Turn) -> Runs:
        return tuple(
            count + 1 if turn.counts_for(run) else 0 for run, count in zip(runs, counts, strict=True)
        )

    @cache
    def plays(cells: bytes, rack: Tiles) -> list[tuple[bytes, Tiles, int]]:
        if plays.cache_info().currsize >= boards_max:
            raise TooManyBoardsError
        generator.set_cells(cells)
        generator.set_rack(rack)
        found = []
        for number in range(generator.find()):
            laid, _, _, score, _ = generator.found(number)
            rest = rack.minus(tile_of(cell) for _, cell in laid)
            found.append((Board(board.layout, cells).with_cells(laid).cells, rest, score))
        return found

    def ended(counts: Runs, mine: Tiles, theirs: Tiles) -> int | None:
        """What settling up brings the seat on turn when a run of turns has ended the game."""
        for run, count in zip(runs, counts, strict=True):
            if count >= run.length(2):
                return value(theirs) - value(mine) if run.settling == "each-loses-own" else 0
        return None

    @cache
    def best(cells: bytes, mine: Tiles, theirs: Tiles, bag: tuple[int, ...], counts: Runs) -> int:
        over = ended(counts, mine, theirs)
        if over is not None:
            return over
        found = plays(cells, mine)
        if ruleset.end.no_play and not found and not plays(cells, theirs):
            return value(theirs) - value(mine)
        values = [-best(cells, theirs, mine, bag, after(counts, idle))]
        for laid, left, score in found:
            amount = size - len(left)
            kept, rest = left.plus(bag[:amount]), bag[amount:]
            if kept:
                turn = Turn(0, "play", score, True)
                values.append(score - best(laid, theirs, kept, rest, after(counts, turn)))
            else:
                values.append(score + 2 * value(theirs))
        return max(values)

    counts = (0,) * len(runs)
    for _ in range(idle_before):
        counts = after(counts, idle)
    return best(board.cells, own, other, bag, counts)


def main() -> None:
    """Append to a file, one a line, number, ruleset, position and value of endgames of up to four tiles against
    four; a run that was interrupted goes on where it stopped. Those that would take minutes are left out."""
    path, count = Path(sys.argv[1]), int(sys.argv[2])
    done = path.read_text().splitlines() if path.exists() else []
    number = int(done[-1].split("\t")[0]) + 1 if done else 0
    graph, left = graph_of(tiny_lexicon()), count - len(done)
    while left > 0:
        ruleset = preset(PRESETS[number % len(PRESETS)])
        board, own, other = ended_game(ruleset, number // len(PRESETS), 4, lexicon=tiny_lexicon())
        cgp = format_cgp(Cgp(board, (own, other), (1, 1), zeros=0), ruleset.tiles.alphabet)
        with suppress(TooManyBoardsError), path.open("a") as file:
            value = brute_force(ruleset, graph, board, own, other, boards_max=BOARDS_MAX)
            file.write(f"{number}\t{ruleset.name}\t{cgp}\t{value}\n")
            left -= 1
        number += 1


if __name__ == "__main__":
    main()
