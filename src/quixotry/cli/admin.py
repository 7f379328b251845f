"""`quixotry admin`: what whoever runs a server does about it."""

from __future__ import annotations

import click

from quixotry.cli.backup import backup, check, restore


@click.group()
def admin() -> None:
    """Look after a server, on the machine it runs on or wherever its database can be reached.

    Every command works while the server runs, unless it says otherwise, and takes --data or --database as `quixotry
    serve` does.

    \b
    Examples:
      quixotry admin backup games.backup
      quixotry admin restore games.backup
      quixotry admin check
    """


for command in (backup, restore, check):
    admin.add_command(command)
