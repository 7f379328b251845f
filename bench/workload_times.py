"""Processor time of the engine's four kinds of work, to compare two builds: run it in each in turn, several times.

    python -m bench.workload_times

The work is that of `bench.instructions`, which counts instead; instructions for different processors do not compare.
Take the least time of each kind: everything else on a machine only adds.
"""

from __future__ import annotations

import time

from bench.instructions import WORKLOADS

TIMES = {"movegen": 6, "selfplay": 20, "search": 6, "endgame": 3}


def main() -> None:
    for name, times in TIMES.items():
        WORKLOADS[name](1)
        began = time.process_time()
        WORKLOADS[name](times)
        print(f"{name:10} {time.process_time() - began:6.3f} s", flush=True)


if __name__ == "__main__":
    main()
