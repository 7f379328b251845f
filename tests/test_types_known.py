"""Types are made known to msgspec as modules are imported, in one thread, and never by whoever decodes first.

It learns a type as it first meets it, and a second thread that meets the type meanwhile finds it half learnt: servers
to which everybody came back at once after a restart died of it.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.sources import parsed

SOURCES = Path(__file__).parents[1] / "src" / "quixotry"
BUILT_IN = ("dict", "list", "Any")
AT_ONCE = {
    "notation/record.py": "all types of a record are known there, and a test asks for each",
    "players/bot_list.py": "read once, as a server starts",
    "store/backup.py": "read by commands, which have one thread",
}
"""Modules that name a type only as they use it, and why they may."""


def named_types(file: Path) -> Iterator[str]:
    """The types that a module's functions tell msgspec as they decode."""
    for node in ast.walk(parsed(file)):
        if not isinstance(node, ast.Call) or not ast.unparse(node.func).startswith("msgspec."):
            continue
        named = [word.value for word in node.keywords if word.arg == "type"]
        if ast.unparse(node.func) == "msgspec.convert":
            named += node.args[1:2]
        yield from (text for text in map(ast.unparse, named) if not text.startswith(BUILT_IN))


@pytest.mark.parametrize("file", sorted(SOURCES.rglob("*.py")), ids=lambda file: file.stem)
def test_no_module_tells_msgspec_a_type_as_it_decodes(file: Path) -> None:
    if file.relative_to(SOURCES).as_posix() not in AT_ONCE:
        assert not list(named_types(file)), "make a Decoder when the module is imported"


def test_every_type_of_a_record_is_known_before_the_first_is_read() -> None:
    program = """
from quixotry.notation import record
from quixotry.rules.event import EVENT_KINDS
known = {id(decoder.type) for decoder in record._KNOWN}
assert {id(kind) for kind in (record._Header, *EVENT_KINDS.values())} == known
"""
    subprocess.run([sys.executable, "-c", program], check=True)
