"""Games of mixed levels in every version of the rules, remembered as they end.

    python -m tests.players.mixed_games [--games 200] [--minutes 60] [--jobs 2]

Games go through the arena's runner and journal, as matches do. What has been played is kept with the code it was
played by: stopped and started again, by this command or by the soak test, the run goes on where it was, and changed
players start it anew.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Generator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from math import inf
from pathlib import Path

import msgspec

from quixotry.arena.batches import LocalProcesses, Runner
from quixotry.arena.game import can_play_by, play_game
from quixotry.arena.journal import Journal
from quixotry.lexicon import Lexicon, load
from quixotry.players.levels import level_names, player_for
from quixotry.rules.move import Move
from quixotry.rules.ports import CanPlay, Player, Prepares
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.rules.view import View

RULES = ("classic", "friends", "match", "party", "solo", "tournament")
BUDGET_MS = 50
ROOT = Path(__file__).parents[2]


class MixedGame(msgspec.Struct, frozen=True):
    rules: str
    seed: int
    levels: tuple[str, ...]
    turns: int
    slowest_ms: float
    """The longest thought on the clock."""
    busiest_ms: float
    """The longest thought in processor time: what is left of it when others use the machine too."""
    ended: str
    """Why: the outcome's reason."""


@dataclass
class Timed:
    """A player whose thoughts are measured in processor time."""

    player: Player
    busiest_ms: float = 0.0

    def prepare(self, ruleset: Ruleset) -> None:
        assert isinstance(self.player, Prepares)
        self.player.prepare(ruleset)

    def choose(self, view: View, budget_ms: int) -> Move:
        began = time.process_time()
        move = self.player.choose(view, budget_ms)
        self.busiest_ms = max(self.busiest_ms, 1000 * (time.process_time() - began))
        return move


class MixedChunk(msgspec.Struct, frozen=True):
    """One game to play, as the arena's chunks are: by these rules, everything else follows from the seed."""

    number: int
    rules: str
    seed: int


def play_chunk(chunk: MixedChunk) -> MixedGame:
    return play(chunk.rules, chunk.seed)


def games(
    amount: int, runner: Runner, file: Path | None = None, *, minutes: float = inf
) -> Generator[MixedGame, None, None]:
    """So many games by each ruleset, in any order; what was played before comes from the journal."""
    file = file or ROOT / ".soak" / f"mixed-games-{_code_digest()}.journal"
    file.parent.mkdir(parents=True, exist_ok=True)
    journal = Journal(file, MixedGame)
    until = time.monotonic() + 60 * minutes
    every = [MixedChunk(n, RULES[n % len(RULES)], n // len(RULES)) for n in range(amount * len(RULES))]
    yield from (journal.read(chunk.number) for chunk in every if chunk.number in journal)
    todo = (chunk for chunk in every if chunk.number not in journal and time.monotonic() < until)
    for chunk, game in runner.run(play_chunk, todo):
        journal.add(chunk.number, game)
        yield game


def play(rules: str, seed: int) -> MixedGame:
    """One game; an illegal move comes out as the referee's error."""
    ruleset, rng = preset(rules), random.Random(seed)
    seats = rng.randint(ruleset.seats.min, ruleset.seats.max)
    levels = tuple(rng.choice(level_names()) for _ in range(seats))
    players = [Timed(_player(level)) for level in levels]
    played = play_game(
        ruleset, _lexicon(), players, seed=seed, budget_ms=BUDGET_MS, can_play=_can_play(rules)
    )
    outcome = played.position.outcome
    assert outcome is not None
    slowest, busiest = max(played.slowest_ms), max(player.busiest_ms for player in players)
    return MixedGame(rules, seed, levels, played.turns, round(slowest, 1), round(busiest, 1), outcome.reason)


@cache
def _lexicon() -> Lexicon:
    return load("default")


@cache
def _player(level: str) -> Player:
    return player_for(level, _lexicon())


@cache
def _can_play(rules: str) -> CanPlay:
    return can_play_by(preset(rules), _lexicon())


@cache
def _code_digest() -> str:
    rooms = ("rules", "lexicon", "engine", "players", "arena")
    files = sorted(file for room in rooms for file in (ROOT / "src" / "quixotry" / room).rglob("*"))
    content = b"".join(file.read_bytes() for file in files if file.suffix in (".py", ".toml"))
    return sha256(content).hexdigest()[:12]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    played = list(games(args.games, LocalProcesses(args.jobs), minutes=args.minutes))
    rows = ["| ruleset | games | turns | slowest thought | in processor time | later than 200 ms |"]
    rows.append("| --- | --- | --- | --- | --- | --- |")
    for rules in RULES:
        these = [game for game in played if game.rules == rules]
        turns = sum(game.turns for game in these)
        slowest = max((game.slowest_ms for game in these), default=0.0)
        busiest = max((game.busiest_ms for game in these), default=0.0)
        late = sum(game.slowest_ms > BUDGET_MS + 200 for game in these)
        rows.append(f"| `{rules}` | {len(these)} | {turns} | {slowest:.0f} ms | {busiest:.0f} ms | {late} |")
    sys.stdout.write("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
