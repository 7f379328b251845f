"""The machine code that lies in the package: what it was compiled for, and whether it is what the build made.

Apart from `compiled`, which every command imports: only `quixotry doctor` looks this closely.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from quixotry.values import frozen

PACKAGE = Path(__file__).parents[1]


@frozen
class MachineCode:
    """What the build says it compiled, and what lies there."""

    processor: str
    """What it was compiled for; empty where the build left no note."""
    missing: tuple[str, ...]
    """Modules that should be compiled and are not."""
    stale: tuple[str, ...]
    """Compiled modules that no build claims."""


def machine_code(package: Path = PACKAGE) -> MachineCode:
    """The machine code in a package folder, beside the note `setup.py` leaves there."""
    try:
        note = json.loads((package / "lexicon" / "compiled.build").read_text("utf-8"))
    except FileNotFoundError:
        note = {"processor": "", "modules": []}
    there = set()
    for path in package.rglob(f"*{EXTENSION_SUFFIXES[0]}"):
        *folders, file = path.relative_to(package.parent).parts
        there.add(".".join((*folders, file.partition(".")[0])))
    said = set(note["modules"])
    return MachineCode(note["processor"], tuple(sorted(said - there)), tuple(sorted(there - said)))


def has_compiler() -> bool:
    """Is there a C compiler now, wherever Quixotry was built?"""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    return shutil.which(compiler) is not None


def why_not_run(module: str = "quixotry.engine.native.generator") -> str:
    """Why a compiled module cannot be imported here, in a process of its own: a wrong processor ends it; or nothing."""
    done = subprocess.run(
        [sys.executable, "-c", f"import {module}"], capture_output=True, text=True, check=False
    )
    if done.returncode < 0:
        return f"it ends with signal {-done.returncode}, as machine code for another processor does"
    return done.stderr.strip().splitlines()[-1] if done.returncode else ""
