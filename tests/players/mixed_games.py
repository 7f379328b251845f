"""Games of mixed levels in every version of the rules, remembered as they end.

    python -m tests.players.mixed_games [--games 200] [--minutes 60]

What has been played is kept with the code it was played by: stopped and started again, by this command or by
the soak test, the run goes on where it was, and changed players start it anew.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from quixotry.arena.game import can_play_by, play_game
from quixotry.lexicon import Lexicon, load
from quixotry.players.levels import level_names, player_for
from quixotry.rules.ports import CanPlay, Player
from quixotry.rules.ruleset_file import preset

RULES = ("classic", "friends", "match", "party", "solo", "tournament")
BUDGET_MS = 50
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class MixedGame:
    rules: str
    seed: int
    levels: tuple[str, ...]
    turns: int
    slowest_ms: float
    ended: str
    """Why: the outcome's reason."""


class Progress:
    """What has been played, by ruleset and seed."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or ROOT / ".soak" / f"mixed-games-{_code_digest()}.jsonl"
        self.games: dict[tuple[str, int], MixedGame] = {}
        if self._file.exists():
            for line in self._file.read_text(encoding="utf-8").splitlines():
                game = MixedGame(**json.loads(line))
                self.games[game.rules, game.seed] = game

    def game(self, rules: str, seed: int) -> MixedGame:
        """The game of this seed, played now unless it was before."""
        if (rules, seed) not in self.games:
            game = self.games[rules, seed] = play(rules, seed)
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(game)) + "\n")
        return self.games[rules, seed]


def play(rules: str, seed: int) -> MixedGame:
    """One game; an illegal move comes out as the referee's error."""
    ruleset, rng = preset(rules), random.Random(seed)
    seats = rng.randint(ruleset.seats.min, ruleset.seats.max)
    levels = tuple(rng.choice(level_names()) for _ in range(seats))
    players = [_player(level) for level in levels]
    played = play_game(
        ruleset, _lexicon(), players, seed=seed, budget_ms=BUDGET_MS, can_play=_can_play(rules)
    )
    outcome = played.position.outcome
    assert outcome is not None
    return MixedGame(rules, seed, levels, played.turns, round(max(played.slowest_ms), 1), outcome.reason)


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
    args = parser.parse_args()
    until, progress = time.monotonic() + 60 * args.minutes, Progress()
    for seed in range(args.games):
        for rules in RULES:
            if time.monotonic() < until:
                progress.game(rules, seed)
    rows = ["| ruleset | games | turns | slowest thought | beyond the budget by more than 200 ms |"]
    rows.append("| --- | --- | --- | --- | --- |")
    for rules in RULES:
        games = [game for game in progress.games.values() if game.rules == rules]
        turns = sum(game.turns for game in games)
        slowest = max((game.slowest_ms for game in games), default=0.0)
        late = sum(game.slowest_ms > BUDGET_MS + 200 for game in games)
        rows.append(f"| `{rules}` | {len(games)} | {turns} | {slowest:.0f} ms | {late} |")
    sys.stdout.write("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
