"""What a start says where the engine is not compiled."""

from __future__ import annotations

import click

REINSTALL = "pip install --force-reinstall --no-cache-dir quixotry (in a checkout: make play)"
"""Without pip's cache, which may hold what was built without a compiler."""

LIMITS = "computers play in plain Python, a champion no better than an expert, and solve, selfplay and train refuse"


def engine_notice() -> str:
    """One sentence about an engine that is not compiled and one about what to do; nothing where it is."""
    from quixotry.lexicon.compiled import COMPILED

    if COMPILED:
        return ""
    from quixotry.lexicon.machine_code import has_compiler

    how = "There is a C compiler now; to use it:" if has_compiler() else "Install a C compiler, then:"
    return f"The engine is not compiled here: {LIMITS}. {how} {REINSTALL}"


def tell_engine() -> None:
    """Say it once, where it does not get between a program and the answers it reads."""
    if notice := engine_notice():
        click.echo(notice, err=True)
