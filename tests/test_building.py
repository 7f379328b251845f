"""Building the compiled engine: for which processor, what becomes of old machine code, and doing without a compiler."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CDEFS = "src/quixotry/lexicon/cdefs.pxd"
MIXING = "quixotry.lexicon.mixing"
NOTE = Path("src/quixotry/lexicon/compiled.build")

MODULE = '''
"""Shifts by a distance that is not known before: newer processors have an instruction for it."""

from quixotry.lexicon.cdefs import cint, uint64_t


def mix(count: int) -> int:
    at: cint
    mixed: uint64_t = 1
    for at in range(count):
        mixed ^= mixed << (at & 31)
    return mixed & 0xFFFF_FFFF
'''
USE = "from quixotry.lexicon import mixing as m; print(m.mix(1000), m.__file__)"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project that builds as ours does, of one small module alone."""
    make_project(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def portable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, built for others' processors."""
    folder = tmp_path_factory.mktemp("portable")
    make_project(folder)
    done = build(folder, QUIXOTRY_EXT="required", QUIXOTRY_MARCH="")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def built(portable: Path, tmp_path: Path) -> Path:
    """A copy of it, as old as it is."""
    return Path(shutil.copytree(portable, tmp_path / "copy"))


def make_project(folder: Path) -> None:
    for name in ("native_sources.py", "pyproject.toml", "README.md", CDEFS, "src/quixotry/lexicon/cdefs.py"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    (folder / "src/quixotry/__init__.py").write_text('__version__ = "1.0"\n', "utf-8")
    (folder / "src/quixotry/lexicon/__init__.py").touch()
    (folder / "src/quixotry/lexicon/mixing.py").write_text(MODULE, "utf-8")
    script = (ROOT / "setup.py").read_text("utf-8")
    one, count = re.subn(r"(?s)^COMPILED = \[.*?^\]", f'COMPILED = ["{MIXING}"]', script, count=1, flags=re.M)
    assert count == 1
    (folder / "setup.py").write_text(one, "utf-8")


def build(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """`setup.py build_ext --inplace`."""
    return subprocess.run(
        [sys.executable, "-W", "ignore", "setup.py", "--quiet", "build_ext", "--inplace"],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def without_cython(folder: Path) -> dict[str, str]:
    """An environment in which Cython cannot be imported."""
    (folder / "none" / "Cython").mkdir(parents=True)
    (folder / "none" / "Cython" / "__init__.py").write_text(
        "raise ImportError('there is no Cython')", "utf-8"
    )
    return {"PYTHONPATH": str(folder / "none")}


def machine_code(folder: Path) -> list[str]:
    return sorted(path.name.partition(".")[0] for path in (folder / "src").rglob("*.so"))


def use(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Use the built module in a Python of its own, or in one that a command runs."""
    return subprocess.run(
        [*command, sys.executable, "-c", USE],
        cwd=folder / "src",
        env={"PYTHONPATH": str(folder / "src")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_cython_nothing_is_compiled_and_the_build_says_so(project: Path) -> None:
    done = build(project, **without_cython(project))
    assert done.returncode == 0, done.stderr
    assert (
        "no compiled engine; computers up to expert play without it. Why: there is no Cython" in done.stderr
    )
    assert not machine_code(project)
    assert not (project / NOTE).exists()


def test_without_a_compiler_the_build_says_which_is_missing(project: Path) -> None:
    done = build(project, CC="/nowhere/cc")
    assert done.returncode == 0, done.stderr
    assert "Why: there is no C compiler (/nowhere/cc)" in done.stderr
    assert not (project / "build" / "cython").exists(), "no time is spent on translating"


def test_a_required_engine_that_cannot_be_built_is_an_error(project: Path) -> None:
    done = build(project, QUIXOTRY_EXT="required", **without_cython(project))
    assert done.returncode != 0
    assert "QUIXOTRY_EXT=required" in done.stderr


def test_no_engine_is_built_when_none_is_wished_for(project: Path) -> None:
    done = build(project, QUIXOTRY_EXT="none")
    assert done.returncode == 0, done.stderr
    assert "compiled" not in done.stderr
    assert not machine_code(project)


def test_a_build_leaves_no_machine_code_that_is_not_its_own_and_says_what_it_is_for(built: Path) -> None:
    assert machine_code(built) == ["mixing"]
    note = json.loads((built / NOTE).read_text("utf-8"))
    assert note["modules"] == [MIXING]
    if platform.machine() == "x86_64":
        assert note["processor"] == "x86-64-v2"
    ours = next((built / "src").rglob("*.so"))

    # A module taken out of the list, whose machine code Python would take before its source.
    for folder in (ours.parent, next((built / "build").glob("lib.*")) / "quixotry"):
        shutil.copy(ours, folder / ours.name.replace("mixing", "spelling"))
    before = ours.stat().st_mtime_ns
    assert build(built, QUIXOTRY_EXT="required", QUIXOTRY_MARCH="").returncode == 0
    assert machine_code(built) == ["mixing"]
    assert not list((built / "build").glob("lib.*/**/spelling*"))

    # Nothing has changed since, but the next build is for another processor.
    assert build(built, QUIXOTRY_EXT="required", QUIXOTRY_MARCH="native").returncode == 0
    assert ours.stat().st_mtime_ns > before
    assert json.loads((built / NOTE).read_text("utf-8"))["processor"].startswith("native ")

    # And then the compiler goes away.
    assert build(built, CC="/nowhere/cc").returncode == 0
    assert not machine_code(built)
    assert not (built / NOTE).exists()


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the baseline is x86-64-v2 on that architecture")
def test_machine_code_for_others_runs_on_a_processor_of_2008(built: Path) -> None:
    """One module here; `scripts/try_install.sh` plays a whole game with a wheel on the same processor."""
    emulator = shutil.which("qemu-x86_64")
    if emulator is None:
        pytest.skip("needs qemu-x86_64: apt-get install -y qemu-user")
    here, old = use(built), use(built, emulator, "-cpu", "Nehalem")
    assert old.returncode == 0, old.stderr
    assert old.stdout == here.stdout
    assert ".so" in old.stdout

    # And the emulator does mind: machine code for a newer processor ends there.
    assert build(built, QUIXOTRY_EXT="required", QUIXOTRY_MARCH="x86-64-v3").returncode == 0
    newer = use(built, emulator, "-cpu", "Nehalem")
    assert newer.returncode != 0
    assert "Illegal instruction" in newer.stderr or newer.returncode in (-4, 132)
