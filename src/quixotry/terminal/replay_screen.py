"""How a replayed game looks on a terminal.

Text from the file is printed plain: never as rich markup, and without control characters, which could paint
over our own output.
"""

from __future__ import annotations

from itertools import zip_longest

from rich.console import Console
from rich.table import Table
from rich.text import Text

from quixotry.notation.gcg import GcgFile, GcgReplay, GcgStep, Note
from quixotry.rules.board import Board
from quixotry.terminal.board_text import board_text, board_width


def show_replay(console: Console, record: GcgFile, report: GcgReplay) -> None:
    """The scoresheet, the final board, and what does not add up."""
    title = record.pragma("title")
    console.print(Text(_plain(title.value) if title else "Recorded game", style="bold"))
    console.print(Text(f"Rules: {_plain(report.ruleset.title or report.ruleset.name)}", style="dim"))
    console.print(_scoresheet(record, report))
    last = {square for square, _ in report.steps[-1].laid} if report.steps else set()
    _show_board(console, report, report.board, last)
    scores = zip(report.players, report.final_scores, strict=True)
    console.print(
        Text("Final scores: " + ", ".join(f"{_plain(p.name)} {score}" for p, score in scores), "bold")
    )
    for found in report.findings():
        console.print(Text(f"Line {found.line}: {_plain(found.text)}", style="bold red"))
    for warning in report.warnings:
        console.print(Text(f"Line {warning.line}, warning: {_plain(warning.text)}", style="yellow"))
    for is_good, text in verdicts(report):
        console.print(Text(text, style="green" if is_good else "yellow" if is_good is None else "bold red"))


def verdicts(report: GcgReplay) -> tuple[tuple[bool | None, str], tuple[bool | None, str]]:
    """What the check came to, as two sentences."""
    wrong, impossible = len(report.discrepancies), report.impossible
    scores = {
        True: "All scores and totals are correct.",
        False: f"{wrong} discrepanc{'y' if wrong == 1 else 'ies'} found.",
        None: "The scores were not checked; they are taken as written.",
    }[report.scores_right]
    legal = {
        True: "All of it could have happened.",
        False: f"{impossible} thing{'' if impossible == 1 else 's'} could not have happened.",
        None: "Whether it could have happened was not checked.",
    }[report.is_legal]
    return (report.scores_right, scores), (report.is_legal, legal)


def show_step(console: Console, report: GcgReplay, step: GcgStep) -> None:
    """The board after one move."""
    nick = _plain(report.players[step.seat].nick)
    console.print(Text(f"{nick}: {_plain(step.text)}  {step.score:+d}  {step.total}", style="bold"))
    _show_board(console, report, step.board, {square for square, _ in step.laid})


def _show_board(console: Console, report: GcgReplay, board: Board, last: set[int]) -> None:
    cell = 3 if console.width >= board_width(board.layout) else 2
    console.print(board_text(board, report.ruleset.tiles.alphabet, cell=cell, last=last))


def _scoresheet(record: GcgFile, report: GcgReplay) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("Line", justify="right", style="dim")
    for heading in ("Player", "Rack", "Move"):
        table.add_column(heading, overflow="fold")
    table.add_column("Score", justify="right")
    table.add_column("Total", justify="right")
    wrong = {found.line for found in report.discrepancies}
    notes = list(record.notes())
    for step, following in zip_longest(report.steps, report.steps[1:]):
        table.add_row(
            str(step.line),
            Text(_plain(report.players[step.seat].nick)),
            Text(_plain(step.rack)),
            Text(_plain(step.text)),
            f"{step.score:+d}",
            str(step.total),
            style="bold red" if step.line in wrong else None,
        )
        for note in _between(notes, step, following):
            table.add_row("", "", "", Text(_plain(note.text), style="dim italic"))
    return table


def _between(notes: list[Note], step: GcgStep, following: GcgStep | None) -> list[Note]:
    """The notes between a move and the next one, removed from the list."""
    while notes and notes[0].line < step.line:
        notes.pop(0)
    taken = []
    while notes and (following is None or notes[0].line < following.line):
        taken.append(notes.pop(0))
    return taken


def _plain(text: str) -> str:
    return "".join(sign if sign.isprintable() or sign == "\n" else "\ufffd" for sign in text)
