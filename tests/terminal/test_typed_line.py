"""What a person types at the table: which tiles are meant, in which order square and word may stand."""

from __future__ import annotations

import pytest

from quixotry.notation.errors import NotationError
from quixotry.notation.moves import format_play, parse_play
from quixotry.rules.move import Exchange, Play
from quixotry.rules.view import View, view_of
from quixotry.terminal.typed_line import Command, parse_typed
from quixotry.terminal.typed_play import UnnamedBlanks, blanks_text
from tests.rules.build import RULES, position


def seat(rack: str, *laid: str, rules: str = "solo", bag: str = "IIIIUUU") -> View:
    return view_of(position(RULES[rules], *laid, racks=(rack, "EEEEEEE"), bag=bag), 0)


def understood(line: str, view: View, *, blanks: str = "") -> str:
    """The play a line is taken for, as it is shown for confirmation."""
    typed = parse_typed(line, view)
    if isinstance(typed, UnnamedBlanks):
        typed = typed.named(blanks, view)
    assert isinstance(typed, Play)
    return format_play(view.board, typed, view.ruleset.tiles.alphabet)


@pytest.mark.parametrize(
    "line", ["8h jaw", "8H jaw", "8H JAW", "jaw 8h", "JAW 8H", "play jaw 8H", "Play 8H JAW"]
)
def test_a_word_in_one_case_is_laid_with_the_letters_of_the_rack(line: str) -> None:
    assert understood(line, seat("AEIJRW?")) == "8H JAW"


@pytest.mark.parametrize("line", ["8h jaw", "8H JAW", "JAW 8h"])
def test_a_blank_is_the_last_resort_of_a_word_in_one_case(line: str) -> None:
    view = seat("EIJRTW?")
    assert understood(line, view) == "8H JaW"


def test_a_lower_case_letter_among_capitals_is_a_blank_even_if_the_letter_is_held() -> None:
    assert understood("8H JaW", seat("AEIJRW?")) == "8H JaW"


def test_a_lower_case_letter_is_a_letter_where_there_is_no_blank_to_ask_for() -> None:
    assert understood("8H Jaw", seat("AEIJRTW")) == "8H JAW"


def test_more_blanks_than_are_held_are_refused_with_what_to_type_instead() -> None:
    with pytest.raises(NotationError) as refused:
        parse_typed("8H Jaw", seat("AEIJRW?"))
    assert "type JAW to use your letters first" in str(refused.value)


def test_a_question_mark_is_a_blank_whose_letter_is_asked_for() -> None:
    view = seat("AEIJRW?")
    typed = parse_typed("8h j?w", view)
    assert isinstance(typed, UnnamedBlanks)
    assert typed.question == "Which letter is the blank? "
    assert understood("8h j?w", view, blanks="a") == understood("J?W 8H", view, blanks=" A ") == "8H JaW"
    for answer in ("", "AB", "5"):
        with pytest.raises(NotationError):
            typed.named(answer, view)


def test_two_question_marks_are_named_in_their_order() -> None:
    view = seat("AEIJR??")
    typed = parse_typed("8H J??", view)
    assert isinstance(typed, UnnamedBlanks)
    assert typed.question == "Which 2 letters are the blanks? "
    assert understood("8H J??", view, blanks="A W") == "8H Jaw"


def test_a_second_blank_may_be_a_last_resort_beside_one_that_was_asked_for() -> None:
    assert understood("8h j?w", seat("AEIJR??"), blanks="a") == "8H Jaw"


def test_of_two_equal_letters_the_blank_is_the_one_that_costs_less() -> None:
    assert understood("8e zooz", seat("AEOORZ?")) == "8E ZOOz"  # no premium under either
    assert understood("8i zooz", seat("AEOORZ?", "8H A")) == "8H (A)zOOZ"  # 8L is a double-letter square


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("8H cats", "8H (CAT)S"),
        ("8H CATS", "8H (CAT)S"),
        ("8H ...s", "8H (CAT)S"),
        ("8H CATs", "8H (CAT)s"),
        ("8H (CAT)s", "8H (CAT)s"),
        ("8H catx", "8H (CAT)x"),
    ],
)
def test_letters_on_the_board_may_be_typed_in_any_case(line: str, shown: str) -> None:
    assert understood(line, seat("AEIRSW?", "8H CAT")) == shown


def test_what_is_shown_is_understood_as_it_was_meant() -> None:
    view = seat("AEIRSW?", "8H CAT")
    for line in ("8H (CAT)s", "K8 SAWeR", "K8 SAWER"):
        exact = parse_play(line, view.board, view.ruleset.tiles.alphabet)
        shown = format_play(view.board, exact, view.ruleset.tiles.alphabet)
        assert understood(shown, view) == shown


@pytest.mark.parametrize(
    "line", ["-3,+0 across WORD", "WORD -3,+0 across", "word -3,+0>", "play word -3,+0 across"]
)
def test_word_and_square_stand_in_either_order_on_the_centred_board(line: str) -> None:
    assert understood(line, seat("DORWXYZ", rules="friends")) == "-3,+0 across WORD"


@pytest.mark.parametrize("word", ["HINT", "PASS", "SHOW", "PLAY", "SWAP", "DOWN"])
def test_the_name_of_a_command_can_be_played_as_a_word(word: str) -> None:
    view = seat(word)
    assert understood(f"{word} 8H", view) == understood(f"play 8H {word}", view) == f"8H {word}"
    centred = seat(word, rules="friends")
    assert understood(f"{word} +0,+0 across", centred) == f"+0,+0 across {word}"


def test_a_command_is_still_a_command() -> None:
    view = seat("AEIJRW?")
    assert parse_typed("define jaw", view) == Command("define", "jaw")
    assert parse_typed("exchange", view) == Exchange(view.ruleset.tiles.alphabet.tiles("AEIJRW?"))
    assert parse_typed("exchange a, e", seat("AEIJRW?", rules="match")) == Exchange((1, 5))


def test_the_blanks_of_a_play_are_named_in_a_sentence() -> None:
    view = seat("EIJR??W")
    typed = parse_typed("8H jaw", view)
    assert isinstance(typed, Play)
    assert blanks_text(typed, view) == "The A on 8I is a blank and scores nothing."
    typed = parse_typed("8H jaws", view)
    assert isinstance(typed, Play)
    assert blanks_text(typed, view) == "The A on 8I and the S on 8K are blanks and score nothing."
    typed = parse_typed("8H rei", view)
    assert isinstance(typed, Play)
    assert blanks_text(typed, view) == ""


def test_a_play_that_lies_wrong_is_left_to_the_referee() -> None:
    assert understood("1A zooz", seat("AEOORZ?")) == "1A ZOOz"


@pytest.mark.parametrize(
    ("rules", "bag", "sentence"),
    [
        ("solo", "III", "name 3 of your tiles, such as `exchange AEI`; the bag holds only 3"),
        ("friends", "IIIIUUU", "name 1 to 7 of your tiles, such as `exchange AE`"),
        ("friends", "III", "name 1 to 3 of your tiles, such as `exchange AE`; the bag holds only 3"),
        ("friends", "I", "name 1 of your tiles, such as `exchange A`; the bag holds only 1"),
    ],
)
def test_an_exchange_without_tiles_is_told_how_many_to_name(rules: str, bag: str, sentence: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_typed("exchange", seat("AEIJRW?", rules=rules, bag=bag))
    assert sentence in str(refused.value)


def test_an_exchange_of_none_stays_a_move_where_the_rules_have_it() -> None:
    assert parse_typed("exchange", seat("AEIJRW?", rules="match", bag="III")) == Exchange(())
