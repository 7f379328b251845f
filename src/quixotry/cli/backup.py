"""`quixotry admin backup`, `restore` and `check`: everything a server keeps, in one file and back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quixotry.cli.options import database_of, database_options, json_option

if TYPE_CHECKING:
    from quixotry.store.inspection import Inspection

DAMAGES_SHOWN = 20
_SHOWN = {"games": "game", "decisions": "decision", "rulesets": "house ruleset", "draws": "draw"}


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_options
@click.option("--overwrite", is_flag=True, help="Replace FILE if it is there already.")
@json_option
def backup(file: Path, data: Path | None, database: str | None, overwrite: bool, as_json: bool) -> None:
    """Write everything a server keeps to one file, while it runs.

    Games, seats, house rules, draws and imported word lists, as they stand at one moment. The file holds racks and
    seeds of games that are being played: keep it where only you can read it.

    \b
    Examples:
      quixotry admin backup games.backup
      quixotry admin backup --overwrite --data /var/lib/quixotry /var/backups/quixotry.backup
    """
    from quixotry.lexicon.import_store import files
    from quixotry.store.backup import back_up

    made = back_up(database_of(data, database), file, files(), overwrite=overwrite)
    size = file.stat().st_size
    if as_json:
        click.echo(json.dumps({"file": str(file), "bytes": size, "rows": made.rows, "lists": made.lists}))
        return
    click.echo(f"Backed up {_told(made.rows, made.lists)} to {file} ({size / 1e6:.1f} MB).")


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, exists=True, path_type=Path))
@database_options
@click.option("--overwrite", is_flag=True, help="Replace the games and word lists that are there.")
@json_option
@click.pass_context
def restore(
    ctx: click.Context, file: Path, data: Path | None, database: str | None, overwrite: bool, as_json: bool
) -> None:
    """Put a backup in the place of a server's database; the server must be stopped.

    Goes through everything afterwards: every game is replayed, every draw must follow from the one before. A backup of
    a file can be restored to PostgreSQL, and the other way round. Exit code 1 where something in it was damaged.

    \b
    Examples:
      quixotry admin restore games.backup
      quixotry admin restore --overwrite games.backup
      quixotry admin restore games.backup --database postgresql://user:password@host/quixotry
    """
    from quixotry.lexicon.import_store import folder
    from quixotry.store.restore import restore as put_back

    done = put_back(file, database_of(data, database), folder(), overwrite=overwrite)
    if as_json:
        click.echo(
            json.dumps(
                {"made_at": done.made_at, "rows": done.rows, "lists": done.lists} | _plain(done.inspection)
            )
        )
    else:
        click.echo(f"Restored {_told(done.rows, done.lists)}, as they stood at {done.made_at}.")
        _tell(done.inspection)
    ctx.exit(1 if done.inspection.damages else 0)


@click.command()
@database_options
@json_option
@click.pass_context
def check(ctx: click.Context, data: Path | None, database: str | None, as_json: bool) -> None:
    """Replay every game a server keeps, read its house rules, and name what is damaged.

    Exit code 1 where something is.

    \b
    Examples:
      quixotry admin check
      quixotry admin check --json
    """
    from quixotry.cli.admin_store import opened
    from quixotry.store.inspection import inspect_games

    with opened(data, database) as log:
        found = inspect_games(log)
    if as_json:
        click.echo(json.dumps(_plain(found)))
    else:
        _tell(found)
    ctx.exit(1 if found.damages else 0)


def _told(rows: Mapping[str, int], lists: Sequence[str]) -> str:
    counts = [(rows.get(table, 0), name) for table, name in _SHOWN.items()] + [(len(lists), "word list")]
    said = [f"{count:,} {name}{'' if count == 1 else 's'}" for count, name in counts]
    return f"{', '.join(said[:-1])} and {said[-1]}"


def _tell(found: Inspection) -> None:
    click.echo(f"{found.games:,} games replayed to their last move, {found.draws:,} draws followed.")
    for damage in found.damages[:DAMAGES_SHOWN]:
        click.echo(f"Damaged: {damage.where} ({damage.why})")
    if len(found.damages) > DAMAGES_SHOWN:
        click.echo(f"... and {len(found.damages) - DAMAGES_SHOWN:,} more; see them all with --json")
    if not found.damages:
        click.echo("Nothing is damaged.")


def _plain(found: Inspection) -> dict[str, object]:
    damages = [{"game": each.game_id, "ruleset": each.ruleset, "why": each.why} for each in found.damages]
    return {"replayed": found.games, "draws": found.draws, "damages": damages}
