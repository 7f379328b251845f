"""The level that looks ahead."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import Any

import pytest

from quixotry.analysis.advice import view_of_cgp
from quixotry.arena.game import play_game
from quixotry.engine.preendgame_result import PreEndgameMove
from quixotry.engine.solver import Solver
from quixotry.lexicon import catalogue
from quixotry.notation.cgp import parse_cgp
from quixotry.players.champion import ROLLED_LEAST, Champion, can_solve, is_pre_endgame, perspective_of
from quixotry.players.level import Search
from quixotry.players.levels import level_named
from quixotry.players.preendgame_choice import preferred
from quixotry.rules.move import Exchange, Play
from quixotry.rules.ruleset_file import preset
from quixotry.rules.view import View
from tests.engine.games import graph_of, small_lexicon
from tests.players.expert_games import views


def champion(**limits: Any) -> Champion:
    return Champion(level_named("champion"), small_lexicon(), **limits)


def test_a_budget_in_rollouts_gives_the_same_move_on_any_number_of_threads() -> None:
    view = views()[4]
    alone = champion(rollouts_max=600)
    candidates = alone.candidates(view)
    first = alone.simulate(view, candidates, 1e9)
    assert first == champion(rollouts_max=600).simulate(view, candidates, 1e9)
    assert first == champion(rollouts_max=600, threads=2).simulate(view, candidates, 1e9)


def test_with_an_empty_bag_it_plays_what_the_solver_says() -> None:
    view = next(view for view in views() if can_solve(view) and len(view.unseen) < 5)
    assert view.rack is not None
    solver = Solver(view.ruleset, graph_of(small_lexicon()))
    solved = solver.solve(view.board, view.rack, view.unseen, turns=view.turns, nodes_max=20000)
    assert champion(nodes_max=20000).choose(view, 10**6) == solved.move


def test_exchanges_and_plays_are_tried_out_side_by_side() -> None:
    view = next(view for view in views() if view.can_exchange)
    tried = champion().candidates(replace(view, rack=view.ruleset.tiles.rack("IIUUVVG")))
    exchanges = [each for each in tried if isinstance(each.move, Exchange)]
    assert len(exchanges) == 3
    assert len(tried) == 10
    assert [each.equity for each in tried] == sorted((each.equity for each in tried), reverse=True)


def late_view(bag: int) -> View:
    return next(
        view
        for seed in range(1, 40)
        for view in views(seed=seed)
        if view.bag_count == bag and view.pending is None
    )


def test_late_in_a_game_it_tries_out_moves_that_look_worse_if_there_is_time() -> None:
    player = champion()
    search, more = player.search, 0
    for view in (late_view(bag) for bag in range(8, 15)):
        wide, hurried = player.candidates(view), player.candidates(view, search.hurried_ms - 1)
        assert len(wide) <= search.wide_candidates
        assert len(hurried) <= search.candidates
        assert hurried == wide[: len(hurried)]
        assert wide[-1].equity >= wide[0].equity - search.wide_behind_points
        more += len(wide) > len(hurried)
    assert more > 2


@pytest.mark.parametrize(
    ("bag", "budget_ms", "plies"),
    [(80, 1000, 2), (31, 1000, 2), (30, 1000, 4), (30, 300, 2), (10, 1000, 4), (9, 300, 24)],
)
def test_rollouts_are_short_at_first_and_go_to_the_end_at_last(bag: int, budget_ms: int, plies: int) -> None:
    assert Search().plies_for(bag, budget_ms) == plies


def test_with_two_tiles_in_the_bag_it_plays_what_going_through_every_draw_says() -> None:
    view = late_view(2)
    player = champion(nodes_max=3000)
    assert is_pre_endgame(view)
    found = player.search_draws(view, player.legal_moves(view), 1e9)
    move = preferred(found, player.search).candidate.move
    assert player.choose(view, 10**7) == move
    assert champion(nodes_max=3000).choose(view, 10**7) == move


def test_with_thousands_of_legal_moves_it_still_finds_the_bingo_that_wins_and_keeps_to_its_budget() -> None:
    """Two blanks, 22,034 moves: one look at each would take more than all the nodes there are."""
    ruleset = preset("tournament")
    text = (
        "C14/A3N10/L2GI10/PA1EF10/1U1DE10/1D1D2C8/1I1I2E4T3/BO1TWINY3H3/R1J3S4R3/ABO2HUP3I3/VIRTUOSA3V3/"
        "OO1A1DEL2FEGS1/1N1L2SANTERIA1/1T1A3M1EM1OXY/3Q2WELTER2O AEIRZ??/ 336/375 0"
    )
    view = view_of_cgp(parse_cgp(text, ruleset.layout, ruleset.tiles.alphabet), ruleset)
    player = Champion(level_named("champion"), catalogue.load("default"), nodes_max=20_000)
    candidates = player.draw_candidates(view, 1000)
    assert len(candidates) == player.search.moves_a_second
    found = player.search_draws(view, candidates, 1e9)
    assert isinstance(found[0].candidate.move, Play)
    assert len(found[0].candidate.move.placements) == 7
    assert preferred(found, player.search) == found[0]
    assert player._pre_endgame is not None
    assert player._pre_endgame.nodes < 22_000


def test_with_too_little_time_for_all_moves_it_goes_through_the_draws_of_those_worth_trying() -> None:
    view = late_view(3)
    level = replace(level_named("champion"), search=Search(all_moves_ms=(1 << 60,) * 4))
    player = Champion(level, small_lexicon(), nodes_max=3000)
    found = player.search_draws(view, player.candidates(view), 1e9)
    assert len(found) <= player.search.candidates < len(player.legal_moves(view))
    assert player.choose(view, 10**7) == preferred(found, player.search).candidate.move


def test_moves_worth_trying_are_rolled_out_however_few_are_asked_about() -> None:
    view = late_view(2)
    player = champion(nodes_max=3000)
    asked = player.candidates(view)[4:6]
    assert player._rolled(view, asked, 1e9).keys() == {each.move for each in asked}
    first = player.candidates(view)[0]
    ahead = replace(player.level, search=Search(behind_points=0.0))
    lonely = Champion(ahead, small_lexicon(), nodes_max=9000)
    rolled = lonely._rolled(view, lonely.legal_moves(view), 1e9)
    assert first.move in rolled
    assert len(rolled) == ROLLED_LEAST


def test_with_one_tile_in_the_bag_moves_are_rolled_out_only_for_a_choice() -> None:
    player, view = champion(nodes_max=3000), late_view(1)
    moves = player.legal_moves(view)
    found = player.search_draws(view, moves, 1e9)
    chosen_from = player.search_draws(view, moves, 1e9, chooses=True)
    assert not any(each.rolled for each in found)
    assert any(each.rolled for each in chosen_from)
    assert [replace(each, rolled=None) for each in chosen_from] == found, "the search does not go by them"


def test_stopped_while_moves_are_rolled_out_it_goes_through_no_draws() -> None:
    player = champion()
    player.watch = lambda *_: player.cancel()
    view = late_view(2)
    found = player.search_draws(view, player.legal_moves(view), 60_000)
    assert player._pre_endgame is not None
    assert player._pre_endgame.nodes == 0
    assert found[0].decided == 0


def test_with_too_little_time_to_go_through_draws_it_tries_moves_out() -> None:
    view = late_view(4)
    level = replace(level_named("champion"), search=Search(draws_ms=1 << 60))
    player = Champion(level, small_lexicon(), rollouts_max=300)
    assert is_pre_endgame(view)
    assert player.choose(view, 10**7) == player.simulate(view, player.candidates(view), 1e9)[0].candidate.move


@pytest.mark.parametrize("rules", ["classic", "friends", "match", "party", "solo", "tournament"])
def test_champions_who_go_through_every_draw_finish_games_of_every_ruleset(rules: str) -> None:
    class Watched(Champion):
        searched = 0

        def search_draws(self, *args: Any, **named: Any) -> list[PreEndgameMove]:
            Watched.searched += 1
            return super().search_draws(*args, **named)

    player = Watched(level_named("champion"), small_lexicon(), rollouts_max=10, nodes_max=100)
    played = play_game(preset(rules), small_lexicon(), [player, player], seed=1, budget_ms=10**7)
    assert played.position.outcome is not None
    # In `party` racks are filled up at the start of a turn, and draws are left to rollouts.
    assert (Watched.searched > 0) == (rules != "party")


def test_doing_nothing_is_among_the_moves_tried_when_the_bag_is_nearly_empty() -> None:
    moves = [each.move for each in champion().legal_moves(late_view(1))]
    assert Exchange(()) in moves
    assert any(isinstance(move, Play) for move in moves)


def test_a_third_player_or_more_tiles_in_the_bag_are_left_to_rollouts() -> None:
    assert not is_pre_endgame(views()[3])
    party = next(view for view in views("party", seats=3) if 1 <= view.bag_count <= 4)
    assert not is_pre_endgame(party)


def test_one_millisecond_is_enough_for_a_legal_move() -> None:
    for view in views()[::5]:
        assert isinstance(champion().choose(view, 1), Play | Exchange)


def test_three_players_are_simulated_with_their_own_racks_and_scores() -> None:
    view = views("party", seats=3)[7]
    perspective = perspective_of(view)
    assert len(perspective.others) == 2
    assert perspective.bag == view.bag_count
    assert perspective.scores[0] == view.scores[view.seat or 0]
    tried = champion(rollouts_max=200).simulate(view, champion().candidates(view), 1e9)
    assert 0 <= tried[0].win_chance <= 1


def test_a_search_under_way_answers_when_it_is_cancelled() -> None:
    view = views()[3]
    player = champion()
    player.choose(view, 20)
    began = time.monotonic()
    is_answered = threading.Event()

    def cancel() -> None:
        # Again and again: there is nothing to cancel before the search has begun.
        while not is_answered.wait(0.05):
            player.cancel()

    thread = threading.Thread(target=cancel)
    thread.start()
    try:
        assert isinstance(player.choose(view, 60_000), Play)
    finally:
        is_answered.set()
        thread.join()
    assert time.monotonic() - began < 30
