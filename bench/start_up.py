"""How long commands take that a person waits for, with few saved games and with many; and a server's start.

    python -m bench.start_up [RUNS] [SAVES]

Prints best and median of the wall time of whole processes, Python's own start included, the same of the processor time
(which a busy machine does not stretch as much), and how many modules each imports. With SAVES (5,000) it makes as many
small saves in a folder of its own; the first list of them reads every one.

Of a server it prints the processor time from nothing to the first page, and its memory once it idles: all it
holds (RSS), its share where others hold the same (PSS), and what would be free if it ended (USS).
"""

import os
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from quixotry.fair.draws import SeededDraws
from quixotry.rules.game import Game, GameHeader, SeatedPlayer
from quixotry.rules.ruleset_file import preset
from quixotry.store.files import FileGameLog

QUIXOTRY = str(Path(sys.executable).with_name("quixotry"))
"""The command as people type it: `python -m` would load a little more."""
POSITION = f"{'/'.join(['15'] * 15)} QUIXOTE/ 0/0 0"
COMMANDS = (
    ("--version",),
    ("--help",),
    ("moves", "--cgp", POSITION, "--top", "5"),
    ("play", "--help"),
    ("serve", "--help"),
    ("games", "list"),
    ("games", "list", "--json"),
)


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    many = int(sys.argv[2]) if len(sys.argv) > 2 else 5_000
    # Else Python would translate modules again in each of the processes.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    _report("python -c pass", [sys.executable, "-c", "pass"], runs, dict(os.environ))
    _report_server(runs)
    for amount in (5, many):
        with tempfile.TemporaryDirectory() as home:
            _save(Path(home) / "games", amount)
            environment = {**os.environ, "QUIXOTRY_HOME": home}
            time.sleep(2.1)  # saves this young would not be kept in the index
            start = time.perf_counter()
            _run(["-m", "quixotry", "games", "list"], environment)
            print(f"{amount:,} saves, first list {time.perf_counter() - start:6.2f} s")
            for command in COMMANDS:
                words = " ".join(word for word in command if word != POSITION)
                name = f"{words} ({_modules(command, environment)} modules)"
                _report(name, [QUIXOTRY, *command], runs, environment)


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
    print(f"  {name:36} {_told(wall_ms)}  processor {_told(cpu_ms)}")


def _told(times_ms: list[float]) -> str:
    return f"best {min(times_ms):6.1f} ms  median {statistics.median(times_ms):6.1f} ms"


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _report_server(runs: int) -> None:
    with tempfile.TemporaryDirectory() as home:
        _server(home)  # the first makes the database
        told = [_server(home) for _ in range(runs)]
    print(f"  {'serve, to its first page':36} processor {_told([cpu_ms for cpu_ms, _ in told])}")
    memory = {kind: statistics.median(held[kind] for _, held in told) for kind in ("RSS", "PSS", "USS")}
    print(f"  {'serve, idle':36} " + ", ".join(f"{kind} {mb:.1f} MB" for kind, mb in memory.items()))


def _server(home: str) -> tuple[float, dict[str, float]]:
    """Processor time until the first page is there, and memory two seconds later."""
    command = [QUIXOTRY, "serve", "--port", "0", "--no-browser", "--data", home]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = re.search(r"http://\S+", server.stdout.readline())
        assert address is not None, "the server has not started"
        urllib.request.urlopen(address[0]).read()
        process = Path("/proc") / str(server.pid)
        # Since it began, in nanoseconds: utime and stime are counted in hundredths of a second.
        cpu_ns = sum(int(each.read_text().split()[0]) for each in process.glob("task/*/schedstat"))
        time.sleep(2)
        held = dict(re.findall(r"(\w+): +(\d+) kB", (process / "smaps_rollup").read_text()))
        server.send_signal(signal.SIGINT)
    kb = {name: int(amount) for name, amount in held.items()}
    used = {"RSS": kb["Rss"], "PSS": kb["Pss"], "USS": kb["Private_Clean"] + kb["Private_Dirty"]}
    return cpu_ns / 1e6, {kind: amount / 1024 for kind, amount in used.items()}


if __name__ == "__main__":
    main()
