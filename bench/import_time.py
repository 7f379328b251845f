"""How long `import quixotry` takes, and the first game and the first move after it.

    python -m bench.import_time [RUNS]

Prints best and median of what Python itself measures in a fresh interpreter, so that its own start does not count.
"""

import statistics
import subprocess
import sys

STEPS = {
    "import quixotry": "import quixotry",
    "first game": "import quixotry as qx; qx.Game('tournament', seed='3d3')",
    "first best move": "import quixotry as qx; qx.Game('tournament', seed='3d3').best_moves(1)",
}
PROGRAM = "import time; start = time.perf_counter(); {}; print((time.perf_counter() - start) * 1000)"


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    for name, step in STEPS.items():
        command = [sys.executable, "-c", PROGRAM.format(step)]
        times_ms = [float(subprocess.check_output(command)) for _ in range(runs)]
        print(f"{name:16} best {min(times_ms):6.1f} ms  median {statistics.median(times_ms):6.1f} ms")


if __name__ == "__main__":
    main()
