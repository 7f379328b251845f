"""How words, definitions and import reports look on a terminal.

Text from word lists is printed as it is, never as rich markup: a definition may contain brackets.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

    from quixotry.lexicon.catalogue import Entry
    from quixotry.lexicon.definitions import Definition
    from quixotry.lexicon.hooks import Hooks
    from quixotry.lexicon.list_parser import ParsedList, Progress
    from quixotry.lexicon.wordlist import Lexicon

# rich takes longer to import than the default list to load, so only what draws a table imports it.

REJECTED_LINES_SHOWN = 20


def json_value(value: object) -> None:
    click.echo(json.dumps(value, ensure_ascii=False, indent=2 if sys.stdout.isatty() else None))


def answer(word: str, lexicon: "Lexicon", *, is_in: bool) -> None:
    mark = click.style("yes", fg="green") if is_in else click.style("no ", fg="red")
    click.echo(f"{mark}  {word} is {'' if is_in else 'not '}in the list {lexicon.id}")


def words(found: Sequence[str], limit: int | None) -> None:
    """One word per line for a pipe; columns and a count for a person."""
    shown = found[:limit]
    if not sys.stdout.isatty():
        for word in shown:
            click.echo(word)
        return
    from rich.columns import Columns
    from rich.text import Text

    if shown:
        _console().print(Columns([Text(word) for word in shown], padding=(0, 2), equal=True))
    count = "1 word" if len(found) == 1 else f"{len(found) or 'no'} words"
    rest = f", {len(shown):,} shown" if len(shown) < len(found) else ""
    click.secho(f"{count}{rest}", dim=True)


def definitions(word: str, senses: Sequence["Definition"], lexicon: "Lexicon") -> None:
    is_in = "" if lexicon.holds(word) else click.style(f"  (not in the list {lexicon.id})", fg="red")
    click.echo(click.style(word, bold=True) + is_in)
    if not senses:
        click.echo("  no definition available")
    for sense in senses:
        label = ", ".join(filter(None, [f"from {sense.base}" if sense.base else "", sense.part]))
        click.echo(f"  {click.style(label + ':', fg='cyan')} {sense.gloss}" if label else f"  {sense.gloss}")


def hooks(found: Sequence["Hooks"], lexicon: "Lexicon") -> None:
    from rich.table import Table

    table = Table("front", "word", "back", box=None, pad_edge=False)
    table.columns[0].justify = "right"
    for each in found:
        before = "·" if each.is_word_without_first else " "
        after = "·" if each.is_word_without_last else " "
        star = "" if each.is_word else "*"
        table.add_row(each.front.lower(), f"{before}{each.word}{after}{star}", each.back.lower())
    _console().print(table)
    if not all(each.is_word for each in found):
        click.echo(f"* not in the list {lexicon.id}")


def catalogue(entries: Sequence["Entry"]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table("id", "words", "title", "digest", box=None, pad_edge=False)
    table.columns[1].justify = "right"
    for entry in entries:
        table.add_row(entry.id, f"{entry.words:,}", Text(entry.title), entry.digest[:12])
    _console().print(table)


def facts(known: Mapping[str, Any]) -> None:
    for key, value in known.items():
        match value:
            case bool():
                text = "yes" if value else "no"
            case int():
                text = f"{value:,}"
            case dict():
                text = ", ".join(f"{count:,} of {n}" for n, count in value.items())
            case _:
                text = str(value)
        if text:
            click.echo(f"{click.style(f'{key}:'.ljust(9), fg='cyan')} {text}")


def rejected(read: "ParsedList") -> None:
    """The lines an import left out; to stderr, so that they are seen when the output is piped away."""
    from quixotry.wording.phrases import quoted

    if read.duplicates:
        repeats = "1 duplicate was" if read.duplicates == 1 else f"{read.duplicates:,} duplicates were"
        click.echo(f"{repeats} removed.")
    if not read.rejected_count:
        return
    lines = "1 line was" if read.rejected_count == 1 else f"{read.rejected_count:,} lines were"
    click.echo(f"{lines} skipped:", err=True)
    for each in read.rejected[:REJECTED_LINES_SHOWN]:
        click.echo(f"  line {each.line}: {quoted(each.text)}: {each.reason}", err=True)
    if read.rejected_count > REJECTED_LINES_SHOWN:
        more = read.rejected_count - REJECTED_LINES_SHOWN
        click.echo(f"  and {more:,} more (--json lists the first {len(read.rejected):,})", err=True)


@contextmanager
def progress(label: str) -> "Iterator[Progress | None]":
    """A progress bar on stderr, only on a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(escape(label), total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _console() -> "Console":
    from rich.console import Console

    return Console(highlight=False, markup=False)
