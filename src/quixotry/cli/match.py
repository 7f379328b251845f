"""`quixotry match`: two players meet in many pairs of games."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quixotry.cli import values
from quixotry.cli.arena_options import MADE_BY, arena_options, plan_of, runner_of
from quixotry.cli.arena_run import games_bar
from quixotry.cli.options import json_option, lexicon_option

if TYPE_CHECKING:
    from quixotry.arena.batches import Runner
    from quixotry.arena.match import Match


REPORT_S = 10
"""How often the report is written while a match goes on."""


class SprtBounds(click.ParamType[tuple[float, float]]):
    """Two rating differences, as `0,10`."""

    name = "LOW,HIGH"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        if isinstance(value, tuple):
            return value
        try:
            low, high = (float(part) for part in str(value).split(","))
        except ValueError:
            self.fail(f"{value!r} is not two differences in rating, as in 0,10.", param, ctx)
        if not -1000 <= low < high <= 1000:
            self.fail("the first difference must be the smaller, and both within 1000 points.", param, ctx)
        return low, high


@click.command()
@click.argument("first", metavar="A", shell_complete=values.contestants)
@click.argument("second", metavar="B", shell_complete=values.contestants)
@click.option(
    "--rules",
    default="match",
    show_default=True,
    help="The ruleset: a name or a TOML file.",
    shell_complete=values.rulesets,
)
@lexicon_option
@click.option(
    "--pairs",
    type=click.IntRange(1, 10_000_000),
    default=50,
    show_default=True,
    help="How many pairs of games, at most: the same tiles twice, with the start swapped.",
)
@click.option(
    "--sprt",
    "sprt_bounds",
    type=SprtBounds(),
    help="Stop as soon as it is decided whether A is LOW or HIGH rating points stronger (95 % sure).",
)
@arena_options
@json_option
def match(
    first: str,
    second: str,
    rules: str,
    lexicon_name: str,
    pairs: int,
    sprt_bounds: tuple[float, float] | None,
    gcg: int | None,
    out: Path | None,
    *,
    as_json: bool,
    **arena: object,
) -> None:
    """Let two players meet in pairs of games, which are matches of two games each.

    A and B are levels of the computer; `static`, the player of `quixotry selfplay`; or "bot:COMMAND", a program
    that speaks the bot protocol (docs/reference/bot-protocol.md). Everything is kept in a
    folder: results.json, report.html, and every game as GCG. Stopped and started again, the run goes on where it was.

    \b
    Examples:
      quixotry match expert club
      quixotry match champion expert --pairs 100 --jobs 2 --time 60
      quixotry match champion expert --pairs 1000 --sprt 0,20
      quixotry match "bot:python my_bot.py" expert
    """
    import json

    from quixotry.arena.match import Match
    from quixotry.arena.report.match import match_report
    from quixotry.arena.results import write_results
    from quixotry.arena.sprt import Sprt

    plan = plan_of(rules, lexicon_name, **arena)
    folder = out or Path(f"match-{_file_name(first)}-{_file_name(second)}-{plan.seed}")
    sprt = None if sprt_bounds is None else Sprt(*sprt_bounds)
    played = Match(first, second, plan, folder, pairs=pairs, sprt=sprt, records=gcg)
    _play(played, runner_of(**arena))
    result = played.plain()
    write_results(folder, result, match_report(played, made_by=MADE_BY))
    if as_json:
        click.echo(json.dumps(result))
    else:
        from quixotry.cli.match_text import show_match

        show_match(played)


def _play(played: Match, runner: Runner) -> None:
    from quixotry.arena.results import RunningReport
    from quixotry.cli.match_text import progress_text

    report = RunningReport(MADE_BY, REPORT_S)
    with games_bar(played.pairs, lambda: played.pairing.games) as show:

        def tell(now: Match) -> None:
            report.tell(now)
            show(progress_text(now), now.pairing.pairs)

        played.play(runner, tell)


def _file_name(player: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", player).strip("-")[:40] or "player"
