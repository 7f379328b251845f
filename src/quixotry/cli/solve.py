"""`quixotry solve`: the best moves of a position, tried out, gone through draw by draw, or worked out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

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
    from pathlib import Path

    from quixotry.analysis.advice import Advice
    from quixotry.notation.cgp import Cgp
    from quixotry.players.champion import Opponent
    from quixotry.rules.move import Move
    from quixotry.rules.tiles import Tiles
    from quixotry.rules.view import View

DRAWS_SHOWN = 10


@click.command()
@cgp_option
@rules_option
@lexicon_option
@leaves_option
@click.option("--budget-ms", type=click.IntRange(1, 3_600_000), default=2000, show_default=True)
@click.option("--threads", type=click.IntRange(1, 64), default=1, show_default=True)
@click.option("--top", type=click.IntRange(1), default=8, show_default=True, help="How many moves to list.")
@click.option("--explain", is_flag=True, help="Explain each move in a sentence.")
@click.option(
    "--only", multiple=True, metavar="MOVE", help="Compare only this move; may be given several times."
)
@click.option(
    "--known-rack", is_flag=True, help="The other rack in the position is what the other player holds."
)
@click.option(
    "--opponent",
    type=click.Choice(["open", "blind"]),
    default="open",
    show_default=True,
    help="With tiles left in the bag: does the other player know your rack (open) or not (blind, slower)?",
)
@json_option
def solve(
    cgp_text: str,
    rules: str,
    lexicon_name: str,
    leaves_file: Path | None,
    budget_ms: int,
    threads: int,
    top: int,
    *,
    explain: bool,
    only: tuple[str, ...],
    known_rack: bool,
    opponent: Opponent,
    as_json: bool,
) -> None:
    """Find the best moves of a position, and say how certain that is.

    With an empty bag and two players the endgame is solved; with one to four tiles in the bag every legal move is
    compared under every draw; otherwise moves are simulated against the racks the others may hold. Win chances
    assume strong play on both sides. The spread is the expected lead at the end. What is proven is exact; with tiles
    in the bag that is the win chance if both sides know every tile once the move is made, or with --opponent blind
    once the other player has replied to it, not knowing your rack. Of the other racks only the number of tiles
    counts, unless two play and the bag is empty or --known-rack is given; an empty one is taken to be full.

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
    position = parse_position(cgp_text, ruleset)
    view = view_of_cgp(position, ruleset)
    known = _known_rack(position, view) if known_rack else None
    moves = [_parse_move(text, view) for text in only]
    words = load(lexicon_name)
    leaves = load_leaves(leaves_file, ruleset, words)
    with time_bar(_what_is_done(view), budget_ms):
        advice = advise(
            view,
            words,
            budget_ms=budget_ms,
            threads=threads,
            only=moves,
            known=known,
            opponent=opponent,
            leaves=leaves,
            shown=top,
        )
    found = {**plain(view, advice, top), "opponent": opponent}
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
                "draws": each.draws,
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
        "compared": advice.compared,
        "draws": [
            {
                "bag": alphabet.text(each.bag),
                "chance": round(each.chance, 4),
                "win_chance": round(each.win_chance, 4),
                "spread": _rounded(each.spread, 2),
                "proven": each.is_proven,
            }
            for each in advice.draws
        ],
    }


def show(view: View, advice: Advice, found: dict[str, Any], *, explain: bool) -> None:
    """Print the advice as a table, with the main line below."""
    from quixotry.terminal.move_table import sentence

    rows, draws, has_draws = found["moves"], found["draws"], found["method"] == "pre-endgame"
    sure = ", proven" if found["proven"] else ""
    if has_draws:
        best = rows[0]
        amount = "all" if found["every_draw"] else f"{best['samples']} of {best['draws']}"
        sure = f", {amount} draws decided{sure}"
    bag = "the bag is empty" if not found["bag"] else f"{found['bag']} of them in the bag"
    if found["method"] == "endgame" and not rows[0]["proven"]:
        sure = ", not proven"
    how = "By static evaluation" if found["method"] == "static" else f"By {found['method']}"
    click.echo(f"{how}{sure}; {found['unseen']} unseen tiles, {bag}.")
    if has_draws:
        moves = "1 move" if found["compared"] == 1 else f"{found['compared']} moves"
        taken = "both sides are" if found["opponent"] == "open" else "and a reply both sides are"
        click.echo(f"{moves} compared; after a move {taken} taken to know every tile.")
    width = max(4, *(len(row["move"]) for row in rows))
    decided = "  draws decided" if has_draws else ""
    click.echo(f"{'move':<{width}}  score  {'leave':<7}  win %  spread{decided}")
    for row, each in zip(rows, advice.moves, strict=False):
        win = "     -" if row["win_chance"] is None else f"{100 * row['win_chance']:6.1f}"
        if has_draws and row["samples"] < row["draws"]:
            win = f"~{win[1:]}" if win[0] == " " else win
        spread = "      -" if row["spread"] is None else f"{row['spread']:7.1f}"
        proven = "  proven" if row["proven"] else ""
        if has_draws:
            proven = f"  {row['samples']} of {row['draws']}{proven}"
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
            # Those likely lost are decided first: a share of them would say nothing.
            often = f" in {share:.0%} of the draws:" if found["every_draw"] else ", as far as is known, with"
            click.echo(f"{name}{often} {listed}{more}")


def _what_is_done(view: View) -> str:
    from quixotry.players.champion import can_solve, is_pre_endgame

    if can_solve(view):
        return "Solving the endgame"
    return "Going through the draws" if is_pre_endgame(view) else "Simulating"


def _parse_move(text: str, view: View) -> Move:
    """A move as it is typed at the board."""
    from quixotry.notation.errors import NotationError
    from quixotry.notation.moves import parse_move

    try:
        return parse_move(text, view.board, view.ruleset.tiles.alphabet)
    except NotationError as error:
        raise click.BadParameter(str(error), param_hint="'--only'") from error


def _known_rack(position: Cgp, view: View) -> Tiles:
    """What the other player holds, if the position says so and it is a whole rack."""
    from quixotry.players.champion import can_solve, is_pre_endgame

    if not (can_solve(view) or is_pre_endgame(view)):
        raise click.UsageError(
            "--known-rack counts only where draws are gone through: with two players, at most four tiles in the bag, "
            "and racks that are filled up after each turn."
        )
    known = position.racks[1:]
    if len(known) != 1 or len(known[0]) != view.rack_sizes[1]:
        raise click.BadParameter(
            "the position names no whole rack of the other player; write it after the first one, as in "
            "AEINRST/BDGLOTU.",
            param_hint="'--cgp'",
        )
    return known[0]


def _is_won(draw: dict[str, Any]) -> bool:
    return bool(draw["win_chance"] > 0.5)


def _is_tied(draw: dict[str, Any]) -> bool:
    return bool(draw["win_chance"] == 0.5)


def _is_lost(draw: dict[str, Any]) -> bool:
    return bool(draw["win_chance"] < 0.5)


def _rounded(number: float | None, digits: int) -> float | None:
    return None if number is None else round(number, digits)
