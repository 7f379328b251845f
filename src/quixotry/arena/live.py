"""Games on the disk while they are played, for who watches: the same records as those of finished games.

Whoever plays writes, at most so often; whoever watches reads a whole record or the one before it. A game that is kept
for good (`run.py`) is no longer live.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from pathlib import Path

from quixotry.notation.gcg import export_gcg
from quixotry.rules.game import Game

SHOWN_S = 0.2
"""A game is written at most so often, or players of a millisecond a move would mostly write."""

_NAME = re.compile(r"pair-(\d+)-game-([12])\.gcg")


def record_name(pair: int, place: int) -> str:
    """What the file of a game is called; people count pairs from 1."""
    return f"pair-{pair + 1:06}-game-{place}.gcg"


@dataclass(eq=False)
class LiveGame:
    """One game that is being played."""

    folder: Path
    pair: int
    place: int
    _written: float = field(default=0.0, init=False)

    def show(self, game: Game) -> None:
        """The game as it stands now; its end is always written."""
        now = time.monotonic()
        if now < self._written + SHOWN_S and not game.position.is_over:
            return
        self._written = now
        self.folder.mkdir(exist_ok=True)
        path = self.folder / record_name(self.pair, self.place)
        temporary = path.with_suffix(".new")
        temporary.write_bytes(export_gcg(game))
        temporary.replace(path)


def newest_live(folder: Path) -> tuple[int, int] | None:
    """Pair and place of the live game that was written last."""
    newest, found = 0, None
    for path in folder.glob("*.gcg"):
        named = _NAME.fullmatch(path.name)
        try:
            written = path.stat().st_mtime_ns
        except FileNotFoundError:  # it has just been kept for good
            continue
        if named is not None and written > newest:
            newest, found = written, (int(named[1]) - 1, int(named[2]))
    return found
