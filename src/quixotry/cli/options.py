"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from quixotry.cli import values

if TYPE_CHECKING:
    from sqlalchemy import URL

    from quixotry.engine.native.leaves import Leaves
    from quixotry.lexicon.wordlist import Lexicon
    from quixotry.notation.cgp import Cgp
    from quixotry.rules.ruleset import Ruleset

DATABASE_FILE = "quixotry.sqlite3"
"""What a server calls the file in its data folder."""

Command = TypeVar("Command", bound=Callable[..., None])


def rules_option(command: Command) -> Command:
    return click.option(
        "--rules",
        default="tournament",
        show_default=True,
        help="The ruleset: a name or a TOML file.",
        shell_complete=values.rulesets,
    )(command)


def lexicon_option(command: Command) -> Command:
    return click.option(
        "--lexicon",
        "lexicon_name",
        default="default",
        show_default=True,
        help="The word list: an id or a file.",
        shell_complete=values.lexicons,
    )(command)


def cgp_option(command: Command) -> Command:
    return click.option(
        "--cgp", "cgp_text", required=True, help='The position, as "rows racks scores zeros".'
    )(command)


def leaves_option(command: Command) -> Command:
    return click.option(
        "--leaves",
        "leaves_file",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        help="A table made by `quixotry train leaves`, instead of the one found for rules and word list.",
    )(command)


def json_option(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON object for programs.")(
        command
    )


def database_options(command: Command) -> Command:
    """Where a server keeps its games: the same two options as `quixotry serve` has."""
    command = click.option(
        "--database", envvar="QUIXOTRY_DATABASE", help="The server's postgresql://... address, if it has one."
    )(command)
    return click.option(
        "--data",
        type=click.Path(path_type=Path, file_okay=False),
        help="The folder where the server keeps its games.",
    )(command)


def database_of(data: Path | None, database: str | None) -> URL:
    """What `--data` and `--database` name."""
    from quixotry.cli.front_door import require_server
    from quixotry.paths import data_folder

    require_server()
    from sqlalchemy import URL

    from quixotry.store.database import database_address

    if database:
        return database_address(database)
    return URL.create("sqlite", database=str((data or data_folder()) / DATABASE_FILE))


def worker_option(command: Command) -> Command:
    return click.option(
        "--worker",
        default="",
        metavar="COMMAND",
        help="A program of yours that plays for the computers (see docs/reference/bot-protocol.md).",
    )(command)


def worker_command(text: str) -> tuple[str, ...]:
    """What the shell would run; a program that is not there is noticed now, not in somebody's game."""
    if not text:
        return ()
    from quixotry.players.bot_errors import bot_command

    return bot_command(text)


# The rooms are imported inside the functions: `quixotry lexicon check` must not wait for the rules.


def load_ruleset(name_or_path: str, *, tiles: str | None = None) -> Ruleset:
    """What `--rules` and `--tiles` name (B5)."""
    from quixotry.api.rulesets import ruleset

    return ruleset(name_or_path, tiles=tiles)


def parse_position(text: str, ruleset: Ruleset, rack_text: str | None = None) -> Cgp:
    """What `--cgp` and `--rack` say."""
    from quixotry.api.position import position_of

    return position_of(text, ruleset, rack=rack_text)


def load_leaves(file: Path | None, ruleset: Ruleset, lexicon: Lexicon) -> Leaves | None:
    """What `--leaves` names, else the table that is found."""
    from quixotry.engine.leaves_file import leaves_for, leaves_from

    return leaves_for(ruleset, lexicon) if file is None else leaves_from(file, ruleset)


def confirmed(what: str) -> bool:
    """Does whoever sits there want it deleted?"""
    try:
        return click.confirm(f"Delete {what} for good?", default=False)
    except click.Abort:
        raise click.UsageError(
            "Nothing was deleted, for nobody answered. Give --yes to delete unasked."
        ) from None
