"""Which exchanges are allowed: one answer, and the referee agrees with it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quixotry.rules import errors
from quixotry.rules.exchange import begins_with_a_play, pass_kind, pass_move
from quixotry.rules.legality import check_exchange
from quixotry.rules.move import Exchange, Pass
from quixotry.rules.ruleset_file import preset
from quixotry.rules.view import view_of
from tests.rules.build import PRESETS, RULES, changed, position

CLASSIC = preset("classic")


@given(
    allowed=st.booleans(),
    least=st.integers(0, 8),
    whole_rack=st.booleans(),
    bag_least=st.integers(0, 9),
    per_game=st.none() | st.integers(1, 3),
    made=st.integers(0, 3),
    bag=st.integers(0, 9),
    held=st.integers(0, 7),
)
def test_a_size_is_offered_exactly_when_the_referee_takes_it(
    *,
    allowed: bool,
    least: int,
    whole_rack: bool,
    bag_least: int,
    per_game: int | None,
    made: int,
    bag: int,
    held: int,
) -> None:
    facets: dict[str, object] = {"allowed": allowed, "least": least, "whole_rack": whole_rack}
    facets |= {"bag_least": bag_least} | ({} if per_game is None else {"per_game": per_game})
    rules = changed(CLASSIC, **{f"exchange__{key}": value for key, value in facets.items()})
    where = replace(
        position(rules, racks=["EEEEEEE"[:held], "AAAAAAA"], bag="IIIIIIIII"[:bag]), exchanges=(made, 0)
    )
    view = view_of(where, 0)
    taken = []
    for amount in range(1, held + 1):
        try:
            check_exchange(where, 0, rules.tiles.tiles(tuple(where.racks[0])[:amount]))
        except errors.ExchangeRefused:
            continue
        taken.append(amount)
    assert view.exchange_sizes == tuple(taken)
    assert view.can_exchange is bool(taken)


def test_a_spectator_is_offered_no_exchange() -> None:
    where = position(CLASSIC, racks=["EEEEEEE", "AAAAAAA"], bag="IIIIIII")
    assert view_of(where, None).exchange_sizes == ()


@pytest.mark.parametrize("name", PRESETS)
def test_a_pass_is_an_exchange_of_nothing_only_where_the_rules_say_so(name: str) -> None:
    rules = preset(name)
    is_exchange = rules.passing.kind == "as-exchange"
    assert pass_move(rules) == (Exchange(()) if is_exchange else Pass())
    assert pass_kind(rules) == ("exchange" if is_exchange else "pass")


@pytest.mark.parametrize(("made", "left"), [((0, 2), (2, 0)), ((1, 0), (1, 2))])
def test_a_view_says_how_often_each_seat_may_still_exchange(
    made: tuple[int, int], left: tuple[int, int]
) -> None:
    view = view_of(position(changed(CLASSIC, exchange__per_game=2), exchanges=made), 0)
    assert (view.exchanges_left(0), view.exchanges_left(1)) == left
    assert view.exchanges_left(None) is None


def test_exchanges_without_a_limit_are_not_counted_down() -> None:
    assert view_of(position(preset("party")), 0).exchanges_left(0) is None


def test_a_game_begins_with_a_play_only_where_the_rules_say_so() -> None:
    for name in PRESETS:
        assert begins_with_a_play(RULES[name]) is (name == "classic")


def test_a_ruleset_says_whether_tiles_are_exchanged_at_all_and_only_by_the_rack() -> None:
    answers = {name: (RULES[name].allows_exchanges, RULES[name].exchanges_whole_racks) for name in PRESETS}
    assert answers["classic"] == (False, False)
    assert answers["solo"] == (True, True)
    assert answers["tournament"] == (True, False)
