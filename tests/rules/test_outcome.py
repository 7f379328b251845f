"""Who won: ties, and whole matches."""

from __future__ import annotations

import pytest

from quixotry.rules.match import carried_points, judge_match
from quixotry.rules.outcome import Outcome, judge

Scores = tuple[int, ...]


def judged(
    scores: Scores, before: Scores, *, breaks_ties: bool = True, seats: Scores | None = None
) -> Outcome:
    return judge(
        reason="out",
        scores=scores,
        before=before,
        seats=range(len(scores)) if seats is None else seats,
        breaks_ties=breaks_ties,
    )


@pytest.mark.clause("A13", "B7", "C14", "E-S10")
def test_the_highest_final_score_wins() -> None:
    outcome = judged((200, 301, 300), (400, 300, 300))
    assert (outcome.winners, outcome.tie) == ((1,), "none")


@pytest.mark.clause("A13", "B7", "C14", "E-S10")
def test_a_tie_goes_to_the_higher_score_before_settling_up() -> None:
    outcome = judged((300, 300), (305, 290))
    assert (outcome.winners, outcome.tie) == ((0,), "broken")


@pytest.mark.clause("C14")
def test_equal_before_settling_up_too_is_a_tie_that_stands() -> None:
    outcome = judged((300, 300), (290, 290))
    assert (outcome.winners, outcome.tie) == ((0, 1), "stands")


@pytest.mark.clause("O2")
def test_only_those_tied_for_first_are_compared_by_their_scores_before() -> None:
    outcome = judged((300, 290, 300, 100), (280, 500, 290, 600))
    assert (outcome.winners, outcome.tie) == ((2,), "broken")


@pytest.mark.clause("O2")
def test_of_three_tied_two_may_share_the_win() -> None:
    outcome = judged((300, 300, 300), (290, 280, 290))
    assert (outcome.winners, outcome.tie) == ((0, 2), "stands")


@pytest.mark.clause("O2")
def test_where_ties_are_shared_the_scores_before_are_not_asked() -> None:
    outcome = judged((300, 300), (305, 290), breaks_ties=False)
    assert (outcome.winners, outcome.tie) == ((0, 1), "stands")


@pytest.mark.clause("O3")
def test_a_seat_that_left_cannot_win() -> None:
    assert judged((500, 300, 200), (500, 300, 200), seats=(1, 2)).winners == (1,)


@pytest.mark.clause("E1", "E-S11")
@pytest.mark.parametrize(
    ("games", "winners", "decided_by", "why"),
    [
        ([(300, 200), (310, 309)], (0,), "games", "both games won"),
        ([(200, 300), (309, 310)], (1,), "games", "both games won"),
        ([(300, 299), (100, 400)], (1,), "points", "one each: combined points"),
        ([(400, 100), (299, 300)], (0,), "points", "one each: combined points"),
        ([(300, 250), (250, 300)], (0, 1), "tie", "one each and equal points"),
        ([(300, 300), (250, 300)], (1,), "games", "a drawn game counts for neither"),
        ([(251, 250), (300, 300)], (0,), "games", "a drawn game counts for neither"),
        ([(300, 300), (200, 200)], (0, 1), "tie", "two drawn games"),
    ],
)
def test_a_match_is_judged_by_games_then_by_points(
    games: list[Scores], winners: Scores, decided_by: str, why: str
) -> None:
    outcome = judge_match([judged(scores, scores) for scores in games])
    assert (outcome.winners, outcome.decided_by) == (winners, decided_by), why


@pytest.mark.clause("E-S10", "E-S11")
def test_a_game_won_on_the_tie_break_is_a_game_won_in_the_match() -> None:
    outcome = judge_match([judged((300, 300), (305, 290)), judged((300, 300), (290, 290))])
    assert (outcome.wins, outcome.points) == ((1, 0), (600, 600))
    assert outcome.winners == (0,)


@pytest.mark.clause("E-S11")
def test_points_carried_into_the_second_game_decide_the_match() -> None:
    resigned = judge(reason="resigned", scores=(250, 300), before=(250, 300), seats=[0], breaks_ties=True)
    firsts = [judged(scores, scores) for scores in ((300, 260), (260, 300), (280, 280))] + [resigned]
    for first in firsts:
        carried = carried_points(first)
        for other in range(200, 401):
            second = judged((300, other), (300, other))
            mine, theirs = 300 + carried[0], other + carried[1]
            if mine == theirs == 300 and first is resigned:
                continue  # a drawn second game leaves the first to decide, which no lead can say
            winners = (0,) if mine > theirs else (1,) if theirs > mine else (0, 1)
            assert judge_match([first, second]).winners == winners, (first, second)


def test_nothing_is_carried_by_who_won_from_behind_because_the_other_resigned() -> None:
    first = judge(reason="resigned", scores=(250, 300), before=(250, 300), seats=[0], breaks_ties=True)
    assert carried_points(first) == (0, 0)


def test_among_three_more_games_win_and_then_more_points() -> None:
    def won(winner: int, scores: tuple[int, ...]) -> Outcome:
        return Outcome("out", (winner,), scores, scores, "none")

    shared = judge_match([won(0, (300, 250, 200)), won(1, (200, 320, 260))])
    assert (shared.winners, shared.decided_by) == ((1,), "points")
    clear = judge_match([won(2, (300, 250, 310)), won(2, (200, 320, 330)), won(0, (500, 1, 2))])
    assert (clear.winners, clear.decided_by) == ((2,), "games")
