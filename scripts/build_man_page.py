"""Write the manual page from the commands' own help: docs/quixotry.1.

python -m scripts.build_man_page
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click

from quixotry import __version__
from quixotry.cli import cli

PAGE = Path(__file__).parents[1] / "docs" / "quixotry.1"


def escaped(text: str) -> str:
    """Text as roff takes it literally."""
    return re.sub(r"^([.'])", r"\\&\1", text.replace("\\", "\\e").replace("-", "\\-"), flags=re.M)


def lines_of(command: click.Command, context: click.Context) -> Iterator[str]:
    """One command, and those below it."""
    path = context.command_path
    pieces = " ".join(command.collect_usage_pieces(context))
    yield f".SS {escaped(path)} {escaped(pieces)}"
    for paragraph in cleandoc(command.help or "").split("\n\n"):
        is_example = paragraph.startswith("\b")
        yield ".PP"
        yield ".nf" if is_example else ".ad l"
        yield escaped(paragraph.removeprefix("\b").strip("\n"))
        if is_example:
            yield ".fi"
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and "--help" in parameter.opts:
            # Click remembers how this option was called the first time, maybe by a command run without its group.
            record = (", ".join(context.help_option_names), record[1])
        if record is not None:
            yield from (".TP", f".B {escaped(record[0])}", escaped(record[1]))
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            if not below.hidden:
                yield from lines_of(below, click.Context(below, info_name=name, parent=context))


def page() -> str:
    """The whole manual page."""
    top = click.Context(cli, info_name="quixotry", **cli.context_settings)
    head = [
        f'.TH QUIXOTRY 1 "" "Quixotry {__version__}" "User Commands"',
        ".SH NAME",
        "quixotry \\- the crossword board game with letter tiles",
        ".SH COMMANDS",
    ]
    tail = [
        ".SH ENVIRONMENT",
        *(".TP", ".B QUIXOTRY_HOME", "The folder for saved games, imported word lists and word graphs."),
        *(".TP", ".B QUIXOTRY_DATABASE", "The database of a server, as \\-\\-database names it."),
        ".SH EXIT STATUS",
        "0 all went well; 1 a question was answered with no; 2 bad input; 130 interrupted.",
    ]
    return "\n".join([*head, *lines_of(cli, top), *tail]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
