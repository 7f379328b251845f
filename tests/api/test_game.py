"""A game as a program plays it."""

from __future__ import annotations

import pickle
import re

import pytest

import quixotry as qx
from tests.rules.build import PRESETS

SEED = "3d3"


def played(rules: str, *, players: int | None = None, seed: str = SEED) -> qx.Game:
    """A whole game of experts."""
    game = qx.Game(rules, seed=seed, players=players)
    expert = qx.Computer("expert")
    while not game.is_over:
        game.push(expert.choose(game.view()))
    return game


def test_a_refused_move_changes_nothing() -> None:
    game = qx.Game("classic", seed=SEED)
    before = game.value
    for text in ("8D QUIXOTE", "1A JIFFIES", "8D JIFFEIS", "exchange Z", "challenge"):
        with pytest.raises(qx.IllegalMove):
            game.push(text)
    with pytest.raises(qx.QuixotryError):
        game.push("nonsense")
    assert game.value is before
    assert game.move_count == 0


def test_a_move_is_text_an_object_or_a_candidate() -> None:
    by_text, by_object, by_candidate = (qx.Game("tournament", seed=SEED) for _ in range(3))
    best = by_candidate.best_moves(1)[0]
    by_text.push("8D JIFFIES")
    by_object.push(best.move)
    by_candidate.push(best)
    assert by_text.events == by_object.events == by_candidate.events


def test_the_same_seed_gives_the_same_racks_and_another_seed_others() -> None:
    first, same, other = (qx.Game("tournament", seed=seed).racks for seed in (SEED, SEED, "2a"))
    assert first == same != other


def test_without_a_seed_nobody_can_guess_one() -> None:
    assert qx.Game("classic").seed != qx.Game("classic").seed
    assert len(qx.Game("classic").seed) == 64


def test_players_have_the_names_given_or_numbers() -> None:
    assert qx.Game("classic", players=("Ann", "Ben", "Cem")).players == ("Ann", "Ben", "Cem")
    assert qx.Game("party", players=4).players == ("Player 1", "Player 2", "Player 3", "Player 4")
    with pytest.raises(qx.QuixotryError) as refused:
        qx.Game("tournament", players=3)
    assert refused.value.code == "wrong_seat_count"


@pytest.mark.parametrize("rules", PRESETS)
def test_every_legal_move_listed_is_accepted_and_best_moves_are_its_head(rules: str) -> None:
    game = qx.Game(rules, seed="2a")
    for _ in range(3):
        moves = game.legal_moves()
        assert moves[:3] != ()
        for each in (*moves[:5], *moves[-5:]):
            game.copy().push(each)
        plays = [each for each in moves if not isinstance(each.move, qx.Accept | qx.Challenge)]
        assert [each.text for each in game.best_moves(3)] == [each.text for each in plays[:3]]
        game.push(plays[0])


def test_a_first_turn_that_cannot_be_passed_lists_no_pass() -> None:
    game = qx.Game("classic", seed=SEED)
    assert "pass" not in {each.text for each in game.legal_moves()}
    with pytest.raises(qx.IllegalMove):
        game.push("pass")


def test_answers_to_a_challenge_are_listed_while_there_is_something_to_answer() -> None:
    game = qx.Game("tournament", seed=SEED)
    assert not {"accept", "challenge"} & {each.text for each in game.legal_moves()}
    game.push("8D JIFFIES")
    assert {"accept", "challenge"} <= {each.text for each in game.legal_moves()}


def test_a_play_that_ends_the_game_can_only_be_answered() -> None:
    game = played("tournament")
    game.pop()
    assert [each.text for each in game.legal_moves()] == ["accept", "challenge"]
    assert game.best_moves() == ()


def test_a_game_that_is_over_has_no_moves_no_rack_and_an_outcome() -> None:
    game = played("classic")
    assert game.turn is None
    assert game.rack == ""
    assert game.legal_moves() == game.best_moves() == ()
    assert game.outcome is not None
    assert game.outcome.scores == game.scores
    assert game.view().seat is None
    with pytest.raises(qx.IllegalMove) as refused:
        game.push("pass")
    assert refused.value.code == "game_over"


def test_moves_are_taken_back_one_by_one_to_the_beginning() -> None:
    game = played("classic")
    count = game.move_count
    moves = [game.pop() for _ in range(count)]
    assert game.value == qx.Game.of([game.value]).value
    assert game.scores == (0, 0)
    with pytest.raises(qx.QuixotryError) as refused:
        game.pop()
    assert refused.value.code == "nothing_to_take_back"
    for move in reversed(moves):
        game.push(move)
    assert game.is_over


def test_a_copy_goes_its_own_way() -> None:
    game = qx.Game("tournament", seed=SEED)
    other = game.copy()
    other.push("8D JIFFIES")
    assert (game.move_count, other.move_count) == (0, 1)


def test_steps_tell_every_move_with_the_game_before_it() -> None:
    game = played("party", players=3)
    again = qx.Game("party", seed=SEED, players=3)
    for step in game.steps():
        assert step.before.value == again.value or step.before.scores == again.scores
        assert step.seat == again.turn
        again.push(step.text)
    assert again.scores == game.scores


def test_resigning_out_of_turn_is_told_of_the_seat_that_left() -> None:
    game = qx.Game("classic", seed=SEED, players=3)
    leaver = (game.turn or 0) + 1
    game.push("resign", seat=leaver)
    (step,) = game.steps()
    assert (step.seat, step.move) == (leaver, qx.Resign())


def test_a_view_shows_one_rack_and_never_another() -> None:
    game = qx.Game("tournament", seed=SEED)
    assert [game.view(seat).rack_text for seat in (0, 1)] == list(game.racks)
    assert sorted(game.view(0).unseen_text) == sorted(game.racks[1] + game.bag)
    assert game.view_of_spectator().rack_text == ""


def test_the_clock_runs_when_time_is_given() -> None:
    game = qx.Game("tournament", seed=SEED)
    game.push("pass", now_ms=5000)
    assert game.value.position.clock.used_ms == (5000, 0)


@pytest.mark.parametrize("rules", PRESETS)
def test_a_game_is_the_same_after_its_record_was_read_again(rules: str) -> None:
    game = played(rules)
    again = qx.Game.from_record(game.to_record())
    assert again.value == game.value
    assert again.to_record() == game.to_record()
    assert [step.text for step in again.steps()] == [step.text for step in game.steps()]


@pytest.mark.parametrize("record", ["", "{}", "nonsense", '{"format": "quixotry-game", "version": 99}'])
def test_a_record_that_is_none_is_refused(record: str) -> None:
    with pytest.raises(qx.QuixotryError):
        qx.Game.from_record(record)


def test_a_record_without_its_last_lines_is_the_game_so_far_and_a_doctored_one_is_refused() -> None:
    lines = played("classic").to_record().splitlines(keepends=True)
    assert qx.Game.from_record("".join(lines[:5])).move_count == 3
    with pytest.raises(qx.QuixotryError) as refused:
        qx.Game.from_record("".join((*lines[:3], *lines[4:])))
    assert refused.value.code == "record_unreadable"


def test_a_record_with_an_edited_score_is_refused() -> None:
    record = played("classic").to_record()
    edited = re.sub(r'"score":(\d+)', lambda found: f'"score":{int(found[1]) + 100}', record, count=1)
    with pytest.raises(qx.QuixotryError, match=r"it records \d+ points, but by the rules there are \d+"):
        qx.Game.from_record(edited)


def test_a_position_is_the_same_after_its_cgp_was_read_again() -> None:
    game = qx.Game("tournament", seed=SEED)
    for _ in range(9):
        game.push(game.best_moves(1)[0])
    if game.value.position.pending is not None:
        game.push("accept")
    again = qx.Game.from_cgp(game.to_cgp())
    assert (again.rack, again.board["8D"], again.to_cgp()) == (game.rack, "J", game.to_cgp())
    assert sorted(again.bag) == sorted(game.bag)
    again.push(again.best_moves(1)[0])


def test_a_closed_cgp_shows_one_rack_and_reading_it_draws_the_other() -> None:
    game = qx.Game("tournament", seed=SEED)
    closed = game.to_cgp(racks_open=False)
    assert game.racks[1] not in closed
    assert len(qx.Game.from_cgp(closed, seed="1").racks[1]) == 7
    assert qx.Game.from_cgp(closed, seed="1").racks != qx.Game.from_cgp(closed, seed="2").racks


def test_a_game_set_up_from_a_position_has_no_record_and_says_so() -> None:
    game = qx.Game.from_cgp(qx.Game("tournament", seed=SEED).to_cgp())
    game.push("8D JIFFIES")
    for write in (game.to_gcg, game.to_record):
        with pytest.raises(qx.QuixotryError) as refused:
            write()
        assert refused.value.code == "no_record"


@pytest.mark.parametrize(
    ("cgp", "code"),
    [
        ("15/15", "bad_cgp"),
        ("15/" * 14 + "15 / 0/0 0", "empty_first_rack"),
        ("15/" * 14 + "15 QQ/ 0/0 0", "tiles_beyond_set"),
        ("15/" * 14 + "15 ABCDEFGH/ 0/0 0", "too_many_on_rack"),
        ("15/" * 14 + "15 A/// 0/0/0 0", "bad_cgp"),
        ("15/" * 14 + "15 A// 0/0/0 0", "scores_missing"),
    ],
)
def test_a_position_the_rules_do_not_know_is_refused(cgp: str, code: str) -> None:
    with pytest.raises(qx.QuixotryError) as refused:
        qx.Game.from_cgp(cgp)
    assert refused.value.code == code


def test_a_game_says_who_is_on_turn_and_in_the_end_who_won() -> None:
    game = qx.Game("tournament", seed=SEED, players=("Ann", "Ben"))
    assert repr(game) == "<Game tournament: Ann 0, Ben 0; Ann is on turn with EFFIIJS>"
    game.push("resign")
    assert repr(game) == "<Game tournament: Ann 0, Ben 0; Ben won>"
    assert str(game).endswith("Ben won")


@pytest.mark.parametrize("move", [None, 7, qx.Pass, ("8D", "JIFFIES")])
def test_what_is_no_move_at_all_is_a_mistake_of_the_program(move: object) -> None:
    game = qx.Game("tournament", seed=SEED)
    with pytest.raises(TypeError, match="a move is text"):
        game.push(move)  # type: ignore[arg-type]
    assert game.move_count == 0


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_is_not_there_has_no_view_and_no_move(seat: int) -> None:
    game = qx.Game("tournament", seed=SEED)
    for ask in (lambda: game.view(seat), lambda: game.push("resign", seat=seat)):
        with pytest.raises(qx.QuixotryError) as refused:
            ask()
        assert refused.value.code == "no_such_seat"


def test_a_seed_may_be_a_number_and_players_are_never_one_text() -> None:
    assert qx.Game("classic", seed=7).racks == qx.Game("classic", seed="7").racks
    with pytest.raises(TypeError, match="several names"):
        qx.Game("classic", players="Ann")


def test_a_game_and_its_view_can_go_to_another_process() -> None:
    game = qx.Game("tournament", seed=SEED)
    game.push("8D JIFFIES")
    again = pickle.loads(pickle.dumps(game))
    assert again.value == game.value
    again.push("pass")
    view = pickle.loads(pickle.dumps(game.view()))
    assert (view, view.rack_text) == (game.view(), "ACEEIMR")
