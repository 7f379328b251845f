"""What the others' last plays tell: drawn from public facts, and pointing the right way."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from quixotry.engine.inference import HANDS, Inference, Made
from quixotry.lexicon import load
from quixotry.lexicon.graph import COMPILED
from quixotry.lexicon.graph_file import load_or_build
from quixotry.players.appraisal import trained_leaves
from quixotry.players.champion import Champion, scene_of
from quixotry.players.guessing import last_plays
from quixotry.players.levels import level_named
from quixotry.rules.board import Board
from quixotry.rules.move import Placement
from quixotry.rules.position import Position, Turn
from quixotry.rules.ruleset_file import preset
from quixotry.rules.view import view_of
from tests.engine.games import small_lexicon
from tests.players.expert_games import positions
from tests.players.test_champion import views

RULES = preset("tournament")
compiled = pytest.mark.skipif(not COMPILED, reason="takes minutes interpreted")


def inference() -> Inference:
    leaves = trained_leaves(RULES)
    assert leaves is not None
    return Inference(RULES, load_or_build(load("default"), RULES.tiles.alphabet.letters), leaves)


@compiled
def test_the_last_play_comes_with_the_board_it_was_made_on() -> None:
    before, after = views()[3], views()[4]
    (made,) = last_plays(after)
    assert made is not None
    assert made.board == before.board
    assert before.board.with_cells(made.placements) == after.board
    assert made.kept == 7 - len(made.placements)


@compiled
def test_of_three_players_each_ones_own_last_play_is_found() -> None:
    seen = views("party", seats=3)
    first, second = last_plays(seen[7])
    assert first is not None
    assert second is not None
    assert (first.board, second.board) == (seen[5].board, seen[6].board)


@compiled
def test_nothing_is_concluded_from_a_pass_or_once_the_bag_is_empty() -> None:
    view = views()[4]
    passed = replace(view, turns=(*view.turns[:-1], Turn(view.turns[-1].seat, "pass", 0, False)))
    assert last_plays(passed) == (None,)
    late = replace(view, turns=(*view.turns[:-1], replace(view.turns[-1], bag_empty=True)))
    assert last_plays(late) == (None,)
    assert last_plays(views()[0]) == (None,)


@compiled
def test_guesses_do_not_change_when_the_hidden_tiles_are_dealt_differently() -> None:
    position = _after_turns(4)
    assert position.turn is not None
    other = 1 - position.turn
    hidden = position.racks[other] + position.bag
    dealt = RULES.tiles.tiles(tuple(reversed(tuple(hidden)))[:7])
    racks = tuple(dealt if seat == other else rack for seat, rack in enumerate(position.racks))
    swapped = replace(position, racks=racks, bag=hidden - dealt)
    assert racks != position.racks
    guesser = Champion(level_named("champion"), small_lexicon(), guesses=True)
    guesser.prepare(RULES)
    hands = [guesser._hands(view_of(each, position.turn), 1e9) for each in (position, swapped)]
    assert hands[0] == hands[1] != ((),)


@compiled
def test_who_lays_off_an_a_and_a_t_for_four_points_is_thought_to_have_more_of_them() -> None:
    """And no K, which would have made a better play."""
    alphabet = RULES.tiles.alphabet
    placements = (Placement(112, alphabet.cell("A") or 0), Placement(113, alphabet.cell("T") or 0))
    made = Made(Board.empty(RULES.layout), placements, 4, 5)
    unseen = RULES.tiles.counts.minus((1, 20))
    hands = inference().hands(made, unseen, seed=1)
    assert len(hands) == HANDS
    held = Counter(alphabet.tile_sign(tile) for hand in hands for tile in hand)
    even = HANDS * made.kept / len(unseen)
    assert held["A"] > 1.3 * 8 * even
    assert held["T"] > 1.3 * 5 * even
    assert held["K"] < 0.8 * even


@compiled
def test_hands_are_drawn_from_what_is_not_seen() -> None:
    view = views()[4]
    (made,) = last_plays(view)
    assert made is not None
    for hand in inference().hands(made, view.unseen, seed=3):
        assert len(hand) == made.kept
        view.unseen.minus(hand)


@compiled
def test_in_rollouts_the_other_holds_what_it_is_thought_to_have_kept() -> None:
    """Thought to hold six tiles that cannot be played, it answers with less than with good ones."""
    player = Champion(level_named("champion"), small_lexicon(), guesses=False, rollouts_max=200)
    view = views()[4]
    candidates = player.candidates(view)[:1]
    player.rehearse(view, candidates, 1e9)
    assert player._rehearsal is not None
    replies = []
    for amount in (0, 6):
        worst = tuple(sorted(view.unseen, key=lambda tile: -RULES.tiles.values[tile]))[:amount]
        scene = replace(scene_of(view), hands=((worst,),))
        tried = player._rehearsal.compare(scene, candidates, plies=2, seed=1, rollouts_max=200, least=200)
        replies.append(tried[0].reply_bingo)
    assert replies[1] < replies[0]


def _after_turns(turns: int) -> Position:
    return next(position for position in positions(RULES, 2, seed=2) if len(position.turns) >= turns)
