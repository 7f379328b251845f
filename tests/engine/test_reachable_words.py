"""The words that can still come about: against trying every word on every line, and against plays that are made."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from quixotry.engine.native.reachable_words import reachable_graph
from quixotry.engine.reachable_graph import LEAST_MS, ReachableGraph
from quixotry.lexicon.gaddag_build import build_gaddag
from quixotry.rules.board import Board
from quixotry.rules.ruleset_file import preset
from quixotry.rules.tiles import Tiles
from tests.engine.endgames import ended_game
from tests.engine.games import graph_of, situations, small_lexicon
from tests.engine.test_line_plays import all_plays, lines_of
from tests.soak import soak_count, soaked

RULES = preset("tournament")
UNHURRIED_MS = 1e9


LONG_WORDS = 10_000


def long_words() -> bytes:
    """Words of fifteen letters that have little in common."""
    rng = random.Random(7)
    words = {bytes(rng.choices(range(1, 27), k=15)) for _ in range(LONG_WORDS)}
    return b"".join(word + b"\0" for word in sorted(words))


def lines(cells: bytes, width: int) -> Iterator[list[int]]:
    letters = [cell & 63 for cell in cells]
    yield from (letters[first : first + width] for first in range(0, len(letters), width))
    yield from (letters[first::width] for first in range(width))


def fits(word: bytes, line: list[int], first: int, tiles: Counter[int]) -> bool:
    """Can a word stand on a line from this square on, with one tile at least that is laid?"""
    last = first + len(word)
    if last > len(line) or (first and line[first - 1]) or (last < len(line) and line[last]):
        return False
    laid: Counter[int] = Counter()
    for letter, lying in zip(word, line[first:last], strict=True):
        if not lying:
            laid[letter] += 1
        elif lying != letter:
            return False
    return bool(laid) and (laid - tiles).total() <= tiles[0]


@soaked
def test_the_words_kept_are_those_that_fit_a_line_with_the_tiles_left() -> None:
    """On boards of any size and fill, the empty one included: some words of each, tried on every line."""
    graph = graph_of(small_lexicon())
    words = list(graph.words())
    for seed in range(soak_count(3, 300)):
        rng = random.Random(seed)
        for situation in list(situations(seed, graph, blanks_max=2))[::5]:
            cells, width = situation.board.cells, situation.ruleset.layout.width
            tiles = [*situation.rack, 1, 5, 5, 19, 20]
            made = reachable_graph(graph, cells, width, tiles)
            assert made is not None
            kept = set(made.words())
            assert kept <= set(words)
            some = rng.sample(words, 60)
            expected = {
                word
                for word in some
                if any(
                    fits(word, line, first, Counter(tiles))
                    for line in lines(cells, width)
                    for first in range(len(line))
                )
            }
            assert kept & set(some) == expected, seed


def test_every_play_of_a_game_from_there_to_its_end_is_there() -> None:
    """With one graph for all positions after the first, and for the next game in its turn: nothing of the words of one
    game is left in what fits in another."""
    rng, graph = random.Random(6), graph_of(small_lexicon())
    plays = lines_of(RULES)
    for seed in range(10):
        board, *racks = ended_game(RULES, seed, 6)
        reachable = ReachableGraph(RULES, graph)
        made = reachable.made(board, [*racks[0], *racks[1]], UNHURRIED_MS)
        assert made.count < graph.count
        plays.set_graph(made)
        side = 0
        for _ in range(6):
            plays.set_tiles(board.cells, *racks)
            found = sorted((laid, score) for laid, score, _ in plays.all_plays(side))
            assert found == all_plays(RULES, board.cells, racks[side])
            if not found:
                break
            laid, _ = rng.choice(found)
            board = board.with_cells(laid)
            racks[side] = racks[side].minus(0 if cell & 128 else cell for _, cell in laid)
            assert reachable.known(board, [*racks[0], *racks[1]]) is made
            side = 1 - side


def test_a_position_that_did_not_come_of_the_one_before_gets_all_words() -> None:
    graph, alphabet = graph_of(small_lexicon()), RULES.tiles.alphabet

    def board_with(word: str) -> Board:
        return Board.empty(RULES.layout).with_cells(enumerate(alphabet.tiles(word), 112))

    board, rack = board_with("AT"), list(RULES.tiles.rack("EINRSUU"))
    reachable = ReachableGraph(RULES, graph)
    assert reachable.known(board, rack) is graph
    made = reachable.made(board, rack, UNHURRIED_MS)
    assert made.has_word(bytes(alphabet.tiles("ATE"))), "a word that goes on"
    assert not made.has_word(bytes(alphabet.tiles("AT"))), "nobody lays what lies there"
    assert reachable.known(board_with("ATE"), list(RULES.tiles.rack("INRSUU"))) is made
    assert reachable.known(board_with("ATE"), rack) is graph, "a second E"
    assert reachable.known(board, [*rack, 0]) is graph, "a blank"
    assert reachable.known(Board.empty(RULES.layout), rack) is graph, "a board without AT"
    assert reachable.known(board_with("IT"), rack) is graph, "another board"


def test_with_many_blanks_at_large_no_words_are_gathered() -> None:
    """Most words could come about, so a graph of their own would gain nothing."""
    graph, empty = graph_of(small_lexicon()), Board.empty(RULES.layout)
    assert ReachableGraph(RULES, graph).made(empty, [1, 5, 0, 0], UNHURRIED_MS) is not graph
    assert ReachableGraph(RULES, graph).made(empty, [1, 5, 0, 0, 0], UNHURRIED_MS) is graph


def test_gathering_words_is_given_up_where_it_would_take_too_much_of_the_time() -> None:
    """That is remembered for all that comes of the position, unless there is more time; else each question would begin
    with it again."""
    graph, empty = graph_of(small_lexicon()), Board.empty(RULES.layout)
    rack = list(RULES.tiles.rack("EINRSTA"))
    assert reachable_graph(graph, empty.cells, RULES.layout.width, rack, effort_max=1000) is None
    reachable = ReachableGraph(RULES, graph)
    assert reachable.made(empty, rack, LEAST_MS - 1) is graph
    many = [tile for tile in range(1, 27) for _ in range(4)]
    wide = ReachableGraph(RULES, build_gaddag(long_words(), graph.letters))
    assert wide.made(empty, many, LEAST_MS).count == LONG_WORDS
    assert wide._refused is not None
    assert wide.made(empty, rack, LEAST_MS).count == LONG_WORDS
    assert wide.made(empty, rack, UNHURRIED_MS).count == 0


@pytest.mark.parametrize("rack", ["", "Q"])
def test_where_nothing_can_be_made_there_are_no_words(rack: str) -> None:
    tiles: Tiles = RULES.tiles.rack(rack)
    empty = Board.empty(RULES.layout)
    made = reachable_graph(graph_of(small_lexicon()), empty.cells, RULES.layout.width, list(tiles))
    assert made is not None
    assert list(made.words()) == []
    plays = lines_of(RULES)
    plays.set_graph(made)
    plays.set_tiles(empty.cells, tiles, tiles)
    assert plays.all_plays(0) == []
