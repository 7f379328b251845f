"""Options that matches and tournaments share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from quixotry import __version__
from quixotry.cli.options import load_ruleset

if TYPE_CHECKING:
    from quixotry.arena.batches import Runner
    from quixotry.arena.plan import Plan

Command = TypeVar("Command", bound=Callable[..., None])

MADE_BY = f"Quixotry {__version__}"

OPTIONS = (
    click.option(
        "--seed", type=click.IntRange(0, 2**62), default=1, show_default=True, help="The first pair's tiles."
    ),
    click.option(
        "--jobs",
        type=click.IntRange(1, 256),
        default=1,
        show_default=True,
        help="How many games are played at the same time, each in a process of its own.",
    ),
    click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on the Dask cluster whose scheduler is there, tcp://HOST:PORT, instead of --jobs.",
    ),
    click.option(
        "--time",
        "game_seconds",
        type=click.FloatRange(0.1, 36_000),
        help="Seconds each player has for a game; overtime costs points.  [default: 60]",
    ),
    click.option(
        "--move-time",
        "move_seconds",
        type=click.FloatRange(0.01, 3600),
        help="Seconds for each move; without --time instead of a clock for the game.",
    ),
    click.option(
        "--clock",
        type=click.Choice(["wall", "processor"]),
        default="wall",
        show_default=True,
        help="What is measured: time gone by, or processor time.",
    ),
    click.option(
        "--on-failure",
        type=click.Choice(["lose", "pass"]),
        default="lose",
        show_default=True,
        help="What an illegal move or a failing program costs: the game, or the turn.",
    ),
    click.option(
        "--gcg",
        type=click.IntRange(0),
        help="Write the games of so many pairs as GCG.  [default: all]",
    ),
    click.option(
        "--out",
        type=click.Path(file_okay=False, path_type=Path),
        help="The folder for results and games; a run found there goes on.",
    ),
)


def arena_options(command: Command) -> Command:
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def plan_of(rules: str, lexicon_name: str, **options: Any) -> Plan:
    """What the options say about the games."""
    from quixotry.arena.plan import Plan, TimeControl
    from quixotry.lexicon import load

    game, move = options["game_seconds"], options["move_seconds"]
    if game is None and move is None:
        game = 60.0
    control = TimeControl(
        game_ms=None if game is None else round(1000 * game),
        move_ms=None if move is None else round(1000 * move),
        clock=options["clock"],
    )
    return Plan.of(
        load_ruleset(rules),
        load(lexicon_name),
        seed=options["seed"],
        time=control,
        on_failure=options["on_failure"],
        lexicon_name=lexicon_name,
    )


def runner_of(**options: Any) -> Runner:
    """Where the options say that games are played."""
    from quixotry.arena.batches import LocalProcesses
    from quixotry.arena.cluster import DaskCluster

    cluster = options.get("cluster")
    return LocalProcesses(options["jobs"]) if cluster is None else DaskCluster(cluster)
