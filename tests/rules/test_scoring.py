"""What plays score."""

from __future__ import annotations

import pytest

from quixotry.engine.reference import plain_score
from quixotry.rules.board import Board
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.scoring import is_down, score_play
from tests.rules.build import RULES, changed, on_board, play

RULE = RULES["classic"]


def scored(rules: Ruleset, laid: str, *there: str) -> dict[str, int]:
    """Every word of a play with its points; the bonus under `+`. The engine's slow scorer must agree."""
    board = on_board(rules, *there)
    move = play(rules, laid, board)
    score = score_play(board, move.placements, rules)
    assert plain_score(board, move, rules) == score.total
    found = {word.text: word.points for word in score.words}
    assert len(found) == len(score.words), "name each word once in these tests"
    return found | ({"+": score.bonus} if score.bonus else {})


@pytest.mark.clause("A13", "B7", "C10", "E-S1", "E-S3")
def test_the_centre_doubles_the_first_word() -> None:
    assert scored(RULE, "8H CAT") == {"CAT": 2 * (3 + 1 + 1)}


@pytest.mark.clause("D6", "D1")
def test_the_star_of_the_friends_board_carries_no_premium() -> None:
    assert scored(RULES["friends"], "8H CAT") == {"CAT": 5}


@pytest.mark.clause("A13", "C10", "E-S2", "E-S3")
def test_letter_premiums_count_before_word_premiums() -> None:
    # H on 8D (double letter), E on the centre.
    assert scored(RULE, "8D HORSE") == {"HORSE": 2 * (4 * 2 + 1 + 1 + 1 + 1)}
    # Z on 6F (triple letter) beside nothing of worth.
    assert scored(RULE, "6F ZO", "G5 GOD") == {"ZO": 3 * 10 + 1}


@pytest.mark.clause("A13", "C10", "D6", "E-S4")
def test_two_double_word_squares_make_four_times_the_word() -> None:
    # 5E and 5K are both double words; 5H lies there already.
    assert scored(RULE, "5E DORMERS", "H5 MA")["DORMERS"] == 4 * (2 + 1 + 1 + 3 + 1 + 1 + 1)


@pytest.mark.clause("A13", "D6", "E-S4")
def test_two_triple_word_squares_make_nine_times_the_word() -> None:
    assert scored(RULE, "1A TOENAIL", "1H S") == {"TOENAILS": 3 * (7 + 1 + 1), "+": 50}
    # H1 to H8 over an S at H5: H1 is triple, H4 a double letter, the centre double.
    assert scored(RULE, "H1 DORMERS", "H5 ER") == {"DORMERS": 3 * (2 + 1 + 1 + 2 * 3 + 1 + 1 + 1)}
    # A1 to A8 covers both triples, with the double letter at A4; the S at A5 lies there.
    assert scored(RULE, "A1 QUIXOTRY", "A5 O") == {
        "QUIXOTRY": 9 * (10 + 1 + 1 + 2 * 8 + 1 + 1 + 1 + 4),
        "+": 50,
    }


@pytest.mark.clause("A13")
def test_a_double_and_a_triple_word_square_make_six_times_the_word() -> None:
    # H1 (triple) to H8 (double, the centre), the double letter at H4.
    assert scored(RULE, "H1 QUIXOTRY", "H5 O") == {
        "QUIXOTRY": 6 * (10 + 1 + 1 + 2 * 8 + 1 + 1 + 1 + 4),
        "+": 50,
    }


def test_fourfold_premiums_multiply_like_the_others() -> None:
    rules = changed(RULE, board={"rows": [".. QL QW", ".. .. ..", ".. .. .."], "start": "1A"})
    assert scored(rules, "1A CAT") == {"CAT": 4 * (3 + 4 * 1 + 1)}


@pytest.mark.clause("A13", "B7", "C10", "D6", "E-S5")
def test_a_premium_counts_only_in_the_turn_that_covers_it() -> None:
    assert scored(RULE, "8H CATS", "8H CAT") == {"CATS": 6}
    assert scored(RULE, "H8 COD", "8H CAT") == {"COD": 3 + 1 + 2}
    friends = RULES["friends"]
    assert scored(friends, "8L HAS", "8L HA") == {"HAS": 6}


@pytest.mark.clause("A13", "A6", "C10", "D6", "E-S7")
def test_a_tile_on_a_premium_counts_with_it_in_both_its_words() -> None:
    # X on 6J, a triple letter: 24 in OX across and 24 in AX down.
    board = ["J4 OA", "6H RO"]
    assert scored(RULE, "6J X", *board) == {"ROX": 1 + 1 + 24, "OAX": 1 + 1 + 24}


@pytest.mark.clause("A13")
def test_a_word_premium_multiplies_both_words_through_it() -> None:
    # S on 8A, a triple word, ends nothing and begins SO across and ends AS down.
    assert scored(RULE, "8A S", "8B O", "A7 A") == {"SO": 3 * 2, "AS": 3 * 2}


@pytest.mark.clause("A9", "A13", "B7", "C10", "E10", "E-S6")
def test_a_blank_scores_nothing_but_still_triggers_the_word_premium() -> None:
    # A blank Q on the triple-word square 1A.
    assert scored(RULE, "1A qUIT") == {"QUIT": 3 * (0 + 1 + 1 + 2 * 1)}
    assert scored(RULE, "8G zOO") == {"ZOO": 2 * (0 + 1 + 1)}
    assert scored(RULE, "8D hORSE") == {"HORSE": 2 * (0 + 1 + 1 + 1 + 1)}, "no value to double"


@pytest.mark.clause("C10", "E10")
def test_a_blank_played_earlier_is_still_worth_nothing() -> None:
    assert scored(RULE, "8G zOOS", "8G zOO") == {"ZOOS": 3}


@pytest.mark.clause("A13", "B7", "C11", "E-S8")
def test_seven_tiles_earn_fifty_after_everything_is_multiplied() -> None:
    assert scored(RULE, "8B QUIXOTS") == {"QUIXOTS": 2 * (10 + 1 + 2 * 1 + 8 + 1 + 1 + 1), "+": 50}
    assert scored(RULE, "8C QUIXOT") == {"QUIXOT": 2 * (10 + 2 + 1 + 8 + 1 + 1)}


@pytest.mark.clause("D6")
def test_seven_tiles_earn_35_on_the_friends_board() -> None:
    # -4,+0 (8D) doubles the word; the star gives nothing.
    assert scored(RULES["friends"], "8B QUIXOTS") == {"QUIXOTS": 2 * (10 + 1 + 1 + 8 + 1 + 1 + 1), "+": 35}


@pytest.mark.clause("A13", "E-S7", "E-S8")
def test_a_triple_triple_with_a_bingo_and_seven_cross_words() -> None:
    # Row 1, A to H, the O at 1E there already; every tile laid also stands on a letter in row 2.
    down = ["A", "T", "F", "I", "E", "H", "E"]
    columns = ["A", "B", "C", "D", "F", "G", "H"]
    there = [f"{column}2 {letter}" for column, letter in zip(columns, down, strict=True)]
    words = scored(RULE, "1A QUIXOTRY", "E1 O", *there)
    assert words == {
        "QUIXOTRY": 9 * (10 + 1 + 1 + 2 * 8 + 1 + 1 + 1 + 4),
        "QA": 3 * (10 + 1),
        "UT": 1 + 1,
        "IF": 1 + 4,
        "XI": 2 * 8 + 1,
        "TE": 1 + 1,
        "RH": 1 + 4,
        "YE": 3 * (4 + 1),
        "+": 50,
    }
    assert sum(words.values()) == 315 + 33 + 2 + 5 + 17 + 2 + 5 + 15 + 50


@pytest.mark.clause("A6", "C5", "C10", "D6", "E-S1", "E-S7")
def test_every_word_formed_or_changed_scores() -> None:
    assert scored(RULE, "9H ADS", "8H CAT") == {
        "ADS": 1 + 2 * 2 + 1,
        "CA": 3 + 1,
        "AD": 1 + 2 * 2,
        "TS": 1 + 1,
    }


def test_words_come_with_the_main_one_first_and_say_where_they_lie() -> None:
    board = on_board(RULE, "8H CAT")
    down = score_play(board, play(RULE, "K6 ODS", board).placements, RULE)
    assert [(word.text, word.square, word.down) for word in down.words] == [
        ("ODS", 5 * 15 + 10, True),
        ("CATS", 7 * 15 + 7, False),
    ]


@pytest.mark.parametrize(("laid", "down"), [("8K S", False), ("H9 O", True), ("8G S", False)])
def test_a_single_tile_runs_across_unless_it_forms_only_a_word_down(laid: str, down: bool) -> None:
    board = on_board(RULE, "8H CAT")
    assert is_down(board, play(RULE, laid, board).placements) is down


def test_a_lone_tile_forms_no_word() -> None:
    assert score_play(Board.empty(RULE.layout), play(RULE, "8H A").placements, RULE).words == ()
