"""Plays kept by line against the generator that finds all of them anew."""

from __future__ import annotations

import random
from typing import Any

import pytest

from quixotry.engine.generators import CompiledGenerator
from quixotry.engine.native.board import Board
from quixotry.engine.native.journal import Journal
from quixotry.engine.native.line_plays import LinePlays
from quixotry.rules.alphabet import tile_of
from quixotry.rules.board import Board as RulesBoard
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.rules.tiles import Tiles
from tests.engine.endgames import ended_game
from tests.engine.games import graph_of, situations, small_lexicon
from tests.soak import soak_count, soaked


def all_plays(ruleset: Ruleset, cells: bytes, rack: Tiles) -> list[tuple[Any, int]]:
    generator = CompiledGenerator(ruleset, graph_of(small_lexicon()))
    generator.set_cells(cells)
    generator.set_rack(rack)
    found = (generator.found(number) for number in range(generator.find()))
    return sorted((laid, score) for laid, _, _, score, _ in found)


def lines_of(ruleset: Ruleset) -> LinePlays:
    return LinePlays(Board(ruleset, graph_of(small_lexicon()), journal=Journal()))


def by_line(lines: LinePlays, side: int) -> list[tuple[Any, int]]:
    return sorted((laid, score) for laid, score, _ in lines.all_plays(side))


@soaked
def test_the_plays_of_all_lines_are_all_plays() -> None:
    """On boards of any size and fill, the empty one included, for the side on turn and for the other."""
    for seed in range(soak_count(4, 400)):
        for situation in situations(seed, graph_of(small_lexicon()), blanks_max=2):
            ruleset, cells, rack = situation.ruleset, situation.board.cells, situation.rack
            lines = lines_of(ruleset)
            lines.set_tiles(cells, rack, [1, 5, 5])
            assert by_line(lines, 0) == all_plays(ruleset, cells, rack), seed
            other = ruleset.tiles.tiles([1, 5, 5])
            assert by_line(lines, 1) == all_plays(ruleset, cells, other), seed


def test_plays_stay_right_while_a_game_is_played_and_taken_back() -> None:
    """After each play, with lists kept from the boards before, and after each is lifted again."""
    ruleset, rng = preset("tournament"), random.Random(4)
    lines = lines_of(ruleset)
    for seed in range(10):
        board, *racks = ended_game(ruleset, seed, 6)
        lines.set_tiles(board.cells, *racks)
        masks = [(1 << len(rack)) - 1 for rack in racks]
        seen: list[tuple[RulesBoard, list[Tiles], list[int], int]] = []
        side = 0
        for _ in range(6):
            choices = lines.choices(side, masks[side])
            expected = all_plays(ruleset, board.cells, racks[side])
            assert sorted((laid, score) for _, laid, score in choices) == expected
            if not choices:
                break
            seen.append((board, list(racks), list(masks), lines.mark()))
            play, laid, _ = rng.choice(choices)
            masks[side] = lines.lay_play(play, side, masks[side])
            board = board.with_cells(laid)
            racks[side] = racks[side].minus(tile_of(cell) for _, cell in laid)
            assert lines.board.cells() == board.cells
            side = 1 - side
        for board, racks, masks, mark in reversed(seen):
            lines.take_back(mark)
            assert lines.board.cells() == board.cells
            for each in range(2):
                found = sorted((laid, score) for _, laid, score in lines.choices(each, masks[each]))
                assert found == all_plays(ruleset, board.cells, racks[each])


def test_plays_stay_right_from_deal_to_deal() -> None:
    """With lists and tables kept where the board or a side's tiles are those of the deal before, and where they are
    not: also after a deal that was refused half-way."""
    ruleset, rng = preset("tournament"), random.Random(7)
    lines = lines_of(ruleset)
    board, own, other = ended_game(ruleset, 3, 7)
    hidden = [*own, *other, 0, 1]
    for deal in range(12):
        rng.shuffle(hidden)
        racks = [ruleset.tiles.tiles(hidden[:5]), other if deal % 3 else ruleset.tiles.tiles(hidden[5:])]
        lines.set_tiles(board.cells, *racks)
        assert lines.set_tiles(board.cells, *racks) == []
        for side in range(2):
            assert by_line(lines, side) == all_plays(ruleset, board.cells, racks[side])
        if deal % 4 == 0:
            with pytest.raises(ValueError, match="no letter"):
                lines.set_tiles(bytes([27]) + board.cells[1:], [2, 3], racks[1])
        if deal % 4 == 1:
            with pytest.raises(ValueError, match="alphabet"):
                lines.set_tiles(board.cells, [2, 3], [27])


def test_tiles_and_boards_of_another_game_are_refused() -> None:
    ruleset = preset("classic")
    lines = lines_of(ruleset)
    with pytest.raises(ValueError, match="another size"):
        lines.set_tiles(b"\1", [1], [1])
    with pytest.raises(ValueError, match="at most 11"):
        lines.set_tiles(bytes(225), [1] * 12, [1])
    with pytest.raises(ValueError, match="alphabet"):
        lines.set_tiles(bytes(225), [27], [1])
    with pytest.raises(ValueError, match="no letter"):
        lines.set_tiles(bytes([27]) + bytes(224), [1], [1])
