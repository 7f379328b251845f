"""`quixotry selfplay`: the computer against itself, many times."""

from __future__ import annotations

from pathlib import Path

import click

from quixotry.cli.options import (
    json_option,
    leaves_option,
    lexicon_option,
    load_leaves,
    load_ruleset,
    rules_option,
)


@click.command()
@click.option("--games", type=click.IntRange(1, 10_000_000), default=1000, show_default=True)
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option(
    "--seed", type=click.IntRange(0, 2**62), default=1, show_default=True, help="The seed of the first game."
)
@rules_option
@lexicon_option
@leaves_option
@click.option(
    "--gcg",
    type=click.Path(file_okay=False, path_type=Path),
    help="Also write every game as GCG into this folder, checked by the referee.",
)
@json_option
def selfplay(
    games: int,
    threads: int,
    seed: int,
    rules: str,
    lexicon_name: str,
    leaves_file: Path | None,
    gcg: Path | None,
    *,
    as_json: bool,
) -> None:
    """Play games between two static players and print statistics. The same seed gives the same games.

    \b
    Examples:
      quixotry selfplay --games 10000 --threads 2
      quixotry selfplay --rules friends --games 10 --gcg games
    """
    import json

    from quixotry.lexicon.compiled import require_compiled

    require_compiled("Self-play")

    from quixotry.arena.static_games import play_static_games, write_gcg
    from quixotry.lexicon import load

    ruleset, lexicon = load_ruleset(rules), load(lexicon_name)
    leaves = load_leaves(leaves_file, ruleset, lexicon)
    result = play_static_games(ruleset, lexicon, seed=seed, games=games, threads=threads, leaves=leaves)
    if gcg is not None:
        write_gcg(ruleset, lexicon, seed=seed, games=games, folder=gcg, leaves=leaves)
    if as_json:
        click.echo(json.dumps(result.plain()))
        return
    for name, value in result.plain().items():
        click.echo(
            f"{name.replace('_', ' '):<24}{value:>12,.2f}"
            if isinstance(value, float)
            else f"{name:<24}{value:>12}"
        )
