"""`quixotry lexicon`: look words up, and bring your own word lists."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from quixotry.cli import values
from quixotry.terminal import word_output as show

if TYPE_CHECKING:
    from quixotry.lexicon.catalogue import Entry
    from quixotry.lexicon.wordlist import Lexicon

# Queries are imported inside the commands: each needs only two or three modules.

NOT_IN_THE_LIST = 1

Command = Callable[..., None]


def lexicon_option(command: Command) -> Command:
    return click.option(
        "--lexicon",
        "-l",
        "name",
        default="default",
        show_default=True,
        metavar="ID|FILE",
        help="Word list: default, common, one you imported, or a file with one word per line.",
        shell_complete=values.lexicons,
    )(command)


def json_option(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")(command)


def limit_option(command: Command) -> Command:
    return click.option(
        "--limit", "-n", type=click.IntRange(min=1), metavar="N", help="Print at most N words."
    )(command)


@click.group(no_args_is_help=True)
def lexicon() -> None:
    """Look up words, and import word lists.

    \b
    Examples:
      quixotry lexicon check quixotry zax
      quixotry lexicon anagram RETINA?
      quixotry lexicon import my-words.txt
      quixotry lexicon check --lexicon my-words frobnicate
    """


@lexicon.command()
@click.argument("words", nargs=-1, required=True, metavar="WORD...")
@lexicon_option
@json_option
def check(words: tuple[str, ...], name: str, *, as_json: bool) -> None:
    """Check whether words are in the list.

    The exit code is 0 if all of them are, and 1 if any is not.

    \b
    Examples:
      quixotry lexicon check qi za
      quixotry lexicon check --lexicon common quixotry
      quixotry lexicon check --json aa ab xx
    """
    from quixotry.lexicon.spelling import parse_word

    accepted = _load(name)
    answers = {word: accepted.holds(word) for word in map(parse_word, words)}
    if as_json:
        show.json_value({"lexicon": accepted.id, "words": answers})
    else:
        for word, is_in in answers.items():
            show.answer(word, accepted, is_in=is_in)
    if not all(answers.values()):
        _leave(NOT_IN_THE_LIST)


@lexicon.command()
@click.argument("words", nargs=-1, required=True, metavar="WORD...")
@lexicon_option
@json_option
def define(words: tuple[str, ...], name: str, *, as_json: bool) -> None:
    """Show what words mean.

    Inflected forms lead to their base word: RAN to RUN. The exit code is 1 if a word is not in the list, but
    not if a word in the list has no definition.

    \b
    Examples:
      quixotry lexicon define aa ran
      quixotry lexicon define --json geese
    """
    from quixotry.lexicon.definitions import define as define_word
    from quixotry.lexicon.spelling import parse_word

    accepted = _load(name)
    found = {word: define_word(word, accepted) for word in map(parse_word, words)}
    if as_json:
        answers = {
            word: {
                "in_lexicon": accepted.holds(word),
                "definitions": [{"part": d.part, "gloss": d.gloss, "base": d.base} for d in definitions],
            }
            for word, definitions in found.items()
        }
        show.json_value({"lexicon": accepted.id, "words": answers})
    else:
        for word, definitions in found.items():
            show.definitions(word, definitions, accepted)
    if not all(accepted.holds(word) for word in found):
        _leave(NOT_IN_THE_LIST)


@lexicon.command()
@click.argument("rack")
@click.option(
    "--min",
    "length_min",
    type=click.IntRange(min=1),
    metavar="N",
    help="Also find words of N or more letters that do not use the whole rack.",
)
@lexicon_option
@limit_option
@json_option
def anagram(rack: str, length_min: int | None, name: str, limit: int | None, *, as_json: bool) -> None:
    """Find the words a rack can make; ? is a blank.

    A blank is shown as a lower-case letter. Quote the rack if your shell treats ? specially.

    \b
    Examples:
      quixotry lexicon anagram retinas
      quixotry lexicon anagram 'RETINA?'
      quixotry lexicon anagram --min 5 'QUIXOT?'
    """
    from quixotry.lexicon.anagrams import anagrams

    found = anagrams(_load(name), rack, length_min=length_min)
    if as_json:
        show.json_value([{"word": each.word, "blanks": each.blanks} for each in found[:limit]])
    else:
        show.words(list(map(str, found)), limit)
    if not found:
        _leave(NOT_IN_THE_LIST)


@lexicon.command()
@click.argument("words", nargs=-1, required=True, metavar="WORD...")
@lexicon_option
@json_option
def hooks(words: tuple[str, ...], name: str, *, as_json: bool) -> None:
    """Show which letters make a new word in front of or after a word.

    A dot on a side means that the word without its first or last letter is a word too.

    \b
    Examples:
      quixotry lexicon hooks ox
      quixotry lexicon hooks --json care are
    """
    from quixotry.lexicon.hooks import hooks as hooks_of

    accepted = _load(name)
    found = [hooks_of(accepted, word) for word in words]
    if as_json:
        show.json_value(
            [
                {"word": each.word, "in_lexicon": each.is_word, "front": each.front, "back": each.back}
                for each in found
            ]
        )
    else:
        show.hooks(found, accepted)
    if not all(each.is_word for each in found):
        _leave(NOT_IN_THE_LIST)


@lexicon.command()
@click.argument("pattern")
@lexicon_option
@limit_option
@json_option
def pattern(pattern: str, name: str, limit: int | None, *, as_json: bool) -> None:
    """Find the words that fit a pattern.

    . or ? stands for one letter, * for any number of letters, [ABC] for one of these, [^ABC] for any
    except these. Quote the pattern, or your shell may expand it to file names.

    \b
    Examples:
      quixotry lexicon pattern 'Q[^U]*'
      quixotry lexicon pattern '..Z..'
    """
    from quixotry.lexicon.patterns import matching

    _answer_with(list(matching(_load(name), pattern)), limit, as_json=as_json)


@lexicon.command(name="list")
@click.option("--length", type=click.IntRange(min=1), metavar="N", help="Words of exactly N letters.")
@click.option(
    "--min", "length_min", type=click.IntRange(min=1), metavar="N", help="Words of N or more letters."
)
@click.option(
    "--max", "length_max", type=click.IntRange(min=1), metavar="N", help="Words of N or fewer letters."
)
@click.option("--starts", default="", metavar="TEXT", help="Words that start with TEXT.")
@click.option("--ends", default="", metavar="TEXT", help="Words that end with TEXT.")
@click.option("--contains", default="", metavar="TEXT", help="Words that contain TEXT.")
@click.option("--count", is_flag=True, help="Print only the number of words.")
@lexicon_option
@limit_option
@json_option
def list_words(
    length: int | None,
    length_min: int | None,
    length_max: int | None,
    name: str,
    limit: int | None,
    *,
    starts: str,
    ends: str,
    contains: str,
    count: bool,
    as_json: bool,
) -> None:
    """List words by length, beginning, end or content.

    \b
    Examples:
      quixotry lexicon list --length 2
      quixotry lexicon list --starts qu --ends ry
      quixotry lexicon list --contains xz --count
    """
    from quixotry.lexicon.selection import Selection, select
    from quixotry.lexicon.spelling import parse_word

    if length and (length_min or length_max):
        raise click.UsageError("Use --length, or --min and --max, but not both.")
    if length_min and length_max and length_min > length_max:
        raise click.UsageError(f"--min {length_min} is more than --max {length_max}.")
    selection = Selection(
        length_min=length or length_min or 1,
        length_max=length or length_max,
        starts=parse_word(starts) if starts else "",
        ends=parse_word(ends) if ends else "",
        contains=parse_word(contains) if contains else "",
    )
    found = list(select(_load(name), selection))
    if count:
        click.echo(str(len(found)))
    else:
        _answer_with(found, limit, as_json=as_json)


@lexicon.command(name="import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--id", "lexicon_id", metavar="ID", help="The id of the list (default: the file name).")
@click.option("--title", metavar="TEXT", help="The title people see (default: the id).")
@click.option("--replace", is_flag=True, help="Replace an imported list with the same id.")
@click.option("--strict", is_flag=True, help="Import nothing if any line is not a word.")
@json_option
def import_list(
    file: Path, lexicon_id: str | None, title: str | None, *, replace: bool, strict: bool, as_json: bool
) -> None:
    """Import a word list of your own.

    The file has one word per line, in upper or lower case, in UTF-8; a tab and a definition may follow the word.
    Lines that are not words are skipped and reported with their numbers (with --strict they stop the import). A
    list is imported completely or not at all.

    \b
    Examples:
      quixotry lexicon import my-words.txt
      quixotry lexicon import words2024.txt --id club --title "Club list 2024" --replace
    """
    from quixotry.lexicon.catalogue import check_id, keep
    from quixotry.lexicon.list_parser import read_list

    lexicon_id = check_id(lexicon_id, file, replace=replace)  # before the work, not after it
    with show.progress(f"Reading {file.name}") as progress:
        read = read_list(file, progress=progress)
    if strict:
        read.refuse_rejected()
    entry = keep(read, lexicon_id=lexicon_id, title=title, replace=replace)
    if as_json:
        show.json_value(
            {
                "id": entry.id,
                "title": entry.title,
                "digest": entry.digest,
                "words": entry.words,
                "duplicates": read.duplicates,
                "rejected": read.rejected_count,
                "rejected_lines": [
                    {"line": each.line, "text": each.text, "reason": each.reason} for each in read.rejected
                ],
            }
        )
        return
    count = "1 word" if entry.words == 1 else f"{entry.words:,} words"
    click.echo(f"Imported {count} as {entry.id}. Use the list with --lexicon {entry.id}.")
    show.rejected(read)


@lexicon.command()
@click.argument("name", required=False, metavar="[ID|FILE]", shell_complete=values.lexicons)
@json_option
def info(name: str | None, *, as_json: bool) -> None:
    """Show all word lists, or everything about one.

    \b
    Examples:
      quixotry lexicon info
      quixotry lexicon info default
    """
    from quixotry.lexicon import catalogue

    if name is None:
        entries = catalogue.entries()
        if as_json:
            show.json_value([_facts(entry) for entry in entries])
        else:
            show.catalogue(entries)
        return
    facts = _facts(catalogue.describe(name))
    accepted = _load(name)
    lengths: dict[int, int] = {}
    for word in accepted:
        lengths[len(word)] = lengths.get(len(word), 0) + 1
    facts |= {"letters": accepted.letters, "lengths": {str(n): lengths[n] for n in sorted(lengths)}}
    if as_json:
        show.json_value(facts)
    else:
        show.facts(facts)


def _load(name: str) -> "Lexicon":
    from quixotry.lexicon.catalogue import load

    return load(name)


def _answer_with(found: list[str], limit: int | None, *, as_json: bool) -> None:
    if as_json:
        show.json_value(found[:limit])
    else:
        show.words(found, limit)
    if not found:
        _leave(NOT_IN_THE_LIST)


def _leave(code: int) -> NoReturn:
    click.get_current_context().exit(code)


def _facts(entry: "Entry") -> dict[str, Any]:
    """What `info` tells, with the names it has in JSON."""
    facts = asdict(entry)
    facts["bundled"] = facts.pop("is_bundled")
    return facts
