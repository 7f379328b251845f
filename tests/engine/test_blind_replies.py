"""An opponent who does not see our rack, against weighing all he may reply under all we may hold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from quixotry.engine.blind_replies import BlindReplies
from quixotry.engine.moves import Candidate, Engine
from quixotry.engine.preendgame import PreEndgame
from quixotry.engine.preendgame_result import PreEndgameMove
from quixotry.engine.simulator import Perspective
from quixotry.engine.solver import NODES_MAX
from quixotry.rules.exchange import pass_move
from quixotry.rules.move import Exchange, Play
from quixotry.rules.position import Turn
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.rules.runs import full_run
from tests.engine.endgames import tiny_lexicon
from tests.engine.games import graph_of
from tests.engine.preendgame_oracle import blind_win_chances
from tests.engine.test_preendgame import perspective_for
from tests.soak import soak_count, soaked

FOREVER = float("inf")
TELLING = (11, 69, 86, 97)
"""Seeds of positions in which it matters what he knows."""


def rules_with_two_tiles_each(name: str) -> Ruleset:
    ruleset = preset(name)
    return replace(ruleset, rack=replace(ruleset.rack, size=2))


def replies_to(ruleset: Ruleset, perspective: Perspective) -> BlindReplies:
    graph = graph_of(tiny_lexicon())
    engine, search = Engine(ruleset, graph), PreEndgame(ruleset, graph)
    return BlindReplies(
        engine, search, perspective, (), perspective.scores, None, 0, NODES_MAX, is_cancelled=lambda: False
    )


def some_moves(replies: BlindReplies, amount: int) -> list[Candidate]:
    """Plays that leave a tile in the bag, one that takes all, and the pass."""
    perspective = replies.perspective
    every = replies.engine.search(perspective.board, perspective.own, bag=perspective.bag)
    plays = [(each, len(each.move.placements)) for each in every if isinstance(each.move, Play)]
    some = [each for each, laid in plays if laid < perspective.bag][:amount]
    some += [each for each, laid in plays if laid >= perspective.bag][:1]
    return [*some, Candidate(pass_move(replies.search.ruleset), 0, tuple(perspective.own), 0.0)]


@soaked
def test_win_chances_are_those_of_his_best_reply_weighed_over_all_he_cannot_see() -> None:
    # Where nobody may exchange so late: tiles given back would have to be mixed into the bag.
    ruleset, graph = rules_with_two_tiles_each("tournament"), graph_of(tiny_lexicon())
    differ = 0
    for seed in (*TELLING[: soak_count(1, len(TELLING))], *range(soak_count(0, 100))):
        perspective = perspective_for(ruleset, seed, bag=2, own=2, other=2)
        replies = replies_to(ruleset, perspective)
        opened = replies.search.compare(perspective, some_moves(replies, 2), scores=perspective.scores)
        before = {each.candidate: each for each in opened}
        found = replies.weigh(opened, FOREVER)
        for each in found:
            least, most = blind_win_chances(ruleset, graph, perspective, each.candidate)
            assert each.is_proven
            assert least - 1e-9 <= each.win_chance <= most + 1e-9, (seed, each.candidate)
            assert each.win_chance >= before[each.candidate].win_chance_min - 1e-9, "he knows less"
            differ += each.win_chance > before[each.candidate].win_chance_max + 1e-9
        assert found[0].win_chance == pytest.approx(max(each.win_chance for each in found))
        assert found[0].is_best
    assert differ, "nothing here depends on what he knows"


def test_a_move_that_empties_the_bag_or_ends_the_game_is_left_as_it_is() -> None:
    ruleset = rules_with_two_tiles_each("tournament")
    perspective = perspective_for(ruleset, 1, bag=2, own=2, other=2)
    replies = replies_to(ruleset, perspective)
    idle = tuple(Turn(n % 2, "pass", 0, False) for n in range(5))
    assert full_run(ruleset, (*idle, Turn(0, "pass", 0, False)), perspective.scores)
    replies = replace(replies, turns=idle)
    opened = replies.search.compare(
        perspective, some_moves(replies, 0), turns=idle, scores=perspective.scores
    )
    found = replies.weigh(opened, FOREVER)
    assert {each.candidate: each.win_chance for each in found} == {
        each.candidate: each.win_chance for each in opened
    }


def test_without_time_the_figures_of_the_open_game_stay_and_nothing_is_called_proven() -> None:
    ruleset = rules_with_two_tiles_each("tournament")
    perspective = perspective_for(ruleset, 1, bag=2, own=2, other=2)
    replies = replies_to(ruleset, perspective)
    opened = replies.search.compare(perspective, some_moves(replies, 2), scores=perspective.scores)
    found = replies.weigh(opened, 0.0)
    assert [each.win_chance for each in found] == [each.win_chance for each in opened]
    assert not found[0].is_best or found[0].win_chance == pytest.approx(1)


def test_stopped_between_two_of_his_racks_it_asks_about_no_other() -> None:
    ruleset = rules_with_two_tiles_each("tournament")
    perspective = perspective_for(ruleset, 1, bag=2, own=2, other=2)
    replies = replies_to(ruleset, perspective)
    opened = replies.search.compare(perspective, some_moves(replies, 2), scores=perspective.scores)
    asked: list[Perspective] = []

    class Counting(PreEndgame):
        def compare(self, perspective: Perspective, *args: Any, **named: Any) -> list[PreEndgameMove]:
            asked.append(perspective)
            return super().compare(perspective, *args, **named)

    counting = Counting(ruleset, graph_of(tiny_lexicon()))
    stopped = replace(replies, search=counting, is_cancelled=lambda: len(asked) > 0)
    found = stopped.weigh(opened, FOREVER)
    assert len(asked) == 1
    assert [each.win_chance for each in found] == [each.win_chance for each in opened]


def test_an_exchange_is_not_asked_about() -> None:
    ruleset = rules_with_two_tiles_each("classic")
    perspective = perspective_for(ruleset, 1, bag=2, own=2, other=2)
    replies = replies_to(ruleset, perspective)
    tiles = tuple(perspective.own)
    swap = Candidate(Exchange(tiles[:1]), 0, tiles[1:], 0.0)
    opened = replies.search.compare(perspective, [swap, *some_moves(replies, 0)], scores=perspective.scores)
    assert next(each for each in replies.weigh(opened, 0.0) if each.candidate == swap).win_chance == next(
        each.win_chance for each in opened if each.candidate == swap
    )


def test_without_time_the_figures_of_the_open_game_stay_in_their_order() -> None:
    ruleset = rules_with_two_tiles_each("tournament")
    perspective = perspective_for(ruleset, TELLING[0], bag=2, own=2, other=2)
    replies = replies_to(ruleset, perspective)
    opened = replies.search.compare(perspective, some_moves(replies, 3), scores=perspective.scores)
    nodes = replies.search.nodes
    found = replies.weigh(opened, 0.0)
    assert replies.search.nodes == nodes, "nothing was searched"
    assert [each.win_chance for each in found] == [each.win_chance for each in opened]
