"""Tournaments: who meets whom, who stands where, and a folder that remembers."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from quixotry.arena.batches import LocalProcesses
from quixotry.arena.errors import OtherRun, TooFewPlayers
from quixotry.arena.pairing_systems import gauntlet, round_robin, swiss_round
from quixotry.arena.plan import Plan
from quixotry.arena.played import PlayedGame, PlayedPair
from quixotry.arena.report.tournament import cross_rows, tournament_report
from quixotry.arena.tournament import Tournament
from quixotry.lexicon import load
from quixotry.rules.ruleset_file import preset
from tests.arena.test_match import Interrupted

PLAYERS = ("beginner", "casual", "club")


def plan() -> Plan:
    return Plan.of(preset("match"), load("default"))


def test_everybody_meets_everybody_or_the_first_meets_all() -> None:
    assert round_robin("ABC") == [("A", "B"), ("A", "C"), ("B", "C")]
    assert gauntlet("ABC") == [("A", "B"), ("A", "C")]


def test_a_swiss_tournament_starts_with_the_upper_half_against_the_lower() -> None:
    assert swiss_round("ABCDE", (), ()) == ([("A", "C"), ("B", "D")], "E")


@pytest.mark.parametrize("players", ["ABCD", "ABCDEF", "ABCDEFG", "ABCDEFGH"])
def test_in_a_swiss_tournament_nobody_meets_or_rests_twice_as_long_as_that_can_be(players: str) -> None:
    met: set[frozenset[str]] = set()
    rested: set[str] = set()
    for turn in range(len(players) // 2):
        meetings, resting = swiss_round(players[turn:] + players[:turn], met, rested)
        new = {frozenset(meeting) for meeting in meetings}
        assert not new & met
        assert resting not in rested
        assert sorted("".join("".join(meeting) for meeting in meetings) + (resting or "")) == sorted(players)
        met |= new
        rested |= {resting} if resting else set()


def test_when_all_have_met_they_meet_again() -> None:
    met = {frozenset(pair) for pair in combinations("ABCD", 2)}
    assert swiss_round("ABCD", met, ()) == ([("A", "B"), ("C", "D")], None)


def test_an_interrupted_tournament_goes_on_and_comes_to_the_same_standings(tmp_path: Path) -> None:
    whole = Tournament(PLAYERS, plan(), tmp_path / "whole", pairs=1)
    whole.play(LocalProcesses(1))
    broken = Tournament(PLAYERS, plan(), tmp_path / "broken", pairs=1)
    with pytest.raises(KeyboardInterrupt):
        broken.play(Interrupted(after=2))
    again = Tournament(PLAYERS, plan(), tmp_path / "broken", pairs=1)
    again.play(Interrupted(after=9))
    assert whole.games_played == whole.games_planned == 6
    assert again.standings() == whole.standings()
    assert again.ratings() == whole.ratings()
    assert [row[0] for row in cross_rows(again)] == [each.name for each in whole.standings()]
    with pytest.raises(OtherRun, match="pairs differs"):
        Tournament(PLAYERS, plan(), tmp_path / "whole", pairs=2)


def test_a_swiss_tournament_plays_its_rounds_and_rests_are_wins(tmp_path: Path) -> None:
    swiss = Tournament(("beginner", "casual", "club"), plan(), tmp_path, "swiss", pairs=1, rounds=3)
    swiss.play()
    assert swiss.games_played == swiss.games_planned == 6
    assert sorted(swiss.rested.values()) == [1, 1, 1]
    standings = swiss.standings()
    assert all(each.games == 4 and each.rests == 1 for each in standings)
    assert sum(each.halves for each in standings) == 2 * (6 + 3 * 2)
    assert sum(each.spread for each in standings) == 3 * 2 * 50
    report = tournament_report(swiss, made_by="a test")
    assert "Who rested in a round has won its games by 50 points." in report
    assert report.count('role="img" aria-label="Spread distribution') == 3
    assert "1.1 " in report


def test_standings_go_by_wins_then_spread_then_matches(tmp_path: Path) -> None:
    def pair(first: str, second: str, *scores: tuple[int, int]) -> PlayedPair:
        games = [
            PlayedGame(0, score, int(score[1] > score[0]), "out", ((), ()), (0, 0), (0, 0), (0, 0))
            for score in scores
        ]
        return PlayedPair(first, second, 0, (games[0], games[1]))

    tournament = Tournament(PLAYERS, plan(), tmp_path)
    tournament.tally.add(pair("beginner", "casual", (300, 200), (200, 290)))
    tournament.tally.add(pair("beginner", "club", (300, 301), (400, 300)))
    tournament.tally.add(pair("casual", "club", (300, 200), (200, 300)))
    found = [(each.name, each.halves, each.spread, each.matches) for each in tournament.standings()]
    assert found == [("beginner", 4, 109, 2), ("casual", 4, -10, 0), ("club", 4, -99, 0)]


def test_a_tournament_needs_two_different_players(tmp_path: Path) -> None:
    with pytest.raises(TooFewPlayers, match="at least two players, each named once"):
        Tournament(("expert", "expert"), plan(), tmp_path)
