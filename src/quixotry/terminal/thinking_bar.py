"""A progress line while a computer thinks: the time used and what it is doing. Without a terminal there is none.

The moves a player considers are not shown: they would give its rack away.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress, ProgressColumn, SpinnerColumn, Task, TextColumn
from rich.progress_bar import ProgressBar
from rich.text import Text

from quixotry.players.champion import Champion
from quixotry.players.worker_player import WorkerPlayer
from quixotry.rules.ports import Player


class _TimeBar(ProgressColumn):
    """How much of the time is used."""

    def render(self, task: Task) -> ProgressBar:
        return ProgressBar(total=task.total, completed=min(task.elapsed or 0.0, task.total or 0.0), width=20)


class _TimeUsed(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.elapsed or 0.0:.1f} of {task.total or 0.0:.1f} s", style="dim")


def _progress(console: Console) -> Progress:
    columns = SpinnerColumn(), TextColumn("{task.description}"), _TimeBar(), _TimeUsed()
    return Progress(*columns, console=console, transient=True)


@contextmanager
def show_time(console: Console, doing: str, budget_ms: int) -> Iterator[None]:
    """Show what is being done, and how much of the time for it is used."""
    if not console.is_terminal:
        yield
        return
    with _progress(console) as progress:
        progress.add_task(doing, total=budget_ms / 1000)
        yield


@contextmanager
def show_thinking(console: Console, name: str, player: Player, budget_ms: int) -> Iterator[None]:
    """Show a progress line for this player until it has moved."""
    if not console.is_terminal:
        yield
        return
    with _progress(console) as progress:
        task = progress.add_task(f"{name} is thinking", total=budget_ms / 1000)

        def watch(_leader: int, rollouts: int) -> None:
            progress.update(task, description=f"{name} is simulating, {rollouts:,} rollouts so far")

        if not isinstance(player, Champion | WorkerPlayer):
            yield
            return
        player.watch = watch
        try:
            yield
        finally:
            player.watch = None
