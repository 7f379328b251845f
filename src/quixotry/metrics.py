"""What a server counts and measures about itself, in the text format that Prometheus reads.

All figures are here, by name; docs/reference/metrics.md tells them, and a test holds it to that. Labels have values of
our own alone, so that nothing a stranger sends can make their number grow.
"""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from threading import Lock

_lock = Lock()
"""Counting is quick; one lock for all figures, because some are counted in several threads."""

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""The upper ends of what is told apart of a time."""


@dataclass(eq=False)
class Counter:
    """How often something has happened; with a label, of each kind there is."""

    name: str
    summary: str
    label: str = ""
    values: Sequence[str] = ()
    kind = "counter"
    _counts: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self._counts = dict.fromkeys(self.values or ("",), 0)

    def count(self, value: str = "") -> None:
        with _lock:
            self._counts[value] += 1

    def lines(self) -> Iterator[str]:
        for value, count in self._counts.items():
            yield f"{self.name}{_labelled(self.label, value)} {count}"


@dataclass(eq=False)
class Histogram:
    """How long something took."""

    name: str
    summary: str
    label: str = ""
    values: Sequence[str] = ()
    kind = "histogram"
    _counts: list[int] = field(default_factory=lambda: [0] * (len(SECONDS) + 1))
    _sum: float = 0.0

    def took(self, seconds: float) -> None:
        with _lock:
            self._counts[bisect_left(SECONDS, seconds)] += 1
            self._sum += seconds

    def lines(self) -> Iterator[str]:
        with _lock:
            counts, total = list(self._counts), self._sum
        so_far = 0
        for most, count in zip(SECONDS, counts, strict=False):
            so_far += count
            yield f'{self.name}_bucket{{le="{most}"}} {so_far}'
        yield f'{self.name}_bucket{{le="+Inf"}} {sum(counts)}'
        yield f"{self.name}_sum {total:.6f}"
        yield f"{self.name}_count {sum(counts)}"


@dataclass(eq=False)
class Gauge:
    """How much there is now; asked for when somebody wants to know."""

    name: str
    summary: str
    label: str = ""
    values: Sequence[str] = ()
    kind: str = "gauge"
    """A total that is read rather than counted is a counter all the same."""
    reading: Callable[[str], float] | None = None

    def lines(self) -> Iterator[str]:
        for value in self.values or ("",):
            read = 0 if self.reading is None else self.reading(value)
            yield f"{self.name}{_labelled(self.label, value)} {read:g}"


TABLES = Gauge(
    "quixotry_tables",
    "Tables open in this process: played at by somebody, only watched, or idle.",
    "state",
    ("played", "watched", "idle"),
)
SOCKETS = Gauge(
    "quixotry_sockets", "Open pages, of players and of people who only watch.", "of", ("player", "watcher")
)
ANSWERS = Counter(
    "quixotry_commands_total",
    "Commands of players by their result.",
    "result",
    ("ack", "refused", "out_of_sync", "error"),
)
MOVES = Histogram("quixotry_move_seconds", "From a player's move to its answer, after it is on the disk.")
REQUESTS = Counter(
    "quixotry_http_requests_total",
    "Requests by the first digit of their answer's status.",
    "status",
    ("1xx", "2xx", "3xx", "4xx", "5xx"),
)
ANSWERED = Histogram("quixotry_http_seconds", "From a request to the beginning of its answer.")
QUEUE = Gauge("quixotry_worker_queue", "Computers' turns that wait for a worker.")
WORKERS = Counter(
    "quixotry_worker_starts_total", "Workers started; more than there are means that some have ended."
)
NO_MOVES = Counter(
    "quixotry_worker_failures_total",
    "Computers' turns in which a worker gave no move.",
    "why",
    ("late", "failed"),
)
COMMITS = Histogram("quixotry_commit_seconds", "Commits to the database, each of one write or of many.")
STORE_ERRORS = Counter("quixotry_store_errors_total", "Reads and writes that the database did not do.")
LOOP_LAG = Histogram(
    "quixotry_loop_lag_seconds", "How late the event loop comes to what is due: everybody waits so long."
)
RUBBISH = Histogram(
    "quixotry_gc_seconds", "Searches for unused memory, during which nothing else is done in this process."
)
STUCK = Gauge("quixotry_stuck_jobs", "Jobs in threads that have not ended although nobody waits any more.")
MEMORY = Gauge(
    "process_resident_memory_bytes", "Memory of the server's own process, where the system tells it."
)
PROCESSOR = Gauge(
    "process_cpu_seconds_total", "Processor time of the server's own process, all threads.", kind="counter"
)

ALL: tuple[Counter | Histogram | Gauge, ...] = (
    TABLES,
    SOCKETS,
    ANSWERS,
    MOVES,
    REQUESTS,
    ANSWERED,
    QUEUE,
    WORKERS,
    NO_MOVES,
    COMMITS,
    STORE_ERRORS,
    LOOP_LAG,
    RUBBISH,
    STUCK,
    MEMORY,
    PROCESSOR,
)


def exposition() -> bytes:
    """All figures as they are now."""
    lines = []
    for each in ALL:
        lines += [f"# HELP {each.name} {each.summary}", f"# TYPE {each.name} {each.kind}", *each.lines()]
    return ("\n".join(lines) + "\n").encode()


def _labelled(label: str, value: str) -> str:
    return f'{{{label}="{value}"}}' if label else ""


def _resident_bytes(_: str) -> float:
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0


MEMORY.reading = _resident_bytes
PROCESSOR.reading = lambda _: time.process_time()
