"""What happens in a world, in lines that can be read, and the first promise that was broken."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass, field


@dataclass(eq=False)
class PromiseBroken(Exception):
    promise: str
    """`P1` ... of what Quixotry promises, or `house` for what its own parts promise each other."""
    sentence: str

    def __str__(self) -> str:
        return f"{self.promise}: {self.sentence}"


@dataclass(eq=False)
class Story:
    loop: asyncio.AbstractEventLoop
    lines: list[str] = field(default_factory=list)
    broken: PromiseBroken | None = None

    def tell(self, who: str, what: str) -> None:
        self.lines.append(f"{self.loop.time():9.3f}  {who:<10} {what}")

    def breaks(self, promise: str, sentence: str) -> None:
        """A promise is broken; only the first is looked at, for the others may follow from it."""
        if self.broken is None:
            self.tell("BROKEN", f"{promise}: {sentence}")
            self.broken = PromiseBroken(promise, sentence)

    @property
    def digest(self) -> str:
        return hashlib.sha256("\n".join(self.lines).encode()).hexdigest()[:16]
