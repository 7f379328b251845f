"""What is said about a position, and that every search behind it counts the same points."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quixotry.analysis.advice import advise, appraise, lead_of
from quixotry.analysis.hints import best_moves
from quixotry.players.champion import perspective_of
from tests.engine.games import small_lexicon
from tests.players.expert_games import views


def test_points_brought_from_the_first_game_of_a_match_count_in_every_search() -> None:
    ahead, behind = (90, 0), (0, 90)
    for bag in (1, 12):
        view = next(view for view in views(seed=3) if view.bag_count <= bag and view.seat == 0)
        lead = 0 if bag == 1 else view.scores[1] - view.scores[0]
        view = replace(view, scores=(view.scores[0] + lead, view.scores[1]))
        chances = []
        for carried in (behind, (), ahead):
            advice = advise(
                replace(view, carried=carried),
                small_lexicon(),
                budget_ms=10**6,
                rollouts_max=300,
                nodes_max=2000,
            )
            best = advice.moves[0]
            assert best.win_chance is not None
            chances.append(best.win_chance)
        assert chances[0] <= chances[1] <= chances[2]
        assert chances[0] < chances[2]
    assert perspective_of(replace(view, carried=ahead)).scores == (view.scores[0] + 90, view.scores[1])
    assert lead_of(replace(view, carried=behind)) == lead_of(view) - 90


def test_without_a_compiler_moves_are_described_at_first_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quixotry.analysis.advice.COMPILED", False)
    view = views()[4]
    moves = best_moves(view, small_lexicon(), 3)
    facts = appraise(view, small_lexicon(), moves, budget_ms=50)
    assert [each.move for each in facts] == [each.move for each in moves]
    assert [each.equity for each in facts] == [each.equity for each in moves]
    assert all(each.win_chance is None and each.samples == 0 for each in facts)
