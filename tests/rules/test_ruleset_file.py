"""Rulesets as TOML."""

from __future__ import annotations

import json

import pytest

from quixotry.rules.errors import RulesetError
from quixotry.rules.ruleset_file import (
    parse_ruleset,
    preset,
    ruleset_digest,
    ruleset_from_plain,
    ruleset_to_plain,
)
from tests.rules.build import RULES, changed


@pytest.mark.parametrize("name", RULES)
def test_a_ruleset_comes_back_from_plain_values_and_json_unchanged(name: str) -> None:
    plain = json.loads(json.dumps(ruleset_to_plain(RULES[name])))
    assert ruleset_from_plain(plain) == RULES[name]
    assert ruleset_digest(ruleset_from_plain(plain)) == ruleset_digest(RULES[name])


def test_the_digests_of_the_presets_differ() -> None:
    assert len({ruleset_digest(rules) for rules in RULES.values()}) == len(RULES)


@pytest.mark.parametrize(
    "wording",
    [
        {"name": "mine"},
        {"title": "Mine"},
        {"summary": "Mine"},
        {"controls__play": "Go"},
        {"controls__bad_play": "keep"},
        {"end__tie_name": "Draw"},
        {"seats__default": ["computer", "computer"]},
        {"board__name": "mine"},
        {"tiles__name": "mine"},
    ],
)
def test_wording_and_defaults_do_not_change_the_digest(wording: dict[str, object]) -> None:
    assert changed(RULES["party"], **wording) != RULES["party"]
    assert ruleset_digest(changed(RULES["party"], **wording)) == ruleset_digest(RULES["party"])


@pytest.mark.parametrize(
    "facet",
    [
        {"seats__max": 3},
        {"seats__first": "drawn"},
        {"rack__size": 6},
        {"rack__refill": "end-of-turn"},
        {"words__longest": 9},
        {"words__shortest": 3},
        {"words__family": True},
        {"bonus__points": 51},
        {"bonus__tiles": 6},
        {"passing__kind": "after-first-play"},
        {"exchange__allowed": False},
        {"exchange__per_game": 3},
        {"exchange__bag_least": 7},
        {"exchange__whole_rack": True},
        {"end__no_play": True},
        {"end__out": "gains-double"},
        {"end__tie": "shared"},
        {"end__runs": [{"reason": "stalemate", "of": "tileless", "rounds": 5}]},
        {"clock__minutes": 25},
        {"board": "friends"},
        {"tiles": {"letters": {"A": {"value": 1, "count": 100}}}},
    ],
)
def test_every_facet_changes_the_digest(facet: dict[str, object]) -> None:
    assert ruleset_digest(changed(RULES["party"], **facet)) != ruleset_digest(RULES["party"])


def test_a_file_that_extends_a_preset_says_only_what_it_changes() -> None:
    own = parse_ruleset('extends = "friends"\nname = "ours"\n[bonus]\npoints = 40\n[words]\nlongest = 9')
    assert own.name == "ours"
    assert (own.bonus.points, own.bonus.tiles, own.words.longest) == (40, 7, 9)
    assert own.layout == RULES["friends"].layout
    assert own.end == RULES["friends"].end


def test_a_list_in_an_extending_file_replaces_the_one_it_extends() -> None:
    run = '[[end.runs]]\nreason = "stalemate"\nof = "tileless"\nrounds = 2'
    own = parse_ruleset(f'extends = "classic"\n{run}')
    assert [each.rounds for each in own.end.runs] == [2]
    assert own.end.no_play, "the rest of the table is kept"


def test_a_board_in_an_extending_file_is_a_board_of_its_own() -> None:
    own = parse_ruleset('extends = "friends"\n[board]\nrows = [".. ..", ".. .."]')
    assert (own.layout.name, own.layout.height, own.layout.coordinates) == ("own", 2, "letters")


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ("", "name", "is missing"),
        ('name = "x"', "board", "is missing"),
        ('name = "x"\nboard = "standard"', "tiles", "is missing"),
        ('extends = "chess"', "extends", "there is no 'chess'; choose classic, solo, party, friends,"),
        ('extends = "../presets/classic"', "extends", "there is no '../presets/classic'"),
        ("extends = 3", "extends", "must be the name of a ruleset in quotes"),
        ('extends = "solo"\nboard = 3', "board", "must be a name in quotes or a table"),
        ('extends = "solo"\nboard = "round"', "board", "there is no 'round'; choose friends or standard"),
        ('extends = "solo"\ntiles = "elvish"', "tiles", "there is no 'elvish'; choose english"),
        ('extends = "solo"\ntiles = []', "tiles", "must be a name in quotes or a table"),
    ],
)
def test_a_wrong_file_is_refused_with_the_key_and_the_reason(text: str, key: str, reason: str) -> None:
    with pytest.raises(RulesetError) as refusal:
        parse_ruleset(text)
    assert refusal.value.key == key
    assert reason in refusal.value.reason


def test_an_unknown_preset_is_refused_with_those_there_are() -> None:
    with pytest.raises(RulesetError, match="rules: there is no 'chess'; choose classic, solo, party,"):
        preset("chess")


def test_a_digest_written_down_before_there_were_family_games_is_still_that_of_classic() -> None:
    known = "bbac3878891e7dc29ed5f0271a7a1e7a25a99c21f189d1a8b4d5837e96964b9d"
    assert ruleset_digest(RULES["classic"]) == known
