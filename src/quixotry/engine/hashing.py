"""A hash of 64-bit numbers, the same on every machine."""

from __future__ import annotations

M64 = (1 << 64) - 1


def mix64(word: int) -> int:
    """The finalizer of splitmix64: every bit of the word changes half of the answer's.

    >>> hex(mix64(0x9E3779B97F4A7C15))
    '0xe220a8397b1dcdaf'
    """
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & M64
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & M64
    return word ^ (word >> 31)
