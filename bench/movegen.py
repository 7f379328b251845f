"""All plays and best play over every turn of seeded static games.

    python bench/movegen.py [--games 100] [--callgrind]

Times are of the search alone: the board is loaded and its cross-sets are made before the clock starts, as in a
game. Cold best play lists the slots of all lines anew; within games (bench/selfplay.py) most are still there.
`--callgrind` counts instructions under valgrind instead, which a busy machine does not change.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from typing import NamedTuple

from bench.words import bench_lexicon, machine, peak_mb
from quixotry.engine.generators import CompiledGenerator
from quixotry.engine.leaves_file import shipped_leaves
from quixotry.engine.moves import Engine
from quixotry.engine.native.selfplay import SelfPlay
from quixotry.lexicon.compiled import COMPILED
from quixotry.lexicon.gaddag import Gaddag
from quixotry.lexicon.gaddag_build import build_gaddag
from quixotry.lexicon.gaddag_file import encode_words, graph_key, load_gaddag, load_or_build
from quixotry.paths import data_folder
from quixotry.rules.board import Board
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset

# The games that positions are taken from choose plays too, so only what this module alone calls is counted.
FUNCTIONS = {"all": "*Generator_find_all*", "best": "__pyx_pw_*BestPlay_*find"}


class Turn(NamedTuple):
    cells: bytes
    rack: tuple[int, ...]
    unseen: int


def turns(graph: Gaddag, games: int) -> list[Turn]:
    ruleset = preset("tournament")
    player = SelfPlay(ruleset, graph, shipped_leaves(ruleset))
    found = []
    for seed in range(games):
        board = Board.empty(ruleset.layout)
        for kind, _, _, what, rack in player.game(seed)[1]:
            down = sum(map(bool, board.cells))
            found.append(Turn(board.cells, rack, 100 - down - len(rack)))
            if kind == "play":
                board = board.with_cells(what)  # type: ignore[arg-type]
    return found


def exchanges(rack: tuple[int, ...], unseen: int) -> int:
    """The candidates without tiles: different sets to give back (seven must be in the bag), and the pass."""
    sets = 1
    for tile in set(rack):
        sets *= rack.count(tile) + 1
    return sets if unseen - 7 >= 7 else 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--callgrind", action="store_true")
    parser.add_argument("--only", choices=["all", "best"])
    options = parser.parse_args()
    if not COMPILED:
        raise SystemExit("the engine is not compiled: there is nothing to measure")
    print(machine())
    ruleset, lexicon = preset("tournament"), bench_lexicon()
    letters = ruleset.tiles.alphabet.letters
    if options.callgrind:
        for only in FUNCTIONS:
            count(only, options.games)
        return
    graph = load_or_build(lexicon, letters)
    if not options.only:
        figures_of_graph(lexicon.text, letters)
    positions = turns(graph, options.games)
    search = CompiledGenerator(ruleset, graph)
    leaves = shipped_leaves(ruleset)
    spent = {"all": 0.0, "best": 0.0}
    plays = idle = 0
    for cells, rack, unseen in positions:
        search.set_cells(cells)
        search.set_rack(rack)
        if unseen > 7 and leaves is not None:
            search.set_leaves(leaves)
        idle += exchanges(rack, unseen)
        for name, find in (("all", search.find), ("best", search.best_play)):
            if options.only in (None, name):
                began = time.perf_counter()
                find()
                spent[name] += time.perf_counter() - began
        plays += search.plays.count
    amount = len(positions)
    print(f"{amount} positions, {plays} plays ({(plays + idle) / amount:.0f} candidates a position)")
    if not options.only:
        print(
            f"all plays   {spent['all'] / amount * 1e6:8.1f} us a position, {plays / spent['all'] / 1e6:.2f} M plays/s"
        )
        print(
            f"            {(plays + idle) / spent['all'] / 1e6:.2f} M candidates/s, exchanges and passes counted"
        )
        print(f"best play   {spent['best'] / amount * 1e6:8.1f} us a position, cold")
        print(
            f"top five    {top_five(ruleset, graph, positions) * 1e6:8.1f} us a position, as Python objects"
        )
        print(f"peak memory {peak_mb():8.1f} MB")


def top_five(ruleset: Ruleset, graph: Gaddag, positions: list[Turn]) -> float:
    """Seconds a position for the five best candidates as a caller gets them, board loaded, exchanges compared."""
    engine = Engine(ruleset, graph, leaves=shipped_leaves(ruleset))
    asked = [
        (Board(ruleset.layout, cells), ruleset.tiles.tiles(rack), max(0, unseen - ruleset.rack.size))
        for cells, rack, unseen in positions
    ]
    began = time.process_time()
    for board, tiles, bag in asked:
        engine.search(board, tiles, bag=bag).top(5)
    return (time.process_time() - began) / len(asked)


def figures_of_graph(text: str, letters: str) -> None:
    lexicon = bench_lexicon()
    cells = encode_words(lexicon, letters)
    began = time.perf_counter()
    build_gaddag(cells, len(letters))
    print(f"graph built in {time.perf_counter() - began:.2f} s from {text.count(chr(10))} words")
    key = graph_key(lexicon, letters)
    path = data_folder() / "graphs" / f"{key.hex()[:24]}.graph"
    began = time.perf_counter()
    load_gaddag(path, key)
    size = path.stat().st_size / 1e6, path.with_suffix(".anagrams").stat().st_size / 1e6
    print(
        f"loaded in {(time.perf_counter() - began) * 1e3:.1f} ms: {size[0]:.1f} MB graph, {size[1]:.1f} MB filters"
    )


def count(only: str, games: int) -> None:
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    command += [f"--toggle-collect={FUNCTIONS[only]}", sys.executable, "-m", "bench.movegen"]
    command += ["--games", str(games), "--only", only]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    instructions = int(run.stderr.split("Collected :")[1].split()[0])
    assert instructions, f"no function is called {FUNCTIONS[only]}"
    positions, plays = _counts(run.stdout)
    each = f"{instructions / positions:,.0f} a position"
    print(f"{only:5} {each}" + (f", {instructions / plays:,.0f} a play" if only == "all" else " (cold)"))


def _counts(text: str) -> tuple[int, int]:
    words = text.splitlines()[1].split()
    return int(words[0]), int(words[2])


if __name__ == "__main__":
    main()
