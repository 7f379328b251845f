"""What the engine can count, and that the positions of these tests are as varied as they say."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from quixotry.engine.generators import CompiledGenerator
from quixotry.engine.native.board import Board as NativeBoard
from quixotry.engine.native.generator import Generator
from quixotry.engine.native.journal import Journal
from quixotry.engine.native.line_bits import LineBits
from quixotry.engine.native.line_plays import LinePlays
from quixotry.engine.native.rack import Rack
from quixotry.engine.reference import all_plays
from quixotry.rules.board import Board
from quixotry.rules.ruleset import RackRule, Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.rules.score_bound import SCORE_MAX, score_bound
from tests.engine.comparing import found_by_engine
from tests.engine.games import graph_of, situations, small_lexicon
from tests.engine.made_up import cases


def with_word_multipliers(times: bytes, rack: int = 7) -> Ruleset:
    """The classic board with these word premiums, over and over."""
    ruleset = preset("classic")
    repeated = (times * 225)[:225]
    return replace(
        ruleset, layout=replace(ruleset.layout, word_multipliers=repeated), rack=RackRule(size=rack)
    )


def bound_of(ruleset: Ruleset) -> int:
    return score_bound(ruleset.layout, ruleset.tiles, ruleset.rack.size, ruleset.bonus.points)


def test_the_bound_of_scores_holds_for_every_play() -> None:
    graph = graph_of(small_lexicon())
    tried = [(situation, graph) for situation in situations(8, graph)]
    tried += [(case.situation, case.graph) for seed in range(10) for case in cases(seed)]
    for situation, searched in tried:
        scores = found_by_engine(situation, searched).values()
        assert max(scores, default=0) <= bound_of(situation.ruleset)


def test_scores_just_below_the_limit_are_right() -> None:
    """Four tiles on fourfold word squares: hundreds of thousands of points in the bound, thousands in plays."""
    ruleset, graph = with_word_multipliers(b"\4", rack=4), graph_of(small_lexicon())
    assert SCORE_MAX // 100 < bound_of(ruleset) <= SCORE_MAX
    board = Board.empty(ruleset.layout)
    rack = ruleset.tiles.tiles([26, 26, 1, 5])
    generator = CompiledGenerator(ruleset, graph)
    generator.set_cells(board.cells)
    generator.set_rack(rack)
    best = max(score for _, score in all_plays(board, rack, ruleset, small_lexicon().words))
    found = generator.best_play()
    assert found is not None
    assert found[3] == best > 100


def test_the_positions_compared_are_of_every_kind_promised() -> None:
    """Blanks on racks and boards, 21 by 21 and oblong boards, `friends`, all sizes of rack, full boards."""
    seen: set[str] = set()
    graph = graph_of(small_lexicon())
    for situation in (each for seed in range(120) for each in situations(seed, graph)):
        layout, cells = situation.ruleset.layout, situation.board.cells
        seen |= {f"rack of {len(situation.rack)}", f"board {layout.name}"}
        seen |= {f"{situation.rack.counts[0]} blanks held"}
        seen |= {"blank on the board"} if any(cell & 128 for cell in cells) else set()
        seen |= {"oblong"} if layout.height != layout.width else set()
        seen |= {"fourfold"} if 4 in layout.word_multipliers else set()
    assert seen >= {
        *(f"rack of {size}" for size in range(1, 11)),
        "board friends",
        "board standard",
        "board odd",
    }
    assert seen >= {"1 blanks held", "blank on the board", "oblong", "fourfold"}
    kinds: set[str] = set()
    for case in (case for seed in range(80) for case in cases(seed)):
        ruleset, board, rack, _ = case.situation
        filled = sum(map(bool, board.cells)) / len(board.cells)
        kinds |= {
            f"rack of {len(rack)}",
            f"{rack.counts[0]} blanks",
            f"{len(ruleset.tiles.alphabet)} letters",
        }
        kinds |= {"full"} if filled > 0.9 else set()
        kinds |= {"21 by 21"} if len(board.cells) == 441 else set()
        kinds |= {"one line"} if ruleset.layout.height == 1 else set()
    assert kinds >= {"rack of 10", "4 blanks", "50 letters", "full", "21 by 21", "one line"}


def test_no_rack_is_larger_than_ten_and_no_tile_outside_the_alphabet() -> None:
    generator = CompiledGenerator(preset("classic"), graph_of(small_lexicon()))
    for tiles in ([random.Random(1).randrange(27) for _ in range(11)], [27], [-1]):
        with pytest.raises(ValueError, match=r"rack|tile"):
            generator.set_rack(tiles)


def test_a_board_has_line_bits_or_a_journal() -> None:
    """Lifting a play would leave the bits as they were."""
    graph = graph_of(small_lexicon())
    with pytest.raises(ValueError, match="not both"):
        NativeBoard(preset("classic"), graph, LineBits(graph.letters), Journal())
    with pytest.raises(AssertionError, match="bits of lines"):
        Generator(NativeBoard(preset("classic"), graph), Rack(NativeBoard(preset("classic"), graph)))
    with pytest.raises(AssertionError, match="keys"):
        LinePlays(NativeBoard(preset("classic"), graph))


def test_values_of_more_leaves_than_a_rack_has_are_refused() -> None:
    generator = CompiledGenerator(preset("classic"), graph_of(small_lexicon()))
    generator.set_rack([1, 2])
    with pytest.raises(ValueError, match="more values than leaves"):
        generator.weigh([0] * 5)
