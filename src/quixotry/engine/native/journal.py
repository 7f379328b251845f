"""What squares were like before they changed, so that plays can be taken back."""

from __future__ import annotations

from typing import Literal

from quixotry.lexicon.cdefs import Array, cint, int32_t, native, uint8_t, uint16_t, uint64_t


@native
class Journal:
    """A stack of squares as they were; `Board` writes it and reads it back."""

    top: cint
    at: Array[uint16_t, Literal[4096]]
    cell: Array[uint8_t, Literal[4096]]
    crossed: Array[uint8_t, Literal[4096]]
    fits: Array[uint64_t, Literal[4096]]
    cross_base: Array[int32_t, Literal[4096]]
    key: Array[uint64_t, Literal[4096]]
    # Cross-sets worked out already, by the tiles on both sides of a square; the same come back all the time.
    run: Array[uint64_t, Literal[1024]]
    run_fits: Array[uint64_t, Literal[1024]]

    def __init__(self) -> None:
        self.top = 0
