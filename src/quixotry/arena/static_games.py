"""Static self-play on several threads, its statistics, and its games as records."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from quixotry.engine.leaves_file import leaves_for
from quixotry.engine.moves import Engine
from quixotry.engine.native.game_record import Turn
from quixotry.engine.native.leaves import Leaves
from quixotry.engine.native.selfplay import FIGURES, SelfPlay
from quixotry.lexicon.gaddag_file import graph_for
from quixotry.lexicon.wordlist import Lexicon
from quixotry.notation.gcg import export_gcg
from quixotry.rules.game import Arbiter, Game, GameHeader, SeatedPlayer
from quixotry.rules.move import Accept, Exchange, Move, Pass, Placement, Play
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles

CHUNK_GAMES = 200

CompiledGame = tuple[bytes, list[Turn], tuple[int, int], tuple[int, int], str | int]
"""Draws, turns, scores, scores before settling up, reason: what `SelfPlay.game` gives."""


@dataclass(frozen=True)
class StaticGames:
    """The statistics of a run, summed over its games."""

    totals: dict[str, int]
    seconds: float

    def plain(self) -> dict[str, int | float]:
        games = self.totals["games"]
        each = {name: self.totals[name] / games for name in FIGURES if name != "games"}
        return {
            "games": games,
            "games_a_second": games / self.seconds if self.seconds else 0.0,
            "points_a_seat": each["points"] / 2,
            "bingos_a_seat": each["bingos"] / 2,
            "turns_a_game": each["turns"],
            "exchanges_a_game": each["exchanges"],
            "passes_a_game": each["passes"],
            "starter_wins_percent": 100 * (each["starter_wins"] + each["starter_ties"] / 2),
            "starter_ahead_by": 2 * each["starter_points"] - each["points"],
            "winner_points": each["winner_points"],
            "loser_points": each["loser_points"],
            "ended_out_percent": 100 * each["ended_out"],
        }


def play_static_games(
    ruleset: Ruleset,
    lexicon: Lexicon,
    *,
    seed: int,
    games: int,
    threads: int = 1,
    leaves: Leaves | None = None,
) -> StaticGames:
    """Games `seed`, `seed + 1` ...; the figures do not depend on the number of threads."""
    leaves = leaves or leaves_for(ruleset, lexicon)
    graph = graph_for(ruleset, lexicon)
    chunks = [(seed + at, min(CHUNK_GAMES, games - at)) for at in range(0, games, CHUNK_GAMES)]
    players = [SelfPlay(ruleset, graph, leaves) for _ in range(threads)]
    totals = dict.fromkeys(FIGURES, 0)
    began = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        shares = pool.map(
            lambda place: [players[place].run(*chunk) for chunk in chunks[place::threads]], range(threads)
        )
        for share in shares:
            for figures in share:
                for name, value in figures.items():
                    totals[name] += value
    return StaticGames(totals, time.perf_counter() - began)


@dataclass(frozen=True)
class RecordedDraws:
    """A TileSource that repeats recorded draws."""

    tiles: bytes

    def __call__(self, number: int, _bag: Tiles) -> int:
        return self.tiles[number]


def static_game(ruleset: Ruleset, lexicon: Lexicon, player: SelfPlay, engine: Engine, seed: int) -> Game:
    """One compiled game as a `Game`, every move judged by the referee."""
    header = GameHeader(
        id=f"selfplay-{seed}",
        ruleset=ruleset,
        lexicon_id=lexicon.id,
        lexicon_digest=lexicon.digest,
        players=(SeatedPlayer("One", "computer", "static"), SeatedPlayer("Two", "computer", "static")),
        seed=f"{seed:064x}",
        started_at="1970-01-01T00:00:00+00:00",
    )
    return replayed(header, lexicon, engine, player.game(seed))


def replayed(header: GameHeader, lexicon: Lexicon, engine: Engine, compiled: CompiledGame) -> Game:
    """A compiled game once more, every move judged by the referee."""
    draws, turns, *_ = compiled
    tiles = RecordedDraws(draws)
    arbiter = Arbiter(tiles, lexicon, engine.can_play)
    game = Game.begin(header, tiles)
    for kind, _, _, what, _ in turns:
        move: Move = Pass()
        if kind == "play":
            move = Play(tuple(Placement(*laid) for laid in what))  # type: ignore[misc]
        elif kind == "exchange":
            move = Exchange(what)  # type: ignore[arg-type]
        requests: list[Move] = [move]
        while requests and game.position.turn is not None:
            game = game.move(game.position.turn, requests.pop(0), arbiter)
            position = game.position
            pending = position.pending
            if pending is not None and not position.bag and not position.racks[pending.seat]:
                requests.append(Accept())
    return game


def write_gcg(
    ruleset: Ruleset,
    lexicon: Lexicon,
    *,
    seed: int,
    games: int,
    folder: Path,
    leaves: Leaves | None = None,
) -> None:
    """Every game as a file `game-SEED.gcg`."""
    graph = graph_for(ruleset, lexicon)
    leaves = leaves or leaves_for(ruleset, lexicon)
    player, engine = SelfPlay(ruleset, graph, leaves), Engine(ruleset, graph)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(seed, seed + games):
        game = static_game(ruleset, lexicon, player, engine, number)
        (folder / f"game-{number}.gcg").write_bytes(export_gcg(game))
