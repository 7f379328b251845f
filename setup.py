"""What pyproject.toml cannot say: the compiled modules, and how to do without a compiler.

`QUIXOTRY_EXT=required` makes a failed build an error (continuous integration and benchmarks run so);
`QUIXOTRY_EXT=none` builds none. `QUIXOTRY_MARCH` names the processor to build for (default: `native`, for a
build from source serves the machine it is made on); `QUIXOTRY_SANITIZE=1` adds the sanitizers.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

# A build backend does not put this folder on the path.
sys.path.insert(0, str(Path(__file__).parent))
from native_sources import write_sources

COMPILED = [
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
    "quixotry.engine.native.play_store",
    "quixotry.engine.native.line_plays",
    "quixotry.engine.native.end_position",
    "quixotry.engine.native.move_order",
    "quixotry.engine.native.transposition_table",
    "quixotry.engine.native.endgame",
    "quixotry.engine.native.plain_endgame",
]
SOURCES = Path("build") / "cython"
WISH = os.environ.get("QUIXOTRY_EXT", "wanted")


class OptionalBuild(build_ext):
    """Builds all or nothing. Without a compiler moves are found in plain Python (engine/plain.py)."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        if not self.extensions:
            return
        try:
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
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []
            print(  # noqa: T201
                f"quixotry: no compiled engine; computers up to expert play without it. Why: {error}",
                file=sys.stderr,
            )


def arguments() -> tuple[list[str], list[str]]:
    if os.environ.get("QUIXOTRY_SANITIZE"):
        # Python is built with -fwrapv, under which no overflow would be reported.
        sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-wrapv"]
        return ["-O1", "-g", *sanitizers], sanitizers
    march = os.environ.get("QUIXOTRY_MARCH", "native")
    return ["-O3", "-g0", f"-march={march}", "-fno-strict-aliasing"], []


def extensions() -> list[Extension]:
    if WISH == "none":
        return []
    made = []
    for name in COMPILED:
        compile_args, link_args = arguments()
        source = f"src/{name.replace('.', '/')}.py"
        made.append(Extension(name, [source], extra_compile_args=compile_args, extra_link_args=link_args))
    return made


def as_c(modules: list[Extension]) -> list[Extension]:
    from Cython.Build import cythonize

    written = write_sources(COMPILED, Path("src"), SOURCES)
    for module in modules:
        module.sources = [str(written[module.name])]
    return cythonize(
        modules,
        include_path=[str(SOURCES)],
        nthreads=0,
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
