"""`quixotry admin rules` and `delete-rules`: what visitors call their house rules is shown to everybody."""

from __future__ import annotations

import json
from pathlib import Path

import click

from quixotry.cli.admin_store import opened
from quixotry.cli.options import confirmed, database_options, json_option


@click.command()
@database_options
@json_option
def rules(data: Path | None, database: str | None, as_json: bool) -> None:
    """List the house rules a server keeps, and whose they are.

    \b
    Examples:
      quixotry admin rules
      quixotry admin rules --json
    """
    with opened(data, database) as log:
        kept, owners = log.house_rules.all(), log.house_rules.owners()
    found = [
        {
            "name": each.name,
            "title": each.ruleset.title if each.ruleset is not None else "",
            "session": owners.get(each.name, ""),
            "damage": each.damage,
        }
        for each in kept
    ]
    if as_json:
        click.echo(json.dumps(found))
        return
    for each in found:
        said = f"damaged: {each['damage']}" if each["damage"] else each["title"]
        click.echo(f"{each['name']:40}  {each['session'][:12] or 'operator':12}  {said}".rstrip())
    if not found:
        click.echo("There are no house rules.")


@click.command()
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@database_options
@click.option("--yes", is_flag=True, help="Do not ask first.")
def delete_rules(names: tuple[str, ...], data: Path | None, database: str | None, yes: bool) -> None:
    """Delete house rules for good, whoever saved them; games that were begun by them go on.

    \b
    Examples:
      quixotry admin delete-rules blitz
      quixotry admin delete-rules --yes blitz
    """
    from quixotry.play.operator import RULES

    with opened(data, database) as log:
        owners = log.house_rules.owners()
        for name in names:
            if name not in owners:
                raise click.UsageError(
                    f"There are no house rules {name[:80]}; `quixotry admin rules` shows them."
                )
        what = f"the house rules {', '.join(names)}"
        if not yes and not confirmed(what):
            click.echo("Nothing was deleted.")
            return
        for name in dict.fromkeys(names):
            log.house_rules.delete(name, owners[name])
            log.orders.note(RULES, name, "deleted")
    click.echo(f"Deleted {what}.")
