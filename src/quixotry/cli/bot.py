"""`quixotry bot`: our players for other programs, and a check for programs of others."""

from __future__ import annotations

import shutil
import sys
import tempfile
from typing import BinaryIO

import click

from quixotry import __version__
from quixotry.cli import values
from quixotry.cli.options import lexicon_option
from quixotry.rules.ports import THINKING_MS

ERRORS_SHOWN = 2000
"""How much of the end of a program's standard error is shown, in bytes."""


@click.command()
@click.option(
    "--level", default="", help="Play at this level, by the bot protocol.", shell_complete=values.levels
)
@click.option(
    "--check", "checked", default="", metavar="COMMAND", help="Say what a program of yours does wrong."
)
@lexicon_option
@click.option(
    "--thinking-ms",
    default=THINKING_MS,
    show_default=True,
    type=click.IntRange(100, 60_000),
    help="With --check: how long a move may take.",
)
@click.pass_context
def bot(ctx: click.Context, *, level: str, checked: str, lexicon_name: str, thinking_ms: int) -> None:
    """Play for another program, or check a program that plays.

    With --level this is a program that speaks the bot protocol (see docs/reference/bot-protocol.md): it reads
    requests from standard input and answers on standard output. With --check it plays games with a program of yours
    and tells you what that does wrong; the exit code is 1 if there was anything.

    \b
    Examples:
      quixotry bot --level expert
      quixotry bot --check "python mybot.py"
    """
    if bool(level) == bool(checked):
        raise click.UsageError("Give one of --level and --check.")
    if level:
        _play(level)
        return
    with tempfile.TemporaryFile() as errors:
        if not _check(checked, lexicon_name, thinking_ms, errors):
            _show_end(errors)
            ctx.exit(1)


def _play(level: str) -> None:
    # Imported late: `quixotry bot --help` does without.
    from quixotry.players.bot_server import BotServer, serve_standard_streams
    from quixotry.players.levels import check_level
    from quixotry.players.worker import Worker

    check_level(level)
    if sys.stdin.isatty():
        click.echo(
            "This is for programs: it waits for a line of JSON. People play with `quixotry play`.", err=True
        )
    serve_standard_streams(BotServer(Worker(level=level, version=__version__)))


def _check(checked: str, lexicon_name: str, thinking_ms: int, errors: BinaryIO) -> bool:
    """Was everything well?"""
    from quixotry.arena.bot_check import BotCheck
    from quixotry.lexicon.catalogue import load
    from quixotry.players.bot_errors import bot_command

    wrong = 0
    check = BotCheck(bot_command(checked), load(lexicon_name), thinking_ms, errors)
    for finding in check.findings():
        click.echo(f"{'ok ' if finding.is_good else 'BAD'}  {finding.sentence}")
        if not finding.is_good:
            wrong += 1
            click.echo(f"     {finding.advice}" if finding.advice else "")
    said = (
        "Nothing is wrong with it."
        if not wrong
        else f"{wrong} {'thing is' if wrong == 1 else 'things are'} wrong."
    )
    click.echo(f"\n{said}")
    return not wrong


def _show_end(errors: BinaryIO) -> None:
    """What the program wrote to its standard error last."""
    errors.seek(max(0, errors.seek(0, 2) - ERRORS_SHOWN))
    text = errors.read().decode("utf-8", "replace").strip()
    if text:
        width = min(80, shutil.get_terminal_size().columns)
        click.echo(f"\nIts standard error ends with:\n{'-' * width}")
        click.echo("".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in text))
