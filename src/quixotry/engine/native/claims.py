"""Which positions threads are searching right now, so that each takes one that no other has taken.

Several threads search the same tree with one transposition table (ABDADA). Whoever comes to a position another is
searching puts that move off and tries its brothers first; when it comes back, the other has mostly left the answer
in the table. A claim that is lost, because two fell on the same place, costs work done twice and nothing else.
"""

from __future__ import annotations

from typing import Final

from quixotry.lexicon.cdefs import (
    Pointer,
    Public,
    bint,
    cast,
    free,
    load_word,
    native,
    store_word,
    uint64_t,
    zeroed,
)

CLAIMS: Final = 4096
"""Places for claims; a thread has about one per ply."""


@native
class Claims:
    """What the threads of one search tell each other."""

    places: Pointer[uint64_t]
    # One of them has come to an end; what the others are at is no longer wanted.
    is_over: Public[bint]

    def __init__(self) -> None:
        self.is_over = False
        self.places = cast(Pointer[uint64_t], zeroed(CLAIMS * 8))
        if not self.places:
            raise MemoryError

    def __dealloc__(self) -> None:
        free(self.places)

    @native
    def is_taken(self, state: uint64_t) -> bint:
        """Is somebody searching this position?"""
        return load_word(self.places + state % CLAIMS) == state

    @native
    def take(self, state: uint64_t) -> None:
        """Let the others know that it is being searched."""
        store_word(self.places + state % CLAIMS, state)

    @native
    def give_back(self, state: uint64_t) -> None:
        """It is no longer searched by this thread."""
        if self.is_taken(state):
            store_word(self.places + state % CLAIMS, 0)
