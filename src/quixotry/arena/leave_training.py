"""Leave values from self-play.

A leave is worth how much better a rack that contains it does than the average rack. On every turn of many static
games a rack is drawn at random from the tiles not on the board, and the equity of its best candidate is recorded
for each leave it contains. Each generation plays by the previous table (the first by none) and yields the next.
The value of a rare leave leans on the values of its parts.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

from quixotry.arena.batches import LocalProcesses, Runner
from quixotry.engine.leaves_file import load_leaves, save_leaves
from quixotry.engine.native.leaves import UNIT, Leaves
from quixotry.engine.native.selfplay import SelfPlay
from quixotry.lexicon import load
from quixotry.lexicon.gaddag_file import graph_for
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import ruleset_from_plain, ruleset_to_plain

LONGEST = 6
LEAN = 60
"""How many samples the prediction from a leave's parts counts for: about (standard deviation of 25 points per
sample / error of 3 points per prediction) squared."""


@dataclass(frozen=True)
class Chunk:
    """A number of games, starting at a seed, played by a table."""

    number: int
    ruleset: str
    lexicon: str
    seed: int
    games: int
    table: bytes | None = field(repr=False)


@dataclass(frozen=True)
class Progress:
    generation: int
    done: int
    chunks: int
    samples: int
    figures: dict[str, int]


@dataclass(frozen=True)
class Recipe:
    """Everything a table depends on."""

    lexicon: str
    seed: int
    games: tuple[int, ...]
    """Of each generation."""
    chunk_games: int = 500


def train(
    ruleset: Ruleset,
    recipe: Recipe,
    folder: Path,
    *,
    runner: Runner | None = None,
    tell: Callable[[Progress], None] = lambda _: None,
) -> Leaves:
    """Train, or resume an earlier run in this folder."""
    folder.mkdir(parents=True, exist_ok=True)
    leaves: Leaves | None = None
    curve: list[dict[str, Any]] = []
    for generation, games in enumerate(recipe.games):
        path = folder / f"generation-{generation + 1}.qxl"
        if path.exists():
            leaves, header = load_leaves(path)
            curve = header["recipe"]["curve"]
            continue
        tally = _Tally(ruleset, folder / f"generation-{generation + 1}.part")
        seed = recipe.seed + sum(recipe.games[:generation])
        plain = json.dumps(ruleset_to_plain(ruleset))
        chunks = [
            Chunk(n, plain, recipe.lexicon, seed + at, min(recipe.chunk_games, games - at), _table(leaves))
            for n, at in enumerate(range(0, games, recipe.chunk_games))
        ]
        todo = [chunk for chunk in chunks if chunk.number not in tally.done]
        for chunk, answer in (runner or LocalProcesses()).run(_sample, todo):
            tally.add(chunk.number, *answer)
            tell(Progress(generation + 1, len(tally.done), len(chunks), tally.counts[0], tally.figures))
        new = tally.table(ruleset)
        curve = [*curve, {"generation": generation + 1, "games": games, **_change(leaves, new, tally)}]
        leaves = new
        made_by = {
            "command": "quixotry train leaves",
            "rules": ruleset.name,
            "lexicon": recipe.lexicon,
            "lexicon_digest": load(recipe.lexicon).digest,
            "seed": recipe.seed,
            "games": list(recipe.games[: generation + 1]),
            "chunk_games": recipe.chunk_games,
            "curve": curve,
        }
        save_leaves(leaves, ruleset, made_by, path)
        tally.part.unlink(missing_ok=True)
    assert leaves is not None, "a recipe has at least one generation"
    return leaves


def _table(leaves: Leaves | None) -> bytes | None:
    return None if leaves is None else leaves.table()


@lru_cache(maxsize=1)
def _player(ruleset: str, lexicon: str, table: bytes | None) -> tuple[SelfPlay, Leaves]:
    rules = ruleset_from_plain(json.loads(ruleset))
    leaves = Leaves(rules.tiles.counts.counts, LONGEST, table)
    graph = graph_for(rules, load(lexicon))
    return SelfPlay(rules, graph, leaves), leaves


def _sample(chunk: Chunk) -> tuple[array[int], array[int], dict[str, int]]:
    player, leaves = _player(chunk.ruleset, chunk.lexicon, chunk.table)
    sums, counts = array("q", bytes(8 * leaves.count)), array("I", bytes(4 * leaves.count))
    figures = player.run_sampling(chunk.seed, chunk.games, memoryview(sums), memoryview(counts))
    return sums, counts, figures


class _Tally:
    """The samples of a generation so far, saved after every chunk."""

    def __init__(self, ruleset: Ruleset, part: Path) -> None:
        self.part = part
        self.leaves = Leaves(ruleset.tiles.counts.counts, LONGEST)
        self.sums = array("q", bytes(8 * self.leaves.count))
        self.counts = array("Q", bytes(8 * self.leaves.count))
        self.done: set[int] = set()
        self.figures: dict[str, int] = {}
        # What cannot be read is not progress: the generation starts anew.
        with suppress(FileNotFoundError, ValueError, KeyError, TypeError):
            self._resume(part.read_bytes())

    def _resume(self, content: bytes) -> None:
        first, _, rest = content.partition(b"\n")
        header, half = json.loads(first), 8 * self.leaves.count
        if len(rest) == 2 * half:
            self.done, self.figures = set(header["done"]), dict(header["figures"])
            self.sums = array("q", rest[:half])
            self.counts = array("Q", rest[half:])

    def add(self, number: int, sums: array[int], counts: array[int], figures: dict[str, int]) -> None:
        self.sums = array("q", map(int.__add__, self.sums, sums))
        self.counts = array("Q", map(int.__add__, self.counts, counts))
        self.done.add(number)
        self.figures = {name: self.figures.get(name, 0) + value for name, value in figures.items()}
        header = json.dumps({"done": sorted(self.done), "figures": self.figures}).encode()
        temporary = self.part.with_suffix(".new")
        temporary.write_bytes(header + b"\n" + self.sums.tobytes() + self.counts.tobytes())
        temporary.replace(self.part)

    def table(self, ruleset: Ruleset) -> Leaves:
        """The mean of each leave less the mean of all racks; a rare leave leans on leaves of one tile fewer."""
        mean = self.sums[0] / self.counts[0]
        values = array("d", bytes(8 * self.leaves.count))
        index = self.leaves.index
        for tiles in every_leave(ruleset, LONGEST):
            size = len(tiles)
            expected = 0.0
            if size > 1:
                parts = (values[index(tiles[:i] + tiles[i + 1 :])] for i in range(size))
                expected = sum(parts) / (size - 1)
            at = index(tiles)
            seen = self.sums[at] - mean * self.counts[at]
            values[at] = (seen + LEAN * expected) / (self.counts[at] + LEAN)
        steps = array("h", (max(-32768, min(32767, round(value / UNIT))) for value in values))
        return Leaves(ruleset.tiles.counts.counts, LONGEST, steps.tobytes())


def every_leave(ruleset: Ruleset, longest: int) -> Iterator[tuple[int, ...]]:
    """All leaves of at least one tile, smaller ones first."""
    counts = ruleset.tiles.counts.counts
    kinds = [tile for tile in (*range(1, len(counts)), 0) if counts[tile]]
    for size in range(1, longest + 1):
        for tiles in combinations_with_replacement(kinds, size):
            if all(tiles.count(tile) <= counts[tile] for tile in set(tiles)):
                yield tiles


def _change(old: Leaves | None, new: Leaves, tally: _Tally) -> dict[str, Any]:
    """How far the values moved, weighted by how often each leave was seen, and the average game."""
    before = array("h", old.table() if old else bytes(2 * new.count))
    after = array("h", new.table())
    weight = sum(tally.counts[1:]) or 1
    moved = sum(abs(a - b) * n for a, b, n in zip(after, before, tally.counts, strict=True) if n)
    games = tally.figures["games"]
    return {
        "samples": tally.counts[0],
        "moved": round(moved * UNIT / 1000 / weight, 4),
        "points_a_game": round(tally.figures["points"] / games / 2, 2),
        "bingos_a_game": round(tally.figures["bingos"] / games / 2, 3),
    }
