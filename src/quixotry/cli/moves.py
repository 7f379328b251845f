"""`quixotry moves`: what a rack can do in a position."""

from __future__ import annotations

import json

import click


@click.command()
@click.option("--cgp", "cgp_text", required=True, help='The position, as "rows racks scores zeros".')
@click.option("--rack", "rack_text", help="Another rack than the position's, `?` for a blank.")
@click.option("--rules", default="tournament", show_default=True, help="Ruleset: a name or a TOML file.")
@click.option(
    "--lexicon", "lexicon_name", default="default", show_default=True, help="Word list: id or file."
)
@click.option("--top", type=click.IntRange(1), default=20, show_default=True, help="How many, best first.")
@click.option("--all", "show_all", is_flag=True, help="Every move, best first.")
@click.option("--count", "only_count", is_flag=True, help="Only how many plays there are.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, for programs.")
def moves(
    cgp_text: str,
    rack_text: str | None,
    rules: str,
    lexicon_name: str,
    top: int,
    *,
    show_all: bool,
    only_count: bool,
    as_json: bool,
) -> None:
    """The moves of a position, best first: score, tiles kept, and equity (score plus what those are worth).

    \b
    Examples:
      quixotry moves --cgp "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 QUIXOTE/ 0/0 0" --top 5
      quixotry moves --cgp "..." --rack AEINRS? --json
      quixotry moves --cgp "..." --count
    """
    from quixotry.cli.choices import load_ruleset
    from quixotry.engine.leaves_file import shipped_leaves
    from quixotry.engine.moves import Engine, tiles_text
    from quixotry.lexicon import load
    from quixotry.notation.cgp import parse_cgp
    from quixotry.notation.moves import format_move, parse_tiles
    from quixotry.rules.errors import listed

    if show_all and only_count:
        raise click.UsageError("--all and --count exclude each other.")
    ruleset = load_ruleset(rules)
    tiles = ruleset.tiles
    position = parse_cgp(cgp_text, ruleset.layout, tiles.alphabet)
    rack = position.racks[0]
    if rack_text is not None:
        rack = tiles.tiles(parse_tiles(rack_text, tiles.alphabet))
    if not 1 <= len(rack) <= ruleset.rack.size:
        raise click.UsageError(f"A rack has 1 to {ruleset.rack.size} tiles here, not {len(rack)}.")
    over = [
        tiles.alphabet.tile_sign(tile)
        for tile, (have, used) in enumerate(
            zip(tiles.counts.counts, rack.plus(position.board.tiles()).counts, strict=True)
        )
        if used > have
    ]
    if over:
        raise click.UsageError(f"Board and rack hold more than the set has of {listed(tuple(over))}.")
    engine = Engine(ruleset, load(lexicon_name), leaves=shipped_leaves(ruleset))
    found = engine.search(position.board, rack)
    if only_count:
        click.echo(json.dumps({"plays": found.plays}) if as_json else found.plays)
        return
    chosen = tuple(found) if show_all else found.top(top)
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
        click.echo(json.dumps({**head, "moves": rows}))
        return
    width = max(len(str(row["move"])) for row in rows)
    click.echo(f"{'move':<{width}}  score  {'leave':<{ruleset.rack.size}}  equity")
    for row in rows:
        leave = f"{row['leave']:<{max(5, ruleset.rack.size)}}"
        click.echo(f"{row['move']:<{width}}  {row['score']:>5}  {leave}  {row['equity']:>6.1f}")
