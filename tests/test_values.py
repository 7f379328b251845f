"""Our values against dataclasses: the same in everything but the time it takes to make the class."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, asdict, dataclass, field, fields, replace
from typing import Any, ClassVar

import pytest

from quixotry.values import frozen, frozen_by_name


@frozen
class Point:
    """A square."""

    row: int
    column: int = 7
    marks: list[str] = field(default_factory=list, compare=False)
    total: int = field(init=False, repr=False)
    origin: ClassVar[str] = "A1"

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", self.row + self.column)


@frozen
class Named(Point):
    name: str = ""


@frozen_by_name
class Fact:
    seq: int
    seat: int = 0


@frozen
class Nothing:
    pass


@frozen
class Folded:
    text: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Folded) and self.text.casefold() == other.text.casefold()

    def __hash__(self) -> int:
        return hash(self.text.casefold())

    def __repr__(self) -> str:
        return self.text


def as_dataclass(kind: type, **options: Any) -> type:
    """A class with the same annotations, made by the standard library."""
    body = {"__annotations__": kind.__annotations__, **options}
    return dataclass(frozen=True, slots=True)(type(kind.__name__, (), body))


def test_values_are_equal_by_their_fields_and_kind() -> None:
    assert Point(1, 2) == Point(1, 2, ["not compared"])
    assert hash(Point(1, 2)) == hash(Point(1, 2, ["not compared"]))
    assert Point(1, 2) != Point(2, 1)
    assert Point(1, 2) != Named(1, 2)
    assert Point(1, 2).__eq__((1, 2)) is NotImplemented
    assert Nothing() == Nothing()
    assert {Nothing(): 1}[Nothing()] == 1


def test_a_value_cannot_change() -> None:
    point: Any = Point(1)
    with pytest.raises(FrozenInstanceError, match="'row' of a Point cannot change"):
        point.row = 2
    with pytest.raises(FrozenInstanceError):
        del point.row
    with pytest.raises(FrozenInstanceError):
        point.other = 1
    assert not hasattr(point, "__dict__")


def test_a_value_is_told_and_taken_apart_as_a_dataclass() -> None:
    point = Named(1, name="star")
    assert repr(point) == "Named(row=1, column=7, marks=[], name='star')"
    assert replace(Fact(seq=1), seat=2) == Fact(seq=1, seat=2)
    assert [each.name for each in fields(Point)] == ["row", "column", "marks", "total"]
    assert asdict(Fact(seq=3)) == {"seq": 3, "seat": 0}
    match Point(4, 5):
        case Point(row, column):
            assert (row, column) == (4, 5)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
@pytest.mark.parametrize("value", [Point(1, 2, ["x"]), Named(3, name="n"), Fact(seq=1), Nothing()], ids=repr)
def test_a_value_can_be_copied_and_pickled(again: Callable[[object], object], value: object) -> None:
    assert again(value) == value
    assert repr(again(value)) == repr(value)


def test_each_value_gets_its_own_list() -> None:
    assert Point(1).marks is not Point(1).marks


def test_methods_that_a_class_writes_itself_stay() -> None:
    assert Folded("CAT") == Folded("cat")
    assert len({Folded("CAT"), Folded("cat")}) == 1
    assert repr(Folded("CAT")) == "CAT"


def test_signatures_are_those_of_a_dataclass() -> None:
    assert str(inspect.signature(Folded)) == str(inspect.signature(as_dataclass(Folded)))
    assert str(inspect.signature(Fact)) == "(*, seq: 'int', seat: 'int' = 0) -> None"


@pytest.mark.parametrize(("values", "named"), [((), {}), ((1, 2, [], 4), {}), ((1,), {"other": 2})])
def test_arguments_that_do_not_fit_are_refused(values: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        Point(*values, **named)
