"""Values: what `dataclass(frozen=True, slots=True)` makes, in a fifth of the time.

Dataclasses write six methods for each class and compile them when it is imported; that was a quarter of a server's
start, and more of a short command's (bench/values.py). Here `__init__` alone is compiled for the class. All else is a
dataclass's: `fields`, `replace`, `asdict`, patterns, pickling.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, dataclass_transform

Fields = tuple[Field[Any], ...]
Kind = TypeVar("Kind", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(kind: Kind) -> Kind:
    """The class as a value: it is compared by its fields, and they cannot change."""
    return _made(kind, kw_only=False)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def frozen_by_name(kind: Kind) -> Kind:
    """The same, with fields that are given by name alone."""
    return _made(kind, kw_only=True)


def _made(kind: Kind, *, kw_only: bool) -> Kind:
    doc, kind.__doc__ = (
        kind.__doc__,
        "There is one.",
    )  # else a dataclass would work out its signature to make one
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True, kw_only=kw_only)(kind)
    made.__doc__ = doc
    of = fields(made)
    for name, method in {**_SHARED, **_comparison(of), "__init__": _init(made, of)}.items():
        if kind.__dict__.get(name) is None:  # a class with an `__eq__` has None for a hash
            setattr(made, name, method)
    return made  # type: ignore[no-any-return]


def _tell(self: Any) -> str:
    told = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(told)})"


def _refuse(self: Any, name: str, _: object = None) -> NoReturn:
    raise FrozenInstanceError(f"{name!r} of a {type(self).__name__} cannot change")


def _get_state(self: Any) -> tuple[Any, ...]:
    return tuple(getattr(self, each.name) for each in fields(self))


def _set_state(self: Any, values: tuple[Any, ...]) -> None:
    for each, value in zip(fields(self), values, strict=True):
        object.__setattr__(self, each.name, value)


_SHARED = {
    "__repr__": _tell,
    "__setattr__": _refuse,
    "__delattr__": _refuse,
    "__getstate__": _get_state,
    "__setstate__": _set_state,
}


def _comparison(of: Fields) -> dict[str, Any]:
    """By the fields that count; apart from the shared ones, because games compare and hash values all the time."""
    key = _getter([each.name for each in of if each.compare])

    def equals(self: Any, other: object) -> Any:
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: Any) -> int:
        return hash(key(self))

    return {"__eq__": equals, "__hash__": hashed}


def _getter(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """The values of these attributes."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple(getattr(self, name) for name in names)


def _init(kind: type, of: Fields) -> Any:
    """`__init__`, which puts each argument into its slot."""
    scope: dict[str, Any] = {"missing": MISSING}
    places: list[str] = []
    by_name: list[str] = []
    lines: list[str] = []
    for each in of:
        if not each.init:
            continue  # `__post_init__` gives it
        name, given = each.name, each.name
        scope[f"put_{name}"] = getattr(kind, name).__set__
        if each.default is not MISSING:
            scope[f"default_{name}"], given = each.default, f"{name}=default_{name}"
        elif each.default_factory is not MISSING:
            scope[f"new_{name}"], given = each.default_factory, f"{name}=missing"
            lines.append(f"  if {name} is missing: {name} = new_{name}()")
        lines.append(f"  put_{name}(self, {name})")
        (by_name if each.kw_only else places).append(given)
    if hasattr(kind, "__post_init__"):
        lines.append("  self.__post_init__()")
    parameters = ["self", *places, *(["*", *by_name] if by_name else [])]
    exec("\n".join([f"def __init__({', '.join(parameters)}):", *lines, "  pass"]), scope)
    made = scope["__init__"]
    made.__qualname__ = f"{kind.__qualname__}.__init__"
    made.__annotations__ = {**{each.name: each.type for each in of if each.init}, "return": None}
    return made
