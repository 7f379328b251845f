"""What a match and a tournament show while they are played, and the files they leave."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click


@contextmanager
def games_bar(total: int, games: Callable[[], int]) -> Iterator[Callable[[str, int], None]]:
    """A bar to be told a sentence and how much is done. Who stops it hears how many `games` are kept."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(bar_width=20), TimeRemainingColumn())
    try:
        with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
            task = bar.add_task("beginning", total=total)
            yield lambda text, done: bar.update(task, description=text, completed=done)
    except KeyboardInterrupt:
        click.echo(f"Stopped after {games()} games. The same command goes on from there.", err=True)
        raise


def write_results(folder: Path, result: object, report: str) -> None:
    """The figures and the report, beside the games."""
    write_file(folder / "results.json", json.dumps(result, indent=1) + "\n")
    write_file(folder / "report.html", report)


def write_file(path: Path, text: str) -> None:
    """A whole file or none: the one before it stays until this one is there."""
    temporary = path.with_suffix(".new")
    temporary.write_text(text, "utf-8")
    temporary.replace(path)
