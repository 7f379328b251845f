"""`quixotry play`: a game in the terminal."""

from __future__ import annotations

import click

from quixotry.cli import values
from quixotry.cli.engine_notice import tell_engine
from quixotry.cli.options import worker_command, worker_option
from quixotry.wording.phrases import quoted

NEWEST = "newest"
SEED_CHARACTERS_MAX = 128


@click.command()
@click.option(
    "--rules",
    metavar="NAME|FILE",
    help="A ruleset (see `quixotry rules list`) or a TOML file of your own.",
    shell_complete=values.rulesets,
)
@click.option("--tiles", metavar="FILE", help="Your own tiles: TOML, or lines of `letter value count`.")
@click.option(
    "--lexicon",
    metavar="ID|FILE",
    help="The word list (see `quixotry lexicon info`).",
    shell_complete=values.lexicons,
)
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME|computer[:LEVEL]|bot:COMMAND",
    help="A player: a person, a computer, or a program of yours; repeat the option for each seat, in order.",
    shell_complete=values.players,
)
@click.option("--seed", metavar="HEX", help="Draw the same tiles as any other game with this seed.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value=NEWEST,
    metavar="[ID]",
    help="Continue a saved game: the newest unfinished one, or the one with this id.",
    shell_complete=values.saved_games,
)
@worker_option
def play(
    rules: str | None,
    tiles: str | None,
    lexicon: str | None,
    players: tuple[str, ...],
    seed: str | None,
    resume: str | None,
    worker: str,
) -> None:
    """Play a game in the terminal.

    Without options it asks for the rules and the players. In the game, type a play as `8H word` or `word 8H` (row
    first plays across, `H8 word` plays down), then press Enter again to confirm it. Your letters are used first,
    a blank only where it must be; `8H w?rd` asks for one. `help` lists everything else: exchange, pass, hint, undo,
    scores, quit. Every move is saved at once; `quit` and come back with --resume.

    \b
    Examples:
      quixotry play
      quixotry play --rules solo
      quixotry play --rules classic --player Left --player Right --player computer
      quixotry play --rules mine.toml --tiles tiles.txt --lexicon common
      quixotry play --player You --player bot:"python mybot.py"
      quixotry play --resume
    """
    command = worker_command(worker)
    tell_engine()
    seed = _checked_seed(seed)
    programs = tuple(player for player in players if player.lower().startswith("bot:"))
    if resume is not None and (players != programs or tiles or seed):
        raise click.UsageError(
            "A saved game keeps its players, tiles and seed; they cannot be combined with --resume."
        )
    # Imported late: `quixotry play --help` does without.
    from quixotry.cli import terminal_game

    if resume is not None:
        game_id = None if resume == NEWEST else resume
        terminal_game.resume(game_id, rules=rules, lexicon=lexicon, worker=command, programs=programs)
    else:
        terminal_game.begin(
            rules=rules, tiles=tiles, players=players, lexicon=lexicon, seed=seed, worker=command
        )


def _checked_seed(seed: str | None) -> str | None:
    if seed is None:
        return None
    if not 1 <= len(seed) <= SEED_CHARACTERS_MAX or not all(
        sign in "0123456789abcdef" for sign in seed.lower()
    ):
        raise click.UsageError(
            f"--seed needs 1 to {SEED_CHARACTERS_MAX} digits 0-9 and a-f, not {quoted(seed)}."
        )
    return seed.lower()
