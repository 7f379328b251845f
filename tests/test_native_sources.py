"""Compiled modules: written once, in typed Python, and taken apart for Cython when the engine is built."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from native_sources import read_module, write_sources

from tests.engine.soaking import PROVED

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
COMPILED = re.findall(r'^    "(quixotry\.[\w.]+)",$', (ROOT / "setup.py").read_text("utf-8"), flags=re.M)
NATIVE = SOURCE / "quixotry" / "engine" / "native"

SHAPE = """
from typing import Final, Literal, TypeAlias, TypeVar

from quixotry.lexicon.cdefs import Array, cint, inline, uint8_t

T = TypeVar("T")
SIDES: Final = 2
Sides: TypeAlias = Array[T, Literal[2]]


@inline
def doubled(number: cint) -> cint:
    \"\"\"Twice a number.\"\"\"
    return number * SIDES
"""

USER = """
from quixotry.lexicon.cdefs import Pointer, Readonly, cast, cint, native, on_stack, uint8_t
from quixotry.shape import SIDES, Sides, doubled


@native
class Thing:
    count: Readonly[cint]
    \"\"\"How many.\"\"\"
    tiles: Sides[uint8_t]
    name: str

    def __init__(self, name: str) -> None:
        self.name = name

    @native
    def total(self, more: Pointer[uint8_t]) -> None:
        room: Sides[cint] = on_stack()
        room[0] = cast(cint, more[0])
        self.count = doubled(room[0]) + SIDES
"""


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """Where the two modules above were written for Cython."""
    source = tmp_path / "src" / "quixotry"
    (source / "lexicon").mkdir(parents=True)
    (source / "lexicon" / "cdefs.pxd").write_text("", "utf-8")
    (source / "shape.py").write_text(SHAPE, "utf-8")
    (source / "user.py").write_text(USER, "utf-8")
    write_sources(["quixotry.shape", "quixotry.user"], tmp_path / "src", tmp_path / "out")
    return tmp_path / "out" / "quixotry"


def test_fields_and_signatures_are_declared_in_the_pxd(written: Path) -> None:
    declared = (written / "user.pxd").read_text("utf-8")
    assert "from quixotry.shape cimport SIDES, doubled\n" in declared
    assert "@cython.final\ncdef class Thing():\n" in declared
    assert "    cdef readonly int count\n" in declared
    assert "    cdef uint8_t[2] tiles\n" in declared
    assert "    cdef object name\n" in declared
    assert "    cdef void total(self, uint8_t * more) noexcept nogil\n" in declared


def test_constants_and_inline_functions_live_in_the_pxd_alone(written: Path) -> None:
    declared = (written / "shape.pxd").read_text("utf-8")
    assert "cdef enum:\n    SIDES = 2\n" in declared
    assert "cdef inline int doubled(int number) noexcept nogil:\n    return number * SIDES\n" in declared
    assert "def doubled" not in (written / "shape.py").read_text("utf-8")


def test_what_is_left_of_a_module_has_its_lines_where_they_were(written: Path) -> None:
    lines = (written / "user.py").read_text("utf-8").split("\n")
    assert len(lines) == len(USER.split("\n"))
    there = {line.strip(): number for number, line in enumerate(lines)}
    assert there["def total(self, more: cython.pointer[uint8_t]) -> cython.void:"] == 16
    assert there["room: cython.int[2]"] == 17
    assert there["room[0] = cython.cast(cython.int, more[0])"] == 18
    assert not any("Readonly" in line for line in lines)


def test_files_that_do_not_change_are_not_written_again(written: Path) -> None:
    """Or everything would be compiled anew at each build."""
    before = (written / "user.pxd").stat().st_mtime_ns
    root = written.parents[1]
    write_sources(["quixotry.shape", "quixotry.user"], root / "src", root / "out")
    assert (written / "user.pxd").stat().st_mtime_ns == before


def test_declarations_are_written_once() -> None:
    """No stub says again what a module says, and one .pxd has what only C knows."""
    assert not list(SOURCE.rglob("*.pyi"))
    assert [path.name for path in SOURCE.rglob("*.pxd")] == ["cdefs.pxd"]


def test_every_module_of_the_compiled_room_is_compiled() -> None:
    in_room = {f"quixotry.engine.native.{path.stem}" for path in NATIVE.glob("*.py")} - {
        "quixotry.engine.native.__init__"
    }
    assert {name for name in COMPILED if ".native." in name} == in_room


@pytest.mark.parametrize("name", COMPILED)
def test_compiled_code_has_no_second_way_for_the_interpreter(name: str) -> None:
    text = read_module(name, SOURCE).text
    assert "cython" not in text


@pytest.mark.parametrize("path", sorted(NATIVE.glob("*.py")), ids=lambda path: path.stem)
def test_strides_and_packings_are_named_in_one_place(path: Path) -> None:
    code = re.sub(r'""".*?"""|#.*', "", path.read_text("utf-8"), flags=re.S)
    if path.stem != "layout":
        assert not re.findall(r"\b(?:24|48|528|1056|0xFFF|0x1F|0x1FFFF)\b", code)


def test_a_change_of_any_compiled_source_starts_a_soak_again() -> None:
    digested = {file for pattern in PROVED for file in ROOT.glob(pattern)}
    sources = {SOURCE.joinpath(*name.split(".")).with_suffix(".py") for name in COMPILED}
    assert digested >= sources | {SOURCE / "quixotry" / "lexicon" / "cdefs.pxd", ROOT / "native_sources.py"}
