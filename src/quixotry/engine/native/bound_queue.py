"""What waits to be looked at, best bound first, in buckets: within one the order does not matter."""

from __future__ import annotations

from typing import Final, Literal

from quixotry.lexicon.cdefs import (
    M32,
    Array,
    Pointer,
    bint,
    cast,
    cint,
    free,
    inline,
    int32_t,
    memset,
    native,
    uint16_t,
    uint32_t,
    zeroed,
)

ROOM: Final = 65536
ENTRY: Final = 4
BOUND: Final = 0
WHAT: Final = 1
BEFORE: Final = 2
BUCKETS: Final = 1024
WIDTH: Final = 1024
"""Thousandths of a point a bucket holds."""
BELOW_ZERO: Final = 256
"""So many buckets are for bounds below zero."""


@native
class BoundQueue:
    """Numbers with an upper bound each, in thousandths of a point."""

    # Of each bucket its latest entry, 0 for none.
    bucket: Array[uint16_t, Literal[1024]]
    # Of each entry its bound, the number, and the entry before it in its bucket.
    entries: Pointer[int32_t]
    size: cint
    top: cint

    def __init__(self) -> None:
        self.entries = cast(Pointer[int32_t], zeroed(ROOM * ENTRY * 4))
        if not self.entries:
            raise MemoryError

    def __dealloc__(self) -> None:
        free(self.entries)

    @native
    def clear(self) -> None:
        """Nothing waits."""
        self.size = self.top = 0
        memset(self.bucket, 0, BUCKETS * 2)

    @inline
    def push(self, bound: cint, what: uint32_t) -> bint:
        """Let a number wait; False when there is no room."""
        bucket: cint = (bound >> 10) + BELOW_ZERO
        if self.size == ROOM - 1:
            return False
        if bucket < 0:
            bucket = 0
        elif bucket > BUCKETS - 1:
            bucket = BUCKETS - 1
        if bucket > self.top:
            self.top = bucket
        self.size += 1
        entry: Pointer[int32_t] = self.entries + self.size * ENTRY
        entry[BOUND] = bound
        entry[WHAT] = cast(int32_t, what)
        entry[BEFORE] = self.bucket[bucket]
        self.bucket[bucket] = self.size
        return True

    @inline
    def pop(self, floor: cint) -> uint32_t:
        """Take out a number of the highest bucket that reaches `floor`; M32 when none does."""
        entry: Pointer[int32_t]
        while self.top >= 0:
            # The best of this bucket falls short, so all the rest does.
            if self.top < BUCKETS - 1 and (self.top - BELOW_ZERO + 1) * WIDTH <= floor:
                return M32
            while self.bucket[self.top]:
                entry = self.entries + self.bucket[self.top] * ENTRY
                self.bucket[self.top] = entry[BEFORE]
                if entry[BOUND] >= floor:
                    return cast(uint32_t, entry[WHAT])
            self.top -= 1
        return M32
