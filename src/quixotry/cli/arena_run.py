"""What a match and a tournament show while they are played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

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
