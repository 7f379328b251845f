"""What the server writes to its log: one line per message, made by nobody else, and not too many alike."""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType

from quixotry.web import limits


class OneLine(logging.Formatter):
    """No message has a second line, whatever a client has put into it; of an exception its kind and place alone,
    because its text may hold a rack."""

    def format(self, record: logging.LogRecord) -> str:
        said = f"{self.formatTime(record)} {record.levelname} {record.getMessage().strip()}"
        if record.exc_info and record.exc_info[0] is not None:
            said += f" ({record.exc_info[0].__name__} at {place_of(record.exc_info[2])})"
        return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in said)


def place_of(trace: TracebackType | None) -> str:
    """Where an exception was raised."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace is not None else "?"


@dataclass(eq=False)
class Sparing(logging.Filter):
    """Of messages that differ only in what they are about, some in a minute are kept, and the rest are counted."""

    now_s: Callable[[], float] = time.monotonic
    _seen: dict[str, tuple[float, int]] = field(default_factory=dict)
    """When the minute of each kind of message began, and how many there have been in it."""

    def filter(self, record: logging.LogRecord) -> bool:
        kind, now = f"{record.name}:{record.msg}"[:200], self.now_s()
        since, count = self._seen.get(kind, (now, 0))
        if now - since >= limits.LOG_WINDOW_S:
            if count > limits.LOG_ALIKE_MAX:
                left_out = count - limits.LOG_ALIKE_MAX
                record.msg, record.args = f"{record.getMessage()} (and {left_out} more like it before)", ()
            since, count = now, 0
        if len(self._seen) > limits.LOG_KINDS_MAX:
            self._seen.clear()
        self._seen[kind] = (since, count + 1)
        return count < limits.LOG_ALIKE_MAX


_KEYED = re.compile(r"^(/join/|/api/invitations/).*")


def _without_key(address: str) -> str:
    return _KEYED.sub(r"\1...", address)


class WithoutKeys(logging.Filter):
    """A request as one may keep it: an invitation's key gives a seat to whoever reads it."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(_without_key(arg) if isinstance(arg, str) else arg for arg in record.args)
        return True


def log_requests() -> None:
    """Have uvicorn's line for every request written to stderr, all of them."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine())
    handler.addFilter(WithoutKeys())
    requests = logging.getLogger("uvicorn.access")
    requests.handlers, requests.propagate = [handler], False
    requests.setLevel(logging.INFO)


def to_stderr() -> logging.Handler:
    """Where warnings and errors go."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine())
    handler.addFilter(Sparing())
    return handler
