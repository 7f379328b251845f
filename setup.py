"""What pyproject.toml cannot say: the compiled modules, and how to do without a compiler.

`QUIXOTRY_EXT=required` makes a failed build an error (continuous integration and benchmarks run so);
`QUIXOTRY_EXT=none` builds none. `QUIXOTRY_MARCH` names the processor to build for, as compilers do (`native` is the
one at hand, and what the Makefile asks for); without it machine code runs on every processor of the last fifteen
years, because wheels travel. `QUIXOTRY_SANITIZE=1` adds the sanitizers.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import sys
import sysconfig
from math import inf
from multiprocessing import get_start_method
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

# A build backend does not put this folder on the path.
sys.path.insert(0, str(Path(__file__).parent))
from native_sources import write_sources

VIEWS = "quixotry.lexicon.native_views"
"""Cython's own classes for views of memory, shared. Else each module would hold a copy, and compiling the copies would
take longer than compiling the engine."""

COMPILED = [
    VIEWS,
    "quixotry.lexicon.checksum",
    "quixotry.lexicon.gaddag",
    "quixotry.lexicon.anagram_tables",
    "quixotry.lexicon.gaddag_build",
    "quixotry.engine.native.layout",
    "quixotry.engine.native.journal",
    "quixotry.engine.native.line_bits",
    "quixotry.engine.native.board",
    "quixotry.engine.native.leaves",
    "quixotry.engine.native.rack",
    "quixotry.engine.native.late_values",
    "quixotry.engine.native.play_sink",
    "quixotry.engine.native.anchors",
    "quixotry.engine.native.play_list",
    "quixotry.engine.native.generator",
    "quixotry.engine.native.perception",
    "quixotry.engine.native.through_letters",
    "quixotry.engine.native.slots",
    "quixotry.engine.native.tile_sets",
    "quixotry.engine.native.winner",
    "quixotry.engine.native.bound_queue",
    "quixotry.engine.native.word_fitter",
    "quixotry.engine.native.best_play",
    "quixotry.engine.native.bag",
    "quixotry.engine.native.game_rules",
    "quixotry.engine.native.game_record",
    "quixotry.engine.native.static_game",
    "quixotry.engine.native.selfplay",
    "quixotry.engine.native.board_snapshots",
    "quixotry.engine.native.rollout",
    "quixotry.engine.native.simulation",
    "quixotry.engine.native.race",
    "quixotry.engine.native.reachable_words",
    "quixotry.engine.native.play_store",
    "quixotry.engine.native.line_plays",
    "quixotry.engine.native.end_position",
    "quixotry.engine.native.move_order",
    "quixotry.engine.native.transposition_table",
    "quixotry.engine.native.claims",
    "quixotry.engine.native.endgame",
    "quixotry.engine.native.plain_endgame",
]
SOURCES = Path("build") / "cython"
WISH = os.environ.get("QUIXOTRY_EXT", "wanted")


# x86-64-v2 by its parts: compilers before GCC 11 do not know the name, and those that make wheels are old.
PORTABLE = ["-msse4.2", "-mpopcnt"]
MARCH = os.environ.get("QUIXOTRY_MARCH", "")
SANITIZE = bool(os.environ.get("QUIXOTRY_SANITIZE"))

NOTE = Path("quixotry") / "lexicon" / "compiled.build"
"""What was compiled, and for what; `quixotry doctor` reads it."""


class OptionalBuild(build_ext):
    """Builds all or nothing. Without a compiler moves are found in plain Python (engine/plain.py)."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        if not self.extensions:
            return
        built = Path(self.build_lib)
        roots = [built, Path("src")] if self.inplace else [built]
        note = json.dumps({"processor": processor(), "modules": COMPILED}, indent=1) + "\n"
        # Machine code made for another processor is as stale as that of other sources.
        self.force = self.force or not (built / NOTE).exists() or (built / NOTE).read_text("utf-8") != note
        self.remove(roots, all_but=COMPILED)
        try:
            check_compiler()
            # Only now: listing sources or metadata needs no C.
            for extension, made in zip(self.extensions, as_c(self.extensions), strict=True):
                extension.sources = made.sources
            super().run()
        except Exception as error:
            if WISH == "required":
                raise SystemExit(
                    f"quixotry: no compiled engine, and QUIXOTRY_EXT=required asks for it. Why: {error}"
                ) from error
            # Half of the modules compiled and half not would not fit together.
            self.remove(roots, all_but=[])
            self.extensions = []
            print(  # noqa: T201
                f"quixotry: no compiled engine; computers up to expert play without it. Why: {error}",
                file=sys.stderr,
            )
            return
        for root in roots:
            (root / NOTE).write_text(note, "utf-8")

    def remove(self, roots: list[Path], *, all_but: list[str]) -> None:
        """Remove machine code nobody asks for any more: Python would take it before the module's source."""
        suffix = self.get_ext_filename("any").removeprefix("any")
        for root in roots:
            (root / NOTE).unlink(missing_ok=True)
            stay = {root / self.get_ext_filename(name) for name in all_but}
            for file in {*(root / "quixotry").rglob(f"*{suffix}")} - stay:
                file.unlink()

    def build_extensions(self) -> None:
        compile_args, link_args = arguments(self.compiler.compiler_type)
        for extension in self.extensions:
            extension.extra_compile_args, extension.extra_link_args = compile_args, link_args
        super().build_extensions()


def check_compiler() -> None:
    """Say what is missing before minutes are spent on translating."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "").split()
    if compiler and shutil.which(compiler[0]) is None:
        raise FileNotFoundError(f"there is no C compiler ({compiler[0]})")
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        raise FileNotFoundError("Python's header files are missing (Debian has them in python3-dev)")


def processor() -> str:
    """What machine code is made for, in the words of `quixotry doctor`."""
    if SANITIZE:
        return "sanitizers"
    if MARCH == "native":
        return f"native {platform.machine()} {cpu_model()}".strip()
    return MARCH or ("x86-64-v2" if is_x86_64() else f"any {sysconfig.get_platform()}")


def cpu_model() -> str:
    """The processor's own name for itself, where the system tells it."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), "")


def is_x86_64() -> bool:
    """Do we build for one? On a Mac the compiler is told by other means, maybe for two at once."""
    return sysconfig.get_platform() in ("linux-x86_64", "win-amd64")


def arguments(compiler: str) -> tuple[list[str], list[str]]:
    """What the compiler and the linker are told."""
    if compiler == "msvc":
        return ["/O2"], []
    if SANITIZE:
        # Python is built with -fwrapv, under which no overflow would be reported.
        sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-wrapv"]
        return ["-O1", "-g", *sanitizers], sanitizers
    target = [f"-march={MARCH}"] if MARCH else PORTABLE if is_x86_64() else []
    return ["-O3", "-g0", *target, "-fno-strict-aliasing"], []


def extensions() -> list[Extension]:
    if WISH == "none":
        return []
    # The longest first: whatever is begun last, all wait for.
    return sorted((Extension(name, [str(source(name))]) for name in COMPILED), key=length, reverse=True)


def source(name: str) -> Path:
    """Of a module of ours; Cython writes the shared one itself."""
    if name == VIEWS:
        return SOURCES.joinpath(*name.split(".")).with_suffix(".c")
    return Path("src", *name.split(".")).with_suffix(".py")


def length(module: Extension) -> float:
    return inf if module.name == VIEWS else Path(module.sources[0]).stat().st_size


def as_c(modules: list[Extension]) -> list[Extension]:
    from Cython.Build import cythonize

    written = write_sources([name for name in COMPILED if name != VIEWS], Path("src"), SOURCES)
    for module in modules:
        module.sources = [str(written.get(module.name, source(module.name)))]
    return cythonize(
        modules,
        include_path=[str(SOURCES)],
        # Where processes are not forked, each would run this file anew.
        nthreads=os.cpu_count() or 1 if get_start_method() == "fork" else 0,
        shared_utility_qualified_name=VIEWS if VIEWS in COMPILED else None,
        compiler_directives={
            "language_level": "3",
            "boundscheck": False,
            "wraparound": False,
            "initializedcheck": False,
            "cdivision": True,
            "annotation_typing": True,
            "binding": False,
        },
        quiet=True,
    )


setup(ext_modules=extensions(), cmdclass={"build_ext": OptionalBuild})
