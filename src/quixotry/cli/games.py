"""`quixotry games`: saved games, listed, exported and deleted."""

from __future__ import annotations

from pathlib import Path

import click

from quixotry.app import file_log
from quixotry.notation.gcg import export_gcg
from quixotry.play.ports import UnknownGame
from quixotry.rules.game import Game
from quixotry.terminal.saved_games import saved_games
from quixotry.wording.outcomes import who_won


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
@click.option("--json", "as_json", is_flag=True, help="Print a JSON array instead of a table.")
def list_games(as_json: bool) -> None:
    """List saved games, newest first.

    \b
    Examples:
      quixotry games list
      quixotry games list --json
    """
    found = list(saved_games(file_log()))
    if as_json:
        import json

        click.echo(json.dumps([_plain(game) for game in found], indent=2))
        return
    if not found:
        click.echo("There are no saved games yet. Start one with: quixotry play")
        return
    from rich.console import Console
    from rich.table import Column, Table

    # An id that is cut off cannot be typed again; names can be guessed.
    ids = Column("Game", no_wrap=True, min_width=max(len(game.header.id) for game in found))
    table = Table(ids, "Rules", "Players", "Scores", "State", box=None, pad_edge=False, header_style="dim")
    for game in found:
        names = ", ".join(player.name for player in game.header.players)
        scores = " : ".join(map(str, game.position.scores))
        table.add_row(game.header.id, game.header.ruleset.name, names, scores, _state(game))
    Console(highlight=False).print(table)


@games.command()
@click.argument("game_id")
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
    text = export_gcg(file_log().read(game_id).game)
    if output is None:
        click.echo(text, nl=False)
        return
    try:
        Path(output).write_bytes(text)
    except OSError as error:
        raise click.UsageError(f"{output} cannot be written: {error.strerror}.") from error


@games.command()
@click.argument("game_ids", metavar="GAME_ID...", nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Do not ask first.")
def delete(game_ids: tuple[str, ...], yes: bool) -> None:
    """Delete saved games for good.

    \b
    Examples:
      quixotry games delete 20260101-120000-ab12
      quixotry games delete --yes 20260101-120000-ab12 20260102-120000-cd34
    """
    log = file_log()
    for game_id in game_ids:
        if not log.exists(game_id):
            raise UnknownGame(game_id)
    what = f"the game {game_ids[0]}" if len(game_ids) == 1 else f"{len(game_ids)} games"
    if not yes and not _confirmed(what):
        click.echo("Nothing was deleted.")
        return
    for game_id in game_ids:
        log.delete(game_id)
    click.echo(f"Deleted {what}.")


def _confirmed(what: str) -> bool:
    try:
        return click.confirm(f"Delete {what} for good?", default=False)
    except click.Abort:
        raise click.UsageError(
            "Nothing was deleted, for nobody answered. Give --yes to delete unasked."
        ) from None


def _state(game: Game) -> str:
    outcome = game.position.outcome
    if outcome is None:
        return "unfinished"
    return who_won(outcome, [player.name for player in game.header.players], game.header.ruleset)


def _plain(game: Game) -> dict[str, object]:
    return {
        "id": game.header.id,
        "rules": game.header.ruleset.name,
        "lexicon": game.header.lexicon_id,
        "players": [player.name for player in game.header.players],
        "scores": list(game.position.scores),
        "is_over": game.position.is_over,
        "started_at": game.header.started_at,
    }
