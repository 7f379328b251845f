"""The oracle itself, on boards small enough to check by hand."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import pytest

from quixotry.engine.reference import all_plays, best_score, plain_score
from quixotry.rules.board import Board
from quixotry.rules.move import Placement, Play
from quixotry.rules.ruleset import Ruleset, WordRule
from quixotry.rules.ruleset_file import preset
from quixotry.rules.tiles import Tiles

CLASSIC = preset("classic")
WORDS = sorted(["AT", "CAT", "CATS", "SCAT", "TA", "AS", "TAT", "ACT"])


def rack(text: str) -> Tiles:
    return CLASSIC.tiles.rack(text)


def with_word(word: str, square: int, *, down: bool = False) -> Board:
    step = CLASSIC.layout.step(down=down)
    cells = [(square + at * step, CLASSIC.tiles.alphabet.cell(sign) or 0) for at, sign in enumerate(word)]
    return Board.empty(CLASSIC.layout).with_cells(cells)


def found(board: Board, tiles: str, ruleset: Ruleset = CLASSIC) -> dict[str, int]:
    """`square:tiles` to score."""
    sign = ruleset.tiles.alphabet.cell_sign
    return {
        " ".join(f"{ruleset.layout.square_name(at)}{sign(cell)}" for at, cell in play.placements): score
        for play, score in all_plays(board, rack(tiles), ruleset, WORDS)
    }


def test_the_first_play_covers_the_start_square_in_both_directions() -> None:
    assert found(Board.empty(CLASSIC.layout), "AT") == {
        "8H{} 8I{}".format(*"AT"): 4,
        "8G{} 8H{}".format(*"AT"): 4,
        "8H{} 8I{}".format(*"TA"): 4,
        "8G{} 8H{}".format(*"TA"): 4,
        "8H{} 9H{}".format(*"AT"): 4,
        "7H{} 8H{}".format(*"AT"): 4,
        "8H{} 9H{}".format(*"TA"): 4,
        "7H{} 8H{}".format(*"TA"): 4,
    }


def test_one_tile_that_forms_words_both_ways_is_one_play() -> None:
    board = with_word("AT", 112)
    plays = [play for play, _ in all_plays(board, rack("A"), CLASSIC, WORDS)]
    assert len(plays) == len(set(plays))


def test_a_blank_and_its_letter_are_two_plays_with_two_scores() -> None:
    plays = found(with_word("CAT", 112), "S?")
    assert plays["8KS"] == 6
    assert plays["8Ks"] == 5


def test_the_length_limit_holds_for_words_across_the_play_too() -> None:
    short = replace(CLASSIC, words=WordRule(longest=3))
    assert "8KS" in found(with_word("CAT", 112), "S")
    assert "8KS" not in found(with_word("CAT", 112), "S", short)


@pytest.mark.parametrize("tiles", ["ACT", "AS", "TS?"])
def test_it_finds_exactly_what_trying_everything_finds(tiles: str) -> None:
    """Every way to lay every tile of the rack on a line through a small neighbourhood, judged one by one."""
    layout = replace(
        CLASSIC.layout,
        height=5,
        width=5,
        letter_multipliers=bytes([1, 2, 1, 1, 3] * 5),
        word_multipliers=bytes([2, 1, 1, 3, 1] * 5),
        start=12,
    )
    ruleset = replace(CLASSIC, layout=layout)
    alphabet = ruleset.tiles.alphabet
    letters = {sign: alphabet.cell(sign) or 0 for sign in "ACSTacst"}
    board = Board.empty(layout).with_cells([(11, letters["A"]), (12, letters["T"])])
    lines = [range(row * 5, row * 5 + 5) for row in range(5)] + [range(column, 25, 5) for column in range(5)]
    expected: dict[Play, int] = {}
    for line in lines:
        empty = [square for square in line if not board.cells[square]]
        for amount in range(1, len(tiles) + 1):
            for chosen in permutations(tiles, amount):
                choices = [[letters[c]] if c != "?" else [letters[x] for x in "acst"] for c in chosen]
                for cells in product(*choices):
                    for first in range(len(empty) - amount + 1):
                        squares = empty[first : first + amount]
                        play = Play(tuple(map(Placement, squares, cells)))
                        if _is_legal(board, play, ruleset):
                            expected[play] = plain_score(board, play, ruleset)
    # Every blank may be named only with letters some word has; others form no word here.
    assert dict(all_plays(board, rack(tiles), ruleset, WORDS)) == expected


def _is_legal(board: Board, play: Play, ruleset: Ruleset) -> bool:
    squares = [placement.square for placement in play.placements]
    after = board.with_cells(play.placements)
    runs = {after.run(square, down=down) for square in squares for down in (False, True)}
    main = [run for run in runs if set(squares) <= set(run)]
    words = [ruleset.tiles.alphabet.word(after.cells[each] for each in run) for run in runs if len(run) > 1]
    return (
        bool(main)
        and bool(words)
        and all(word in WORDS for word in words)
        and any(board.touches_tile(square) for square in squares)
    )


def test_the_best_score_is_the_highest_or_nothing() -> None:
    board = with_word("CAT", 112)
    best = best_score(board, rack("S"), CLASSIC, WORDS)
    assert best is not None
    assert best[1] == max(score for _, score in all_plays(board, rack("S"), CLASSIC, WORDS))
    assert best_score(board, rack("Q"), CLASSIC, WORDS) is None
