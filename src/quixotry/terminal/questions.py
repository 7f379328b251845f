"""What the terminal asks before a game when the options leave it open."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from quixotry.play.seating import default_seats
from quixotry.players.levels import level_names
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.rules.shipped import shipped_names
from quixotry.terminal.keyboard import Keyboard
from quixotry.terminal.seating import format_seat
from quixotry.wording.phrases import listed

USUAL = "solo"


def ask_for_rules(console: Console, keyboard: Keyboard) -> str:
    """One of the presets, by number or name; Enter takes the default."""
    names = shipped_names("presets")
    table = Table.grid(padding=(0, 2, 0, 0))
    for number, name in enumerate(names, 1):
        ruleset = preset(name)
        table.add_row(str(number), Text(name, style="bold"), Text(ruleset.summary, style="dim"))
    console.print(Text("Quixotry", style="bold"), Text("Which rules?"), table, sep="\n")
    while True:
        answer = keyboard.ask(f"Number or name [{USUAL}] ").strip().lower() or USUAL
        if answer.isascii() and answer.isdigit() and 1 <= int(answer[:3]) <= len(names):
            return names[int(answer) - 1]
        if answer in names:
            return answer
        console.print(f"Type a number from 1 to {len(names)}, or a name from the list.")


def ask_for_players(console: Console, keyboard: Keyboard, ruleset: Ruleset) -> tuple[str, ...]:
    """Names separated by commas; Enter takes the ruleset's own default."""
    usual = tuple(map(format_seat, default_seats(ruleset)))
    levels = listed(level_names())
    console.print(
        f"Who plays? Names separated by commas; `computer` adds a computer, `computer:LEVEL` one of level {levels}."
    )
    answer = keyboard.ask(f"Players [{', '.join(usual)}] ")
    return tuple(name.strip() for name in answer.split(",") if name.strip()) or usual
