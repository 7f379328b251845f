"""`quixotry admin`: what whoever runs a server does about it."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quixotry.cli.admin_store import opened
from quixotry.cli.backup import backup, check, restore
from quixotry.cli.ban import ban, bans, unban
from quixotry.cli.house_rules import delete_rules, rules
from quixotry.cli.options import confirmed, database_options, json_option

if TYPE_CHECKING:
    from quixotry.play.operator import Order

limit_option = click.option(
    "--limit", default=50, show_default=True, type=click.IntRange(1, 10_000), help="How many to show at most."
)


@click.group()
def admin() -> None:
    """Look after a server, on the machine it runs on or wherever its database can be reached.

    Every command works while the server runs, unless it says otherwise, and takes --data or --database as `quixotry
    serve` does. Running servers follow within seconds; what was done is written down (`quixotry admin log`).

    \b
    Examples:
      quixotry admin load
      quixotry admin games
      quixotry admin delete GAME_ID
      quixotry admin ban 192.0.2.7
      quixotry admin backup games.backup
    """


@admin.command()
@database_options
@limit_option
@json_option
def games(data: Path | None, database: str | None, limit: int, as_json: bool) -> None:
    """List the games a server keeps, the one last played first.

    \b
    Examples:
      quixotry admin games
      quixotry admin games --limit 1000 --json
    """
    with opened(data, database) as log:
        found = log.page(is_over=None, session=None, before="", limit=limit)
    if as_json:
        plain = [
            {
                "id": each.id,
                "rules": each.brief.ruleset.name,
                "players": [player.name for player in each.brief.players],
                "scores": each.status.scores,
                "is_over": each.status.outcome is not None or bool(each.gcg),
                "played_at": each.played_at,
            }
            for each in found
        ]
        click.echo(json.dumps(plain))
        return
    for each in found:
        state = "imported" if each.gcg else "unfinished" if each.status.outcome is None else "over"
        names = ", ".join(player.name for player in each.brief.players)
        scores = " : ".join(map(str, each.status.scores))
        click.echo(f"{each.id}  {each.played_at[:16]}  {state:10}  {scores:9}  {names}")
    if not found:
        click.echo("There are no games.")


@admin.command()
@database_options
@limit_option
@json_option
def sessions(data: Path | None, database: str | None, limit: int, as_json: bool) -> None:
    """List the browsers that hold seats, whoever played last first.

    A session is known by a digest of its cookie: enough to ban it, and not enough to play in its name.

    \b
    Examples:
      quixotry admin sessions
      quixotry admin ban 3f2a9c01d4e5
    """
    with opened(data, database) as log:
        found = log.orders.sessions(limit)
    if as_json:
        plain = [
            {
                "session": each.session,
                "games": each.games,
                "unfinished": each.unfinished,
                "played_at": each.played_at,
                "is_banned": each.is_banned,
            }
            for each in found
        ]
        click.echo(json.dumps(plain))
        return
    for each in found:
        banned = "  banned" if each.is_banned else ""
        click.echo(
            f"{each.session[:12]}  {each.played_at[:16]}  {each.games} games, {each.unfinished} unfinished{banned}"
        )
    if not found:
        click.echo("Nobody has a seat.")


@admin.command()
@click.argument("game_ids", metavar="GAME_ID...", nargs=-1, required=True)
@database_options
@click.option("--yes", is_flag=True, help="Do not ask first.")
def delete(game_ids: tuple[str, ...], data: Path | None, database: str | None, yes: bool) -> None:
    """Delete games for good, each with its whole match; whoever is at such a table is told that it is gone.

    \b
    Examples:
      quixotry admin delete 5f0c2a9b7d1e3f4a5b6c7d8e
      quixotry admin delete --yes 5f0c2a9b7d1e3f4a5b6c7d8e
    """
    from quixotry.play.operator import DELETE
    from quixotry.play.ports import DamagedGame
    from quixotry.rules.match import match_of

    with opened(data, database) as log:
        for game_id in game_ids:
            with suppress(DamagedGame):  # a reason to delete it
                log.find(game_id)
        what = f"the game {game_ids[0]}" if len(game_ids) == 1 else f"{len(game_ids)} games"
        if not yes and not confirmed(what):
            click.echo("Nothing was deleted.")
            return
        for table_id in {match_of(game_id) for game_id in game_ids}:
            log.delete(table_id)
            log.orders.note(DELETE, table_id)
    click.echo(f"Deleted {what}.")


@admin.command("log")
@database_options
@json_option
def show_log(data: Path | None, database: str | None, as_json: bool) -> None:
    """Show what was done by these commands, oldest first.

    \b
    Examples:
      quixotry admin log
    """
    with opened(data, database) as log:
        found: list[Order] = []
        last = 0
        while page := log.orders.after(last):
            found += page
            last = page[-1].number
    if as_json:
        plain = [
            {"number": each.number, "at": each.made_at, "what": each.what, "subject": each.subject}
            | {"detail": each.detail}
            for each in found
        ]
        click.echo(json.dumps(plain))
        return
    for each in found:
        detail = f"  ({each.detail})" if each.detail else ""
        click.echo(f"{each.number:4}  {each.made_at}  {each.what:7}  {each.subject}{detail}")
    if not found:
        click.echo("Nothing was done yet.")


@admin.command()
@database_options
@json_option
def load(data: Path | None, database: str | None, as_json: bool) -> None:
    """Say how many games there are, and how much is going on.

    \b
    Examples:
      quixotry admin load
      quixotry admin load --json
    """
    with opened(data, database) as log:
        found = log.orders.load()
    if as_json:
        from dataclasses import asdict

        click.echo(json.dumps(asdict(found)))
        return
    click.echo(
        f"{found.games:,} games, {found.unfinished:,} of them unfinished; "
        f"{found.sessions:,} sessions hold seats."
    )
    click.echo(
        f"Games with a move in the last minute: {found.minute:,}; in the last hour: {found.hour:,}; "
        f"in the last day: {found.day:,}."
    )
    click.echo(f"Games in which a computer is on turn: {found.waiting_for_computers:,}.")
    click.echo(f"Players of games between people who are at the table: {found.players_here:,}.")


for command in (ban, unban, bans, rules, delete_rules, backup, restore, check):
    admin.add_command(command)
