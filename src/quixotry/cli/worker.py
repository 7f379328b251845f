"""`quixotry worker`: this machine plays for a cluster."""

from __future__ import annotations

import click


@click.command()
@click.argument("address")
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="How many games are played at the same time, each in a process of its own.",
)
@click.option("--name", help="What the cluster calls this machine.")
def worker(address: str, jobs: int, name: str | None) -> None:
    """Play games for others: be a worker of the Dask cluster whose scheduler is at ADDRESS.

    Start a scheduler with `dask scheduler` on any machine; matches and tournaments use it with --cluster. Whoever
    reaches a scheduler can run programs on its workers: only on a network you trust.

    \b
    Examples:
      dask scheduler --port 8786
      quixotry worker tcp://127.0.0.1:8786 --jobs 2
      quixotry match champion expert --pairs 1000 --cluster tcp://127.0.0.1:8786
    """
    from quixotry.arena.cluster import work_for

    click.echo(f"Playing for {address} with {jobs} processes. Ctrl-C ends it.", err=True)
    work_for(address, jobs, name=name)
