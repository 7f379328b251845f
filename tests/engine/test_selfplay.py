"""Self-play is no second rule book: its games replay through the referee, to the same scores and the same end."""

from __future__ import annotations

from array import array
from dataclasses import replace

import pytest

from quixotry.arena.game import header_for
from quixotry.engine.moves import Engine
from quixotry.engine.native.rollout import Rollout
from quixotry.engine.native.selfplay import SelfPlay
from quixotry.lexicon import Lexicon, load
from quixotry.rules.game import Arbiter, Game
from quixotry.rules.move import Accept, Exchange, Move, Pass, Placement, Play
from quixotry.rules.outcome import Outcome
from quixotry.rules.position import Position
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.rules.tiles import Tiles
from tests.engine.games import graph_of, small_lexicon
from tests.engine.soaking import remembered

PRESETS = ("classic", "solo", "party", "friends", "match", "tournament")
SEEDS_A_PART = 50


class Recorded:
    """A TileSource that hands out the tiles of a recorded game."""

    def __init__(self, draws: bytes) -> None:
        self.draws = draws

    def __call__(self, number: int, _bag: Tiles) -> int:
        return self.draws[number]


def refereed(ruleset: Ruleset, player: SelfPlay, seed: int, lexicon: Lexicon, engine: Engine) -> Outcome:
    """Replay a compiled game move by move; every score is compared on the way."""
    draws, turns, scores, before, reason = player.game(seed)
    tiles = Recorded(draws)
    arbiter = Arbiter(tiles, lexicon, engine.can_play)
    game = Game.begin(header_for(ruleset, lexicon, 2, seed=seed), tiles)
    for kind, seat, score, what, _ in turns:
        assert not game.position.is_over, "the referee says the game was over before"
        move: Move
        if kind == "play":
            move = Play(tuple(Placement(*placed) for placed in what))  # type: ignore[misc]
        elif kind == "exchange":
            move = Exchange(what)  # type: ignore[arg-type]
        else:
            move = Pass()
        assert game.position.turn == seat
        had = game.position.scores[seat]
        game = game.move(seat, move, arbiter)
        if not game.position.is_over:
            assert game.position.scores[seat] - had == score
        if _ends_when_accepted(game.position):
            assert game.position.turn is not None
            game = game.move(game.position.turn, Accept(), arbiter)
    outcome = game.position.outcome
    assert outcome is not None, "the referee says the game goes on"
    assert outcome.scores == scores
    assert outcome.scores_before == before
    expected = ruleset.end.runs[reason].reason if isinstance(reason, int) else reason
    assert outcome.reason == expected
    return outcome


def _ends_when_accepted(position: Position) -> bool:
    """Would accepting the pending play end the game? Only then must it be accepted on its own."""
    pending = position.pending
    return pending is not None and not position.bag and not position.racks[pending.seat]


def refereed_games(name: str, seeds: range) -> int:
    ruleset, lexicon = preset(name), small_lexicon()
    graph = graph_of(lexicon)
    player, engine = SelfPlay(ruleset, graph), Engine(ruleset, graph)
    for seed in seeds:
        refereed(ruleset, player, seed, lexicon, engine)
    return len(seeds)


@pytest.mark.parametrize("name", PRESETS)
def test_compiled_games_replay_through_the_referee(name: str) -> None:
    assert refereed_games(name, range(20)) == 20


@pytest.mark.soak
@pytest.mark.parametrize("part", range(20))
@pytest.mark.parametrize("name", PRESETS)
def test_a_thousand_compiled_games_replay_through_the_referee(name: str, part: int) -> None:
    seeds = range(SEEDS_A_PART * part, SEEDS_A_PART * (part + 1))
    remembered(f"replayed-{name}", part, by=__file__, work=lambda: refereed_games(name, seeds))


def test_games_with_the_full_list_replay_too() -> None:
    ruleset, lexicon = preset("friends"), load("default")
    graph = graph_of(lexicon)
    player, engine = SelfPlay(ruleset, graph), Engine(ruleset, graph)
    for seed in range(10):
        refereed(ruleset, player, seed, lexicon, engine)


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    ruleset = preset("tournament")
    first, second = (SelfPlay(ruleset, graph_of(small_lexicon())) for _ in range(2))
    assert first.game(7) == second.game(7)
    assert first.game(7) != first.game(8)


def test_the_figures_of_a_run_are_those_of_its_games() -> None:
    player = SelfPlay(preset("match"), graph_of(small_lexicon()))
    games = [player.game(seed) for seed in range(5)]
    figures = player.run(0, 5)
    assert figures["games"] == 5
    assert figures["points"] == sum(sum(scores) for _, _, scores, _, _ in games)
    assert figures["turns"] == sum(len(turns) for _, turns, _, _, _ in games)


def long_rules(rounds: int, runs: int) -> Ruleset:
    """Rules by which nobody can play and passing goes on for so many rounds, with so many runs to end it."""
    ruleset = preset("tournament")
    run = replace(ruleset.end.runs[0], of="tileless", turns=None, rounds=rounds)
    return replace(
        ruleset,
        exchange=replace(ruleset.exchange, allowed=False),
        end=replace(ruleset.end, runs=(run,) * runs, no_play=False),
    )


def test_a_game_too_long_to_be_recorded_is_refused_whole() -> None:
    """And the next one is recorded again."""
    nothing = graph_of(Lexicon.of(["QQQQQQQQQQQQQQQ"], id="hardly a word"))
    with pytest.raises(ValueError, match="more turns or draws than there is room for"):
        SelfPlay(long_rules(1000, 1), nothing).game(1)
    assert len(SelfPlay(long_rules(3, 1), nothing).game(1)[1]) == 6


def test_self_play_refuses_more_runs_than_it_can_count_and_rollouts_do_not_care() -> None:
    graph = graph_of(small_lexicon())
    with pytest.raises(ValueError, match="at most 8 runs"):
        SelfPlay(long_rules(3, 9), graph)
    Rollout(long_rules(3, 9), graph, None, [0.0] * 27, ())


def test_samples_need_a_table_of_their_size() -> None:
    player = SelfPlay(preset("tournament"), graph_of(small_lexicon()))
    with pytest.raises(ValueError, match="for every leave of a table"):
        player.run_sampling(1, 1, memoryview(array("q", [0])), memoryview(array("I", [0])))
