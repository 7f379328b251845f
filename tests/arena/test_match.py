"""Matches between programs: pairs with the same tiles, a folder that remembers, and what failures cost."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

from quixotry.arena.batches import LocalProcesses
from quixotry.arena.errors import ChunkKills, NotForTwo, OtherRun, OtherWords, UnknownContestant
from quixotry.arena.match import Match
from quixotry.arena.pairs import Table, play_chunk
from quixotry.arena.plan import Chunk, Plan, TimeControl
from quixotry.arena.played import PlayedGame, PlayedPair
from quixotry.arena.refereed_game import RefereedGame, timed_rules
from quixotry.arena.seating import header
from quixotry.arena.sprt import Sprt
from quixotry.arena.tally import Pairing
from quixotry.lexicon import load
from quixotry.players.levels import player_for
from quixotry.rules.event import StarterChosen, TilesDrawn
from quixotry.rules.game import Game
from quixotry.rules.move import Move, Pass, Placement, Play
from quixotry.rules.ruleset_file import preset
from quixotry.rules.view import View


def plan(rules: str = "match", **options: Any) -> Plan:
    return Plan.of(preset(rules), load("default"), **options)


def opening(game: Game) -> tuple[int, tuple[int, ...]]:
    """Who started, and with which tiles."""
    starter = next(event.seat for event in game.events if isinstance(event, StarterChosen))
    drawn = (event for event in game.events if isinstance(event, TilesDrawn))
    return starter, tuple(sorted(next(drawn).tiles))


@pytest.mark.parametrize("rules", ["match", "tournament", "solo"])
def test_both_games_of_a_pair_have_the_same_tiles_and_each_player_starts_once(rules: str) -> None:
    pair, (one, two) = Table(plan(rules)).play_pair(Chunk(0, plan(rules), "casual", "beginner", 0, 1, 0), 0)
    assert sorted(game.starter for game in pair.games) == [0, 1]
    assert opening(one)[1] == opening(two)[1]
    assert [player.name for player in one.header.players] == (
        [player.name for player in two.header.players]
        if rules == "match"
        else [player.name for player in two.header.players][::-1]
    )


def test_a_pair_is_a_match_decided_by_games_then_points() -> None:
    def game(first: int, second: int) -> PlayedGame:
        winner = -1 if first == second else int(second > first)
        return PlayedGame(0, (first, second), winner, "out", ((), ()), (0, 0), (0, 0), (0, 0))

    def winners(*games: PlayedGame) -> tuple[int, ...]:
        assert len(games) == 2
        return PlayedPair("a", "b", 0, (games[0], games[1])).outcome.winners

    assert winners(game(400, 300), game(310, 300)) == (0,)
    assert winners(game(400, 300), game(300, 390)) == (0,)
    assert winners(game(400, 300), game(300, 410)) == (1,)
    assert winners(game(400, 300), game(300, 400)) == (0, 1)
    assert winners(game(300, 300), game(299, 300)) == (1,)


Piece = TypeVar("Piece", bound=Hashable)
Done = TypeVar("Done")


@dataclass
class Interrupted:
    """A runner that breaks after so many chunks, as Ctrl-C does."""

    after: int
    played: int = 0

    def run(self, work: Callable[[Piece], Done], chunks: Iterable[Piece], /) -> Iterator[tuple[Piece, Done]]:
        for chunk in islice(chunks, self.after):
            self.played += 1
            yield chunk, work(chunk)
        if self.played == self.after:
            raise KeyboardInterrupt


def without_times(result: dict[str, Any]) -> dict[str, Any]:
    for figures in result["figures"]:
        for name in ("seconds", "slowest_ms"):
            del figures[name]
    return result


def records(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted((folder / "games").rglob("*.gcg"))}


def test_an_interrupted_match_goes_on_and_comes_to_the_same_result(tmp_path: Path) -> None:
    whole = Match("casual", "beginner", plan(), tmp_path / "whole", pairs=5)
    whole.play()
    broken = Match("casual", "beginner", plan(), tmp_path / "broken", pairs=5)
    with pytest.raises(KeyboardInterrupt):
        broken.play(Interrupted(after=3))
    assert broken.pairing.pairs == 3
    again, rest = Match("casual", "beginner", plan(), tmp_path / "broken", pairs=5), Interrupted(after=9)
    again.play(rest)
    assert rest.played == 2
    assert without_times(again.plain()) == without_times(whole.plain())
    assert records(tmp_path / "broken") == records(tmp_path / "whole")
    assert len(records(tmp_path / "whole")) == 10


def test_more_pairs_can_be_asked_for_later(tmp_path: Path) -> None:
    Match("beginner", "casual", plan(), tmp_path, pairs=1).play()
    longer, rest = Match("beginner", "casual", plan(), tmp_path, pairs=3), Interrupted(after=9)
    longer.play(rest)
    assert (longer.pairing.pairs, rest.played) == (3, 2)


def test_two_processes_come_to_the_same_result_as_one(tmp_path: Path) -> None:
    one = Match("casual", "beginner", plan(), tmp_path / "one", pairs=3)
    two = Match("casual", "beginner", plan(), tmp_path / "two", pairs=3)
    one.play()
    two.play(LocalProcesses(2))
    assert without_times(one.plain()) == without_times(two.plain())
    assert records(tmp_path / "one") == records(tmp_path / "two")


def test_a_folder_takes_no_other_match(tmp_path: Path) -> None:
    Match("casual", "beginner", plan(), tmp_path)
    Match("casual", "beginner", plan(), tmp_path)
    with pytest.raises(OtherRun, match=r"plan\.seed differs"):
        Match("casual", "beginner", plan(seed=2), tmp_path)
    with pytest.raises(OtherRun, match=r"players differs"):
        Match("casual", "club", plan(), tmp_path)


def test_players_and_rules_that_cannot_meet_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownContestant, match="no player 'wizard': choose one of starter"):
        Match("wizard", "beginner", plan(), tmp_path)
    party = preset("party")
    three = replace(party, seats=replace(party.seats, min=3, default=("person",) * 3))
    with pytest.raises(NotForTwo, match="cannot be played by two"):
        Match("beginner", "casual", Plan.of(three, load("default")), tmp_path)
    with pytest.raises(OtherWords, match="is not the one of the match"):
        play_chunk(Chunk(0, msgspec.structs.replace(plan(), lexicon_digest="0"), "casual", "casual", 0, 1, 0))


def test_static_games_in_compiled_code_are_those_of_the_static_player() -> None:
    """With the same draws the referee's game takes the same course, to the last point."""
    from quixotry.arena.contestants import StaticPlayer
    from quixotry.arena.static_games import RecordedDraws
    from quixotry.arena.static_pairs import summary
    from quixotry.engine.leaves_file import leaves_for
    from quixotry.engine.native.selfplay import SelfPlay
    from quixotry.lexicon.gaddag_file import graph_for

    lexicon = load("default")
    for rules in ("match", "tournament", "friends", "classic"):
        ruleset = preset(rules)
        compiled = SelfPlay(ruleset, graph_for(ruleset, lexicon), leaves_for(ruleset, lexicon))
        player, table = StaticPlayer(lexicon), Table(plan(rules))
        for seed, place in ((1, 1), (2, 2), (3, 1)):
            draws, *rest = compiled.game(seed, place if rules == "match" else 1)
            game = RefereedGame(
                header=header(plan(rules), ruleset, ("static", "static"), seed, place=place),
                lexicon=lexicon,
                can_play=table.can_play,
                seats=[player, player],
                order=(0, 1),
                control=TimeControl(move_ms=1000),
                tiles=RecordedDraws(draws),
            )
            _, played = game.play()
            expected = summary(ruleset, tuple(rest), (0, 1))  # type: ignore[arg-type]
            assert (played.scores, played.winner, played.reason) == (
                expected.scores,
                expected.winner,
                expected.reason,
            )
            assert played.turn_scores == expected.turn_scores
            assert (played.bingos, played.starter) == (expected.bingos, expected.starter)


def test_static_pairs_are_recorded_and_mirror_each_other(tmp_path: Path) -> None:
    match = Match("static", "static", plan(), tmp_path, pairs=25, records=2)
    match.play()
    result = match.plain()
    assert (result["games"], result["wins"][0]) == (50, result["wins"][1])
    assert len(records(tmp_path)) == 4


@dataclass
class Lays:
    """Lays nonsense, or breaks."""

    breaks: bool = False

    def choose(self, view: View, _budget_ms: int) -> Move:
        if self.breaks:
            raise ChunkKills(4)
        return Play((Placement(0, 1),))


def broken_game(*, breaks: bool, passes: bool, rules: str = "match") -> PlayedGame:
    ruleset, lexicon = preset(rules), load("default")
    table = Table(plan(rules))
    game = RefereedGame(
        header=header(plan(rules), ruleset, ("bot", "expert"), 0, place=1),
        lexicon=lexicon,
        can_play=table.can_play,
        seats=[Lays(breaks), player_for("casual", lexicon)],
        order=(0, 1),
        control=TimeControl(),
        tiles=table.tiles(0),
        passes_on_failure=passes,
    )
    return game.play()[1]


def test_an_illegal_move_loses_the_game_and_its_reason_is_kept() -> None:
    played = broken_game(breaks=False, passes=False)
    (failure,) = played.failures
    assert (played.winner, played.reason) == (1, "resigned")
    assert (failure.player, failure.code) == (0, "start_not_covered") or failure.code == "tiles_not_held"
    assert failure.why.endswith(".")


def test_a_broken_program_loses_the_game() -> None:
    played = broken_game(breaks=True, passes=False)
    assert (played.winner, played.failures[0].code) == (1, "chunk_kills")


@pytest.mark.parametrize("rules", ["match", "tournament", "friends"])
def test_by_option_failures_only_cost_the_turn(rules: str) -> None:
    played = broken_game(breaks=True, passes=True, rules=rules)
    assert played.reason != "resigned"
    assert len(played.failures) > 1
    assert played.winner == 1


def test_overtime_costs_ten_points_for_every_started_minute() -> None:
    ruleset = timed_rules(preset("match"), TimeControl(game_ms=90_000))
    table = Table(plan())
    ticks = iter(range(10**6))

    class Passes:
        def choose(self, _view: View, _budget_ms: int) -> Move:
            return Pass()

    game = RefereedGame(
        header=header(plan(), ruleset, ("a", "b"), 0, place=1),
        lexicon=load("default"),
        can_play=table.can_play,
        seats=[Passes(), Passes()],
        order=(0, 1),
        control=TimeControl(game_ms=90_000),
        tiles=table.tiles(0),
        # Every turn takes 76 seconds: two turns are 152, which is 62 more than 90.
        read_clock=lambda: 76.0 * next(ticks),
    )
    _, played = game.play()
    assert played.used_ms == (152_000, 152_000)
    assert played.overtime == (20, 20)


def test_the_budget_of_a_move_leaves_time_for_the_rest_of_the_game() -> None:
    budgets: list[int] = []
    expert = player_for("expert", load("default"))

    class Watches:
        def choose(self, view: View, budget_ms: int) -> Move:
            budgets.append(budget_ms)
            return expert.choose(view, budget_ms)

    table, ticks = Table(plan()), iter(range(10**6))
    game = RefereedGame(
        header=header(plan(), preset("match"), ("a", "b"), 0, place=1),
        lexicon=load("default"),
        can_play=table.can_play,
        seats=[Watches(), Watches()],
        order=(0, 1),
        control=TimeControl(game_ms=60_000),
        tiles=table.tiles(0),
        read_clock=lambda: 3.0 * next(ticks),
    )
    game.play()
    assert 2500 < budgets[0] < 4500
    assert min(budgets) >= 1


def pairing_of(*halves: int) -> Pairing:
    pairing = Pairing("a", "b")
    pairing.halves = list(halves)
    return pairing


def test_the_sequential_test_stops_when_one_side_is_sure() -> None:
    test = Sprt(0, 20)
    assert [round(bound, 3) for bound in test.bounds] == [-2.944, 2.944]
    assert test.verdict(pairing_of(20, 40, 80, 40, 20)) is None
    # By hand: mean 0.5, variance 15/199, hypotheses at shares 0.5 and 0.528751.
    assert test.ratio(pairing_of(20, 40, 80, 40, 20)) == pytest.approx(-1.0966, abs=1e-3)
    assert test.verdict(pairing_of(200, 400, 800, 600, 400)) == "H1"
    assert test.verdict(pairing_of(400, 600, 800, 400, 200)) == "H0"


def test_a_match_ends_as_soon_as_the_test_is_decided(tmp_path: Path) -> None:
    match = Match("expert", "beginner", plan(), tmp_path, pairs=200, sprt=Sprt(0, 200))
    match.play()
    assert match.verdict == "H1"
    assert 8 <= match.pairing.pairs < 60
    assert match.plain()["sprt"]["accepted"] == "H1"


def test_the_shared_luck_of_pairs_is_measured() -> None:
    def pair(one: int, two: int) -> PlayedPair:
        games = [
            PlayedGame(0, (300 + s, 300), int(s < 0), "out", ((), ()), (0, 0), (0, 0), (0, 0))
            for s in (one, two)
        ]
        return PlayedPair("a", "b", 0, (games[0], games[1]))

    opposed, alone = Pairing("a", "b"), Pairing("a", "b")
    for luck in (-50, -30, 10, 70):
        opposed.add(pair(10 + luck, 10 - luck))
        for other in (-50, -30, 10, 70):
            alone.add(pair(10 + luck, 10 + other))
    assert opposed.luck_left == 0
    assert opposed.spread_error == 0
    assert alone.luck_left == pytest.approx(1)
    assert opposed.mean_spread == alone.mean_spread == 10


def test_what_a_match_holds_does_not_grow_with_its_games(tmp_path: Path) -> None:
    """Statistics are sums; finished chunks are on the disk, with a number each in memory."""
    from bench.many_games import MadeUp

    def held(games: int) -> int:
        tracemalloc.start()
        match = Match("static", "static", plan(), tmp_path / str(games), pairs=games // 2, records=0)
        match.play(MadeUp())
        now, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert match.pairing.games == games
        return now

    held(50)
    few, many = held(500), held(5000)
    assert many - few < 50_000
