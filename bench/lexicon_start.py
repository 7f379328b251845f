"""How long a person waits for the first answer: `quixotry --help` < 150 ms, `lexicon check` < 300 ms.

    python bench/lexicon_start.py [RUNS]

Prints best and median wall-clock time of each command, interpreter start included.
"""

import statistics
import subprocess
import sys
import time

COMMANDS = (
    ("--help",),
    ("lexicon", "check", "quixotry"),
    ("lexicon", "define", "ran"),
    ("lexicon", "hooks", "ox"),
    ("lexicon", "anagram", "RETINA?"),
    ("lexicon", "pattern", "*A*E*I*O*U*"),
)


def main() -> None:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    for command in COMMANDS:
        times_ms = []
        for _ in range(runs):
            start = time.perf_counter()
            subprocess.run(
                [sys.executable, "-m", "quixotry", *command], check=True, stdout=subprocess.DEVNULL
            )
            times_ms.append((time.perf_counter() - start) * 1000)
        best, median = min(times_ms), statistics.median(times_ms)
        print(f"{' '.join(command):32} best {best:4.0f} ms  median {median:4.0f} ms")


if __name__ == "__main__":
    main()
