"""Replaying GCG: what the golden files do not show."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quixotry.notation.gcg import GcgReplay, export_gcg, parse_gcg, replay_gcg
from quixotry.rules.challenge import challenge_presets
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset
from tests.notation.games import some_games

PLAYERS = "#player1 First First\n#player2 Second Second\n"
RETAINS = ">First: AEINRST 8D RETAINS +66 66\n"
CASE = ">Second: ACDEHLO J6 CA.E +12 12\n"


def replayed(text: str, rules: Ruleset | None = None) -> GcgReplay:
    return replay_gcg(parse_gcg(text.encode()), rules)


def found(report: GcgReplay) -> list[tuple[int, str, int | str, int | str]]:
    return [(each.line, each.what, each.written, each.computed) for each in report.discrepancies]


def with_challenge(kind: str) -> Ruleset:
    rules = preset("tournament")
    return replace(rules, words=replace(rules.words, challenge=challenge_presets()[kind]))


def test_each_move_is_a_step_with_its_board() -> None:
    report = replayed(PLAYERS + RETAINS + CASE)
    assert [(step.line, step.seat, step.text, step.score, step.total) for step in report.steps] == [
        (3, 0, "8D RETAINS", 66, 66),
        (4, 1, "J6 CA(S)E", 12, 12),
    ]
    assert report.steps[0].board != report.steps[1].board == report.board
    assert len(report.steps[1].laid) == 3
    assert report.passes(strict=True)


def test_a_game_with_comments_after_its_totals_is_the_same_game() -> None:
    """As Quackle writes them: the words formed."""
    commented = RETAINS.replace("\n", " RETAINS\n") + CASE.replace("\n", " CASE, AE\n")
    assert replayed(PLAYERS + commented).steps == replayed(PLAYERS + RETAINS + CASE).steps


@pytest.mark.parametrize(
    ("kind", "points", "computed"),
    [
        ("five-points", 5, 5),
        ("five-points", 10, 5),
        ("ten-points", 10, 10),
        ("points-per-word", 15, 15),
        ("points-per-word", 7, 5),
        ("single", 5, 0),
        ("double", 5, 0),
        ("void", 5, 0),
    ],
)
def test_a_challenge_brings_what_the_rules_say(kind: str, points: int, computed: int) -> None:
    line = f">First: (challenge) +{points} {66 + points}\n"
    report = replayed(PLAYERS + RETAINS + line, with_challenge(kind))
    assert report.final_scores[0] == 66 + computed
    assert report.scores_right == (points == computed)


@pytest.mark.parametrize(("points", "computed"), [(5, 5), (10, 10), (15, 15), (7, 5), (0, 5)])
def test_without_named_rules_any_usual_challenge_will_do(points: int, computed: int) -> None:
    report = replayed(PLAYERS + RETAINS + f">First: (challenge) +{points} {66 + points}\n")
    assert report.final_scores[0] == 66 + computed


@pytest.mark.parametrize(
    ("rules", "points", "computed"),
    [("tournament", -20, -20), ("tournament", -7, -10), ("tournament", 10, -10), ("classic", -10, 0)],
)
def test_overtime_costs_what_the_rules_say(rules: str, points: int, computed: int) -> None:
    report = replayed(PLAYERS + RETAINS + f">First: (time) {points:+d} {66 + points}\n", preset(rules))
    assert report.final_scores[0] == 66 + computed


def test_the_caller_may_say_by_which_rules_to_check() -> None:
    text = PLAYERS + "#note Rules: tournament\n" + RETAINS
    assert found(replayed(text, preset("friends"))) == [(4, "score", 66, 49), (4, "total", 66, 49)]


def test_rules_are_named_before_the_first_move_or_not_at_all() -> None:
    assert replayed(PLAYERS + "#note Rules: classic\n" + RETAINS).ruleset.name == "classic"
    assert replayed(PLAYERS + RETAINS + "#note Rules: classic\n").ruleset.name == "tournament"
    assert replayed(PLAYERS + "#note Rules:\n").ruleset.name == "tournament"
    assert replayed(PLAYERS).ruleset.name == "tournament"


def test_going_out_gains_what_the_others_hold_once_or_twice_by_the_rules() -> None:
    text = PLAYERS + RETAINS + ">First: (DHLO) +16 82\n"
    assert replayed(text).final_scores == (82, 0)
    assert replayed(text, preset("classic")).final_scores == (74, 0)


def test_losing_ones_own_tiles_goes_with_going_out_where_that_counts_once() -> None:
    text = PLAYERS + RETAINS + CASE + ">Second: DHLO (DHLO) -8 4\n>First: (DHLO) +8 74\n"
    assert found(replayed(text, preset("classic"))) == []


def test_a_play_that_went_out_and_was_never_settled_is_remarked() -> None:
    rules = preset("classic")
    few = replace(
        rules, name="few", tiles=replace(rules.tiles, counts=rules.tiles.tiles([*range(1, 27), *[5] * 6]))
    )
    text = PLAYERS + ">First: AB 8H AB +8 8\n"
    assert [each.line for each in replayed(text, few).warnings] == []
    tiny = replace(
        rules,
        name="tiny",
        seats=replace(rules.seats, max=2),
        tiles=replace(rules.tiles, counts=rules.tiles.tiles([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])),
    )
    assert "went out" in replayed(text, tiny).warnings[0].text
    assert replayed(text + "#incomplete\n", tiny).warnings == ()
    assert replayed(text + "#note Resigned: Second\n", tiny).warnings == ()
    lone = replace(
        tiny,
        seats=rules.seats,
        rack=replace(rules.rack, size=1),
        tiles=replace(rules.tiles, counts=rules.tiles.tiles([1, 2, 1, 1])),
    )
    whole = PLAYERS + ">First: AB 8H AB +8 8\n>Second: AA 9H AA +14 14\n"
    assert not any("went out" in each.text for each in replayed(whole, lone).warnings)


def test_a_player_who_resigned_is_passed_over() -> None:
    third = "#player3 Third Third\n"
    passes = ">First: A - +0 0\n>Second: B - +0 0\n#note Resigned: Third\n>First: A - +0 0\n"
    assert replayed(PLAYERS + third + passes, preset("classic")).warnings == ()
    early = ">First: A - +0 0\n#note Resigned: Second\n>Third: B - +0 0\n#note Resigned: nobody\n"
    assert replayed(PLAYERS + third + early, preset("classic")).warnings == ()
    alone = "#note Resigned: Second\n#note Resigned: First\n>First: A - +0 0\n>First: A (A) -1 -1\n"
    assert replayed(PLAYERS + alone, preset("classic")).final_scores == (-1, 0)


def test_tiles_of_those_who_resigned_are_not_asked_for() -> None:
    text = PLAYERS + RETAINS + "#note Resigned: Second\n>First: (D) +4 70\n"
    assert replayed(text).warnings == ()


def test_too_many_players_for_the_named_rules_are_remarked() -> None:
    text = PLAYERS + "#player3 Third Third\n"
    assert "not for that many" in replayed(text, preset("friends")).faults[0].text
    assert replayed(text).warnings == ()


def test_a_player_named_twice_is_remarked() -> None:
    report = replayed(PLAYERS + "#player1 Other Other\n")
    assert [player.nick for player in report.players] == ["First", "Second"]
    assert [each.text for each in report.faults] == ["Player 1 has already been named."]


def test_a_word_too_long_for_the_rules_is_remarked() -> None:
    text = PLAYERS + RETAINS + ">Second: ACDEHLO 8K ED +11 11\n"
    report = replayed(text, preset("party"))
    assert [each.text for each in report.faults] == ["RETAINSED is too short or too long for these rules."]


def test_a_wrong_figure_anywhere_in_a_good_file_is_found_in_its_line() -> None:
    finished = (game for game in some_games() if game.position.outcome is not None)
    game = next(game for game in finished if 20 < len(game.events) < 60)
    lines = export_gcg(game).decode().splitlines()
    for number, line in enumerate(lines, 1):
        if line.startswith(">"):
            start, score, total = line.rsplit(" ", 2)
            changed = [*lines[: number - 1], f"{start} {score} {int(total) + 1}", *lines[number:]]
            report = replayed("\n".join(changed))
            assert found(report) == [(number, "total", int(total) + 1, int(total))]
            if "(" not in line:
                changed = [*lines[: number - 1], f"{start} {int(score) + 1:+d} {total}", *lines[number:]]
                assert found(replayed("\n".join(changed))) == [(number, "score", int(score) + 1, int(score))]


def test_a_crowd_beyond_any_table_is_not_seated() -> None:
    crowd = replayed("".join(f">p{number}: ABC - +0 0\n" for number in range(20)), preset("classic"))
    assert len(crowd.players) == 16
    assert {each.computed for each in crowd.discrepancies} == {"there are too many players"}
