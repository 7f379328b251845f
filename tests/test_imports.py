"""Which room may enter which: the plan of tests/rooms.py, module by module.

The files are parsed, never imported, so that a lazy import inside a function counts like any other.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.rooms import FOR_ALL, MAY_IMPORT, room
from tests.sources import parsed

SOURCE = Path(__file__).parents[1] / "src"

STANDARD_LIBRARY_ONLY = ("errors", "wording", "rules", "fair")


@dataclass(frozen=True)
class Import:
    """One import of one of our modules by another; names without the leading `quixotry.`."""

    by: str
    of: str
    for_types_only: bool


@cache
def modules() -> dict[str, Path]:
    """Every module by its name without `quixotry.`; the package itself is the empty name."""
    found = {}
    for file in sorted(SOURCE.glob("quixotry/**/*.py")):
        parts = file.relative_to(SOURCE / "quixotry").with_suffix("").parts
        found[".".join(part for part in parts if part != "__init__")] = file
    return found


def _import_nodes(
    tree: ast.AST, *, types: bool = False
) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, types
        else:
            guard = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            yield from _import_nodes(node, types=types or guard)


@cache
def imported_names(module: str) -> tuple[tuple[str, bool], ...]:
    """The full names a module imports, and whether only for its types."""
    found: list[tuple[str, bool]] = []
    for node, types in _import_nodes(parsed(modules()[module])):
        if isinstance(node, ast.Import):
            found += [(alias.name, types) for alias in node.names]
            continue
        assert node.level == 0, f"{module}: imports are written in full"
        for alias in node.names:
            full = f"{node.module}.{alias.name}"
            is_module = full.removeprefix("quixotry.") in modules() and full.startswith("quixotry.")
            found.append((full if is_module else str(node.module), types))
    return tuple(found)


@cache
def our_imports() -> tuple[Import, ...]:
    return tuple(
        Import(module, name.removeprefix("quixotry").removeprefix("."), types)
        for module in modules()
        for name, types in imported_names(module)
        if room(name) == "quixotry"
    )


def is_allowed(imported: Import) -> bool:
    by, of = room(imported.by), imported.of
    return of == FOR_ALL or by == room(of) or of in MAY_IMPORT[by] or room(of) in MAY_IMPORT[by]


def test_every_room_has_its_place_in_the_plan() -> None:
    assert {room(module) for module in modules()} <= set(MAY_IMPORT)


def test_every_room_has_one_row_in_the_table_of_the_architecture() -> None:
    page = (SOURCE.parent / "docs" / "architecture.md").read_text("utf-8")
    first_cells = [
        row.split("|")[1] for row in page.partition("\n## ")[0].splitlines() if row.startswith("| `")
    ]
    named = [name for cell in first_cells for name in re.findall(r"`(\w+)/?(?:\.py)?`", cell)]
    rooms = {room(module) for module in modules()} - {"", "__main__"}
    assert sorted({*rooms, "quixotry"}) == sorted({*named} - {"__main__"})
    assert len(named) == len(set(named))


@pytest.mark.parametrize("module", modules())
def test_a_module_enters_only_the_rooms_it_may(module: str) -> None:
    wrong = [each.of for each in our_imports() if each.by == module and not is_allowed(each)]
    assert not wrong, f"quixotry.{module} may not import {', '.join(wrong)}"


@pytest.mark.parametrize("module", [each for each in modules() if room(each) in STANDARD_LIBRARY_ONLY])
def test_the_rules_stand_on_the_standard_library_alone(module: str) -> None:
    outside = {room(name) for name, _ in imported_names(module)} - {"quixotry"}
    assert outside <= sys.stdlib_module_names


@pytest.mark.parametrize("module", [each for each in modules() if room(each) == "rules"])
def test_the_rules_ask_no_clock_no_dice_and_no_disk(module: str) -> None:
    forbidden = {
        "time",
        "datetime",
        "random",
        "secrets",
        "os",
        "pathlib",
        "io",
        "socket",
        "subprocess",
        "threading",
    }
    if module == "rules.shipped":  # reads its neighbours
        forbidden.remove("pathlib")
    assert not {room(name) for name, _ in imported_names(module)} & forbidden
    assert "importlib.resources" not in {name for name, _ in imported_names(module)}


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = TopologicalSorter[str]()
    for each in our_imports():
        # A package's __init__ is run before any of its modules anyway; types are not needed to run.
        if not each.for_types_only and each.by != each.of:
            graph.add(each.by, each.of)
    try:
        graph.prepare()
    except CycleError as cycle:
        pytest.fail(f"these modules import each other in a circle: {' -> '.join(cycle.args[1])}")


def test_the_plan_itself_has_no_circle() -> None:
    assert list(TopologicalSorter(MAY_IMPORT).static_order())
