"""What kept tiles are worth as the bag runs out: the compiled sums, the plain ones, and what players make of them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from quixotry.engine.generators import CompiledGenerator
from quixotry.engine.leaves_file import shipped_leaves
from quixotry.engine.moves import Engine
from quixotry.engine.native.late_values import LateValues
from quixotry.engine.plain import PlainGenerator
from quixotry.engine.static_values import FITTED, UNFITTED, LateValue, static_values
from quixotry.players.computer import Computer
from quixotry.players.levels import level_named
from quixotry.rules.alphabet import letter_of
from quixotry.rules.board import Board
from quixotry.rules.move import Exchange, Move, Play
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset
from tests.engine.games import graph_of, small_lexicon
from tests.players.expert_games import views


@pytest.mark.parametrize("name", ["tournament", "party", "classic"])
def test_compiled_and_plain_leaves_are_worth_the_same(name: str) -> None:
    ruleset, rng = preset(name), random.Random(5)
    leaves = shipped_leaves(ruleset)
    compiled = CompiledGenerator(ruleset, graph_of(small_lexicon()))
    plain = PlainGenerator(ruleset, small_lexicon())
    bag = [tile for tile, count in enumerate(ruleset.tiles.counts.counts) for _ in range(count)]
    for _ in range(60):
        rng.shuffle(bag)
        rack, unseen = bag[: rng.randint(1, 7)], bag[7 : rng.randint(8, len(bag))]
        others, held, size = rng.randrange(40), rng.randint(1, 7), rng.randint(1, 30)
        for generator in (compiled, plain):
            generator.set_rack(rack)
        for table in (leaves, None):
            compiled.value_leaves(table, unseen, size)
            plain.value_leaves(table, unseen, size)
            assert plain.leaves_kept() == compiled.leaves_kept(), (rack, unseen, size)
        compiled.set_end(others, held)
        plain.set_end(others, held)
        compare = [(mask, kept, value) for mask, kept, value, _ in compiled.leaves_kept()]
        assert [(mask, kept, value) for mask, kept, value, _ in plain.leaves_kept()] == compare


def test_the_expert_values_moves_as_the_engine_does() -> None:
    ruleset = preset("match")
    leaves = shipped_leaves(ruleset)
    engine = Engine(ruleset, graph_of(small_lexicon()), leaves=leaves)
    expert = Computer(level_named("expert"), small_lexicon(), leaves=leaves)
    late = 0
    for view in (view for seed in range(3) for view in views(seed=seed)):
        assert view.rack is not None
        ranked = expert.ranked(view, 5)
        found = engine.search(view.board, view.rack, bag=view.bag_count)
        plays = [move for move in found if not isinstance(move.move, Exchange)]
        for move in ranked:
            if not isinstance(move.move, Exchange):
                assert move.equity == pytest.approx(next(p.equity for p in plays if p.move == move.move))
        late += view.bag_count < 7
    assert late > 10


def test_an_exchange_is_not_valued_by_what_a_play_would_leave_in_the_bag() -> None:
    ruleset = preset("tournament")
    leaves = shipped_leaves(ruleset)
    assert leaves is not None
    engine = Engine(ruleset, graph_of(small_lexicon()), leaves=leaves)
    rack = engine.rack("QVUUIIC")
    search = engine.search(Board.empty(ruleset.layout), rack, bag=8)
    exchanges = [move for move in search if isinstance(move.move, Exchange)]
    plain = PlainGenerator(ruleset, small_lexicon())
    plain.set_rack(rack)
    plain.value_leaves(leaves, search._unseen, 30)
    unchanged = {kept: value for _, kept, _, value in plain.leaves_kept()}
    assert exchanges
    for move in exchanges:
        assert round(1000 * move.equity) == unchanged[move.leave]


def test_a_first_play_keeps_its_vowels_from_premium_squares() -> None:
    ruleset = preset("tournament")
    engine = Engine(ruleset, graph_of(small_lexicon()), leaves=shipped_leaves(ruleset))
    found = engine.search(Board.empty(ruleset.layout), engine.rack("AEINRST"))
    plays = [move for move in found if isinstance(move.move, Play)]
    alike = [move for move in plays if (move.score, move.leave) == (plays[0].score, plays[0].leave)]
    exposed = [_vowels_beside_premiums(move.move, ruleset) for move in alike]
    assert exposed == sorted(exposed)
    assert len(set(exposed)) > 1
    for move, vowels in zip(alike, exposed, strict=True):
        assert alike[0].equity - move.equity == pytest.approx(1.5 * (vowels - exposed[0]))


@pytest.mark.parametrize("name", ["tournament", "classic"])
def test_first_plays_are_worth_the_same_to_the_compiled_and_the_plain_generator(name: str) -> None:
    ruleset, rng = preset(name), random.Random(8)
    leaves = shipped_leaves(ruleset)
    bag = [tile for tile, count in enumerate(ruleset.tiles.counts.counts) for _ in range(count)]
    for generator in (
        compiled := CompiledGenerator(ruleset, graph_of(small_lexicon())),
        plain := PlainGenerator(ruleset, small_lexicon()),
    ):
        generator.set_cells(Board.empty(ruleset.layout).cells)
    for _ in range(25):
        rng.shuffle(bag)
        for generator in (compiled, plain):
            generator.set_rack(bag[:7])
            generator.value_leaves(leaves, bag[7:], len(bag) - 14)
        assert plain.best_plays(12) == compiled.best_plays(12), bag[:7]
        assert plain.best_plays(1) == compiled.best_plays(1), bag[:7]


def test_later_plays_lay_vowels_where_they_like() -> None:
    ruleset = preset("tournament")
    engine = Engine(ruleset, graph_of(small_lexicon()), leaves=shipped_leaves(ruleset))
    first = engine.search(Board.empty(ruleset.layout), engine.rack("DOG")).best.move
    assert isinstance(first, Play)
    board = Board.empty(ruleset.layout).with_cells(first.placements)
    rows = [(move.score, move.leave, move.equity) for move in engine.search(board, engine.rack("AEINRST"))]
    by_kind = {(score, leave): equity for score, leave, equity in rows}
    assert all(by_kind[score, leave] == equity for score, leave, equity in rows)


def _vowels_beside_premiums(move: Move, ruleset: Ruleset) -> int:
    """Counted by hand: a first play lies in the middle, so that there are squares on both sides of it."""
    assert isinstance(move, Play)
    layout, squares = ruleset.layout, [each.square for each in move.placements]
    step = layout.width if layout.row(squares[0]) == layout.row(squares[-1]) else 1
    return sum(
        ruleset.tiles.alphabet.letters[letter_of(each.cell) - 1] in "AEIOU"
        and max(layout.letter_multipliers[each.square + near] for near in (-step, step)) > 1
        for each in move.placements
    )


def test_leaving_a_tile_or_two_in_the_bag_is_worth_more_than_emptying_it() -> None:
    worth = {left: FITTED.after(left, 3000, 5) for left in range(-6, 7)}
    assert worth[1] > worth[2] > worth[3] > worth[6] > worth[0] > worth[-1]
    assert UNFITTED.after(1, 3000, 5) == 3000


def test_tiles_that_can_hardly_be_doubled_are_better_kept() -> None:
    ruleset = preset("tournament")
    tiles, leaves = ruleset.tiles, shipped_leaves(ruleset)
    assert leaves is not None
    i = tiles.alphabet.tile("I")
    assert i is not None
    usual = [tile for tile, count in enumerate(tiles.counts.counts) for _ in range(count)]
    many, none = (
        FITTED.pool(tiles, leaves, usual + [i] * 10),
        FITTED.pool(tiles, leaves, [t for t in usual if t != i]),
    )
    assert many.change((i,), 6) < 0 < none.change((i,), 6)
    assert FITTED.pool(tiles, leaves, ()).change((i,), 6) == 0


def test_the_figures_are_used_where_they_were_fitted() -> None:
    assert static_values(preset("tournament")) == FITTED
    assert static_values(preset("tournament"), seats=3) == UNFITTED
    assert static_values(preset("party")) == UNFITTED


def test_figures_for_too_full_a_bag_are_refused() -> None:
    too_many = replace(FITTED, late={16: LateValue(0, 0, 0)})
    with pytest.raises(ValueError, match="tiles in the bag"):
        LateValues(preset("tournament").tiles, None, too_many)
