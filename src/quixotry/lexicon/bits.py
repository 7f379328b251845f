"""The Python twin of bits.pxd: what the compiled modules take from C, for when they run interpreted."""

from __future__ import annotations

from collections.abc import Sequence

M32 = 0xFFFFFFFF
M64 = 0xFFFFFFFFFFFFFFFF
ONE = 1
MIX_A = 0xBF58476D1CE4E5B9
MIX_B = 0x94D049BB133111EB
MIX_STEP = 0x9E3779B97F4A7C15
FNV = 0x100000001B3

# A cast to one of these leaves a number as it is; where C would wrap around, the code says `& M64`.
int32_t = int64_t = uint8_t = uint16_t = uint32_t = uint64_t = int


def popcount(word: int) -> int:
    return word.bit_count()


def ctz(word: int) -> int:
    """The place of the lowest set bit; asking it of 0 is a mistake."""
    return (word & -word).bit_length() - 1


def paired(a: Sequence[int], at: int, b: Sequence[int], start: int) -> int:
    """Ten numbers of `a` times ten of `b`, added up; in C they are multiplied side by side."""
    return sum(map(int.__mul__, a[at : at + 10], b[start : start + 10]))
