"""Endgames worked out the slow and obvious way: every move, every count of idle turns, nothing left out."""

from __future__ import annotations

from functools import cache

from quixotry.engine.generator import Generator
from quixotry.lexicon.graph import Graph
from quixotry.rules.alphabet import tile_of
from quixotry.rules.board import Board
from quixotry.rules.position import Turn
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles


def brute_force(ruleset: Ruleset, graph: Graph, board: Board, own: Tiles, other: Tiles) -> int:
    """The spread still to come for `own`, by minimax with the rules' own counting of turns."""
    generator, value = Generator(ruleset, graph), ruleset.tiles.value
    longest = max(run.length(2) for run in ruleset.end.runs)
    idle = "exchange" if ruleset.passing.kind == "as-exchange" else "pass"

    @cache
    def plays(cells: bytes, rack: Tiles) -> list[tuple[bytes, Tiles, int]]:
        generator.set_cells(cells)
        generator.set_rack(rack)
        found = []
        for number in range(generator.find()):
            laid, _, _, score, _ = generator.found(number)
            after = Board(board.layout, cells).with_cells(laid).cells
            found.append((after, rack.minus(tile_of(cell) for _, cell in laid), score))
        return found

    def ended(turns: tuple[Turn, ...], mine: Tiles, theirs: Tiles) -> int | None:
        """What settling up brings the seat on turn when a run of turns has ended the game."""
        for run in ruleset.end.runs:
            length = run.length(2)
            if len(turns) >= length and all(turn.counts_for(run) for turn in turns[-length:]):
                return value(theirs) - value(mine) if run.settling == "each-loses-own" else 0
        return None

    @cache
    def best(cells: bytes, mine: Tiles, theirs: Tiles, turns: tuple[Turn, ...]) -> int:
        over = ended(turns, mine, theirs)
        if over is not None:
            return over
        found = plays(cells, mine)
        if ruleset.end.no_play and not found and not plays(cells, theirs):
            return value(theirs) - value(mine)
        passed = (*turns, Turn(0, idle, 0, True))[-longest:]  # type: ignore[arg-type]
        values = [-best(cells, theirs, mine, passed)]
        for after, kept, score in found:
            if not kept:
                values.append(score + 2 * value(theirs))
            else:
                played = (*turns, Turn(0, "play", score, True))[-longest:]
                # Only an unbroken run matters: what lies before a scoring play is forgotten.
                values.append(score - best(after, theirs, kept, () if score else played))
        return max(values)

    return best(board.cells, own, other, ())
