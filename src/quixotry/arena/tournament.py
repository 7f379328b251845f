"""A tournament: any number of players, who meet in pairs of games by some system.

Standings go by games won, a draw half; among equals by the spread of all games, as tournaments of this game do; then
by matches of two games won (E-S11). Who rests in a round of a Swiss tournament has won its games by 50 points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from quixotry.arena.batches import LocalProcesses, Runner
from quixotry.arena.contestants import check_contestant, files_of, is_bot, is_deterministic, shown_name
from quixotry.arena.errors import NotForTwo, OnlyWallClock, TooFewPlayers
from quixotry.arena.match import EVERY, described_time
from quixotry.arena.pairing_systems import Meeting, gauntlet, round_robin, swiss_round
from quixotry.arena.plan import Chunk, Plan, lexicon_of
from quixotry.arena.ratings import Meeting as RatedMeeting
from quixotry.arena.ratings import Rating, rate
from quixotry.arena.run import Run
from quixotry.arena.tally import Pairing, Tally

REST_SPREAD = 50
ANCHOR, ANCHOR_RATING = "expert", 2000.0
"""Whose rating is fixed, if it takes part; else the first player's is."""

System = Literal["round-robin", "swiss", "gauntlet"]


@dataclass
class Standing:
    """What a player has come to."""

    name: str
    halves: int = 0
    """Half points of games: two for a win, one for a draw."""
    spread: int = 0
    matches: int = 0
    games: int = 0
    points: int = 0
    rests: int = 0

    @property
    def order(self) -> tuple[int, int, int]:
        return (-self.halves, -self.spread, -self.matches)


@dataclass
class Tournament:
    """Players, a plan, and a folder that remembers what has been played."""

    players: tuple[str, ...]
    plan: Plan
    folder: Path
    system: System = "round-robin"
    pairs: int = 10
    """Pairs of games in each meeting."""
    rounds: int = 5
    """Of a Swiss tournament."""
    records: int | None = None
    tally: Tally = field(default_factory=Tally, init=False)
    rested: Counter[str] = field(default_factory=Counter, init=False)
    games_played: int = field(default=0, init=False)
    _run: Run = field(init=False)

    def __post_init__(self) -> None:
        if len(self.players) < 2 or len(set(self.players)) < len(self.players):
            raise TooFewPlayers(len(set(self.players)))
        for name in self.players:
            check_contestant(name)
            if is_bot(name) and self.plan.time.clock == "processor":
                raise OnlyWallClock(name)
        if not self.plan.ruleset.seats.min <= 2 <= self.plan.ruleset.seats.max:
            raise NotForTwo(self.plan.ruleset.name)
        described = {
            "kind": "tournament",
            "system": self.system,
            "players": list(self.players),
            "pairs": self.pairs,
            "plan": self.plan,
        }
        self._run = Run(self.folder, described)

    @property
    def games_planned(self) -> int:
        """In all."""
        n = len(self.players)
        meetings = {
            "round-robin": n * (n - 1) // 2,
            "gauntlet": n - 1,
            "swiss": self.rounds * (n // 2),
        }
        return 2 * self.pairs * meetings[self.system]

    def play(self, runner: Runner | None = None, tell: Callable[[Tournament], None] = lambda _: None) -> None:
        """Play everything; what was played before is not played again."""
        begin = 0
        for meetings in self._rounds():
            numbers = range(begin, begin + len(meetings) * self.pairs)
            playing = self._run.play(numbers, self._maker(begin, meetings), runner or LocalProcesses())
            for _, chunk in playing:
                for pair in chunk.pairs:
                    self.tally.add(pair)
                    self.games_played += 2
                tell(self)
            begin = numbers.stop

    def _rounds(self) -> Iterator[list[Meeting]]:
        if self.system != "swiss":
            yield (gauntlet if self.system == "gauntlet" else round_robin)(self.players)
            return
        met: set[frozenset[str]] = set()
        for _ in range(self.rounds):
            order = [standing.name for standing in self.standings()]
            meetings, resting = swiss_round(order, met, set(self.rested))
            met |= {frozenset(meeting) for meeting in meetings}
            # Always the same way round, so that two meetings of the same players are counted together.
            place = self.players.index
            yield [(min(m, key=place), max(m, key=place)) for m in meetings]
            if resting is not None:
                self.rested[resting] += 1

    def _maker(self, begin: int, meetings: list[Meeting]) -> Callable[[int], Chunk]:
        def make(number: int) -> Chunk:
            # One pair of every meeting, then the next of each: standings are fair before the end, too.
            first, second = meetings[(number - begin) % len(meetings)]
            return Chunk(
                number=number,
                plan=self.plan,
                first=first,
                second=second,
                start=number,
                pairs=1,
                records=EVERY if self.records is None else self.records,
                files=files_of(first, second),
            )

        return make

    def standings(self) -> list[Standing]:
        """The players, best first."""
        found = {name: Standing(name) for name in self.players}
        for pairing in self.tally.pairings.values():
            sides = ((pairing.first, 0, 1), (pairing.second, 1, -1))
            for name, player, sign in sides:
                standing, figures = found[name], pairing.players[player]
                standing.halves += 2 * figures.wins + pairing.drawn
                standing.spread += sign * sum(pairing.spread)
                standing.matches += figures.matches
                standing.games += pairing.games
                standing.points += figures.points
        for name, times in self.rested.items():
            found[name].rests += times
            found[name].halves += 4 * self.pairs * times
            found[name].spread += 2 * self.pairs * REST_SPREAD * times
            found[name].matches += self.pairs * times
        return sorted(found.values(), key=lambda each: (*each.order, self.players.index(each.name)))

    def ratings(self) -> list[Rating]:
        """Strongest first; nobody is rated who has not played."""
        meetings = [
            RatedMeeting(each.first, each.second, tuple(each.halves)) for each in self.tally.pairings.values()
        ]
        if not meetings:
            return []
        rated = {name for each in meetings for name in (each.first, each.second)}
        anchor = ANCHOR if ANCHOR in rated else next(name for name in self.players if name in rated)
        return rate(meetings, anchor=anchor, anchor_rating=ANCHOR_RATING)

    def pairing(self, one: str, other: str) -> tuple[Pairing, int] | None:
        """How two players met, and which of them comes first there; None if they did not."""
        if found := self.tally.pairings.get((one, other)):
            return found, 0
        found = self.tally.pairings.get((other, one))
        return None if found is None else (found, 1)

    @cached_property
    def deterministic(self) -> dict[str, bool]:
        """Of which players the same seed gives the same moves."""
        lexicon = lexicon_of(self.plan.lexicon, self.plan.lexicon_digest)
        return {name: is_deterministic(name, lexicon) for name in self.players}

    def record(self, pair: int, place: int) -> str | None:
        """A game as GCG, if it was written."""
        path = self._run.record_path(pair, place)
        return path.read_text("utf-8") if path.exists() else None

    def plain(self) -> dict[str, Any]:
        """The results for JSON."""
        return {
            "kind": "tournament",
            "system": self.system,
            "players": list(self.players),
            "names": [shown_name(name) for name in self.players],
            "rules": self.plan.ruleset.name,
            "lexicon": self.plan.lexicon,
            "seed": self.plan.seed,
            "time": described_time(self.plan),
            "on_failure": self.plan.on_failure,
            "deterministic": self.deterministic,
            "games": self.games_played,
            "order": ["games won, a draw half", "spread", "matches won"],
            "standings": [
                {
                    "player": each.name,
                    "won": each.halves / 2,
                    "games": each.games,
                    "spread": each.spread,
                    "matches": each.matches,
                    "points": each.points,
                    "rests": each.rests,
                }
                for each in self.standings()
            ],
            "ratings": [
                {
                    "player": each.name,
                    "rating": round(each.rating, 1),
                    "interval": [round(each.low, 1), round(each.high, 1)],
                    "games": each.games,
                }
                for each in self.ratings()
            ],
            "pairings": [pairing.plain() for pairing in self.tally.pairings.values()],
        }
