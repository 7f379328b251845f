"""How long commands take that a person waits for, with few saved games and with many.

    python -m bench.start_up [RUNS] [SAVES]

Prints best and median of the wall time of whole processes, Python's own start included, the best processor time (which
a busy machine does not stretch as much), and how many modules each imports. With SAVES (5,000) it makes as many small
saves in a folder of its own; the first list of them reads every one.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from quixotry.fair.draws import SeededDraws
from quixotry.rules.game import Game, GameHeader, SeatedPlayer
from quixotry.rules.ruleset_file import preset
from quixotry.store.files import FileGameLog

COMMANDS = (
    ("--help",),
    ("play", "--help"),
    ("serve", "--help"),
    ("games", "list"),
    ("games", "list", "--json"),
)


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    many = int(sys.argv[2]) if len(sys.argv) > 2 else 5_000
    _report("python -c pass", [sys.executable, "-c", "pass"], runs, dict(os.environ))
    for amount in (5, many):
        with tempfile.TemporaryDirectory() as home:
            _save(Path(home) / "games", amount)
            environment = {**os.environ, "QUIXOTRY_HOME": home}
            time.sleep(2.1)  # saves this young would not be kept in the index
            start = time.perf_counter()
            _run(["-m", "quixotry", "games", "list"], environment)
            print(f"{amount:,} saves, first list {time.perf_counter() - start:6.2f} s")
            for command in COMMANDS:
                name = f"{' '.join(command)} ({_modules(command, environment)} modules)"
                _report(name, [sys.executable, "-m", "quixotry", *command], runs, environment)


def _save(folder: Path, amount: int) -> None:
    header = GameHeader(
        "first", preset("solo"), "default", "0" * 64, (SeatedPlayer("One"), SeatedPlayer("Two")), "2a", ""
    )
    FileGameLog(folder).create(header, Game.begin(header, SeededDraws(header.seed)).events)
    save = (folder / "first.jsonl").read_bytes()
    for number in range(1, amount):
        (folder / f"game-{number:05}.jsonl").write_bytes(save)


def _run(arguments: list[str], environment: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, *arguments], env=environment, capture_output=True, text=True, check=True
    )
    return done.stderr


def _modules(command: tuple[str, ...], environment: dict[str, str]) -> int:
    return _run(["-X", "importtime", "-m", "quixotry", *command], environment).count("import time:") - 1


def _report(name: str, command: list[str], runs: int, environment: dict[str, str]) -> None:
    wall_ms, cpu_ms = [], []
    for _ in range(runs):
        start, used = time.perf_counter(), _children_s()
        subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
        wall_ms.append((time.perf_counter() - start) * 1000)
        cpu_ms.append((_children_s() - used) * 1000)
    best, median = min(wall_ms), statistics.median(wall_ms)
    print(f"  {name:36} best {best:6.1f} ms  median {median:6.1f} ms  processor {min(cpu_ms):6.1f} ms")


def _children_s() -> float:
    times = os.times()
    return times.children_user + times.children_system


if __name__ == "__main__":
    main()
