"""`quixotry solve`: the best moves of a position, tried out or worked out."""

from __future__ import annotations

import json
from typing import Any

import click


@click.command()
@click.option("--cgp", "cgp_text", required=True, help='The position, as "rows racks scores zeros".')
@click.option("--rules", default="tournament", show_default=True, help="Ruleset: a name or a TOML file.")
@click.option(
    "--lexicon", "lexicon_name", default="default", show_default=True, help="Word list: id or file."
)
@click.option("--budget-ms", type=click.IntRange(1, 3_600_000), default=2000, show_default=True)
@click.option("--threads", type=click.IntRange(1, 64), default=1, show_default=True)
@click.option(
    "--top", type=click.IntRange(1), default=8, show_default=True, help="How many moves, best first."
)
@click.option("--explain", is_flag=True, help="A sentence about each move.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
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
    """The best moves of a position: worked out to the end when the bag is empty, else tried out.

    Win chances are those of strong play on both sides. A spread is the lead expected at the end.

    \b
    Examples:
      quixotry solve --cgp "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 QUIXOTE/ 0/0 0"
      quixotry solve --cgp "..." --budget-ms 10000 --threads 2 --explain
      quixotry solve --cgp "..." --json
    """
    from quixotry.cli.choices import load_ruleset
    from quixotry.cli.explaining import lane_sign, sentence
    from quixotry.lexicon import load
    from quixotry.notation.cgp import parse_cgp
    from quixotry.notation.moves import format_move
    from quixotry.players.advice import advise, view_of_cgp

    ruleset = load_ruleset(rules)
    alphabet = ruleset.tiles.alphabet
    cgp = parse_cgp(cgp_text, ruleset.layout, alphabet)
    if len(cgp.scores) < 2:
        raise click.UsageError("A game has two players or more: give as many scores, as in 0/0.")
    if not 1 <= len(cgp.racks[0]) <= ruleset.rack.size:
        raise click.UsageError(f"A rack has 1 to {ruleset.rack.size} tiles here, not {len(cgp.racks[0])}.")
    try:
        view = view_of_cgp(cgp, ruleset)
    except ValueError:
        raise click.UsageError("Board and rack hold more of a tile than the set has.") from None
    advice = advise(view, load(lexicon_name), budget_ms=budget_ms, threads=threads)
    rows: list[dict[str, Any]] = []
    for each in advice.moves[:top]:
        rows.append(
            {
                "move": format_move(view.board, each.move, alphabet),
                "score": each.score,
                "leave": "".join(map(alphabet.tile_sign, each.leave)),
                "equity": _rounded(each.equity, 3),
                "spread": _rounded(each.spread, 2),
                "win_chance": _rounded(each.win_chance, 4),
                "samples": each.samples,
                "reply_score": _rounded(each.reply_score, 2),
                "reply_bingo": _rounded(each.reply_bingo, 4),
                "next_bingo": _rounded(each.next_bingo, 4),
                "lanes_opened": [lane_sign(view, lane) for lane in each.lanes_opened],
                "lanes_closed": [lane_sign(view, lane) for lane in each.lanes_closed],
                "opens": [view.ruleset.layout.square_name(square) for square in each.opened],
            }
        )
    board, line = view.board, []
    for move, score in advice.line:
        line.append({"move": format_move(board, move, alphabet), "score": score})
        board = board.with_cells(getattr(move, "placements", ()))
    if as_json:
        head = {"rules": ruleset.name, "method": advice.method, "proven": advice.is_proven}
        click.echo(json.dumps({**head, "moves": rows, "line": line}))
        return
    sure = ", proven" if advice.is_proven else ""
    click.echo(f"By {advice.method}{sure}, {len(view.unseen)} tiles not seen.")
    width = max(len(row["move"]) for row in rows)
    click.echo(f"{'move':<{width}}  score  {'leave':<7}  win %  spread")
    for row, each in zip(rows, advice.moves, strict=False):
        win = "     -" if row["win_chance"] is None else f"{100 * row['win_chance']:6.1f}"
        spread = "      -" if row["spread"] is None else f"{row['spread']:7.1f}"
        click.echo(f"{row['move']:<{width}}  {row['score']:>5}  {row['leave']:<7} {win} {spread}")
        if explain:
            click.echo(f"    {sentence(view, each)}")
    if line:
        click.echo("Line: " + ", ".join(f"{each['move']} {each['score']}" for each in line))


def _rounded(number: float | None, digits: int) -> float | None:
    return None if number is None else round(number, digits)
