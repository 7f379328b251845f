"""What a class of values costs when it is made and when it is used: ours, and the standard library's dataclasses.

    python -m bench.values

Processor time, best of many; the class has four fields.
"""

from __future__ import annotations

import operator
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from quixotry.values import frozen

DECORATORS: dict[str, Callable[[type], type]] = {
    "@dataclass(frozen=True, slots=True)": dataclass(frozen=True, slots=True),
    "@frozen": frozen,
}
CLASSES, USES, ROUNDS = 50, 20_000, 15


def main() -> None:
    print(f"{'':36}   class   value   equal    hash")
    for name, decorator in DECORATORS.items():
        kind: Any = decorator(_plain_class())
        one, other = kind(1, "two", (3,)), kind(1, "two", (3,))
        uses: list[Callable[[], object]] = [
            partial(kind, 1, "two", (3,)),
            partial(operator.eq, one, other),
            partial(hash, one),
        ]
        made_us = min(_making_us(decorator) for _ in range(ROUNDS))
        used_us = [min(_using_us(use) for _ in range(ROUNDS)) for use in uses]
        print(f"{name:36} {made_us:4.0f} µs" + "".join(f" {each:4.2f} µs" for each in used_us))


def _plain_class() -> type:
    hints = {"number": int, "text": str, "numbers": tuple, "more": int}
    return type("Value", (), {"__doc__": "Four fields.", "__annotations__": hints, "more": 4})


def _making_us(decorator: Callable[[type], type]) -> float:
    plain = [_plain_class() for _ in range(CLASSES)]
    start = time.process_time_ns()
    for each in plain:
        decorator(each)
    return (time.process_time_ns() - start) / CLASSES / 1000


def _using_us(use: Callable[[], object]) -> float:
    start = time.process_time_ns()
    for _ in range(USES):
        use()
    return (time.process_time_ns() - start) / USES / 1000


if __name__ == "__main__":
    main()
