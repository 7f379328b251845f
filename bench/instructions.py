"""Instructions of the engine's four kinds of work, counted under callgrind.

    python -m bench.instructions [movegen selfplay search endgame]

Each kind of work is done once and then three times; the difference, halved, is what it costs, whatever Python
needs to start. A busy machine changes nothing, and only the engine's faces are used, so that two builds of the
engine compare whatever their insides are called.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

from bench.endgame import ask, positions
from bench.positions import RULES, WORDS, read
from bench.search import simulator
from quixotry.arena.static_games import play_static_games
from quixotry.engine.generators import CompiledGenerator
from quixotry.engine.leaves_file import shipped_leaves
from quixotry.lexicon.gaddag_file import load_or_build
from quixotry.players.champion import Champion, perspective_of
from quixotry.players.levels import level_named

GAMES = 20
ROLLOUTS = 200
DEPTH = 3


def movegen(times: int) -> None:
    """All plays and the best play of midgame positions, every board set anew."""
    generator = CompiledGenerator(RULES, load_or_build(WORDS, RULES.tiles.alphabet.letters))
    leaves = shipped_leaves(RULES)
    assert leaves is not None
    for _ in range(10 * times):
        for view in read("midgame.txt"):
            assert view.rack is not None
            generator.set_cells(view.board.cells)
            generator.set_rack(view.rack)
            generator.set_leaves(leaves)
            generator.find()
            generator.best_plays(1)


def selfplay(times: int) -> None:
    """Whole games of two static players."""
    play_static_games(RULES, WORDS, seed=0, games=GAMES * times)


def search(times: int) -> None:
    """Rollouts of four plies of the candidates of midgame positions."""
    champion, made = Champion(level_named("champion"), WORDS), simulator(1)
    for view in read("midgame.txt")[:5]:
        candidates = champion.candidates(view)
        for seed in range(times):
            made.compare(
                perspective_of(view), candidates, plies=4, seed=seed, rollouts_max=ROLLOUTS, confidence=1
            )


def endgame(times: int) -> None:
    """Endgames searched three plies deep, with playouts below, each by a solver that has seen nothing."""
    for _ in range(times):
        for cgp in positions(3):
            ask(cgp, depth_max=DEPTH)


WORKLOADS: dict[str, Callable[[int], None]] = {
    work.__name__: work for work in (movegen, selfplay, search, endgame)
}


def counted(name: str, times: int) -> int:
    """The instructions of a process of its own that does this work so many times."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", sys.executable]
    command += ["-m", "bench.instructions", "--work", name, str(times)]
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    run = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    return int(run.stderr.split("Collected :")[1].split()[0])


def main() -> None:
    if sys.argv[1:2] == ["--work"]:
        WORKLOADS[sys.argv[2]](int(sys.argv[3]))
        return
    for name in sys.argv[1:] or WORKLOADS:
        once, thrice = counted(name, 1), counted(name, 3)
        print(f"{name:10} {(thrice - once) / 2e6:12,.1f} million instructions", flush=True)


if __name__ == "__main__":
    main()
