"""`quixotry solve`: the best moves of a position, tried out, gone through draw by draw, or worked out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from quixotry.cli.options import (
    cgp_option,
    json_option,
    lexicon_option,
    load_ruleset,
    parse_position,
    rules_option,
)

if TYPE_CHECKING:
    from quixotry.analysis.advice import Advice
    from quixotry.rules.view import View

DRAWS_SHOWN = 10


@click.command()
@cgp_option
@rules_option
@lexicon_option
@click.option("--budget-ms", type=click.IntRange(1, 3_600_000), default=2000, show_default=True)
@click.option("--threads", type=click.IntRange(1, 64), default=1, show_default=True)
@click.option("--top", type=click.IntRange(1), default=8, show_default=True, help="How many moves to list.")
@click.option("--explain", is_flag=True, help="Explain each move in a sentence.")
@json_option
def solve(
    cgp_text: str,
    rules: str,
    lexicon_name: str,
    budget_ms: int,
    threads: int,
    top: int,
    *,
    explain: bool,
    as_json: bool,
) -> None:
    """Find the best moves of a position, and say how certain that is.

    With an empty bag and two players the endgame is solved; with one to four tiles in the bag every draw is
    examined; otherwise moves are simulated against the racks the others may hold. Win chances assume strong play
    on both sides. The spread is the expected lead at the end. What is proven is exact. Of the other racks only
    the number of tiles counts, unless two play and the bag is empty; an empty one is taken to be full.

    \b
    Examples:
      quixotry solve --cgp "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 QUIXOTE/ 0/0 0"
      quixotry solve --cgp "..." --budget-ms 10000 --threads 2 --explain
      quixotry solve --cgp "..." --json
    """
    from quixotry.analysis.advice import advise, view_of_cgp
    from quixotry.lexicon import load
    from quixotry.lexicon.compiled import require_compiled

    require_compiled("Solving a position")
    ruleset = load_ruleset(rules)
    view = view_of_cgp(parse_position(cgp_text, ruleset), ruleset)
    advice = advise(view, load(lexicon_name), budget_ms=budget_ms, threads=threads)
    found = plain(view, advice, top)
    if as_json:
        click.echo(json.dumps({"rules": ruleset.name, **found}))
        return
    show(view, advice, found, explain=explain)


def plain(view: View, advice: Advice, top: int) -> dict[str, Any]:
    """The advice as JSON."""
    from quixotry.notation.moves import format_move
    from quixotry.terminal.move_table import lane_sign

    alphabet = view.ruleset.tiles.alphabet

    board, line = view.board, []
    for move, score in advice.line:
        line.append({"move": format_move(board, move, alphabet), "score": score})
        board = board.with_cells(getattr(move, "placements", ()))
    return {
        "method": advice.method,
        "proven": advice.is_proven,
        "unseen": len(view.unseen),
        "bag": view.bag_count,
        "moves": [
            {
                "move": format_move(view.board, each.move, alphabet),
                "score": each.score,
                "leave": alphabet.text(each.leave),
                "equity": _rounded(each.equity, 3),
                "spread": _rounded(each.spread, 2),
                "win_chance": _rounded(each.win_chance, 4),
                "proven": each.is_proven,
                "samples": each.samples,
                "reply_score": _rounded(each.reply_score, 2),
                "reply_bingo": _rounded(each.reply_bingo, 4),
                "next_bingo": _rounded(each.next_bingo, 4),
                "lanes_opened": [lane_sign(view, lane) for lane in each.lanes_opened],
                "lanes_closed": [lane_sign(view, lane) for lane in each.lanes_closed],
                "opens": [view.ruleset.layout.square_name(square) for square in each.opened],
            }
            for each in advice.moves[:top]
        ],
        "line": line,
        "every_draw": advice.is_every_draw,
        "draws": [
            {
                "bag": alphabet.text(each.bag),
                "chance": round(each.chance, 4),
                "win_chance": round(each.win_chance, 4),
                "spread": round(each.spread, 2),
                "proven": each.is_proven,
            }
            for each in advice.draws
        ],
    }


def show(view: View, advice: Advice, found: dict[str, Any], *, explain: bool) -> None:
    """Print the advice as a table, with the main line below."""
    from quixotry.terminal.move_table import sentence

    rows, draws = found["moves"], found["draws"]
    sure = ", proven" if found["proven"] else ""
    if draws:
        sure = (", all draws" if found["every_draw"] else f", {len(draws)} of the draws") + sure
    bag = "the bag is empty" if not found["bag"] else f"{found['bag']} of them in the bag"
    if found["method"] == "endgame" and not found["proven"]:
        sure = ", not proven"
    how = "By static evaluation" if found["method"] == "static" else f"By {found['method']}"
    click.echo(f"{how}{sure}; {found['unseen']} unseen tiles, {bag}.")
    width = max(len(row["move"]) for row in rows)
    click.echo(f"{'move':<{width}}  score  {'leave':<7}  win %  spread")
    for row, each in zip(rows, advice.moves, strict=False):
        win = "     -" if row["win_chance"] is None else f"{100 * row['win_chance']:6.1f}"
        spread = "      -" if row["spread"] is None else f"{row['spread']:7.1f}"
        proven = "  proven" if row["proven"] else ""
        click.echo(f"{row['move']:<{width}}  {row['score']:>5}  {row['leave']:<7} {win} {spread}{proven}")
        if explain:
            click.echo(f"    {sentence(view, each)}")
    if found["line"]:
        case = f" if the bag holds {draws[0]['bag']}" if draws else ""
        moves = ", ".join(f"{each['move']} {each['score']}" for each in found["line"])
        click.echo(f"Line{case}: {moves}")
    total = sum(draw["chance"] for draw in draws)
    for name, is_so in (("Wins", _is_won), ("Ties", _is_tied), ("Loses", _is_lost)):
        some = [draw for draw in draws if is_so(draw)]
        if some:
            listed = ", ".join(draw["bag"] for draw in some[:DRAWS_SHOWN])
            more = f" and {len(some) - DRAWS_SHOWN} more" if len(some) > DRAWS_SHOWN else ""
            share = sum(draw["chance"] for draw in some) / total
            click.echo(f"{name} {share:.0%} of the time, with {listed}{more}")


def _is_won(draw: dict[str, Any]) -> bool:
    return bool(draw["win_chance"] > 0.5)


def _is_tied(draw: dict[str, Any]) -> bool:
    return bool(draw["win_chance"] == 0.5)


def _is_lost(draw: dict[str, Any]) -> bool:
    return bool(draw["win_chance"] < 0.5)


def _rounded(number: float | None, digits: int) -> float | None:
    return None if number is None else round(number, digits)
