"""What could not have happened is found, and the first sentence says what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from quixotry.notation.gcg import GcgReplay, parse_gcg, replay_gcg
from quixotry.rules.ruleset_file import preset

PLAYERS = "#player1 First First\n#player2 Second Second\n"
RETAINS = ">First: AEINRST 8D RETAINS +66 66\n"
CASE = ">Second: ACDEHLO J6 CA.E +12 12\n"
WHOLE = (Path(__file__).parents[2] / "golden" / "gcg" / "tournament.gcg").read_text("utf-8")
"""Second goes out by `F 12L F..` with 338 points; First has 368 and keeps ORR."""
OUT = ">Second: F 12L F.. +12 338\n"
GAIN = ">Second: (ORR) +6 344\n"


def replayed(text: str, rules: str | None = None) -> GcgReplay:
    return replay_gcg(parse_gcg(text.encode()), None if rules is None else preset(rules))


def faults(text: str, rules: str | None = None) -> list[str]:
    report = replayed(text, rules)
    assert report.is_legal is not bool(report.faults)
    return [each.text for each in report.faults]


def changed(old: str, new: str) -> str:
    assert WHOLE.count(old) == 1
    return WHOLE.replace(old, new)


def test_a_game_that_could_have_happened_is_legal() -> None:
    report = replayed(WHOLE)
    assert report.is_legal
    assert report.scores_right
    assert report.passes(strict=True)


def test_right_scores_and_legality_are_two_verdicts() -> None:
    wrong = replayed(PLAYERS + RETAINS.replace("66 66", "67 67"))
    assert (wrong.scores_right, wrong.is_legal) == (False, True)
    illegal = replayed(PLAYERS + RETAINS.replace("AEINRST", "AEINRSX"))
    assert (illegal.scores_right, illegal.is_legal) == (True, False)
    assert illegal.passes(strict=False)
    assert not illegal.passes(strict=True)
    neither = replayed(PLAYERS + ">First: AEINRST 8P RETAINS +66 66\n")
    assert (neither.scores_right, neither.is_legal) == (False, False)


def test_tiles_that_were_not_on_the_rack() -> None:
    assert faults(PLAYERS + ">First: AEINRSS 8D RETAINS +66 66\n") == ["The rack AEINRSS does not have T."]
    assert faults(PLAYERS + ">First: AEINRST -AX +0 0\n") == ["The rack AEINRST does not have X."]


def test_more_tiles_than_a_rack_holds() -> None:
    assert faults(PLAYERS + ">First: AEINRSTU - +0 0\n") == ["The rack has 8 tiles, more than 7."]


def test_more_tiles_than_the_set_holds() -> None:
    twice = PLAYERS + ">First: ABCDEZ - +0 0\n>Second: FGHIJZ - +0 0\n"
    assert faults(twice) == ["2 Z tiles are in play, but the set has only 1."]
    on_board = PLAYERS + ">First: AZ 8H ZA +22 22\n>Second: Z - +0 0\n"
    assert faults(on_board) == ["2 Z tiles are in play, but the set has only 1."]


def test_a_rack_that_cannot_follow_from_the_one_before() -> None:
    text = PLAYERS + RETAINS + CASE + ">First: EEGIKLT - +0 66\n>Second: BCDEFGI - +0 12\n"
    assert faults(text) == ["The rack BCDEFGI cannot be: DHLO was kept, and a rack has 7 tiles."]
    assert faults(text.replace("BCDEFGI", "BDHLOGI")) == []


def test_what_is_played_without_a_rack_must_fit_what_was_kept() -> None:
    text = PLAYERS + ">First: AEINRST - +0 0\n>Second: ABCDEFG - +0 0\n>First: 8H MOM +14 14\n"
    assert faults(text) == ["The rack MMO cannot be: AEINRST was kept, and a rack has 7 tiles."]


def test_a_wrong_rack_at_the_end() -> None:
    assert faults(changed("(ORR) +6 344", "(OOR) +6 344"))[0] == (
        "The tiles not on the board are 'ORR', not 'OOR'."
    )
    loss = changed("Second: (ORR) +6 344", "First: OOR (OOR) -3 365").replace("#note Rules", "#note rules")
    assert "ORR was kept, but 'OOR' is settled." in faults(loss)
    both = changed("Second: (ORR) +6 344", "First: ORR (OOR) -3 365").replace("#note Rules", "#note rules")
    assert faults(both)[0] == "The rack is ORR, but OOR is settled."


def test_a_wrong_rack_after_scoreless_turns() -> None:
    passes = PLAYERS + ">First: AEINRST - +0 0\n>Second: ACDEHLO - +0 0\n" * 3
    ends = ">First: AEINRST (AEINRST) -7 -7\n>Second: ACDEHLO (ACDEHLO) -13 -13\n"
    assert faults(passes + ends) == []
    fewer = ends.replace("AEINRST (AEINRST) -7 -7", "AEI (AEI) -3 -3")
    assert faults(passes + fewer) == ["AEINRST was kept, but 'AEI' is settled."]


def test_a_time_penalty_comes_once() -> None:
    times = ">First: (time) -10 358\n>Second: (time) -10 334\n>First: (time) -10 348\n"
    assert faults(WHOLE + times) == ["'First' has already paid for overtime."]


def test_nothing_is_played_after_a_time_penalty() -> None:
    text = PLAYERS + RETAINS + ">Second: (time) -10 -10\n>Second: ACDEHLO J6 CA.E +12 2\n"
    assert faults(text) == ["The time penalty in line 4 comes when all is played."]


def test_nothing_is_played_after_the_racks_are_settled() -> None:
    settled = len(WHOLE.splitlines()) - 1
    more = WHOLE + ">First: ORR - +0 368\n>Second: A 1A A +1 345\n"
    assert faults(more)[0] == f"The racks were settled in line {settled}: nothing is played after that."


def test_nothing_is_played_after_the_racks_of_an_unfinished_game() -> None:
    text = PLAYERS + RETAINS + "#rack2 ACDEHLO\n" + CASE
    assert faults(text) == ["Line 4 shows a rack as it was left: nothing is played after that."]
    assert faults(PLAYERS + RETAINS + CASE + "#rack1 EEGIKLT\n#rack2 DHLOABC\n#incomplete\n") == []


def test_the_rack_of_an_unfinished_game_has_what_was_kept() -> None:
    text = PLAYERS + RETAINS + CASE + "#rack2 AABCEFG\n"
    assert faults(text) == ["The rack AABCEFG cannot be: DHLO was kept, and a rack has 7 tiles."]
    assert faults(PLAYERS + "#rack3 A\n") == ["There is no player 3."]


def test_a_play_after_one_that_went_out() -> None:
    more = changed(OUT, OUT + ">First: ORR 15A RR +2 370\n")
    line = WHOLE.splitlines().index(OUT.strip()) + 1
    assert faults(more)[0] == f"The play in line {line} went out: the game was over."


def test_the_pass_with_which_a_last_play_is_let_stand_is_no_fault() -> None:
    assert faults(changed(OUT, OUT + ">First: ORR - +0 368\n")) == []


def test_a_play_after_the_run_that_ends_a_game() -> None:
    passes = PLAYERS + ">First: AEINRST - +0 0\n>Second: ACDEHLO - +0 0\n" * 3
    assert faults(passes + RETAINS, "tournament") == ["The game was over after line 8 (scoreless)."]
    assert faults(passes + RETAINS) == []


def test_only_one_player_goes_out_and_a_rack_is_settled_once() -> None:
    assert faults(WHOLE + ">First: (A) +2 370\n") == ["Only one player can go out."]
    loss = ">First: ORR (ORR) -3 365\n>First: ORR (ORR) -3 362\n"
    assert faults(changed(GAIN, loss))[0] == "The rack of 'First' has already been settled."


def test_a_phony_taken_off_with_another_rack() -> None:
    phony = PLAYERS + RETAINS + ">Second: ACDEHLO J6 CA.H +15 15\n"
    assert faults(phony + ">Second: BBDEHLO -- -15 0\n") == [
        "The rack BBDEHLO cannot be: ACDEHLO was kept, and a rack has 7 tiles."
    ]
    assert faults(phony + ">Second: ACDEHLO -- -15 0\n") == []
    assert faults(phony + ">Second: DELO -- -15 0\n") == []
    assert faults(phony + ">Second: -- -15 0\n") == []


def test_after_a_phony_the_same_rack_is_there_again() -> None:
    phony = PLAYERS + RETAINS + ">Second: ACDEHLO J6 CA.H +15 15\n>Second: ACDEHLO -- -15 0\n"
    text = phony + ">First: EEGIKLT - +0 66\n>Second: BDELOVY - +0 0\n"
    assert faults(text) == ["The rack BDELOVY cannot be: ACDEHLO was kept, and a rack has 7 tiles."]


def test_nothing_comes_off_that_has_stood_or_was_never_played() -> None:
    assert faults(PLAYERS + RETAINS + ">Second: -- -66 0\n") == ["This player has no play to withdraw."]
    stood = PLAYERS + RETAINS + ">First: (challenge) +5 71\n>First: AEINRST -- -66 5\n"
    assert faults(stood) == ["This player has no play to withdraw."]
    twice = PLAYERS + RETAINS + ">First: AEINRST -- -66 0\n>First: AEINRST -- -66 -66\n"
    assert faults(twice) == ["This player has no play to withdraw."]


def test_a_play_that_cannot_be_laid_can_still_come_off() -> None:
    text = PLAYERS + ">First: AEINRST 8M RETAINS +66 66\n>First: AEINRST -- -66 0\n"
    report = replayed(text)
    assert [each.what for each in report.discrepancies] == ["play"]
    assert report.faults == ()
    assert report.final_scores == (0, 0)


def test_a_bonus_without_a_play_to_challenge() -> None:
    no_play = ["This player has no play that could have been challenged."]
    assert faults(PLAYERS + ">First: (challenge) +5 5\n") == no_play
    assert faults(PLAYERS + RETAINS + ">Second: (challenge) +5 5\n") == no_play
    assert faults(PLAYERS + RETAINS + ">Second: ACDEHLO - +0 0\n>First: (challenge) +5 71\n") == no_play
    twice = PLAYERS + RETAINS + ">First: (challenge) +5 71\n>First: (challenge) +5 76\n"
    assert faults(twice) == ["The play before this line has already been challenged."]


def test_two_players_of_one_nick_stay_two_players() -> None:
    text = (
        "#player1 Ann One\n#player2 Ann Two\n"
        + RETAINS.replace("First", "Ann")
        + CASE.replace("Second", "Ann")
    )
    report = replayed(text)
    assert report.findings()[0].text == "Two players are called 'Ann'; their lines are assigned in turn."
    assert report.final_scores == (66, 12)


def test_a_third_nick_makes_no_third_player() -> None:
    report = replayed(PLAYERS + RETAINS + CASE.replace("Second", "Sceond"))
    assert (
        report.findings()[0].text
        == "'Sceond' is not one of the players; the line is taken for one of 'Second'."
    )
    assert report.final_scores == (66, 12)
    points = replayed(PLAYERS + RETAINS + ">Thrid: (challenge) +5 71\n>Thrid: (time) -10 -10\n")
    assert points.final_scores == (71, -10)
    assert replayed(PLAYERS + ">Third: (time) -10 -20\n").final_scores == (-10, 0)


def test_a_nick_in_another_case_is_only_odd() -> None:
    report = replayed(PLAYERS + RETAINS + CASE.replace("Second", "SECOND"))
    assert report.is_legal
    assert [each.line for each in report.warnings] == [4]
    assert report.final_scores == (66, 12)


def test_a_name_in_the_place_of_a_nick_is_only_odd() -> None:
    named = (
        "#player1 1 Ann\n#player2 2 Ben\n" + RETAINS.replace("First", "Ann") + CASE.replace("Second", "Ben")
    )
    report = replayed(named)
    assert report.is_legal
    assert [each.line for each in report.warnings] == [3, 4]
    assert report.final_scores == (66, 12)


def test_a_line_that_cannot_be_read_does_not_put_the_next_one_out_of_turn() -> None:
    report = replayed(PLAYERS + RETAINS + ">Second: ACDEHLO J6 CA.E\n>First: EEGIKLT J8 .KEG +11 77\n")
    assert report.faults == ()
    assert [(each.line, each.what) for each in report.discrepancies] == [(4, "line")]
    assert not report.is_legal


def test_exchanges_there_were_no_tiles_for() -> None:
    nearly = changed(OUT, ">Second: F -F +0 326\n")
    assert faults(nearly)[0] == "An exchange of 1 is more than the bag holds (0)."
    assert faults(PLAYERS + ">First: AEINRST -8 +0 0\n") == ["8 tiles are more than a rack of 7 can hold."]


@pytest.mark.parametrize("rules", ["classic", "solo"])
def test_exchanges_named_rules_do_not_allow(rules: str) -> None:
    text = PLAYERS + ">First: AEINRST -AE +0 0\n"
    assert faults(text, rules) == ["The rules do not allow an exchange of 2 here."]
    assert faults(text, "party") == faults(text) == []


def test_in_one_line_the_fault_comes_before_what_follows_from_it() -> None:
    report = replayed(PLAYERS + RETAINS + ">Second: -- -66 -66\n")
    assert [each.text for each in report.findings()] == [
        "This player has no play to withdraw.",
        "The score is 0, not -66.",
        "The total is 0, not -66.",
    ]


def test_every_finding_is_a_sentence() -> None:
    report = replayed(PLAYERS + ">First: AEINRST 8P RETAINS +66 66\n>nobody\n")
    assert [each.text for each in report.findings()] == [
        "8P RETAINS cannot be played: There is no square '8P' on this board: rows are 1 to 15 and columns A to O.",
        ">nobody cannot be read: a move must start with >nick:.",
    ]
