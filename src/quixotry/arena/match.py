"""A match: two players meet in many pairs of games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from quixotry.arena.batches import LocalProcesses, Runner
from quixotry.arena.contestants import (
    Program,
    check_contestant,
    files_of,
    is_bot,
    is_deterministic,
    shown_names,
)
from quixotry.arena.errors import NotForTwo, OnlyWallClock
from quixotry.arena.pairs import is_compiled
from quixotry.arena.plan import Chunk, Plan, lexicon_of
from quixotry.arena.run import Run
from quixotry.arena.sprt import Sprt
from quixotry.arena.tally import Pairing

CHUNK_PAIRS = 1
CHUNK_PAIRS_COMPILED = 25
"""Pairs that are played in one go. Chunks are whole, so that a later run may ask for more pairs."""

EVERY = 1 << 62


@dataclass
class Match:
    """Two players, a plan, and a folder that remembers what has been played."""

    first: str
    second: str
    plan: Plan
    folder: Path
    pairs: int = 50
    sprt: Sprt | None = None
    records: int | None = None
    """Of so many pairs the games are written as GCG; None for all."""
    programs: tuple[Program, ...] = ()
    """Those that players named `listed:NAME` are."""
    is_watched: bool = False
    """Are games written while they are played, for who watches?"""
    pairing: Pairing = field(init=False)
    seconds: float = field(default=0.0, init=False)
    """Spent playing, summed over processes."""
    verdict: Literal["H0", "H1"] | None = field(default=None, init=False)
    _run: Run = field(init=False)

    def __post_init__(self) -> None:
        for name in (self.first, self.second):
            check_contestant(name, self.programs)
            if is_bot(name) and self.plan.time.clock == "processor":
                raise OnlyWallClock(name)
        if not self.plan.ruleset.seats.min <= 2 <= self.plan.ruleset.seats.max:
            raise NotForTwo(self.plan.ruleset.name)
        self._chunk_pairs = CHUNK_PAIRS_COMPILED if is_compiled(self.first, self.second) else CHUNK_PAIRS
        described = {"kind": "match", "players": [self.first, self.second], "plan": self.plan}
        self._run = Run(self.folder, described)
        self.pairing = Pairing(self.first, self.second)

    @property
    def names(self) -> tuple[str, str]:
        """The players as people read them."""
        return shown_names(self.first, self.second)

    @cached_property
    def deterministic(self) -> dict[str, bool]:
        """Of which players the same seed gives the same moves."""
        lexicon = lexicon_of(self.plan.lexicon, self.plan.lexicon_digest)
        return {name: is_deterministic(name, lexicon, self.programs) for name in (self.first, self.second)}

    @property
    def games_found(self) -> int:
        """About how many games an earlier run left here."""
        return min(2 * self.pairs, 2 * self._chunk_pairs * self._run.finished)

    def play(self, runner: Runner | None = None, tell: Callable[[Match], None] = lambda _: None) -> None:
        """Play all pairs, or until the test is decided; what was played before is not played again."""
        chunks = range(-(-self.pairs // self._chunk_pairs))
        playing = self._run.play(chunks, self._chunk, runner or LocalProcesses())
        try:
            for _, chunk in playing:
                self.seconds += chunk.seconds
                # An earlier run may have played more pairs of its last chunk.
                for pair in chunk.pairs:
                    if pair.number < self.pairs:
                        self.pairing.add(pair)
                tell(self)
                if self.sprt is not None and (verdict := self.sprt.verdict(self.pairing)):
                    self.verdict = verdict
                    return
        finally:
            playing.close()

    def _chunk(self, number: int) -> Chunk:
        start = number * self._chunk_pairs
        return Chunk(
            number=number,
            plan=self.plan,
            first=self.first,
            second=self.second,
            start=start,
            pairs=self._chunk_pairs,
            records=EVERY if self.records is None else self.records,
            programs=self.programs,
            files=files_of(self.first, self.second),
            live=str(self._run.live_folder) if self.is_watched else "",
        )

    def record(self, pair: int, place: int) -> str | None:
        """A game as GCG, if it was written."""
        path = self._run.record_path(pair, place)
        return path.read_text("utf-8") if path.exists() else None

    def plain(self) -> dict[str, Any]:
        """The results for JSON: the same games give the same result."""
        from quixotry.arena.ratings import rating_difference

        pairing = self.pairing
        low, high = pairing.share_interval
        test = None
        if self.sprt is not None:
            test = {
                "low": self.sprt.low,
                "high": self.sprt.high,
                "ratio": round(self.sprt.ratio(pairing), 4),
                "bounds": [round(bound, 4) for bound in self.sprt.bounds],
                "accepted": self.verdict,
            }
        return {
            "kind": "match",
            "names": list(self.names),
            "rules": self.plan.ruleset.name,
            "lexicon": self.plan.lexicon,
            "seed": self.plan.seed,
            "time": described_time(self.plan),
            "on_failure": self.plan.on_failure,
            "deterministic": self.deterministic,
            "rating_difference": [
                round(rating_difference(share, pairing.games), 1) for share in (low, pairing.share, high)
            ],
            "sprt": test,
            **pairing.plain(),
        }


def described_time(plan: Plan) -> dict[str, Any]:
    """The time control in words a program can read."""
    return {
        "game_seconds": None if plan.time.game_ms is None else plan.time.game_ms / 1000,
        "move_seconds": None if plan.time.move_ms is None else plan.time.move_ms / 1000,
        "overtime_points_a_minute": plan.ruleset.clock.overtime_points,
        "clock": plan.time.clock,
    }
