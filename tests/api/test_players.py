"""Computers, bots and their matches."""

from __future__ import annotations

import pytest

import quixotry as qx


def passes(_view: qx.View) -> str:
    return "pass"


class Greedy:
    """An object that chooses."""

    name = "Greedy Gus"

    def __init__(self) -> None:
        self.engine = qx.Engine("party")
        self.budgets: list[int] = []

    def choose(self, view: qx.View, budget_ms: int) -> qx.Candidate:
        self.budgets.append(budget_ms)
        return max(self.engine.moves(view), key=lambda each: each.score)


def test_a_computer_of_a_level_there_is_not_is_refused() -> None:
    with pytest.raises(qx.QuixotryError) as refused:
        qx.Computer("wizard")
    assert refused.value.code == "unknown_level"


@pytest.mark.parametrize("level", ["beginner", "casual", "club", "expert"])
def test_a_computer_chooses_a_legal_move_from_a_game_a_view_and_a_cgp(level: str) -> None:
    game = qx.Game("tournament", seed="3d3")
    computer = qx.Computer(level)
    move = computer.choose(game)
    assert move == computer.choose(game.view())
    game.copy().push(move)
    game.copy().push(computer.choose("15/" * 14 + "15 EFFIIJS/ 0/0 0"))
    assert computer.description


def test_the_champion_answers_within_a_budget() -> None:
    game = qx.Game("tournament", seed="3d3")
    game.push(qx.Computer("champion").choose(game, budget_ms=100))
    assert game.scores[0] > 50


def test_functions_objects_and_levels_play_each_other() -> None:
    greedy = Greedy()
    result = qx.Match(greedy, passes, "beginner", ruleset="party", games=3, seed="1", budget_ms=77).play()
    assert result.players == ("Greedy Gus", "passes", "Beginner")
    assert set(greedy.budgets) == {77}
    assert len(result.games) == 3
    assert sum(result.points) == sum(sum(game.scores) for game in result.games)


def test_everybody_takes_every_seat() -> None:
    games = list(qx.Match("expert", "beginner", ruleset="friends", games=2, seed="1"))
    assert [game.players for game in games] == [("Expert", "Beginner"), ("Beginner", "Expert")]
    assert games[0].seed != games[1].seed


def test_a_match_counts_by_player_not_by_seat() -> None:
    result = qx.Match("expert", "beginner", ruleset="friends", games=2, seed="1").play()
    assert result.wins == (2, 0)
    assert result.points[0] == result.games[0].scores[0] + result.games[1].scores[1]
    assert result.outcome.winners == (0,)


def test_the_second_game_of_a_match_follows_from_the_first() -> None:
    seen: list[tuple[int, ...]] = []

    def expert(view: qx.View) -> qx.Move:
        seen.append(view.carried)
        return qx.Computer("expert").choose(view)

    first, second = qx.Match(expert, "beginner", ruleset="match", seed="1").play().games
    assert second.value.header.match_id == first.value.header.id
    assert first.outcome is not None
    lead = first.outcome.scores[0] - first.outcome.scores[1]
    assert set(seen) == {(), (lead, 0)}


def test_the_same_match_is_the_same_again() -> None:
    first, again = (qx.Match("club", "casual", ruleset="classic", games=2, seed="5").play() for _ in range(2))
    assert [game.events for game in first.games] == [game.events for game in again.games]


def test_two_of_a_kind_have_names_of_their_own() -> None:
    assert qx.Match("club", "club", seed="1").players == ("Club", "Club 2")
    assert qx.Match("club", passes, seed="1", names=("Ann", "Ben")).players == ("Ann", "Ben")


def test_an_illegal_move_of_a_bot_names_the_bot() -> None:
    def dreams(_view: qx.View) -> str:
        return "8D QUIXOTE"

    with pytest.raises(qx.IllegalMove) as refused:
        qx.Match(dreams, dreams, seed="3d3").play()
    assert refused.value.__notes__ == ["dreams chose '8D QUIXOTE' with EFFIIJS."]


def test_what_cannot_choose_is_no_player() -> None:
    with pytest.raises(qx.QuixotryError) as refused:
        qx.Match("expert", 7)  # type: ignore[arg-type]
    assert refused.value.code == "not_a_player"
    with pytest.raises(qx.QuixotryError) as refused:
        qx.Match("expert")
    assert refused.value.code == "wrong_seat_count"


def test_a_match_has_games() -> None:
    with pytest.raises(ValueError, match="at least one game"):
        qx.Match("expert", "club", games=0)


def test_a_function_may_be_told_nothing_of_challenges() -> None:
    engine = qx.Engine("tournament")
    result = qx.Match(lambda view: engine.best_moves(view, 1)[0], "club", games=1, seed="9").play()
    assert result.games[0].is_over
    assert result.players[0] == "lambda"
