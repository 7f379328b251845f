"""`quixotry rules`: the rulesets, explained from their data, and a check for one's own."""

from __future__ import annotations

import click

from quixotry.cli import values
from quixotry.cli.options import load_ruleset
from quixotry.rules.ruleset_file import preset, ruleset_digest, ruleset_to_plain
from quixotry.rules.shipped import shipped_names, shipped_text
from quixotry.wording.rulesets import rules_lines


@click.group()
def rules() -> None:
    """Show the rulesets, and check your own.

    \b
    Examples:
      quixotry rules list
      quixotry rules show party
      quixotry rules validate mine.toml
    """


@rules.command("list")
def list_rules() -> None:
    """List the rulesets that come with Quixotry.

    \b
    Example:
      quixotry rules list
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2, 1, 0))
    for name in shipped_names("presets"):
        table.add_row(Text(name, style="bold"), preset(name).summary)
    Console(highlight=False).print(table)


@rules.command()
@click.argument("name_or_file", shell_complete=values.rulesets)
@click.option(
    "--toml", "as_toml", is_flag=True, help="Print the TOML file of a ruleset that comes with Quixotry."
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print everything, board and tiles included, as one JSON object."
)
def show(name_or_file: str, as_toml: bool, as_json: bool) -> None:
    """Explain a ruleset and show its board.

    \b
    Examples:
      quixotry rules show friends
      quixotry rules show classic --toml > mine.toml
      quixotry rules show mine.toml --json
    """
    ruleset = load_ruleset(name_or_file)
    if as_toml:
        if name_or_file not in shipped_names("presets"):
            raise click.UsageError(f"{name_or_file} is already a TOML file.")
        click.echo(shipped_text("presets", name_or_file, key="rules"), nl=False)
        return
    if as_json:
        import json

        click.echo(json.dumps({**ruleset_to_plain(ruleset), "digest": ruleset_digest(ruleset)}, indent=2))
        return
    from rich.console import Console

    from quixotry.rules.board import Board
    from quixotry.terminal.board_text import board_text, board_width

    console = Console(highlight=False)
    for line in rules_lines(ruleset):
        console.print(line)
    cell = 3 if console.width >= board_width(ruleset.layout) else 2
    console.print(board_text(Board.empty(ruleset.layout), ruleset.tiles.alphabet, cell=cell))


@rules.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.option("--tiles", metavar="FILE", help="Check it with these tiles.")
def validate(file: str, tiles: str | None) -> None:
    """Check a ruleset of your own; a mistake is reported with its key.

    \b
    Examples:
      quixotry rules validate mine.toml
      quixotry rules validate mine.toml --tiles tiles.txt
    """
    ruleset = load_ruleset(file, tiles=tiles)
    click.echo(f"{file} is a valid ruleset. Play it with: quixotry play --rules {file}")
    click.echo(f"digest {ruleset_digest(ruleset)}")
