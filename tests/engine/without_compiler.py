"""Python as it is where nothing was compiled: `python -m tests.engine.without_compiler CODE` runs code there."""

from __future__ import annotations

import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path

import quixotry

ROOT = Path(__file__).parents[2]
PACKAGE = Path(quixotry.__file__).parent


class NoExtensions:
    """An import finder that takes the sources of what was compiled, as if nothing else were there."""

    def __init__(self) -> None:
        files = (path for suffix in EXTENSION_SUFFIXES for path in PACKAGE.rglob(f"*{suffix}"))
        parts = (path.relative_to(PACKAGE.parent).parts for path in files)
        self.names = {".".join((*folders, name.partition(".")[0])) for *folders, name in parts}

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        del path, target
        if name not in self.names:
            return None
        return spec_from_file_location(name, PACKAGE.parent.joinpath(*name.split(".")).with_suffix(".py"))


def run(code: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Run code in a process without the compiled engine."""
    return subprocess.run(
        [sys.executable, "-m", "tests.engine.without_compiler", code],
        cwd=ROOT,
        env={"PYTHONPATH": str(PACKAGE.parent), "PATH": "", "QUIXOTRY_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
    )


if __name__ == "__main__":
    sys.meta_path.insert(0, NoExtensions())
    exec(compile(sys.argv[1], "<code>", "exec"))
