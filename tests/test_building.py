"""Installing without what the compiled engine needs: it works and says so, unless the engine was asked for."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def build(folder: Path, wish: str) -> subprocess.CompletedProcess[str]:
    """`setup.py build_ext` where Cython cannot be imported."""
    shutil.copy(ROOT / "setup.py", folder)
    shutil.copy(ROOT / "native_sources.py", folder)
    shutil.copy(ROOT / "pyproject.toml", folder)
    shutil.copy(ROOT / "README.md", folder)
    (folder / "src" / "quixotry").mkdir(parents=True)
    (folder / "none" / "Cython").mkdir(parents=True)
    (folder / "none" / "Cython" / "__init__.py").write_text(
        "raise ImportError('there is no Cython')", "utf-8"
    )
    return subprocess.run(
        [sys.executable, "-W", "ignore", "setup.py", "--quiet", "build_ext"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "none"), "QUIXOTRY_EXT": wish},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_cython_nothing_is_compiled_and_the_build_says_so(tmp_path: Path) -> None:
    done = build(tmp_path, "wanted")
    assert done.returncode == 0, done.stderr
    assert (
        "no compiled engine; computers up to expert play without it. Why: there is no Cython" in done.stderr
    )
    assert not list(tmp_path.glob("**/*.so"))


def test_a_required_engine_that_cannot_be_built_is_an_error(tmp_path: Path) -> None:
    done = build(tmp_path, "required")
    assert done.returncode != 0
    assert "QUIXOTRY_EXT=required" in done.stderr


def test_no_engine_is_built_when_none_is_wished_for(tmp_path: Path) -> None:
    done = build(tmp_path, "none")
    assert done.returncode == 0, done.stderr
    assert "compiled" not in done.stderr
