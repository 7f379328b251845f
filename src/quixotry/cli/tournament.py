"""`quixotry tournament`: any number of players meet each other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quixotry.cli import values
from quixotry.cli.arena_options import MADE_BY, arena_options, plan_of, runner_of
from quixotry.cli.arena_run import games_bar
from quixotry.cli.options import json_option, lexicon_option

if TYPE_CHECKING:
    from quixotry.arena.tournament import System, Tournament


@click.command()
@click.argument("players", nargs=-1, required=True, shell_complete=values.contestants)
@click.option(
    "--system",
    type=click.Choice(["round-robin", "swiss", "gauntlet"]),
    default="round-robin",
    show_default=True,
    help="Who meets whom; in a gauntlet the first player meets all others.",
)
@click.option(
    "--pairs",
    type=click.IntRange(1, 100_000),
    default=10,
    show_default=True,
    help="Pairs of games in each meeting: the same tiles twice, with the start swapped.",
)
@click.option(
    "--rounds", type=click.IntRange(1, 1000), default=5, show_default=True, help="Of a Swiss tournament."
)
@click.option(
    "--rules",
    default="match",
    show_default=True,
    help="The ruleset: a name or a TOML file.",
    shell_complete=values.rulesets,
)
@lexicon_option
@arena_options
@json_option
def tournament(
    players: tuple[str, ...],
    system: System,
    pairs: int,
    rounds: int,
    rules: str,
    lexicon_name: str,
    gcg: int | None,
    out: Path | None,
    *,
    as_json: bool,
    **arena: object,
) -> None:
    """Let any number of players meet in pairs of games: standings, cross table, ratings, and a report.

    Players are named as for `quixotry match`. Standings go by games won, a draw half, then by spread, then by
    matches of two games won. Stopped and started again, the tournament goes on where it was.

    \b
    Examples:
      quixotry tournament beginner casual club expert --pairs 20 --jobs 2
      quixotry tournament champion expert club --system gauntlet
      quixotry tournament "bot:python my_bot.py" club expert static --system swiss --rounds 3
    """
    import json

    from quixotry.arena.report.tournament import tournament_report
    from quixotry.arena.results import write_results
    from quixotry.arena.tournament import Tournament

    plan = plan_of(rules, lexicon_name, **arena)
    folder = out or Path(f"tournament-{system}-{len(players)}-{plan.seed}")
    played = Tournament(players, plan, folder, system, pairs, rounds, records=gcg)
    _play(played, **arena)
    result = played.plain()
    write_results(folder, result, tournament_report(played, made_by=MADE_BY))
    if as_json:
        click.echo(json.dumps(result))
    else:
        _show(played)


def _play(played: Tournament, **arena: object) -> None:
    from quixotry.arena.contestants import shown_name

    with games_bar(played.games_planned, lambda: played.games_played) as show:

        def tell(now: Tournament) -> None:
            leader = now.standings()[0]
            text = f"{now.games_played} games, {shown_name(leader.name)} leads with {leader.halves / 2:g}"
            show(text, now.games_played)

        played.play(runner_of(**arena), tell)


def _show(played: Tournament) -> None:
    from quixotry.arena.contestants import shown_name
    from quixotry.arena.report.tournament import cross_rows, order_text

    ratings = {each.name: each for each in played.ratings()}
    rows = [("", "won", "games", "spread", "matches", "rating", "95 % interval")]
    for place, each in enumerate(played.standings(), 1):
        rating = ratings.get(each.name)
        shown = (
            ("-", "")
            if rating is None
            else (f"{rating.rating:.0f}", f"{rating.low:.0f} to {rating.high:.0f}")
        )
        name = f"{place}. {shown_name(each.name)}"
        rows.append(
            (name, f"{each.halves / 2:g}", str(each.games), f"{each.spread:+d}", str(each.matches), *shown)
        )
    _table(rows)
    click.echo()
    crossed = cross_rows(played)
    _table([("won–lost", *(str(number) for number in range(1, len(crossed) + 1))), *crossed])
    click.echo()
    click.echo(order_text(played.plain()))
    click.echo(f"Results and games are in {played.folder}; report.html shows them.")


def _table(rows: Sequence[tuple[str, ...]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            f"{text:<{width}}" if n == 0 else f"{text:>{width}}"
            for n, (text, width) in enumerate(zip(row, widths, strict=True))
        ]
        click.echo("  ".join(cells).rstrip())
