"""What Tab makes of a line."""

from __future__ import annotations

from dataclasses import replace

from quixotry.rules.view import View, view_of
from quixotry.terminal.completions import complete_line
from tests.rules.build import RULES, Table, play, position


def seat(rules: str, rack: str = "AEIJRW?", bag: str = "IIIIUUU") -> View:
    return view_of(position(RULES[rules], racks=(rack, "EEEEEEE"), bag=bag), 0)


def test_tab_completes_what_can_be_typed_in_this_game() -> None:
    assert complete_line("h", seat("solo")) == ["help", "hint"]
    assert complete_line("Ex", seat("solo")) == ["exchange"]
    assert complete_line("ex", seat("classic")) == []
    assert complete_line("give u", seat("classic")) == ["give up turn"]
    assert complete_line("ch", seat("tournament")) == ["challenge"]
    assert complete_line("ch", seat("solo")) == []


def test_tab_completes_an_exchange_with_the_rack_where_all_of_it_may_go() -> None:
    assert complete_line("exchange ", seat("friends")) == ["exchange AEIJRW?"]
    assert complete_line("exchange ", seat("friends", bag="II")) == []
    assert complete_line("swap ", seat("party")) == ["swap AEIJRW?"]


def test_tab_completes_a_challenge_with_the_words_of_the_last_play() -> None:
    rules = RULES["tournament"]
    table = Table(position(rules, "8H CAT", racks=("OAXSSSS", "EEEEEEE"), bag="IIIIUUU"))
    table.does(play(rules, "9H OX"))
    view = view_of(table.position, 1)
    assert complete_line("challenge ", view) == ["challenge OX", "challenge CO", "challenge AX"]
    assert complete_line("challenge ox c", view) == ["challenge OX CO"]
    assert complete_line("challenge ", replace(view, pending=None)) == []


def test_tab_never_tells_whether_a_word_is_good() -> None:
    view = seat("tournament")
    for typed in ("8H JA", "JA", "define JA", "challenge JA"):
        assert complete_line(typed, view) == []
