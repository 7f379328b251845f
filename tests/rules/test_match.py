"""The games of a match follow from the first, wherever it is played."""

from __future__ import annotations

from dataclasses import replace

from quixotry.rules.match import game_ids, match_of, next_game
from tests.rules.build import RULES, header_for

FIRST = header_for(RULES["match"], id="20260101-120000-abcd", seed=0x2A)


def test_the_second_game_of_a_match_has_one_id_and_one_seed_wherever_it_is_played() -> None:
    second = next_game(FIRST, started_at="2026-01-01T13:00:00+00:00")
    assert second is not None
    assert second.id == "20260101-120000-abcd-2"
    assert second.seed == "23f791a6857e6622de85bc1be349095ddcb768ef4ca9420f1e75c4f85bdc41ab"
    assert (second.match_id, second.match_game) == (FIRST.id, 2)
    assert second == next_game(replace(FIRST, match_id=FIRST.id), started_at=second.started_at)


def test_a_match_of_two_games_has_no_third_and_a_single_game_no_second() -> None:
    second = next_game(FIRST, started_at="")
    assert second is not None
    assert next_game(second, started_at="") is None
    assert next_game(replace(FIRST, ruleset=RULES["classic"]), started_at="") is None


def test_a_game_knows_its_match_by_its_id() -> None:
    assert game_ids("abc", 2) == ("abc", "abc-2")
    assert [match_of(game) for game in ("abc", "abc-2", "20260101-120000-0002")] == [
        "abc",
        "abc",
        "20260101-120000-0002",
    ]
