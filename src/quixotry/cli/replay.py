"""`quixotry replay`: show a recorded game and check every score and total in it."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from quixotry.cli.options import load_ruleset
from quixotry.notation.gcg import GCG_BYTES_MAX
from quixotry.wording.phrases import quoted

DISCREPANCIES_FOUND = 1
STANDARD_INPUT = "-"


class UnreadableFile(click.ClickException):
    """One sentence, without the usage a wrong option calls for."""

    exit_code = 2


@click.command()
@click.argument("file", metavar="FILE.gcg")
@click.option(
    "--rules",
    metavar="NAME|FILE",
    help="Check by these rules, whatever the file says: a name or a TOML file.",
)
@click.option("--strict", is_flag=True, help="Take whatever could not have happened for an error too.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for programs.")
@click.option("--step", is_flag=True, help="Show the board after every move; press Enter to continue.")
@click.pass_context
def replay(
    ctx: click.Context, file: str, rules: str | None, *, strict: bool, as_json: bool, step: bool
) -> None:
    """Show a recorded game and check every score and total in it.

    FILE.gcg is a game in GCG, the text format most programs write; - reads standard input. No word list is
    needed. The rules are those the file names, or else those of clubs. The exit code is 0 if everything
    adds up, 1 if something does not, and 2 if the file is not a game.

    A second verdict says whether all of it could have happened: tiles that were not on the rack, a tile too
    many, a move after the end. With --strict the exit code is 1 for those as well, and for a game played
    with tiles or rules that are not known here.

    \b
    Examples:
      quixotry replay game.gcg
      quixotry replay game.gcg --rules friends
      quixotry replay game.gcg --strict
      quixotry replay game.gcg --json
      quixotry games export 20260101-120000-ab12 | quixotry replay -
    """
    from quixotry.notation.gcg import parse_gcg, replay_gcg

    ruleset = None if rules is None else load_ruleset(rules)
    record = parse_gcg(_read(file))
    report = replay_gcg(record, ruleset)
    if as_json:
        from quixotry.terminal.word_output import json_value

        json_value(
            {
                "ok": report.passes(strict=strict),
                "scores_right": report.scores_right,
                "legal": report.is_legal,
                "rules": report.ruleset.name,
                "players": [player.nick for player in report.players],
                "names": [player.name for player in report.players],
                "final_scores": list(report.final_scores),
                "discrepancies": [each._asdict() for each in report.discrepancies],
                "findings": [each._asdict() for each in report.findings()],
                "warnings": [each._asdict() for each in report.warnings],
            }
        )
    else:
        from rich.console import Console

        from quixotry.terminal.replay_screen import show_replay, show_step

        console = Console(highlight=False)
        if step:
            for number, each in enumerate(report.steps, 1):
                show_step(console, report, each)
                if number < len(report.steps) and sys.stdin.isatty() and file != STANDARD_INPUT:
                    click.prompt(
                        "", default="", prompt_suffix="Press Enter for the next move ", show_default=False
                    )
        show_replay(console, record, report)
    if not report.passes(strict=strict):
        ctx.exit(DISCREPANCIES_FOUND)


def _read(file: str) -> bytes:
    """The bytes of a file, or of standard input; one more than is allowed is enough to be refused."""
    try:
        if file == STANDARD_INPUT:
            return sys.stdin.buffer.read(GCG_BYTES_MAX + 1)
        with Path(file).open("rb") as stream:
            return stream.read(GCG_BYTES_MAX + 1)
    except OSError as error:
        raise UnreadableFile(f"{file} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise UnreadableFile(f"{quoted(file)} is not a file name.") from error
