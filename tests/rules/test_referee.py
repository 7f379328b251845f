"""What follows from moves: turns, draws, exchanges, passes, challenges, resignations."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from quixotry.rules import errors
from quixotry.rules import event as happened
from quixotry.rules.challenge import challenge_presets
from quixotry.rules.move import Accept, Challenge, Exchange, Pass, Play, Resign
from quixotry.rules.ruleset import Ruleset
from tests.rules.build import (
    RULES,
    Table,
    always,
    changed,
    names,
    only,
    play,
    position,
    started,
    table,
)

CLASSIC, SOLO, PARTY = RULES["classic"], RULES["solo"], RULES["party"]
FRIENDS, MATCH, TOURNAMENT = RULES["friends"], RULES["match"], RULES["tournament"]
SEVEN = "AAAAAAA"


# --- who starts ---------------------------------------------------------------------------------------------


@pytest.mark.clause("A3")
@pytest.mark.parametrize(
    ("drawn", "seats", "starter"),
    [("CA", 2, 1), ("AC", 2, 0), ("A?", 2, 1), ("ZYXW", 4, 3), ("E?A", 3, 1)],
)
def test_the_letter_nearest_to_a_starts_and_a_blank_beats_every_letter(
    drawn: str, seats: int, starter: int
) -> None:
    game = started(CLASSIC, seats, deals=drawn)
    assert names(game.events[: seats + 1]) == ["FirstTileDrawn"] * seats + ["StarterChosen"]
    assert game.position.turn == starter


@pytest.mark.clause("A3")
def test_those_equal_for_first_draw_again_and_the_others_do_not() -> None:
    game = started(CLASSIC, 4, deals="BDBC" + "EE" + "AF")
    assert [event.seat for event in game.events if isinstance(event, happened.FirstTileDrawn)] == [
        0, 1, 2, 3, 0, 2, 0, 2
    ]  # fmt: skip
    assert game.position.turn == 0


@pytest.mark.clause("A3")
def test_two_blanks_are_equal_and_draw_again() -> None:
    game = started(CLASSIC, 2, deals="??" + "ZA")
    assert only(happened.StarterChosen, game.events).seat == 1


@pytest.mark.clause("A3", "A1")
def test_drawn_tiles_stay_out_until_decided_and_then_all_return() -> None:
    game = started(CLASSIC, 2, deals="??" + "ZA")
    firsts = [event.tile for event in game.events if isinstance(event, happened.FirstTileDrawn)]
    assert firsts == [0, 0, 26, 1], "the second draw finds no blank: both are out"
    assert [len(rack) for rack in game.position.racks] == [7, 7]
    assert len(game.position.bag) == 86
    assert not game.position.aside


@pytest.mark.clause("A3")
def test_should_the_bag_run_dry_among_equals_the_first_of_them_starts() -> None:
    rules = changed(CLASSIC, seats__max=2, tiles={"letters": {"A": {"value": 1, "count": 15}}})
    game = started(rules, 2)
    assert only(happened.StarterChosen, game.events).seat == 0
    assert names(game.events).count("FirstTileDrawn") == 14


@pytest.mark.clause("A6")
def test_play_passes_to_the_left_from_whoever_starts() -> None:
    game = started(CLASSIC, 4, deals="DCBA" + "CATSCATSCATSCATSCATSCATSCATS"[:7])
    assert [event.seat for event in game.events if isinstance(event, happened.TilesDrawn)] == [3, 0, 1, 2]
    order = [game.position.turn]
    game.plays("8H CATS")
    for _ in range(3):
        order.append(game.position.turn)
        game.passes()
    assert [*order, game.position.turn] == [3, 0, 1, 2, 3]


@pytest.mark.clause("B6", "E1", "O7")
@pytest.mark.parametrize(
    ("rules", "game", "starter"),
    [(SOLO, 1, 0), (PARTY, 1, 0), (FRIENDS, 1, 0), (MATCH, 1, 0), (MATCH, 2, 1)],
)
def test_who_starts_where_nothing_is_drawn_for_it(rules: Ruleset, game: int, starter: int) -> None:
    table = started(rules, game=game)
    assert table.position.turn == starter
    assert names(table.events) == ["StarterChosen", "TilesDrawn", "TilesDrawn"]
    assert table.events[1].seat == starter


# --- turns --------------------------------------------------------------------------------------------------


@pytest.mark.clause("A5", "B2", "E4")
@pytest.mark.parametrize("rules", [CLASSIC, SOLO, FRIENDS, MATCH])
def test_a_play_is_scored_refilled_from_the_bag_and_hands_over(rules: Ruleset) -> None:
    game = table(rules, position(rules, racks=["CATDOGS", "EELFINS"], bag="AAAAU"), deals="UAAA")
    events = game.plays("8G CATS")
    assert names(events) == ["TilesPlayed", "TilesDrawn"]
    assert only(happened.TilesDrawn, events).tiles == (21, 1, 1, 1)
    assert game.position.scores[0] == only(happened.TilesPlayed, events).score
    assert game.rack_text(0) == "AAADGOU"
    assert game.position.turn == 1


@pytest.mark.clause("A5")
def test_a_rack_is_refilled_only_while_the_bag_lasts() -> None:
    game = table(CLASSIC, position(CLASSIC, racks=["CATDOGS", "EELFINS"], bag="U"))
    game.plays("8G CATS")
    assert game.rack_text(0) == "DGOU"


@pytest.mark.clause("A6")
def test_a_seat_that_is_not_on_turn_is_refused() -> None:
    game = table(CLASSIC, position(CLASSIC, turn=1))
    with pytest.raises(errors.NotYourTurn, match="Seat 1 cannot move now: it is seat 2's turn"):
        game.does(Pass(), 0)


@pytest.mark.clause("A12")
def test_nothing_can_be_done_once_the_game_is_over() -> None:
    game = table(CLASSIC, position(CLASSIC))
    game.resigns(0)
    for move in (Pass(), Play(()), Exchange(()), Challenge(), Accept(), Resign()):
        with pytest.raises(errors.GameOver):
            game.does(move, 1)


@pytest.mark.clause("A2", "A14", "A15", "B2", "C9", "D4", "D5")
@pytest.mark.parametrize("rules", [CLASSIC, SOLO, PARTY, FRIENDS, MATCH])
def test_a_play_with_a_word_not_in_the_list_is_refused_and_the_same_player_tries_again(
    rules: Ruleset,
) -> None:
    where = position(rules, "8H CAT", racks=["SOADEFG", "HIJKLMN"], bag=SEVEN)
    game = table(rules, where, words={"CAT", "OS", "DO", "CATS"})
    with pytest.raises(errors.BadWords) as refused:
        game.plays("K7 OSD")
    assert refused.value.words == ("OSD",)
    assert game.position is where
    game.plays("K7 OS")
    assert game.position.turn == 1


@pytest.mark.clause("A6", "C5", "D4")
def test_every_word_formed_must_be_in_the_list_and_all_bad_ones_are_named() -> None:
    game = table(CLASSIC, position(CLASSIC, "8H CAT", racks=["SOD", "E"], bag=SEVEN), words={"SOD"})
    with pytest.raises(errors.BadWords, match=r"CATS \(.+\) is not in the word list"):
        game.plays("K8 SOD")
    game.words = {"X"}
    with pytest.raises(errors.BadWords, match=r"SOD \(.+\) and CATS \(.+\) are not in the word list"):
        game.plays("K8 SOD")


@pytest.mark.clause("A15")
def test_any_word_list_can_be_played_with() -> None:
    game = table(CLASSIC, position(CLASSIC, racks=["QXZ", "E"], bag=SEVEN), words={"QXZ"})
    game.plays("8H QXZ")
    assert game.position.scores == (56, 0)


@pytest.mark.clause("A9", "C8", "E10")
def test_a_blank_keeps_its_letter_for_the_rest_of_the_game() -> None:
    game = table(CLASSIC, position(CLASSIC, racks=["CA?", "SO"], bag=SEVEN))
    game.plays("8H CAt")
    with pytest.raises(errors.TilesNotHeld):
        game.plays("8H CAtZ")
    events = game.plays("8H CAtS")
    assert only(happened.TilesPlayed, events).words[0].text == "CATS"
    assert only(happened.TilesPlayed, events).score == 3 + 1 + 0 + 1


# --- giving up a turn ---------------------------------------------------------------------------------------


@pytest.mark.clause("A14")
def test_classic_does_not_let_the_first_turn_be_given_up_while_the_rack_holds_a_word() -> None:
    game = table(CLASSIC, position(CLASSIC, bag=SEVEN), can_play=always)
    with pytest.raises(errors.PassRefused, match="cannot pass the first turn"):
        game.passes()


@pytest.mark.clause("A14")
def test_classic_lets_the_first_turn_be_given_up_when_the_rack_has_no_play() -> None:
    where = position(CLASSIC, racks=["VVWWXYZ", "CATDOGS"], bag=SEVEN)
    stuck = where.racks[0]
    game = table(CLASSIC, where, can_play=lambda board, rack: rack != stuck)
    assert names(game.passes()) == ["TurnPassed"]
    with pytest.raises(errors.PassRefused):
        game.passes()


@pytest.mark.clause("A14", "B4")
def test_a_later_turn_can_be_given_up_for_no_points() -> None:
    game = table(CLASSIC, position(CLASSIC, "8H CAT", bag=SEVEN, scores=[10, 20]))
    game.passes()
    assert game.position.scores == (10, 20)
    assert game.position.turn == 1


@pytest.mark.clause("B4", "C2")
@pytest.mark.parametrize("rules", [SOLO, PARTY, FRIENDS, TOURNAMENT])
def test_other_versions_let_even_the_first_turn_pass(rules: Ruleset) -> None:
    game = table(rules, position(rules, bag=SEVEN))
    assert names(game.passes())[0] == "TurnPassed"


@pytest.mark.clause("E11", "O6")
def test_a_match_records_a_pass_as_an_exchange_of_none() -> None:
    game = table(MATCH, position(MATCH, bag=SEVEN))
    (event,) = game.passes()
    assert isinstance(event, happened.TilesExchanged)
    assert (event.returned, event.drawn) == ((), ())
    assert game.position.turns[-1].kind == "exchange"


# --- exchanges ----------------------------------------------------------------------------------------------


@pytest.mark.clause("E11")
def test_an_exchange_draws_before_the_old_tiles_go_back() -> None:
    game = table(MATCH, position(MATCH, racks=["ABCDEFG", "HIJKLMN"], bag="OO"))
    events = game.exchanges("AB")
    assert names(events) == ["TilesExchanged"]
    assert game.rack_text(0) == "CDEFGOO"
    assert game.position.bag.text(MATCH.tiles.alphabet) == "AB"
    assert game.position.scores == (0, 0)
    assert game.position.turn == 1


@pytest.mark.clause("E11")
@pytest.mark.parametrize("given", ["", "A", "ABCDEFG"])
def test_a_match_exchanges_all_some_or_none(given: str) -> None:
    game = table(MATCH, position(MATCH, bag=SEVEN))
    assert len(only(happened.TilesExchanged, game.exchanges(given)).drawn) == len(given)


@pytest.mark.clause("E11")
def test_an_exchange_of_none_needs_no_bag() -> None:
    game = table(MATCH, position(MATCH, "8H CAT", bag=""))
    assert names(game.exchanges("")) == ["TilesExchanged"]


@pytest.mark.clause("B3")
def test_solo_exchanges_the_whole_rack_twice_a_game_and_no_more() -> None:
    game = table(SOLO, position(SOLO, racks=["ABCDEFG", "HIJKLMN"], bag="OOOOOOOU"))
    for _ in range(2):
        game.exchanges(game.rack_text(0))
        game.exchanges(game.rack_text(1))
    with pytest.raises(errors.ExchangeUsedUp, match="You have used all 2 exchanges"):
        game.exchanges(game.rack_text(0))
    assert game.position.exchanges == (2, 2)


@pytest.mark.clause("B3")
def test_solo_exchanges_exactly_as_many_as_the_bag_holds_when_that_is_fewer_than_seven() -> None:
    game = table(SOLO, position(SOLO, racks=["ABCDEFG", "HIJKLMN"], bag="OOO"))
    game.exchanges("CEG")
    assert game.rack_text(0) == "ABDFOOO", "the player picks which go"
    assert game.position.turn == 1


@pytest.mark.clause("B3")
def test_solo_does_not_count_an_exchange_refused_for_an_empty_bag() -> None:
    game = table(SOLO, position(SOLO, "8H CAT", bag=""))
    with pytest.raises(errors.BeyondBag):
        game.exchanges("ABCDEFG")
    assert game.position.exchanges == (0, 0)


@pytest.mark.clause("C2", "C3")
def test_party_swaps_and_draws_only_at_the_start_of_the_next_turn() -> None:
    game = table(PARTY, position(PARTY, "8H CAT", racks=["ABCDEFG", "HIJKLMN"], bag="OOOO"))
    events = game.exchanges("ABC")
    assert names(events) == ["TilesExchanged"], "the next seat's rack is full: it draws nothing"
    assert game.rack_text(0) == "DEFG"
    assert len(game.position.bag) == 7
    events = game.passes()
    assert names(events) == ["TurnPassed", "TilesDrawn"]
    assert events[1].seat == 0
    assert len(game.rack_text(0)) == 7


@pytest.mark.clause("C3", "C15")
def test_party_leaves_the_bag_as_it_is_until_ones_next_turn() -> None:
    game = table(PARTY, position(PARTY, racks=["CATDOGS", "HIJKLMN"], bag="OOOOOOOU"))
    game.plays("8B CATDOGS")
    assert len(game.position.bag) == 8, "fifty tiles stay fifty until the player's next turn"
    game.passes()
    assert len(game.position.bag) == 1
    assert game.rack_text(0) == "OOOOOOO"


@pytest.mark.clause("C15")
def test_the_bag_may_shrink_between_two_turns_of_a_player_in_party() -> None:
    where = position(PARTY, racks=["CATDOGS", "HIJKLMN", "PR"], bag="OOOOOOOU")
    game = table(PARTY, where)
    game.passes()
    counts = [len(game.position.bag)]
    game.passes()
    counts.append(len(game.position.bag))
    assert counts == [8, 3], "seat 3 drew five at the start of its turn"


@pytest.mark.clause("C17", "C9")
def test_nothing_of_a_refused_turn_is_kept() -> None:
    where = position(PARTY, "8H CAT", racks=["SODABCE", "HIJKLMN"], bag=SEVEN)
    game = table(PARTY, where, words={"SO"})
    with pytest.raises(errors.BadWords):
        game.plays("8K SO")
    assert game.position is where


# --- challenges ---------------------------------------------------------------------------------------------


def challenged(kind: str, *, words: set[str], bag: str = SEVEN + "IIIIIII", rack: str = "CATDOGS") -> Table:
    """A play of CATS under a kind of challenge; the next seat has still to answer."""
    rules = changed(TOURNAMENT, words__challenge=kind)
    game = table(rules, position(rules, racks=[rack, "EELFINS"], bag=bag), words=words)
    game.plays("8G CATS")
    return game


KINDS = ("single", "double", "five-points", "ten-points", "points-per-word")


@pytest.mark.clause("A11")
@pytest.mark.parametrize("rules", [CLASSIC, SOLO, PARTY, FRIENDS, MATCH])
def test_versions_without_challenges_have_nothing_to_challenge(rules: Ruleset) -> None:
    game = table(rules, position(rules, racks=["CATDOGS", "EELFINS"], bag=SEVEN))
    game.plays("8G CATS")
    for move in (Challenge(), Accept()):
        with pytest.raises(errors.NothingToChallenge, match="no play to accept or challenge"):
            game.does(move)


@pytest.mark.clause("T1")
def test_the_tournament_preset_has_double_challenge() -> None:
    assert TOURNAMENT.words.challenge == challenge_presets()["double"]
    rules = changed(TOURNAMENT, words__challenge="void")
    game = table(rules, position(rules, racks=["QXZ", "E"], bag=SEVEN), words=set())
    with pytest.raises(errors.BadWords):
        game.plays("8H QXZ")


@pytest.mark.clause("T1", "T7")
@pytest.mark.parametrize("kind", KINDS)
def test_a_word_that_is_none_stands_until_it_is_challenged_and_then_comes_off(kind: str) -> None:
    game = challenged(kind, words=set())
    assert game.position.scores == (12, 0)
    events = game.challenges()
    assert names(events) == ["PlayChallenged", "PlayWithdrawn"]
    assert only(happened.PlayChallenged, events).bad == ("CATS",)
    assert game.position.board.is_empty
    assert game.rack_text(0) == "ACDGOST", "the tiles come back, and none was drawn"
    assert game.position.scores == (0, 0)
    assert game.position.turn == 1, "the challenged player has lost the turn"
    assert [turn.kind for turn in game.position.turns] == ["withdrawn"]


@pytest.mark.clause("T1")
@pytest.mark.parametrize(
    ("kind", "points", "turn"),
    [
        ("single", 0, 1),
        ("double", 0, 0),
        ("five-points", 5, 1),
        ("ten-points", 10, 1),
        ("points-per-word", 5, 1),
    ],
)
def test_what_a_wrong_challenge_costs(kind: str, points: int, turn: int) -> None:
    game = challenged(kind, words={"CATS"})
    events = game.challenges()
    assert game.position.scores == (12 + points, 0)
    assert game.position.turn == turn
    assert ("TurnLost" in names(events)) is (kind == "double")
    assert len(game.position.racks[0]) == 7, "the play stands and its seat has drawn"
    assert game.position.pending is None


@pytest.mark.clause("T1")
def test_points_per_word_count_every_word_disputed() -> None:
    rules = changed(TOURNAMENT, words__challenge="points-per-word")
    where = position(rules, "8H CAT", racks=["SODEFGH", "EELFINS"], bag=SEVEN)
    game = table(rules, where)
    game.plays("K8 SOD")
    assert only(happened.PointsAdjusted, game.challenges()).points == 10


@pytest.mark.clause("T1")
def test_a_word_named_twice_in_a_challenge_is_paid_for_once() -> None:
    game = challenged("points-per-word", words={"CATS"})
    assert only(happened.PointsAdjusted, game.challenges("CATS", "CATS")).points == 5


@pytest.mark.clause("T1")
def test_only_the_words_disputed_are_judged() -> None:
    rules = changed(TOURNAMENT, words__challenge="single")
    where = position(rules, "8H CAT", racks=["SODEFGH", "EELFINS"], bag=SEVEN)
    game = table(rules, where, words={"SOD"})
    game.plays("K8 SOD")
    events = game.challenges("SOD")
    assert only(happened.PlayChallenged, events).words == ("SOD",)
    assert game.position.pending is None, "CATS was not disputed and stays"
    with pytest.raises(errors.NothingToChallenge):
        game.challenges("CATS")


@pytest.mark.clause("T1")
def test_a_word_the_play_did_not_form_cannot_be_disputed() -> None:
    game = challenged("single", words=set())
    with pytest.raises(errors.WordNotFormed, match="The play formed CATS, not DOGS"):
        game.challenges("DOGS")


@pytest.mark.clause("T1", "T7")
def test_acting_in_any_other_way_lets_the_play_stand_and_its_seat_draw() -> None:
    acts: list[Callable[[Table], object]] = [
        lambda game: game.passes(),
        lambda game: game.exchanges("E"),
        lambda game: game.plays("K8 FINES"),
    ]
    for act in acts:
        game = challenged("double", words=set())
        act(game)
        assert names(game.events)[:3] == ["TilesPlayed", "PlayAccepted", "TilesDrawn"]
        assert game.position.turn == 0


@pytest.mark.clause("T7")
def test_accepting_leaves_the_turn_with_who_accepted() -> None:
    game = challenged("double", words=set())
    assert names(game.accepts()) == ["PlayAccepted", "TilesDrawn"]
    assert game.position.turn == 1
    with pytest.raises(errors.NothingToChallenge):
        game.challenges()


@pytest.mark.clause("T7")
def test_an_illegal_move_does_not_accept_the_play_before_it() -> None:
    game = challenged("double", words=set())
    with pytest.raises(errors.TilesNotHeld):
        game.plays("K8 QQQ")
    assert game.position.pending is not None
    assert len(game.position.racks[0]) == 3


@pytest.mark.clause("T3", "T7")
def test_whether_one_can_exchange_counts_the_tiles_the_play_before_will_draw() -> None:
    game = challenged("double", words=set(), bag=SEVEN + "EEE")
    with pytest.raises(errors.BagTooLow, match="at least 7 tiles in the bag; it holds 6"):
        game.exchanges("E")


@pytest.mark.clause("T2")
def test_after_a_going_out_play_the_opponent_accepts_or_challenges() -> None:
    game = challenged("double", words={"CATS"}, bag="", rack="CATS")
    assert not game.position.is_over
    for move in (Pass(), Exchange(()), play(game.rules, "K8 FINES", game.position.board)):
        with pytest.raises(errors.DecisionPending, match="accept it or challenge it first"):
            game.does(move)
    game.accepts()
    assert game.outcome.reason == "out"


@pytest.mark.clause("T2")
@pytest.mark.parametrize(
    ("kind", "points"), [("single", 0), ("double", 0), ("five-points", 5), ("ten-points", 10)]
)
def test_a_wrong_challenge_of_a_going_out_play_ends_the_game(kind: str, points: int) -> None:
    game = challenged(kind, words={"CATS"}, bag="", rack="CATS")
    events = game.challenges()
    assert "TurnLost" not in names(events)
    assert game.outcome.reason == "out"
    assert game.outcome.scores == (12 + points + 2 * 10, 0)


@pytest.mark.clause("T2")
def test_a_going_out_play_challenged_off_the_board_ends_nothing() -> None:
    game = challenged("double", words=set(), bag="", rack="CATS")
    game.challenges()
    assert not game.position.is_over
    assert game.position.emptied == (None, None)
    assert (game.rack_text(0), game.position.turn) == ("ACST", 1)


# --- resignation --------------------------------------------------------------------------------------------


@pytest.mark.clause("O3")
def test_of_two_the_one_who_stays_wins_whatever_the_score() -> None:
    game = table(CLASSIC, position(CLASSIC, scores=[10, 300]))
    events = game.resigns(1)
    assert names(events) == ["Resigned", "GameEnded"]
    assert (game.outcome.reason, game.outcome.winners, game.outcome.scores) == ("resigned", (0,), (10, 300))


@pytest.mark.clause("O3")
def test_of_three_the_one_who_leaves_is_passed_over_and_keeps_the_score() -> None:
    where = position(CLASSIC, "8H CAT", racks=["ABC", "DEF", "GHI"], bag=SEVEN, scores=[10, 300, 20])
    game = table(CLASSIC, where)
    game.resigns(1)
    assert not game.position.is_over
    assert game.position.turn == 0
    game.passes()
    assert game.position.turn == 2
    game.passes()
    assert game.position.turn == 0
    with pytest.raises(errors.NotYourTurn):
        game.resigns(1)
    game.resigns(0)
    assert game.outcome.winners == (2,)
    assert game.outcome.scores == (10, 300, 20)


@pytest.mark.clause("O3", "C3")
def test_when_the_seat_on_turn_leaves_the_next_one_draws_and_plays() -> None:
    where = position(PARTY, "8H CAT", racks=["ABC", "DEF", "GHI"], bag=SEVEN)
    game = table(PARTY, where)
    assert names(game.resigns(0)) == ["Resigned", "TilesDrawn"]
    assert game.position.turn == 1
    assert len(game.position.racks[1]) == 7


@pytest.mark.clause("O3")
def test_a_play_open_to_challenge_stands_when_its_seat_leaves() -> None:
    rules = changed(TOURNAMENT, words__challenge="single", seats__max=3)
    game = table(rules, position(rules, racks=["CATS", "DOG", "EEL"], bag=SEVEN))
    game.plays("8H CATS")
    game.resigns(0)
    assert game.position.pending is None
    assert not game.position.board.is_empty
    assert game.position.turn == 1


@pytest.mark.clause("O3")
def test_a_seat_that_leaves_is_passed_over_in_counts_that_end_the_game() -> None:
    where = position(PARTY, "8H CAT", racks=["ABC", "DEF", "GHI"], bag="")
    game = table(PARTY, where)
    game.passes(2)
    assert not game.position.is_over
    game.resigns(2)
    assert game.outcome.reason == "passes", "both who are left have skipped"


# --- controls -----------------------------------------------------------------------------------------------


@pytest.mark.clause("A14")
def test_the_controls_of_classic() -> None:
    controls = CLASSIC.controls
    assert (controls.placing, controls.bad_play) == ("direction", "reset")
    assert (controls.direction, controls.play) == ("Select Move", "Make Move")
    assert (controls.take_back, controls.give_up) == ("Discard Last Move", "Give Up Turn")


@pytest.mark.clause("B1", "B2")
def test_the_controls_of_solo() -> None:
    controls = SOLO.controls
    assert (controls.placing, controls.exchange, controls.give_up) == ("in-order", "Exchange", "Pass")


@pytest.mark.clause("C16", "C17")
def test_the_controls_of_party() -> None:
    controls = PARTY.controls
    assert controls.hand_over
    assert (controls.placing, controls.bad_play) == ("reachable", "reset")
    assert (controls.play, controls.restart, controls.carry_on) == ("End Turn", "Restart Turn", "Continue")


@pytest.mark.clause("C1", "B6", "E1", "O7")
@pytest.mark.parametrize(
    ("rules", "seats", "default"),
    [
        (CLASSIC, (2, 4), ("person", "person")),
        (SOLO, (2, 2), ("person", "computer")),
        (PARTY, (2, 4), ("person", "person")),
        (FRIENDS, (2, 2), ("person", "person")),
        (MATCH, (2, 2), ("person", "computer")),
        (TOURNAMENT, (2, 2), ("person", "computer")),
    ],
)
def test_how_many_play(rules: Ruleset, seats: tuple[int, int], default: tuple[str, ...]) -> None:
    assert (rules.seats.min, rules.seats.max) == seats
    assert rules.seats.default == default


@pytest.mark.clause("C4", "E2")
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_a_hundred_tiles_and_seven_each(rules: Ruleset) -> None:
    game = started(rules, rules.seats.max)
    assert all(len(rack) == 7 for rack in game.position.racks)
    assert len(game.position.bag) == 100 - 7 * rules.seats.max
