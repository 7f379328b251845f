"""`quixotry doctor`: what is installed, compiled for what, where data is, and what is wrong."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

import click

from quixotry import __version__
from quixotry.cli.engine_notice import REINSTALL, engine_notice
from quixotry.lexicon.compiled import COMPILED
from quixotry.lexicon.machine_code import PACKAGE, machine_code, why_not_run
from quixotry.paths import data_folder
from quixotry.values import frozen

SPACE_BYTES_MIN = 100_000_000
"""Less room than this for games and word graphs is worth a word."""


@frozen
class Finding:
    """One line of the report, and what is wrong there if anything is."""

    subject: str
    text: str
    problems: tuple[str, ...] = ()


@click.command()
@click.pass_context
def doctor(ctx: click.Context) -> None:
    """Say what is installed, compiled for what, where data is, and what is wrong.

    Exit code 1 where something is wrong.

    \b
    Examples:
      quixotry doctor
    """
    findings = [
        Finding("version", f"{__version__}, in {PACKAGE}"),
        Finding(
            "Python",
            f"{platform.python_version()} on {platform.system()} {platform.machine()}, {sys.executable}",
        ),
        engine(),
        *libraries(),
        data(data_folder()),
    ]
    for finding in findings:
        click.echo(f"{finding.subject:10} {finding.text}")
    wrong = [problem for finding in findings for problem in finding.problems]
    click.echo("" if wrong else "\nNothing is wrong.")
    for problem in wrong:
        click.echo(f"Wrong: {problem}")
    ctx.exit(1 if wrong else 0)


def engine() -> Finding:
    """Compiled for what, and does it run here?"""
    if not COMPILED:
        return Finding("engine", "plain Python", (engine_notice(),))
    code = machine_code()
    problems = []
    if why := why_not_run():
        problems.append(f"The compiled engine does not run here: {why}. Build it here: {REINSTALL}")
    if code.missing or code.stale:
        parts = [
            *(f"{name} is missing" for name in code.missing),
            *(f"{name} is stale" for name in code.stale),
        ]
        problems.append(f"The compiled engine is not whole: {', '.join(parts)}. Build it again: {REINSTALL}")
    return Finding("engine", f"compiled for {code.processor or 'an unknown processor'}", tuple(problems))


def libraries() -> Iterator[Finding]:
    """What the game needs, what the server needs besides, and which versions are there."""
    try:
        wanted = requires("quixotry") or []
    except PackageNotFoundError:
        yield Finding("libraries", "unknown", ("Quixotry is run from a folder without being installed.",))
        return
    for subject, extra in (("libraries", ""), ("server", "web"), ("PostgreSQL", "postgres")):
        there, absent, old = [], [], []
        for name, least in requirements(wanted, extra):
            try:
                found = version(name)
            except PackageNotFoundError:
                absent.append(name)
                continue
            there.append(f"{name} {found}")
            if numbers(found) < numbers(least):
                old.append(f"{name} {found} is older than {least}: pip install --upgrade {name}")
        if absent and extra:
            # Half of an extra is no extra, and none of it nothing wrong.
            yield Finding(subject, f"not installed: pip install 'quixotry[{extra}]'", tuple(old))
        else:
            problems = [*old, *(f"{name} is missing: pip install {name}" for name in absent)]
            yield Finding(subject, ", ".join(there), tuple(problems))


def requirements(wanted: list[str], extra: str) -> Iterator[tuple[str, str]]:
    """Names and least versions of what an extra asks for, or of what is always needed."""
    for line in wanted:
        needs, _, marker = line.partition(";")
        of = re.search(r"extra == ['\"](\w+)['\"]", marker)
        if (of.group(1) if of else "") != extra:
            continue
        parts = re.match(r"([\w.-]+)(?:\[[^]]*\])?\s*(?:>=\s*([\d.]+))?", needs)
        assert parts is not None, needs
        if parts.group(1) != "quixotry":  # an extra that builds on another
            yield parts.group(1), parts.group(2) or "0"


def numbers(text: str) -> tuple[int, ...]:
    """A version as numbers, as far as it has any."""
    return tuple(int(part) for part in re.findall(r"\d+", re.split(r"[a-z+]", text)[0]))


def data(folder: Path) -> Finding:
    """Where games, word lists and graphs are kept, and how much of them."""
    if not folder.exists():
        return Finding("data", f"{folder}, not there yet")
    problems = []
    if not os.access(folder, os.W_OK | os.X_OK):
        problems.append(f"The data folder {folder} cannot be written: no game can be saved there.")
    if shutil.disk_usage(folder).free < SPACE_BYTES_MIN:
        problems.append(f"The disk of {folder} has less than {SPACE_BYTES_MIN // 10**6} MB left.")
    counts = []
    for name, what in (
        ("games", "terminal games"),
        ("lexicons", "imported lists"),
        ("graphs", "word graphs"),
    ):
        files = [path for path in (folder / name).glob("*") if path.is_file()]
        counts.append(f"{what} {len(files)} files {sum(path.stat().st_size for path in files) / 1e6:.1f} MB")
    for server in folder.glob("quixotry.sqlite3"):
        counts.append(f"server's games {server.stat().st_size / 1e6:.1f} MB")
    return Finding("data", f"{folder}: {', '.join(counts)}", tuple(problems))
