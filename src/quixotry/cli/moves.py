"""`quixotry moves`: what a rack can do in a position."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from quixotry.cli.options import (
    cgp_option,
    json_option,
    leaves_option,
    lexicon_option,
    load_leaves,
    load_ruleset,
    parse_position,
    rules_option,
)
from quixotry.cli.time_bar import time_bar

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from quixotry.engine.moves import Candidate
    from quixotry.engine.native.leaves import Leaves
    from quixotry.lexicon.wordlist import Lexicon
    from quixotry.notation.cgp import Cgp
    from quixotry.rules.ruleset import Ruleset


WITHOUT_LEAVES = (
    "No table of leaves fits these tiles: kept tiles count for nothing, and equity is the score. "
    "`quixotry train leaves` makes one."
)


@click.command()
@cgp_option
@click.option("--rack", "rack_text", help="Use this rack instead of the position's; `?` is a blank.")
@rules_option
@lexicon_option
@leaves_option
@click.option("--top", type=click.IntRange(1), default=20, show_default=True, help="How many moves to list.")
@click.option("--all", "show_all", is_flag=True, help="List every move.")
@click.option("--count", "only_count", is_flag=True, help="Print only the number of plays.")
@click.option("--explain", is_flag=True, help="Simulate the moves and explain each in a sentence.")
@click.option(
    "--budget-ms",
    type=click.IntRange(1, 3_600_000),
    default=1000,
    show_default=True,
    help="Time to spend on --explain.",
)
@json_option
@click.pass_context
def moves(
    context: click.Context,
    cgp_text: str,
    rack_text: str | None,
    rules: str,
    lexicon_name: str,
    leaves_file: Path | None,
    top: int,
    budget_ms: int,
    *,
    show_all: bool,
    only_count: bool,
    explain: bool,
    as_json: bool,
) -> None:
    """List the moves of a position, best first: score, leave, and equity (score plus the value of the leave).

    With --explain they are simulated: the chance to win, how often the reply and your next turn are a bingo, and
    what each move opens.

    \b
    Examples:
      quixotry moves --cgp "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 QUIXOTE/ 0/0 0" --top 5
      quixotry moves --cgp "..." --rack AEINRS? --json
      quixotry moves --cgp "..." --count
      quixotry moves --cgp "..." --top 5 --explain
    """
    from quixotry.engine.moves import Engine, tiles_text
    from quixotry.lexicon import load
    from quixotry.notation.moves import format_move

    if explain and as_json:
        raise click.UsageError(
            "--explain cannot be combined with --json; for JSON use `quixotry solve --json`."
        )
    if show_all and only_count:
        raise click.UsageError("--all and --count cannot be combined.")
    if only_count and explain:
        raise click.UsageError("--count and --explain cannot be combined.")
    if show_all and context.get_parameter_source("top") is click.core.ParameterSource.COMMANDLINE:
        raise click.UsageError("--all and --top cannot be combined.")
    ruleset = load_ruleset(rules)
    tiles = ruleset.tiles
    position = parse_position(cgp_text, ruleset, rack_text)
    rack = position.racks[0]
    words = load(lexicon_name)
    leaves = load_leaves(leaves_file, ruleset, words)
    engine = Engine(ruleset, words, leaves=leaves)
    found = engine.search(position.board, rack)
    if only_count:
        click.echo(json.dumps({"plays": found.plays}) if as_json else found.plays)
        return
    chosen = tuple(found) if show_all else found.top(top)
    if explain:
        _explain(position, ruleset, words, chosen, budget_ms, leaves)
        return
    rows = [
        {
            "move": format_move(position.board, candidate.move, tiles.alphabet),
            "tiles": tiles_text(rack.minus(candidate.leave), ruleset),
            "score": candidate.score,
            "leave": tiles_text(candidate.leave, ruleset),
            "equity": round(candidate.equity, 3),
        }
        for candidate in chosen
    ]
    if as_json:
        head = {"rules": ruleset.name, "rack": rack.text(tiles.alphabet), "candidates": len(found)}
        head["has_leaves"] = leaves is not None
        click.echo(json.dumps({**head, "moves": rows}))
        return
    if leaves is None:
        click.echo(WITHOUT_LEAVES, err=True)
    width = max(len(str(row["move"])) for row in rows)
    click.echo(f"{'move':<{width}}  score  {'leave':<{ruleset.rack.size}}  equity")
    for row in rows:
        leave = f"{row['leave']:<{max(5, ruleset.rack.size)}}"
        click.echo(f"{row['move']:<{width}}  {row['score']:>5}  {leave}  {row['equity']:>6.1f}")


def _explain(
    cgp: Cgp,
    ruleset: Ruleset,
    words: Lexicon,
    chosen: Sequence[Candidate],
    budget_ms: int,
    leaves: Leaves | None,
) -> None:
    from quixotry.analysis.advice import appraise, view_of_cgp
    from quixotry.notation.moves import format_move
    from quixotry.terminal.move_table import NOTE, moves_table, sentence

    view = view_of_cgp(cgp, ruleset)
    with time_bar("Simulating", budget_ms):
        moves = appraise(view, words, chosen, budget_ms=budget_ms, leaves=leaves)
    for line in moves_table(view, moves):
        click.echo(line)
    click.echo(f"\n{NOTE}\n")
    alphabet = ruleset.tiles.alphabet
    for each in moves:
        click.echo(f"{format_move(view.board, each.move, alphabet)}: {sentence(view, each)}")
