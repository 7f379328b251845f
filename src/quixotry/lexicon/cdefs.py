"""The words compiled modules are written in, as readers and type checkers see them; cdefs.pxd has them in C.

`@native` marks what becomes C: a class with its fields, a function that runs without the interpreter's lock and raises
nothing. `native_sources.py` turns modules written with these names into what Cython compiles. Interpreted, such a
module can be imported and looked at, but nothing in it works: without a compiler moves are found by `engine/plain.py`.
"""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Annotated, Any, Generic, Protocol, TypeAlias, TypeVar

T = TypeVar("T")
N = TypeVar("N")
T_co = TypeVar("T_co", covariant=True)

cint: TypeAlias = int
size_t: TypeAlias = int
ssize_t: TypeAlias = int
int16_t: TypeAlias = int
int32_t: TypeAlias = int
int64_t: TypeAlias = int
uint8_t: TypeAlias = int
uint16_t: TypeAlias = int
uint32_t: TypeAlias = int
uint64_t: TypeAlias = int
double: TypeAlias = float
bint: TypeAlias = bool

M32: int = 0xFFFFFFFF
"""The lowest 32 bits."""
M64: int = 0xFFFFFFFFFFFFFFFF
"""All 64 bits: what C does by itself when it wraps round."""
ONE: uint64_t = 1
"""1 with 64 bits, to be shifted."""
SPLITMIX_STEP: uint64_t = 0x9E3779B97F4A7C15
"""What the state of splitmix64 grows by with each number."""
FNV: uint64_t = 0x100000001B3
"""The prime of the FNV hash."""

Const = Annotated[T, "never written"]
Readonly = Annotated[T, "read from Python too"]
Public = Annotated[T, "read and written from Python too"]


class Pointer(Generic[T]):
    """The address of one or more T."""

    def __getitem__(self, index: int) -> T:
        raise NotImplementedError

    def __setitem__(self, index: int, value: T) -> None:
        raise NotImplementedError

    def __add__(self, items: int) -> Pointer[T]:
        raise NotImplementedError

    def __bool__(self) -> bool:
        """Is it not null?"""
        raise NotImplementedError


class Array(Pointer[T], Generic[T, N]):
    """A fixed number of T: `Array[uint8_t, Literal[24]]`."""


class ConstView(Protocol[T_co]):
    """The memory of a Python object that is only read, as items of T."""

    def __getitem__(self, index: int, /) -> T_co:
        """One item."""

    def __len__(self) -> int:
        """How many there are."""


class View(Protocol[T]):
    """The memory of a Python object, as items of T."""

    def __getitem__(self, index: int, /) -> T:
        """One item."""

    def __setitem__(self, index: int, value: T, /) -> None:
        """Write one item."""

    def __len__(self) -> int:
        """How many there are."""


def native(thing: T) -> T:
    """Mark a class or function that is compiled to plain C."""
    return thing


def cfunc(thing: T) -> T:
    """Mark a function that is called as C is, but may raise and use Python's objects."""
    return thing


def inline(thing: T) -> T:
    """Mark a function that is compiled to plain C within whatever calls it."""
    return thing


nogil: AbstractContextManager[None] = nullcontext()
"""`with nogil:` lets other threads run meanwhile."""


def cast(kind: type[T], value: Any) -> T:
    """The value as another C type."""
    raise NotImplementedError


def address(thing: T) -> Pointer[T]:
    """Where an item lies in memory."""
    raise NotImplementedError


def popcount(word: uint64_t) -> cint:
    """The number of set bits."""
    raise NotImplementedError


def ctz(word: uint64_t) -> cint:
    """The place of the lowest set bit; asking it of 0 is a mistake."""
    raise NotImplementedError


def splitmix(state: uint64_t) -> uint64_t:
    """The finalizer of splitmix64: a number like no other for each number."""
    raise NotImplementedError


def erfc(x: double) -> double:
    """The complementary error function."""
    raise NotImplementedError


def exp(x: double) -> double:
    """e to the power of x."""
    raise NotImplementedError


def sqrt(x: double) -> double:
    """The square root."""
    raise NotImplementedError


def dot10(a: Pointer[int32_t], b: Pointer[int32_t]) -> int32_t:
    """The sum of ten products, made side by side; where `a` is 0, it is so from there on."""
    raise NotImplementedError


def monotonic() -> double:
    """Seconds on a clock that only goes forward."""
    raise NotImplementedError


def load_word(place: Pointer[uint64_t]) -> uint64_t:
    """A word that other threads may write: all of it as one of them wrote it."""
    raise NotImplementedError


def store_word(place: Pointer[uint64_t], word: uint64_t) -> None:
    """Write a word that other threads may read."""
    raise NotImplementedError


def zeroed(size: size_t) -> Pointer[None]:
    """New memory, filled with zeros, or a null pointer."""
    raise NotImplementedError


def pages(size: size_t) -> Pointer[None]:
    """New memory for a large table, filled with zeros and beginning with a line of the cache, in huge pages where the
    system has them; or a null pointer."""
    raise NotImplementedError


def free_pages(memory: Any, size: size_t) -> None:
    """Give such memory back."""
    raise NotImplementedError


def prefetch(place: Any) -> None:
    """Begin to bring a place of memory into the cache."""
    raise NotImplementedError


def regrown(old: Any, old_size: size_t, size: size_t) -> Pointer[None]:
    """More memory with the same contents, zeros behind them, or a null pointer."""
    raise NotImplementedError


def free(memory: Any) -> None:
    """Give memory back."""
    raise NotImplementedError


def memset(memory: Any, byte: cint, size: size_t) -> None:
    """Fill memory with a byte."""
    raise NotImplementedError


def memcmp(one: Any, other: Any, size: size_t) -> cint:
    """Compare memory, as C does: below 0 when the first comes first."""
    raise NotImplementedError


def memcpy(target: Any, source: Any, size: size_t) -> None:
    """Copy memory."""
    raise NotImplementedError


def on_stack() -> Any:
    """An array that lives as long as the function it is declared in, with nothing written to it yet."""
    raise NotImplementedError
