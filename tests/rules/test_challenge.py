"""Challenge rules are data: named ones are presets, a ruleset may spell out its own."""

from __future__ import annotations

import pytest

from quixotry.rules.challenge import ChallengeRule, challenge_presets
from quixotry.rules.errors import RulesetError
from quixotry.rules.ruleset_file import parse_ruleset, ruleset_digest, ruleset_from_plain, ruleset_to_plain
from tests.rules.build import changed, position, table

OWN = """
extends = "tournament"
name = "own"

[words.challenge]
points = 3
per_word = 2
costs_turn = true
"""


def test_the_names_people_know_are_presets() -> None:
    assert challenge_presets() == {
        "void": None,
        "single": ChallengeRule(),
        "double": ChallengeRule(costs_turn=True),
        "five-points": ChallengeRule(points=5),
        "ten-points": ChallengeRule(points=10),
        "points-per-word": ChallengeRule(per_word=5),
    }


@pytest.mark.parametrize("name", challenge_presets())
def test_a_named_rule_is_written_down_by_its_name(name: str) -> None:
    rules = changed(parse_ruleset(OWN), words__challenge=name)
    assert ruleset_to_plain(rules)["words"]["challenge"] == name


@pytest.mark.clause("T1")
def test_a_rule_of_ones_own_is_played_as_it_is_written() -> None:
    rules = parse_ruleset(OWN)
    assert rules.words.challenge == ChallengeRule(points=3, per_word=2, costs_turn=True)
    game = table(rules, position(rules, racks=["CATDOGS", "EELFINS"], bag="EEEEEEEIIIIIII"), words={"CATS"})
    game.plays("8G CATS")
    game.challenges()
    assert game.position.scores == (12 + 3 + 2, 0)
    assert game.position.turn == 0, "the challenger has lost the turn"


def test_a_rule_of_ones_own_survives_being_written_down() -> None:
    rules = parse_ruleset(OWN)
    assert ruleset_from_plain(ruleset_to_plain(rules)) == rules
    assert ruleset_digest(rules) != ruleset_digest(changed(rules, words__challenge="double"))


def test_a_rule_that_equals_a_named_one_is_that_one() -> None:
    spelled = parse_ruleset(OWN.replace("points = 3\nper_word = 2\n", ""))
    assert ruleset_digest(spelled) == ruleset_digest(changed(spelled, words__challenge="double"))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('challenge = "triple"', "must be void, single, .* not 'triple'"),
        ("challenge = 5", "must be a table"),
        ("challenge = {points = -1}", "must be a whole number from 0 to 1000"),
        ("challenge = {point = 1}", "is not a known key"),
    ],
)
def test_a_rule_that_cannot_be_read_is_refused(line: str, reason: str) -> None:
    with pytest.raises(RulesetError, match=reason):
        parse_ruleset(f'extends = "tournament"\nname = "own"\n[words]\n{line}\n')
