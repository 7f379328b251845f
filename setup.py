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

COMPILED = [
    "quixotry.lexicon.graph",
    "quixotry.lexicon.graph_build",
    "quixotry.engine.leaves",
    "quixotry.engine.grid",
    "quixotry.engine.generator",
    "quixotry.engine.sight",
    "quixotry.engine.endgame",
    "quixotry.engine.chooser",
    "quixotry.engine.selfplay",
    "quixotry.engine.kept_boards",
    "quixotry.engine.turns",
    "quixotry.engine.simulation",
    "quixotry.engine.race",
]
WISH = os.environ.get("QUIXOTRY_EXT", "wanted")
HERE = Path(__file__).parent


class OptionalBuild(build_ext):
    """Builds what it can. Without a compiler the same sources run interpreted, only slowly."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            if WISH == "required":
                raise
            self.extensions = []
            print(f"quixotry: no compiled engine ({error}); it will run interpreted", file=sys.stderr)  # noqa: T201


def arguments() -> tuple[list[str], list[str]]:
    compile_args = [
        "-O3",
        "-g0",
        f"-march={os.environ.get('QUIXOTRY_MARCH', 'native')}",
        "-fno-strict-aliasing",
    ]
    if os.environ.get("QUIXOTRY_SANITIZE"):
        sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
        return ["-O1", "-g", *sanitizers], sanitizers
    return compile_args, []


def extensions() -> list[Extension]:
    if WISH == "none":
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        if WISH == "required":
            raise
        return []
    compile_args, link_args = arguments()
    return cythonize(
        [
            Extension(
                name,
                [f"src/{name.replace('.', '/')}.py"],
                extra_compile_args=compile_args,
                extra_link_args=link_args,
            )
            for name in COMPILED
        ],
        build_dir="build",
        include_path=["src"],
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
