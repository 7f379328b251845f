"""The last tiles of the bag: every draw, against counting and minimax done the slow way."""

from __future__ import annotations

import random
import threading
from collections import Counter
from dataclasses import replace

import pytest

from quixotry.engine.draws import arrangements, arrivals, splits
from quixotry.engine.moves import Candidate, Engine
from quixotry.engine.preendgame import PreEndgame
from quixotry.engine.simulator import Perspective
from quixotry.lexicon import load
from quixotry.lexicon.gaddag_file import load_or_build
from quixotry.notation.cgp import parse_cgp
from quixotry.notation.moves import format_move
from quixotry.rules.exchange import pass_move
from quixotry.rules.move import Exchange, Pass, Play
from quixotry.rules.position import Turn
from quixotry.rules.ruleset import RackRule, Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.rules.tiles import Tiles
from tests.engine.endgames import ended_game, tiny_lexicon
from tests.engine.games import graph_of, small_lexicon
from tests.engine.preendgame_oracle import deals, figures
from tests.soak import soak_count, soaked

RACK = 3
FOLLOW = (
    "7M7/7I7/2AKEE1Z1GENOA1/JAGIR2E2WAUGH/4ENSNaRE3O/14I/1L2QI1PATIENTS/OI1OUTDO3XU1E/ON2E2R7/MY2E2T3D3/P3R2A3R3/"
    "HAUDS2T3O3/7I3V3/6FLYoVERS1/7E3D3 BFLLNOW/ 380/388 0"
)


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
    for drawn in (0, 1, 2):
        fair = arrivals(found, drawn, 7)
        wanted = [(split.bag, order) for split in found for order, _ in arrangements(split.bag, drawn)]
        assert sorted((each.split.bag, each.order) for each in fair) == sorted(wanted)
        assert sum(each.chance for each in fair) == pytest.approx(1)
        assert fair == arrivals(found, drawn, 7)
        assert any(arrivals(found, drawn, seed) != fair for seed in range(5))


def test_moves_that_draw_few_tiles_and_moves_that_draw_many_meet_the_same_luck_first() -> None:
    found = splits(Tiles.of([0, 1, 1, 1, 2, 3, 3, 4, 5, 5, 9], 27), 4)
    orders = [[each.split.bag for each in arrivals(found, drawn, 3)] for drawn in (0, 2, 4)]
    first, *others = [list(dict.fromkeys(bags)) for bags in orders]
    assert others == [first, first]


def test_likely_draws_tend_to_come_first() -> None:
    found = splits(Tiles.of([1] * 8 + [2, 3], 27), 2)
    first = Counter(arrivals(found, 2, seed)[0].split.bag for seed in range(2000))
    for split in found:
        assert first[split.bag] / 2000 == pytest.approx(split.chance, abs=0.04)


def test_only_what_makes_a_difference_is_told_apart_in_the_order_of_a_bag() -> None:
    assert arrangements((1, 1, 2), 0) == [((1, 1, 2), 1 / 3), ((1, 2, 1), 1 / 3), ((2, 1, 1), 1 / 3)]
    assert arrangements((1, 1, 2), 1) == [((1, 1, 2), 1 / 3), ((1, 2, 1), 1 / 3), ((2, 1, 1), 1 / 3)]
    assert arrangements((1, 1, 2), 2) == [((1, 1, 2), 1 / 3), ((1, 2, 1), 2 / 3)]
    assert arrangements((1, 2, 3, 4), 4) == [((1, 2, 3, 4), 1.0)]
    assert len(arrangements((1, 2, 3, 4), 0)) == 24


@soaked
@pytest.mark.parametrize("name", ["classic", "friends", "match", "solo", "tournament"])
def test_proven_figures_are_those_of_every_deal_and_a_full_minimax(name: str) -> None:
    ruleset, graph = small_rules(name), graph_of(tiny_lexicon())
    engine, search = Engine(ruleset, graph), PreEndgame(ruleset, graph)
    for seed in range(soak_count(2, 40)):
        bag = 1 + seed % 2
        perspective = perspective_for(ruleset, seed, bag=bag)
        every = engine.search(perspective.board, perspective.own, bag=bag)
        plays = [(each, len(each.move.placements)) for each in every if isinstance(each.move, Play)]
        some = [each for each, laid in plays if laid >= bag][: soak_count(1, 5)]
        # What leaves a tile in the bag, and the pass.
        some += [each for each, laid in plays if laid < bag][: soak_count(1, 3)]
        some.append(Candidate(pass_move(ruleset), 0, tuple(perspective.own), 0.0))
        found = search.compare(perspective, some, seed=seed)
        for each in found:
            expected = figures(ruleset, graph, perspective, each.candidate)
            assert each.win_chance_min - 1e-9 <= expected[0] <= each.win_chance_max + 1e-9, (seed, each)
            if each.is_proven:
                assert each.win_chance == pytest.approx(expected[0]), (seed, each.candidate)
            if each.spread is not None:
                assert each.spread == pytest.approx(expected[1]), (seed, each.candidate)
        assert found[0].is_proven
        assert found[0].is_best
        assert found[0].spread is not None


def test_win_chance_comes_first_and_spread_second() -> None:
    ruleset = small_rules("match")
    for seed in range(3):
        perspective = perspective_for(ruleset, seed)
        found = pre_endgame(ruleset).compare(perspective, moves_of(ruleset, perspective))
        proven = [each for each in found if each.is_proven]
        order = [(-round(each.win_chance, 9), -(each.spread or -1e9)) for each in proven]
        assert order == sorted(order)
        assert found[0].win_chance >= max(each.win_chance_max for each in found[1:]) - 1e-9


def test_the_moves_that_are_shown_are_decided_though_none_of_them_is_the_best() -> None:
    """And the others are not: nobody looks at them. What is said of the best stays as it was."""
    ruleset, is_less_known = small_rules("match"), False
    for seed in range(5):
        perspective = perspective_for(ruleset, seed, bag=1)
        moves = [each for each in moves_of(ruleset, perspective, 20) if not isinstance(each.move, Exchange)]
        before = pre_endgame(ruleset).compare(perspective, moves)
        after = pre_endgame(ruleset).compare(perspective, moves, shown=4)
        assert all(each.is_proven for each in after[:4]), seed
        assert after[:1] == before[:1], seed
        is_less_known |= not all(each.is_proven for each in before[:4])
        by_move = {each.candidate.move: each for each in after}
        for each in before:
            known = by_move[each.candidate.move]
            assert each.win_chance_min <= known.win_chance_min + 1e-9, seed
            assert known.win_chance_max <= each.win_chance_max + 1e-9, seed
    assert is_less_known, "else this shows nothing"


def test_a_move_that_leaves_tiles_in_the_bag_is_tried_in_every_order_they_can_come() -> None:
    ruleset = small_rules("match")
    perspective = perspective_for(ruleset, 3, bag=2)
    idle = Candidate(pass_move(ruleset), 0, tuple(perspective.own), 0.0)
    (found,) = pre_endgame(ruleset).compare(perspective, [idle])
    assert found.is_proven
    assert sum(outcome.chance for outcome in found.outcomes) == pytest.approx(1)
    # Two different tiles come out in two orders.
    assert found.draws == found.decided == sum(len(arrangements(each.bag, 0)) for each in found.outcomes)


def test_tiles_given_back_are_mixed_in_so_an_exchange_is_never_proven() -> None:
    ruleset = small_rules("friends")
    perspective = perspective_for(ruleset, 3, bag=2)
    given, *kept = perspective.own
    exchange = Candidate(Exchange((given,)), 0, tuple(kept), 0.0)
    (found,) = pre_endgame(ruleset).compare(perspective, [exchange])
    assert found.decided == found.draws
    assert not found.is_proven


def test_moves_that_few_draws_are_decided_for_do_not_stand_above_those_of_many() -> None:
    ruleset = preset("match")
    perspective = perspective_for(ruleset, 9, bag=1, own=7, other=7)
    found = pre_endgame(ruleset).compare(perspective, moves_of(ruleset, perspective, 12), nodes_max=12000)
    known = [sum(each.chance for each in found.outcomes) >= 0.5 for found in found]
    assert known == sorted(known, reverse=True)


def test_a_move_far_down_by_equity_is_found_when_it_wins_most_often() -> None:
    """Seen: FOLLOW through a blank is best, and stands tenth at first sight."""
    ruleset = preset("tournament")
    alphabet = ruleset.tiles.alphabet
    position = parse_cgp(FOLLOW, ruleset.layout, alphabet)
    graph = load_or_build(load("default"), alphabet.letters)
    unseen = ruleset.tiles.counts.minus(position.board.tiles()) - position.racks[0]
    perspective = Perspective(
        position.board, position.racks[0], unseen, (len(unseen) - 1,), 1, position.scores
    )
    every = list(Engine(ruleset, graph).search(position.board, position.racks[0], bag=1))
    best = PreEndgame(ruleset, graph).compare(perspective, every, nodes_max=2_000_000)[0]
    assert format_move(position.board, best.candidate.move, alphabet) == "J10 FOLL(o)W"
    assert best.is_best
    assert best.win_chance == pytest.approx(5 / 8)
    assert every.index(best.candidate) > 5


def test_a_rack_that_is_known_leaves_one_draw() -> None:
    ruleset = small_rules("match")
    perspective = perspective_for(ruleset, 3, bag=2)
    known = splits(perspective.unseen, 2)[0]
    for each in pre_endgame(ruleset).compare(perspective, moves_of(ruleset, perspective), known=known.other):
        assert [outcome.bag for outcome in each.outcomes] in ([], [known.bag])


def test_two_threads_find_what_one_finds() -> None:
    ruleset = small_rules("tournament")
    graph = graph_of(small_lexicon())
    for seed in range(3):
        perspective = perspective_for(ruleset, seed, bag=2)
        candidates = moves_of(ruleset, perspective)
        one, two = (
            PreEndgame(ruleset, graph, threads=threads).compare(perspective, candidates) for threads in (1, 2)
        )
        assert one[0].candidate == two[0].candidate
        assert one[0].win_chance == pytest.approx(two[0].win_chance)
        assert one[0].spread == pytest.approx(two[0].spread)


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
    assert not first[0].is_best
    more = search.compare(perspective, candidates, seed=2, nodes_max=40000)
    assert sum(each.decided for each in more) > sum(each.decided for each in first)


def test_without_any_budget_the_move_that_looks_best_comes_first() -> None:
    ruleset = preset("match")
    perspective = perspective_for(ruleset, 5, bag=1, own=7, other=7)
    candidates = moves_of(ruleset, perspective)
    found = pre_endgame(ruleset).compare(perspective, candidates, nodes_max=1)
    assert [each.candidate for each in found] == candidates
    assert not found[0].is_proven


def test_moves_there_was_no_time_to_look_at_stand_below_the_others() -> None:
    """Nothing is known of them: what moves win on average would put them above those that turned out badly."""
    ruleset = small_rules("match")
    for seed in range(5):
        perspective = perspective_for(ruleset, seed, bag=1)
        moves = moves_of(ruleset, perspective, 200)
        found = pre_endgame(ruleset).compare(perspective, moves, nodes_max=200)
        looked_at = [each.looked_at > 0 for each in found]
        assert looked_at == sorted(looked_at, reverse=True), seed
        rest = [moves.index(each.candidate) for each in found if not each.looked_at]
        assert rest == sorted(rest), "as they looked at first"
        if not all(looked_at) and any(looked_at):
            return
    pytest.fail("else this shows nothing")


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


def test_where_racks_are_filled_up_at_the_start_of_a_turn_it_is_left_to_rollouts() -> None:
    ruleset = small_rules("party")
    with pytest.raises(ValueError, match="pre-endgame"):
        pre_endgame(ruleset).compare(perspective_for(ruleset, 4), [])


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


def test_points_ahead_decide_what_wins() -> None:
    ruleset = small_rules("match")
    perspective = perspective_for(ruleset, 8)
    candidates = moves_of(ruleset, perspective)
    for scores, wins in (((500, 100), 1.0), ((100, 500), 0.0)):
        found = pre_endgame(ruleset).compare(replace(perspective, scores=scores), candidates)
        assert found[0].win_chance == wins
        assert all(each.win_chance_min <= wins <= each.win_chance_max for each in found)


def test_a_full_bag_or_a_third_player_is_no_pre_endgame() -> None:
    ruleset = replace(preset("party"), rack=RackRule(size=2))
    tiles = ruleset.tiles.tiles
    perspective = Perspective(
        ended_game(ruleset, 1, 2)[0], tiles([1]), tiles([1, 2, 3]), (1, 1), 1, (0, 0, 0)
    )
    with pytest.raises(ValueError, match="two players"):
        pre_endgame(ruleset).compare(perspective, [])
