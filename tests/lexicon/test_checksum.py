"""The checksum is what it says: the bytes as one number, modulo a prime."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from quixotry.lexicon.checksum import MODULUS, checksum


@given(st.integers(0, 3000), st.integers(0, 1 << 32))
def test_it_is_the_remainder_of_the_bytes_read_as_one_number(length: int, seed: int) -> None:
    contents = random.Random(seed).randbytes(length)
    assert checksum(contents) == int.from_bytes(contents, "little") % MODULUS


def test_nothing_overflows_where_every_bit_is_set() -> None:
    contents = b"\xff" * 100_003
    assert checksum(contents) == int.from_bytes(contents, "little") % MODULUS


@given(st.binary(min_size=1, max_size=1000), st.data())
def test_a_changed_byte_changes_it(contents: bytes, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(contents) - 1))
    changed = bytearray(contents)
    changed[at] ^= data.draw(st.integers(1, 255))
    assert checksum(changed) != checksum(contents)
