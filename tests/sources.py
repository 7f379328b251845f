"""What tests read of the source itself, parsed once in each process."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))
