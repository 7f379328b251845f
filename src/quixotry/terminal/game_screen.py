"""The game as a person at the terminal sees it: board, seats, rack."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from quixotry.rules.alphabet import tile_of
from quixotry.rules.event import PointsAdjusted
from quixotry.rules.game import Game, GameHeader
from quixotry.rules.move import Placement
from quixotry.rules.tiles import Tiles, TileSet
from quixotry.rules.view import View
from quixotry.terminal.board_text import board_text, board_width
from quixotry.wording.outcomes import settling_text

PANEL_COLUMNS = (
    29  # a rack of seven; beside the wider of our 15-square boards this is 80 columns, gap included
)
GAP = 2
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def show_table(
    console: Console,
    header: GameHeader,
    view: View,
    *,
    last: Collection[int] = (),
    tentative: Sequence[Placement] = (),
    notes: Sequence[str] = (),
) -> None:
    """Show board and seats, side by side if the terminal is wide enough."""
    layout, alphabet = header.ruleset.layout, header.ruleset.tiles.alphabet
    wide = console.width >= board_width(layout) + GAP + PANEL_COLUMNS
    cell = 3 if console.width >= board_width(layout) else 2
    board = board_text(view.board, alphabet, cell=cell, last=last, tentative=tentative)
    panel = Group(*_panel(header, view, tentative), *(Text(note) for note in notes))
    if wide:
        grid = Table.grid(padding=(0, GAP, 0, 0))
        grid.add_row(board, panel)
        console.print(grid)
    else:
        console.print(board)
        console.print(panel)


def _panel(header: GameHeader, view: View, tentative: Sequence[Placement]) -> list[RenderableType]:
    parts: list[RenderableType] = [
        Text.assemble((header.ruleset.title or header.ruleset.name, "bold"), f"  bag {view.bag_count}"),
        seats_table(header, view),
    ]
    if view.rack is not None:
        used = view.ruleset.tiles.tiles(tile_of(cell) for _, cell in tentative)
        parts += [Text(), Text("Your rack", "dim"), rack_text(view.rack - used, view.ruleset.tiles), Text()]
    return parts


def seats_table(header: GameHeader, view: View) -> Table:
    """Names, scores, and what each seat has: tiles, time, exchanges."""
    has_clock = header.ruleset.clock.minutes is not None
    table = Table.grid(padding=(0, 1))
    for seat, player in enumerate(header.players):
        on_turn = view.turn == seat
        name = Text(player.name, style="bold" if on_turn else "", overflow="ellipsis", no_wrap=True)
        cells: list[RenderableType] = [
            Text("▸" if on_turn else " ", style="bold"),
            name,
            Text(str(view.scores[seat]), style="bold", justify="right"),
            Text(f"{view.rack_sizes[seat]} tiles", style="dim"),
        ]
        if has_clock:
            cells.append(Text(clock_text(view.clock.left_ms(seat, header.ruleset.clock) or 0), style="dim"))
        if (left := view.exchanges_left(seat)) is not None:
            cells.append(Text(f"{left} exch.", style="dim"))
        if seat in view.resigned:
            cells.append(Text("left", style="dim"))
        table.add_row(*cells)
    return table


def clock_text(left_ms: int) -> str:
    """`24:07`, tenths below ten seconds, a minus in overtime."""
    sign, ms = ("-", -left_ms) if left_ms < 0 else ("", left_ms)
    if not sign and ms < 10_000:
        return f"0:{ms // 1000:02d}.{ms % 1000 // 100}"
    return f"{sign}{ms // 60_000}:{ms // 1000 % 60:02d}"


def rack_text(rack: Tiles, tiles: TileSet) -> Text:
    """The rack as tiles with their values."""
    text = Text()
    for tile in rack:
        face = tiles.alphabet.tile_sign(tile) + str(tiles.values[tile]).translate(_SUBSCRIPTS)
        text.append(face.center(3), "bold black on #f6dfa4")
        text.append(" ")
    return text if rack else text.append("no tiles", "dim")


def settling_table(game: Game) -> Table:
    """How each player's final score came about."""
    outcome = game.position.outcome
    assert outcome is not None, "the game still goes on"
    table = Table("Player", "Score", "Settling up", "Final", box=None, pad_edge=False, header_style="dim")
    for seat, player in enumerate(game.header.players):
        changes = [event for event in game.events if isinstance(event, PointsAdjusted) and event.seat == seat]
        settled = [event for event in changes if event.why != "challenge"]
        words = [
            settling_text(event, game.header.ruleset) for event in settled if event.points or event.tiles
        ]
        before = outcome.scores[seat] - sum(event.points for event in settled)
        winner = seat in outcome.winners
        table.add_row(
            Text(player.name, style="bold" if winner else ""),
            str(before),
            ", ".join(words) or "no change",
            Text(str(outcome.scores[seat]), style="bold"),
        )
    return table


def unseen_text(view: View) -> str:
    """The tiles this seat cannot see, with counts."""
    alphabet, counts = view.ruleset.tiles.alphabet, view.unseen.counts
    shown = [f"{alphabet.tile_sign(tile)} {counts[tile]}" for tile in dict.fromkeys(view.unseen)]
    return f"{len(view.unseen)} unseen: {', '.join(shown)}"
