"""`quixotry admin ban`, `unban` and `bans`: who is shut out of a server."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quixotry.cli.admin_store import opened
from quixotry.cli.options import database_options, json_option

if TYPE_CHECKING:
    from quixotry.store.sql import SqlGameLog

PREFIX_LEAST = 8
"""Digits of a session that are enough, where only one begins so."""


@click.command()
@click.argument("subjects", metavar="SUBJECT...", nargs=-1, required=True)
@database_options
@click.option("--reason", default="", help="Why, for your own record.")
def ban(subjects: tuple[str, ...], data: Path | None, database: str | None, reason: str) -> None:
    """Shut out sessions, addresses or networks.

    Their open pages are closed within seconds, and they get no answer but a refusal until the ban is lifted, also
    after a restart. A session is named by its first digits (`quixotry admin sessions`). Who deletes their cookies has
    another session: ban the address as well if it is theirs alone.

    \b
    Examples:
      quixotry admin ban 3f2a9c01d4e5 --reason "insults"
      quixotry admin ban 192.0.2.7 2001:db8:17::/64
    """
    with opened(data, database) as log:
        named = [_subject(log, each) for each in subjects]
        for subject in named:
            log.orders.ban(subject, reason[:500])
    for subject in named:
        click.echo(f"Banned {subject}.")


@click.command()
@click.argument("subjects", metavar="SUBJECT...", nargs=-1, required=True)
@database_options
def unban(subjects: tuple[str, ...], data: Path | None, database: str | None) -> None:
    """Let them in again.

    \b
    Examples:
      quixotry admin unban 192.0.2.7
    """
    from quixotry.play.operator import network_of

    with opened(data, database) as log:
        known = [subject for subject, _, _ in log.orders.banned()]
        named = []
        for given in subjects:
            wanted = str(network_of(given) or given.lower())
            found = [each for each in known if each == wanted] or [
                each for each in known if len(wanted) >= PREFIX_LEAST and each.startswith(wanted)
            ]
            if len(found) != 1:
                raise click.UsageError(f"{given[:80]} is not banned; `quixotry admin bans` shows who is.")
            named.append(found[0])
        for subject in named:
            log.orders.unban(subject)
    for subject in named:
        click.echo(f"{subject} may come in again.")


@click.command()
@database_options
@json_option
def bans(data: Path | None, database: str | None, as_json: bool) -> None:
    """List who is shut out.

    \b
    Examples:
      quixotry admin bans
    """
    with opened(data, database) as log:
        found = log.orders.banned()
    if as_json:
        click.echo(json.dumps([{"subject": each, "reason": why, "made_at": at} for each, why, at in found]))
        return
    for each, why, at in found:
        click.echo(f"{each}  {at}" + (f"  ({why})" if why else ""))
    if not found:
        click.echo("Nobody is banned.")


def _subject(log: SqlGameLog, given: str) -> str:
    """The session or network that was meant."""
    from quixotry.play.operator import network_of

    network = network_of(given)
    if network is not None:
        if network.is_loopback or network.prefixlen == 0:
            raise click.UsageError(
                f"{given[:80]} cannot be banned: everybody behind a proxy on this computer would be shut out."
            )
        return str(network)
    digits = given.lower()
    if not re.fullmatch(r"[0-9a-f]{8,64}", digits):
        raise click.UsageError(
            f"{given[:80]} is neither an address, nor a network, nor {PREFIX_LEAST} or more digits of a session."
        )
    if len(digits) == 64:
        return digits
    found = log.orders.sessions(2, digits)
    if not found:
        raise click.UsageError(f"No session begins with {digits}; `quixotry admin sessions` shows them.")
    if len(found) > 1:
        raise click.UsageError(f"Several sessions begin with {digits}; give more digits.")
    return found[0].session
