"""What a file says it was played with is used where it is known; where it is not, that is said once."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quixotry.notation.gcg import GcgReplay, export_gcg, parse_gcg, replay_gcg
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import parse_ruleset, preset, ruleset_digest
from quixotry.rules.tile_file import parse_tile_set
from tests.notation.games import challenge_games, play_game
from tests.rules.build import PRESETS

PLAYERS = "#player1 First First\n#player2 Second Second\n"
RETAINS = ">First: AEINRST 8D RETAINS +66 66\n"
RETAINS_ON_FRIENDS = ">First: AEINRST 8D RETAINS +64 64\n"
OWN = """
name = "kitchen"
title = "Kitchen table"
[seats]
min = 2
max = 2
[bonus]
points = 40
[[end.runs]]
reason = "stalemate"
of = "tileless"
rounds = 3
[board]
rows = ["TW .. DL .. QL", ".. DW .. .. ..", ".. .. .. .. ..", ".. .. .. DW ..", "QW .. TL .. .."]
[tiles]
name = "kitchen"
alphabet = "AÄBO"
[tiles.letters]
"?" = { value = 0, count = 1 }
A = { value = 1, count = 9 }
"Ä" = { value = 7, count = 9 }
B = { value = 3, count = 9 }
O = { value = 2, count = 9 }
"""


def replayed(text: str, rules: Ruleset | None = None) -> GcgReplay:
    return replay_gcg(parse_gcg(text.encode()), rules)


def test_a_board_that_is_named_is_used() -> None:
    report = replayed(PLAYERS + "#board-layout friends\n" + RETAINS_ON_FRIENDS)
    assert report.passes(strict=True)
    assert report.ruleset.layout.name == "friends"


@pytest.mark.parametrize(
    "pragma",
    [
        "#board-layout CrosswordGame",
        "#board-layout standard",
        "#tile-distribution English",
        "#game-type classic",
        "#game-type",
        "#lexicon NWL23",
        "#tile A a",
        "#note LetterDistribution: english",
        "#note Variant: classic",
        "#note BoardLayout: CrosswordGame",
    ],
)
def test_what_is_known_needs_no_word(pragma: str) -> None:
    report = replayed(PLAYERS + f"{pragma}\n" + RETAINS)
    assert report.passes(strict=True)
    assert report.warnings == ()


@pytest.mark.parametrize(
    ("pragma", "what"),
    [
        ("#tile-distribution french", "with other tiles ('french')"),
        ("#note LetterDistribution: polish", "with other tiles ('polish')"),
        ("#board-layout SuperCrosswordGame", "on another board ('SuperCrosswordGame')"),
        ("#game-type wordsmog", "as another game ('wordsmog')"),
        ("#tile [CH] [ch]", "with other tiles ('[CH]')"),
        ("#tile Ñ ñ", "with other tiles ('Ñ')"),
        ("#tile", "with other tiles ('')"),
        ("#note Rules: house", "by other rules ('house')"),
    ],
)
def test_what_is_not_known_is_said_once_and_makes_no_list_of_false_discrepancies(
    pragma: str, what: str
) -> None:
    text = f"#character-encoding UTF-8\n{PLAYERS}{pragma}\n>First: AEINRST 8D RETAINS +70 70\n>Second: QQQ A1 QQ +9 9\n"
    report = replayed(text)
    assert [each.text for each in report.findings()] == [
        f"This game was played {what} than it is checked by."
    ]
    assert report.findings()[0].line == 4
    assert report.final_scores == (70, 9)
    assert (report.scores_right, report.is_legal) == (None, None)
    assert report.passes(strict=False)
    assert not report.passes(strict=True)


def test_several_unknown_things_make_one_sentence() -> None:
    text = PLAYERS + "#tile-distribution french\n#board-layout Super\n#tile Ñ ñ\n"
    report = replayed("#character-encoding UTF-8\n" + text)
    assert report.unknown is not None
    assert report.unknown.text == (
        "This game was played on another board ('Super') and with other tiles ('french') than it is checked by."
    )


def test_a_game_by_unknown_rules_that_adds_up_all_the_same_has_right_scores() -> None:
    report = replayed(PLAYERS + "#note Rules: house\n" + RETAINS)
    assert report.scores_right
    assert report.is_legal is None


def test_letters_nobody_has_mean_other_tiles() -> None:
    text = (
        "#character-encoding UTF-8\n"
        + PLAYERS
        + ">First: ĆĘIKPST 8G STĘPIĆ +46 46\n>First: ĆĘIKPST -- -46 0\n"
    )
    report = replayed(text)
    assert [each.text for each in report.findings()] == [
        "This game was played with other tiles ('Ę') than it is checked by."
    ]
    assert report.final_scores == (0, 0)
    assert replayed(text, preset("classic")).scores_right is False


def test_with_unknown_tiles_sums_are_still_checked_and_so_is_the_order_of_things() -> None:
    text = (
        PLAYERS + "#tile-distribution french\n>First: AEINRST 8D RETAINS +70 71\n>First: (challenge) +5 76\n"
    )
    text += ">First: ABC -8 +0 76\n>Second: -- -5 -5\n>First: (ABC) +9 85\n>First: (time) -7 78\n>First: (time) -7 71\n"
    report = replayed(text)
    assert [(each.line, each.what) for each in report.discrepancies] == [(4, "total")]
    assert [each.line for each in report.faults] == [6, 7, 10]


def test_rules_given_by_the_caller_need_nothing_from_the_file() -> None:
    assert replayed(PLAYERS + "#tile-distribution french\n" + RETAINS, preset("classic")).passes(strict=True)


def test_a_declared_tile_says_how_its_blank_is_written() -> None:
    text = "#character-encoding UTF-8\n" + PLAYERS + "#tile I ı\n>First: ?AENRST 8D RETAıNS +64 64\n"
    report = replayed(text)
    assert report.passes(strict=True)
    assert "i" in report.steps[0].text


def own_game(rules: Ruleset) -> str:
    return export_gcg(play_game(rules, 2, 7)).decode()


def test_a_game_by_ones_own_rules_board_and_tiles_is_replayed_without_their_files() -> None:
    rules = parse_ruleset(OWN)
    text = own_game(rules)
    report = replayed(text)
    assert ruleset_digest(report.ruleset) == ruleset_digest(rules)
    assert report.passes(strict=True)
    assert report.warnings == ()


def test_a_game_with_ones_own_tiles_is_replayed_without_their_file() -> None:
    rules = replace(preset("friends"), tiles=parse_tile_set("? 0 4\nA 1 30\nE 2 40\nT 3 30\n"))
    report = replayed(own_game(rules))
    assert ruleset_digest(report.ruleset) == ruleset_digest(rules)
    assert report.passes(strict=True)


def test_rules_are_told_in_one_line_that_every_reader_takes_for_a_note() -> None:
    told = [line for line in own_game(parse_ruleset(OWN)).splitlines() if "Ruleset: " in line]
    assert len(told) == 1
    assert told[0].startswith('#note Ruleset: {"name":"kitchen"')


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_named_and_need_not_be_told(name: str) -> None:
    assert "Ruleset: " not in own_game(preset(name))


def test_rules_called_like_a_preset_but_changed_are_told() -> None:
    rules = preset("classic")
    changed = replace(rules, bonus=replace(rules.bonus, points=60))
    report = replayed(own_game(changed))
    assert ruleset_digest(report.ruleset) == ruleset_digest(changed)
    assert report.passes(strict=True)


def test_rules_with_every_kind_of_challenge_are_told() -> None:
    for game in challenge_games():
        told = replay_gcg(parse_gcg(export_gcg(game))).ruleset
        assert ruleset_digest(told) == ruleset_digest(game.header.ruleset)


@pytest.mark.parametrize(
    ("told", "reason"),
    [
        ("nonsense", "they are not written as JSON"),
        ("[]", "they are not written as JSON"),
        ("[" * 5000, "they are not written as JSON"),
        ('{"name": "x"}', "board is missing"),
        (
            '{"name": "x", "board": "standard", "tiles": "english", "bonus": {"points": -1}}',
            "bonus.points must be",
        ),
    ],
)
def test_rules_that_are_told_wrong_are_unknown_rules(told: str, reason: str) -> None:
    report = replayed(PLAYERS + f"#note Ruleset: {told}\n" + RETAINS)
    assert report.unknown is not None
    assert reason in report.unknown.text
    assert report.scores_right
    assert not report.passes(strict=True)
