"""What the compiled modules use of the `cython` module, for interpreters that do not have it.

Compiled code never comes here; interpreted code does when Cython is not installed, so that a machine
without a compiler needs no extra package to play.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, TypeVar

_T = TypeVar("_T")

compiled = False


def _unchanged(thing: _T) -> _T:
    return thing


cclass = cfunc = final = inline = _unchanged


class _NoGil(nullcontext[None]):
    """`with cython.nogil:` and `@cython.nogil` are both written."""

    def __call__(self, thing: _T) -> _T:
        return thing


nogil = _NoGil()


def cast(_type: object, value: _T) -> _T:
    return value


def exceptval(*_: Any, **__: Any) -> Callable[[_T], _T]:
    return _unchanged


boundscheck = wraparound = initializedcheck = cdivision = exceptval
