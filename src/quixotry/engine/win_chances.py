"""The chance to win by spread and tiles not seen, as `scripts/train_win_chances.py` fitted it."""

from __future__ import annotations

import json
import math
from functools import lru_cache
from pathlib import Path

from quixotry.values import frozen


@frozen
class WinChances:
    """Logistic curves, one for each number of tiles not seen; the last stands for more."""

    scale: tuple[float, ...]
    lead: tuple[float, ...]
    """Points that being on turn is worth."""

    def scale_at(self, unseen: int) -> float:
        """By how many points of spread odds change by a factor of e."""
        return self.scale[min(unseen, len(self.scale) - 1)]

    def chance(self, spread: float, unseen: int, *, on_turn: bool) -> float:
        """The chance to win with this spread when so many tiles are not seen."""
        at = min(unseen, len(self.scale) - 1)
        ahead = spread + (self.lead[at] if on_turn else -self.lead[at])
        return 1 / (1 + math.exp(-max(-700.0, min(700.0, ahead / self.scale[at]))))


@lru_cache(maxsize=1)
def win_chances() -> WinChances:
    """The curves that come with the package."""
    text = (Path(__file__).parent / "trained" / "win_chances.json").read_text(encoding="utf-8")
    table = json.loads(text)
    return WinChances(tuple(table["scale"]), tuple(table["lead"]))
