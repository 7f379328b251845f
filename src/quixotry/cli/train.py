"""`quixotry train`: values from self-play."""

from __future__ import annotations

from pathlib import Path

import click

from quixotry.cli import values
from quixotry.cli.arena_options import runner_of
from quixotry.cli.options import load_ruleset, rules_option


@click.group()
def train() -> None:
    """Train the tables the computer plays by.

    \b
    Example:
      quixotry train leaves --rules tournament --games 10000 --games 50000 --seed 1 --folder leaves
    """


@train.command()
@rules_option
@click.option(
    "--lexicon",
    default="default",
    show_default=True,
    help="The word list: an id or a file.",
    shell_complete=values.lexicons,
)
@click.option(
    "--games",
    type=click.IntRange(1),
    multiple=True,
    default=(10_000, 50_000),
    show_default=True,
    help="Games in a generation; repeat the option for each generation.",
)
@click.option(
    "--seed", type=click.IntRange(0), default=1, show_default=True, help="The seed of the first game."
)
@click.option("--processes", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on the Dask cluster whose scheduler is there, tcp://HOST:PORT, instead of --processes.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Where tables and progress are kept; with the same folder, training continues where it stopped.",
)
def leaves(
    rules: str,
    lexicon: str,
    games: tuple[int, ...],
    seed: int,
    processes: int,
    cluster: str | None,
    folder: Path,
) -> None:
    """Train the values of leaves by self-play.

    The result is generation-N.qxl in the folder, where N is the number of generations. The same options give the
    same table, regardless of the number of processes and of interruptions. It is also kept in the data folder, where
    computers and `moves`, `solve` and `selfplay` find it by ruleset and word list.

    \b
    Examples:
      quixotry train leaves --folder leaves
      quixotry train leaves --rules friends --games 10000 --games 50000 --processes 2 --folder leaves
    """
    from quixotry.lexicon.compiled import require_compiled

    require_compiled("Training")

    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from quixotry.arena import leave_training as training
    from quixotry.engine.leaves_file import keep_leaves
    from quixotry.lexicon import load

    ruleset = load_ruleset(rules)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[note]}"),
        TimeRemainingColumn(),
    ) as bar:
        task = bar.add_task("generation 1", note="")

        def tell(progress: training.Progress) -> None:
            points = progress.figures["points"] / max(1, progress.figures["games"]) / 2
            bar.update(
                task,
                description=f"generation {progress.generation}",
                completed=progress.done,
                total=progress.chunks,
                note=f"{progress.samples:,} racks, {points:.1f} points per game",
            )

        recipe = training.Recipe(lexicon, seed, games)
        training.train(ruleset, recipe, folder, runner=runner_of(jobs=processes, cluster=cluster), tell=tell)
    made = folder / f"generation-{len(games)}.qxl"
    keep_leaves(made, ruleset, load(lexicon).digest)
    click.echo(f"{made}")
    click.echo("From now on used with these rules and this word list; --leaves names another table.")
