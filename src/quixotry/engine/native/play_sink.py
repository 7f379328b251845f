"""Where an anchor's plays go."""

from __future__ import annotations

from typing import Literal

from quixotry.lexicon.cdefs import Array, cint, native, uint8_t, uint32_t


@native
class PlaySink:
    """Takes plays as they are found; what it does with them is up to whoever inherits from it."""

    # The tiles being laid, by square, in either orientation; 0 where a tile lies already.
    strip: Array[uint8_t, Literal[1088]]

    @native
    def record(self, start: cint, length: cint, kept: uint32_t, points: cint) -> None:
        """A legal play: `strip` from `start` on, the tiles kept, its points without the bonus."""
        return
