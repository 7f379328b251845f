"""When games end, and how they are settled up."""

from __future__ import annotations

import pytest

from quixotry.rules.event import PointsAdjusted
from quixotry.rules.outcome import Outcome
from quixotry.rules.position import Turn
from quixotry.rules.ruleset import Ruleset
from tests.rules.build import RULES, Table, changed, names, never, position, table

CLASSIC, SOLO, PARTY = RULES["classic"], RULES["solo"], RULES["party"]
FRIENDS, MATCH, TOURNAMENT = RULES["friends"], RULES["match"], RULES["tournament"]
SEVEN = "AAAAAAA"


def settled(game: Table) -> list[tuple[int, int, str]]:
    return [(each.seat, each.points, each.why) for each in game.events if isinstance(each, PointsAdjusted)]


# --- going out ----------------------------------------------------------------------------------------------


@pytest.mark.clause("A12", "A13", "B7", "D7", "D8", "E12", "E-S9")
@pytest.mark.parametrize("rules", [CLASSIC, SOLO, FRIENDS, MATCH])
def test_playing_the_last_tile_with_an_empty_bag_ends_the_game_and_gains_the_others_tiles(
    rules: Ruleset,
) -> None:
    game = table(rules, position(rules, "8H CAT", racks=["S", "QE"], scores=[50, 60]))
    game.plays("8H CATS")
    assert game.outcome == Outcome("out", (0,), (67, 49), (56, 60), "none", 0)
    assert settled(game) == [(1, -11, "own-tiles"), (0, 11, "others-tiles")]


@pytest.mark.clause("A12", "C12")
def test_an_empty_rack_ends_nothing_while_the_bag_holds_tiles() -> None:
    for rules in (CLASSIC, PARTY):
        game = table(rules, position(rules, "8H CAT", racks=["S", "QE"], bag="O"))
        game.plays("8H CATS")
        assert not game.position.is_over


@pytest.mark.clause("A13", "C13")
@pytest.mark.parametrize("rules", [CLASSIC, PARTY])
def test_who_goes_out_gains_the_tiles_of_all_the_others(rules: Ruleset) -> None:
    where = position(rules, "8H CAT", racks=["S", "QE", "Z", "?"], scores=[1, 100, 100, 100])
    game = table(rules, where)
    game.plays("8H CATS")
    assert game.outcome.scores == (1 + 6 + 21, 89, 90, 100)
    assert game.outcome.winners == (3,)


@pytest.mark.clause("T6")
def test_going_out_in_a_tournament_gains_twice_the_others_tiles() -> None:
    game = table(TOURNAMENT, position(TOURNAMENT, "8H CAT", racks=["S", "QE"], scores=[50, 60]))
    game.plays("8H CATS")
    game.accepts()
    assert game.outcome.scores == (50 + 6 + 22, 60)
    assert settled(game) == [(0, 22, "others-tiles")]


@pytest.mark.clause("A13", "E-S10")
def test_equal_final_scores_go_to_who_had_more_before_settling_up() -> None:
    game = table(CLASSIC, position(CLASSIC, "8H CAT", racks=["S", "QE"], scores=[40, 68]))
    game.plays("8H CATS")
    assert game.outcome.scores == (57, 57)
    assert game.outcome.scores_before == (46, 68)
    assert (game.outcome.winners, game.outcome.tie) == ((1,), "broken")


@pytest.mark.clause("C14")
def test_equal_in_both_is_an_absolute_tie() -> None:
    assert PARTY.end.tie_name == "Absolute Tie"
    game = table(PARTY, position(PARTY, "8H CAT", racks=["S", "?"], scores=[50, 56]))
    game.plays("8H CATS")
    assert game.outcome.scores == game.outcome.scores_before == (56, 56)
    assert (game.outcome.winners, game.outcome.tie) == ((0, 1), "stands")


@pytest.mark.clause("O3")
def test_the_rack_of_a_seat_that_left_is_set_aside_and_nobody_gains_it() -> None:
    game = table(CLASSIC, position(CLASSIC, "8H CAT", racks=["S", "QE", "Z"], scores=[0, 100, 100]))
    game.resigns(2)
    game.plays("8H CATS")
    assert game.outcome.scores == (6 + 11, 89, 100)
    assert game.outcome.winners == (1,)


# --- party --------------------------------------------------------------------------------------------------


@pytest.mark.clause("C12", "O5")
def test_who_placed_everything_and_finds_the_bag_empty_at_the_start_of_the_turn_has_gone_out() -> None:
    where = position(PARTY, "8H CAT", racks=["S", "QEDDE", "VOW"], bag="OOOOOO")
    game = table(PARTY, where)
    assert names(game.plays("8H CATS")) == ["TilesPlayed", "TilesDrawn"]
    assert names(game.passes()) == ["TurnPassed", "TilesDrawn"]
    assert not game.position.bag
    assert not game.position.is_over, "the others still play until it is that player's turn"
    events = game.passes()
    assert names(events)[-1] == "GameEnded"
    assert game.outcome.out_seat == 0
    assert game.outcome.scores[0] == 6 + (10 + 1 + 2 + 2 + 1 + 2) + (4 + 1 + 4 + 4)


@pytest.mark.clause("O5", "C3")
def test_who_placed_everything_and_finds_tiles_in_the_bag_plays_on() -> None:
    game = table(PARTY, position(PARTY, "8H CAT", racks=["S", "QEDDEOO"], bag="OOO"))
    game.plays("8H CATS")
    game.passes()
    assert not game.position.is_over
    assert game.rack_text(0) == "OOO"
    assert game.position.emptied == (None, None)


@pytest.mark.clause("C13", "O5")
def test_of_two_empty_racks_who_placed_the_last_tile_first_goes_out() -> None:
    where = position(PARTY, "8H CAT", racks=["S", "OX", "VOW"], bag="EEEEE")
    game = table(PARTY, where)
    game.plays("8H CATS")
    assert game.rack_text(1) == "EEEEEOX"
    game.plays("L8 OXEEEEE")
    assert game.outcome.out_seat == 0
    assert settled(game) == [(2, -9, "own-tiles"), (0, 9, "others-tiles")]


@pytest.mark.clause("O5")
def test_a_swap_never_takes_anyone_out() -> None:
    where = position(PARTY, "8H CAT", racks=["AB", "DEDEFGH", "O"], bag="II")
    game = table(PARTY, where)
    game.exchanges("AB")
    assert not game.position.racks[0]
    game.passes()
    game.passes()
    assert not game.position.bag, "seat 3 drew the tiles that came back"
    assert game.rack_text(0) == ""
    assert not game.position.is_over
    assert game.position.turn == 0


@pytest.mark.clause("C12")
def test_party_ends_when_all_skip_in_a_row_with_an_empty_bag_and_each_loses_own() -> None:
    where = position(PARTY, "8H CAT", racks=["Q", "Z", "E"], scores=[20, 30, 40])
    game = table(PARTY, where)
    game.passes(2)
    assert not game.position.is_over
    game.passes()
    assert game.outcome.reason == "passes"
    assert game.outcome.scores == (10, 20, 39)
    assert [points for _, points, _ in settled(game)] == [-10, -10, -1]


@pytest.mark.clause("C12", "C13")
def test_skips_made_while_the_bag_held_tiles_do_not_count() -> None:
    game = table(PARTY, position(PARTY, "8H CAT", racks=["ABCDEFG", "HIJKLM"], bag="O"))
    game.passes()
    assert not game.position.bag, "seat 2 drew the last tile"
    game.passes()
    assert not game.position.is_over
    game.passes()
    assert game.outcome.reason == "passes"


@pytest.mark.clause("C12", "O5")
def test_a_play_worth_nothing_is_no_skip() -> None:
    where = position(PARTY, "8H at", racks=["QE", "ZE"], turns=[Turn(1, "pass", 0, True)])
    game = table(PARTY, where)
    game.passes()
    assert game.position.is_over
    zero = changed(PARTY, tiles={"letters": {"A": {"value": 0, "count": 40}}})
    game = table(zero, position(zero, "8H AA", racks=["AA", "AA"], turns=[Turn(1, "pass", 0, True)]))
    game.plays("8H AAA")
    assert game.position.turns[-1].score == 0
    assert not game.position.is_over


# --- runs ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("B4")
def test_solo_ends_when_both_pass_in_succession() -> None:
    game = table(SOLO, position(SOLO, "8H CAT", racks=["Q", "Z"], scores=[30, 30]))
    game.passes()
    assert not game.position.is_over
    game.passes()
    assert (game.outcome.reason, game.outcome.scores) == ("passes", (20, 20))


@pytest.mark.clause("B4")
def test_an_exchange_breaks_a_run_of_passes() -> None:
    game = table(SOLO, position(SOLO, "8H CAT", bag=SEVEN))
    game.passes()
    game.exchanges("HIJKLMN")
    game.passes()
    assert not game.position.is_over


@pytest.mark.clause("D7", "D8")
def test_friends_ends_after_three_scoreless_turns_and_nothing_moves() -> None:
    game = table(FRIENDS, position(FRIENDS, "8H CAT", racks=["Q", "Z"], bag=SEVEN, scores=[5, 0]))
    game.passes(2)
    assert not game.position.is_over
    game.passes()
    assert (game.outcome.reason, game.outcome.scores) == ("scoreless", (5, 0))
    assert settled(game) == []


@pytest.mark.clause("D7")
def test_friends_goes_on_at_zero_zero() -> None:
    game = table(FRIENDS, position(FRIENDS, bag=SEVEN))
    game.passes(11)
    assert not game.position.is_over
    game.passes()
    assert game.outcome.reason == "stalemate"


@pytest.mark.clause("D7")
def test_exchanges_and_plays_worth_nothing_are_scoreless_turns() -> None:
    where = position(FRIENDS, "8H at", racks=["QZXK", "HIJLMNO"], bag="AAAAAA", scores=[5, 0])
    game = table(FRIENDS, where)
    game.exchanges("Q")
    game.exchanges("H")
    assert not game.position.is_over
    game.passes()
    assert game.outcome.reason == "scoreless"
    where = position(FRIENDS, "8H a", racks=["?QZXK", "HIJLMNO"], bag="AAAAAA", scores=[5, 0])
    game = table(FRIENDS, where)
    game.plays("8H as")
    assert game.position.scoreless_turns == 1
    game.passes(2)
    assert game.outcome.reason == "scoreless"


@pytest.mark.clause("E12")
def test_a_match_game_ends_when_both_exchange_twice_in_a_row_none_exchanges_included() -> None:
    game = table(MATCH, position(MATCH, "8H CAT", bag=SEVEN))
    game.exchanges("A")
    game.exchanges("")
    game.passes()
    assert not game.position.is_over
    game.exchanges("H")
    assert game.outcome.reason == "exchanges"
    assert {why for _, _, why in settled(game)} == {"own-tiles"}


@pytest.mark.clause("E12")
def test_a_play_breaks_a_run_of_exchanges() -> None:
    game = table(MATCH, position(MATCH, "8H CAT", racks=["ABCDEFG", "STUVWXY"], bag=SEVEN))
    game.passes(3)
    game.plays("8H CATS")
    game.passes(3)
    assert not game.position.is_over


@pytest.mark.clause("T4", "T6")
def test_six_scoreless_turns_end_a_tournament_game_and_each_loses_own() -> None:
    game = table(TOURNAMENT, position(TOURNAMENT, "8H CAT", racks=["Q", "Z"], scores=[50, 60]))
    game.passes(5)
    assert not game.position.is_over
    game.passes()
    assert (game.outcome.reason, game.outcome.scores) == ("scoreless", (40, 50))


@pytest.mark.clause("T4")
def test_a_withdrawn_play_and_a_lost_turn_are_scoreless_turns() -> None:
    where = position(TOURNAMENT, "8H CAT", racks=["SODEFGH", "QIIIIII"], bag=SEVEN, scores=[50, 60])
    game = table(TOURNAMENT, where, words={"CAT", "CATS"})
    game.passes(3)
    game.plays("8F QICAT")
    game.challenges()
    assert game.position.scoreless_turns == 4
    game.plays("8H CATS")
    assert game.position.scoreless_turns == 0
    game.challenges()
    assert game.position.scoreless_turns == 1, "the challenger lost the turn"
    game.passes(5)
    assert game.outcome.reason == "scoreless"


@pytest.mark.clause("T4")
def test_a_phoney_taken_off_as_the_sixth_scoreless_turn_ends_the_game() -> None:
    where = position(TOURNAMENT, "8H CAT", racks=["SODEFGH", "QIIIIII"], bag=SEVEN, scores=[50, 60])
    game = table(TOURNAMENT, where, words={"CAT"})
    game.passes(5)
    game.plays("8F QICAT")
    game.challenges()
    assert game.outcome.reason == "scoreless"


@pytest.mark.clause("O1")
@pytest.mark.parametrize(("seats", "turns"), [(2, 12), (3, 18), (4, 24)])
def test_six_full_rounds_without_a_tile_are_a_stalemate(seats: int, turns: int) -> None:
    racks = ["Q", "Z", "J", "X"][:seats]
    game = table(CLASSIC, position(CLASSIC, "8H CAT", racks=racks, scores=[20] * seats))
    game.passes(turns - 1)
    assert not game.position.is_over
    game.passes()
    assert game.outcome.reason == "stalemate"
    assert game.outcome.scores == (10, 10, 12, 12)[:seats]


# --- no play left -------------------------------------------------------------------------------------------


@pytest.mark.clause("A12", "B7")
@pytest.mark.parametrize("rules", [CLASSIC, SOLO])
def test_the_game_ends_by_itself_when_no_seat_has_a_play(rules: Ruleset) -> None:
    where = position(rules, "8H CAT", racks=["SV", "Q"], scores=[20, 30], exchanges=[2, 2])
    game = table(rules, where, can_play=never)
    game.plays("8H CATS")
    assert (game.outcome.reason, game.outcome.scores) == ("no-play", (22, 20))


@pytest.mark.clause("A12")
def test_whether_anybody_can_play_is_asked_after_a_turn_without_tiles() -> None:
    where = position(CLASSIC, "8H CAT", racks=["SODEFGH", "QIIIIII"], bag=SEVEN)
    game = table(CLASSIC, where, can_play=never)
    game.plays("8H CATS")
    assert not game.position.is_over, "the bag holds tiles and tiles were laid"
    game.passes()
    assert game.outcome.reason == "no-play"


@pytest.mark.clause("A12")
def test_one_seat_that_can_play_keeps_the_game_going() -> None:
    where = position(CLASSIC, "8H CAT", racks=["SV", "Q", "E"])
    playable = where.racks[2]
    game = table(CLASSIC, where, can_play=lambda board, rack: rack == playable)
    game.plays("8H CATS")
    assert not game.position.is_over
    game.passes()
    assert not game.position.is_over
    game.resigns(2)
    assert game.outcome.reason == "no-play", "who could have played has left"


@pytest.mark.clause("B3", "B7")
def test_solo_does_not_end_while_a_seat_may_still_exchange() -> None:
    game = table(SOLO, position(SOLO, "8H CAT", bag=SEVEN, exchanges=[2, 1]), can_play=never)
    game.passes()
    assert not game.position.is_over
    game = table(SOLO, position(SOLO, "8H CAT", bag=SEVEN, exchanges=[2, 2]), can_play=never)
    game.passes()
    assert game.outcome.reason == "no-play"


def test_rules_that_refill_at_the_start_of_a_turn_wait_for_the_tiles_still_to_come() -> None:
    rules = changed(PARTY, end__no_play=True, exchange__allowed=False)
    game = table(rules, position(rules, "8H CAT", racks=["QV", "Z"], bag="AAAAAAAA"), can_play=never)
    game.passes()
    assert not game.position.is_over


def test_a_game_in_which_nobody_has_moved_is_not_over_because_somebody_left() -> None:
    game = table(CLASSIC, position(CLASSIC, racks=["A", "B", "C"], bag=SEVEN), can_play=never)
    game.resigns(0)
    assert not game.position.is_over
