"""`quixotry games`: saved games, listed, exported and deleted."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quixotry.cli import values
from quixotry.cli.options import confirmed
from quixotry.paths import saves_folder

if TYPE_CHECKING:
    from quixotry.store.save_index import Summary

SHOWN = 50
"""How many games a table shows unless it is asked for all: the newest are the ones people look for."""


@click.group()
def games() -> None:
    """List, export and delete saved games.

    \b
    Examples:
      quixotry games list
      quixotry games export 20260101-120000-ab12 --output game.gcg
      quixotry games delete 20260101-120000-ab12
      quixotry play --resume 20260101-120000-ab12
    """


@games.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON array of all games instead of a table.")
@click.option("--all", "all_games", is_flag=True, help=f"Show all games, not only the newest {SHOWN}.")
def list_games(as_json: bool, all_games: bool) -> None:
    """List saved games, newest first.

    \b
    Examples:
      quixotry games list
      quixotry games list --all
      quixotry games list --json
    """
    # The rooms are imported inside the functions: a list of games must not wait for the rules.
    from quixotry.store.save_index import summaries

    found = summaries(saves_folder())
    if as_json:
        import json

        click.echo(json.dumps([_plain(save) for save in found], indent=2))
        return
    if not found:
        click.echo("There are no saved games yet. Start one with: quixotry play")
        return
    _show(found if all_games else found[:SHOWN])
    if not all_games and len(found) > SHOWN:
        click.echo(
            f"{len(found) - SHOWN:,} older games are not shown; see them with: quixotry games list --all"
        )


def _show(saves: Sequence[Summary]) -> None:
    from rich.console import Console
    from rich.table import Column, Table

    readable = [save for save in saves if not save.problem]
    # An id that is cut off cannot be typed again; names can be guessed.
    ids = Column("Game", no_wrap=True, min_width=max((len(save.id) for save in readable), default=0))
    table = Table(ids, "Rules", "Players", "Scores", "State", box=None, pad_edge=False, header_style="dim")
    for save in readable:
        scores = " : ".join(map(str, save.scores))
        table.add_row(save.id, save.rules, ", ".join(save.players), scores, _state(save))
    if readable:
        Console(highlight=False).print(table)
    for save in saves:
        if save.problem:
            click.echo(save.problem)


@games.command()
@click.argument("game_id", shell_complete=values.saved_games)
@click.option(
    "--output", "-o", type=click.Path(dir_okay=False), help="Write to this file instead of the screen."
)
def export(game_id: str, output: str | None) -> None:
    """Export a game as GCG, the text format other programs read.

    \b
    Examples:
      quixotry games export 20260101-120000-ab12
      quixotry games export 20260101-120000-ab12 --output game.gcg
    """
    from quixotry.notation.gcg import export_gcg
    from quixotry.store.files import FileGameLog

    text = export_gcg(FileGameLog(saves_folder()).read(game_id).game)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        Path(output).write_bytes(text)
    except OSError as error:
        raise click.UsageError(f"{output} cannot be written: {error.strerror}.") from error


@games.command()
@click.argument("game_ids", metavar="GAME_ID...", nargs=-1, required=True, shell_complete=values.saved_games)
@click.option("--yes", is_flag=True, help="Do not ask first.")
def delete(game_ids: tuple[str, ...], yes: bool) -> None:
    """Delete saved games for good.

    \b
    Examples:
      quixotry games delete 20260101-120000-ab12
      quixotry games delete --yes 20260101-120000-ab12 20260102-120000-cd34
    """
    from quixotry.play.ports import UnknownGame
    from quixotry.store.files import FileGameLog

    log = FileGameLog(saves_folder())
    for game_id in game_ids:
        if not log.exists(game_id):
            raise UnknownGame(game_id)
    what = f"the game {game_ids[0]}" if len(game_ids) == 1 else f"{len(game_ids)} games"
    if not yes and not confirmed(what):
        click.echo("Nothing was deleted.")
        return
    for game_id in game_ids:
        log.delete(game_id)
    click.echo(f"Deleted {what}.")


def _state(save: Summary) -> str:
    if not save.is_over:
        return "unfinished"
    from quixotry.wording.winners import winner_line

    return winner_line(save.winners, save.players, save.tie_name)


def _plain(save: Summary) -> dict[str, object]:
    if save.problem:
        return {"id": save.id, "problem": save.problem}
    return {
        "id": save.id,
        "rules": save.rules,
        "lexicon": save.lexicon,
        "players": list(save.players),
        "scores": list(save.scores),
        "is_over": save.is_over,
        "started_at": save.started_at,
    }
