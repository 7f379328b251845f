"""The last tiles of the bag: every draw, against counting and minimax done the slow way."""

from __future__ import annotations

import random
import threading
from collections import Counter
from dataclasses import replace

import pytest

from quixotry.engine.draws import in_fair_order, orders, splits
from quixotry.engine.moves import Candidate, Engine
from quixotry.engine.preendgame import PreEndgame, PreEndgameMove
from quixotry.engine.simulator import Perspective
from quixotry.rules.move import Exchange, Pass, Play
from quixotry.rules.position import Turn
from quixotry.rules.ruleset import RackRule, Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.rules.tiles import Tiles
from tests.engine.endgames import ended_game
from tests.engine.games import graph_of, small_lexicon
from tests.engine.preendgame_oracle import deals, figures
from tests.soak import soak_count, soaked

RACK = 3


def small_rules(name: str) -> Ruleset:
    """A ruleset with racks small enough for a minimax."""
    ruleset = preset(name)
    return replace(ruleset, rack=replace(ruleset.rack, size=RACK))


def perspective_for(
    ruleset: Ruleset, seed: int, *, bag: int = 1, own: int = RACK, other: int = RACK
) -> Perspective:
    board, left, right = ended_game(ruleset, seed, 7)
    rng = random.Random(seed)
    tiles = [*left, *right]
    while len(tiles) < own + other + bag:
        tiles.append(rng.randint(1, 26))
    rng.shuffle(tiles)
    kinds = ruleset.tiles.tiles
    return Perspective(
        board=board,
        own=kinds(tiles[:own]),
        unseen=kinds(tiles[own : own + other + bag]),
        others=(other,),
        bag=bag,
        scores=(100 + rng.randint(-15, 15), 100),
    )


def moves_of(ruleset: Ruleset, perspective: Perspective, most: int = 8) -> list[Candidate]:
    found = Engine(ruleset, graph_of(small_lexicon())).search(
        perspective.board, perspective.own, bag=perspective.bag
    )
    plays = [each for each in found if isinstance(each.move, Play) and each.score]
    return [*plays[:most], *(each for each in found if isinstance(each.move, Pass | Exchange))][: most + 3]


def pre_endgame(ruleset: Ruleset) -> PreEndgame:
    return PreEndgame(ruleset, graph_of(small_lexicon()))


def empties(each: PreEndgameMove | Candidate, bag: int) -> bool:
    candidate = each.candidate if isinstance(each, PreEndgameMove) else each
    return isinstance(candidate.move, Play) and len(candidate.move.placements) >= bag


@pytest.mark.parametrize("bag", [1, 2, 3, 4])
def test_every_draw_has_the_chance_that_counting_single_tiles_gives(bag: int) -> None:
    unseen = Tiles.of([0, 1, 1, 1, 2, 3, 3, 4, 5, 5, 9], 27)
    counted = Counter(tuple(Tiles.of(held, 27)) for held, _ in deals(unseen, bag))
    found = splits(unseen, bag)
    assert {split.bag for split in found} == set(counted)
    for split in found:
        assert split.chance == pytest.approx(counted[split.bag] / counted.total())
        assert split.other.plus(split.bag) == unseen


def test_draws_in_fair_order_are_the_same_draws_and_follow_the_seed() -> None:
    found = splits(Tiles.of([1, 1, 2, 3, 4, 5], 27), 2)
    fair = in_fair_order(found, 7)
    assert sorted(split.bag for split in fair) == sorted(split.bag for split in found)
    assert fair == in_fair_order(found, 7)
    assert any(in_fair_order(found, seed) != fair for seed in range(5))


def test_equal_tiles_come_out_in_fewer_orders() -> None:
    assert sorted(orders((1, 1, 2), 0)) == [(1, 1, 2), (1, 2, 1), (2, 1, 1)]
    assert len(orders((1, 2, 3, 4), 0)) == 24


@soaked
@pytest.mark.parametrize("name", ["classic", "friends", "match", "solo", "tournament"])
def test_proven_figures_are_those_of_every_deal_and_a_full_minimax(name: str) -> None:
    ruleset, graph = small_rules(name), graph_of(small_lexicon())
    search = pre_endgame(ruleset)
    for seed in range(soak_count(2, 40)):
        bag = 1 + seed % 2
        perspective = perspective_for(ruleset, seed, bag=bag)
        candidates = [each for each in moves_of(ruleset, perspective, soak_count(1, 5)) if empties(each, bag)]
        if not candidates:
            continue
        found = search.compare(perspective, candidates, seed=seed)
        assert all(each.is_proven and each.is_every_draw for each in found), seed
        for each in found:
            expected = figures(ruleset, graph, perspective, each.candidate)
            assert (each.win_chance, each.spread) == pytest.approx(expected), (seed, each.candidate)


def test_win_chance_comes_first_and_spread_second() -> None:
    ruleset = small_rules("match")
    for seed in range(3):
        perspective = perspective_for(ruleset, seed)
        found = pre_endgame(ruleset).compare(perspective, moves_of(ruleset, perspective))
        order = [(-round(each.win_chance, 9), -round(each.spread, 9)) for each in found]
        assert order == sorted(order)


def test_a_move_that_leaves_tiles_in_the_bag_is_tried_under_every_draw_but_not_called_proven() -> None:
    ruleset = small_rules("match")
    perspective = perspective_for(ruleset, 3, bag=2)
    candidates = moves_of(ruleset, perspective, 1)
    found = pre_endgame(ruleset).compare(perspective, candidates)
    idle = [each for each in found if not isinstance(each.candidate.move, Play)]
    assert idle
    for each in idle:
        assert each.is_every_draw
        assert not each.is_proven
        assert sum(outcome.chance for outcome in each.outcomes) == pytest.approx(1)
        # Two different tiles come out in two orders.
        assert each.endings == sum(len(orders(outcome.bag, 0)) for outcome in each.outcomes)


def test_moves_left_behind_rank_by_what_is_known_of_them_not_above_the_finalists() -> None:
    ruleset = preset("match")
    perspective = perspective_for(ruleset, 9, bag=1, own=7, other=7)
    found = pre_endgame(ruleset).compare(perspective, moves_of(ruleset, perspective, 12), nodes_max=12000)
    assert found[0].is_every_draw
    tried = [each.endings for each in found]
    assert tried[0] == max(tried)


def test_the_best_few_plays_are_the_first_of_all_plays() -> None:
    ruleset = small_rules("match")
    perspective = perspective_for(ruleset, 3)
    engine = Engine(ruleset, graph_of(small_lexicon()))
    every = [
        each
        for each in engine.search(perspective.board, perspective.own, bag=1)
        if isinstance(each.move, Play)
    ]
    for amount in (1, 3, len(every), len(every) + 5):
        assert engine.best_plays(perspective.board, perspective.own, amount, bag=1) == every[:amount]


def test_a_budget_in_nodes_gives_the_same_answer_each_time_and_more_nodes_look_at_more() -> None:
    ruleset = preset("match")
    perspective = perspective_for(ruleset, 5, bag=3, own=7, other=7)
    candidates = moves_of(ruleset, perspective)
    search = pre_endgame(ruleset)
    first = search.compare(perspective, candidates, seed=2, nodes_max=3000)
    assert search.compare(perspective, candidates, seed=2, nodes_max=3000) == first
    assert not first[0].is_proven
    more = search.compare(perspective, candidates, seed=2, nodes_max=12000)
    assert sum(each.endings for each in more) > sum(each.endings for each in first)


def test_without_any_budget_the_move_that_looks_best_comes_first() -> None:
    ruleset = preset("match")
    perspective = perspective_for(ruleset, 5, bag=1, own=7, other=7)
    candidates = moves_of(ruleset, perspective)
    found = pre_endgame(ruleset).compare(perspective, candidates, nodes_max=1)
    assert [each.candidate for each in found] == candidates
    assert not found[0].is_every_draw


def test_a_search_under_way_answers_when_it_is_cancelled() -> None:
    ruleset = preset("match")
    perspective = perspective_for(ruleset, 6, bag=4, own=7, other=7)
    search = pre_endgame(ruleset)
    timer = threading.Timer(0.1, search.cancel)
    timer.start()
    found = search.compare(perspective, moves_of(ruleset, perspective), budget_ms=10**7)
    timer.join()
    assert found
    assert not found[0].is_proven


def test_who_draws_at_the_start_of_the_turn_gets_the_last_tile_first() -> None:
    ruleset = small_rules("party")
    perspectives = (perspective_for(ruleset, seed, own=RACK, other=RACK - 1) for seed in range(4, 50))
    perspective, candidates = next(
        (perspective, found)
        for perspective in perspectives
        if (found := [m for m in moves_of(ruleset, perspective) if m.leave and isinstance(m.move, Play)])
    )
    for each in pre_endgame(ruleset).compare(perspective, candidates):
        # Whatever the tile is, the other player holds all that is not seen: one game, however it is dealt.
        assert len({outcome.spread for outcome in each.outcomes}) == 1
        assert each.is_proven
        board = perspective.board.with_cells(getattr(each.candidate.move, "placements", ()))
        own = ruleset.tiles.tiles(each.candidate.leave)
        from tests.engine.endgame_oracle import brute_force

        rest = brute_force(ruleset, graph_of(small_lexicon()), board, perspective.unseen, own)
        assert each.spread == perspective.scores[0] - perspective.scores[1] + each.candidate.score - rest


def test_a_second_pass_in_a_row_ends_the_game_where_the_rules_say_so() -> None:
    ruleset = small_rules("solo")
    perspective = perspective_for(ruleset, 2)
    idle = Candidate(Pass(), 0, tuple(perspective.own), 0.0)
    (found,) = pre_endgame(ruleset).compare(perspective, [idle], turns=[Turn(1, "pass", 0, False)])
    value = ruleset.tiles.value
    for outcome in found.outcomes:
        other = perspective.unseen.minus(outcome.bag)
        assert outcome.spread == perspective.scores[0] - perspective.scores[1] + value(other) - value(
            perspective.own
        )
        assert outcome.line == ()


def test_points_ahead_decide_what_wins() -> None:
    ruleset = small_rules("match")
    perspective = perspective_for(ruleset, 8)
    candidates = moves_of(ruleset, perspective)
    for scores, wins in (((500, 100), 1.0), ((100, 500), 0.0)):
        found = pre_endgame(ruleset).compare(replace(perspective, scores=scores), candidates)
        assert {each.win_chance for each in found} == {wins}


def test_a_full_bag_or_a_third_player_is_no_pre_endgame() -> None:
    ruleset = replace(preset("party"), rack=RackRule(size=2))
    tiles = ruleset.tiles.tiles
    perspective = Perspective(
        ended_game(ruleset, 1, 2)[0], tiles([1]), tiles([1, 2, 3]), (1, 1), 1, (0, 0, 0)
    )
    with pytest.raises(ValueError, match="two players"):
        pre_endgame(ruleset).compare(perspective, [])
