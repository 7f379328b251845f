"""Draw docs/pictures/terminal.svg: a seeded game between two computers, as the terminal shows it.

python scripts/terminal_picture.py
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console

from quixotry.app.can_play import LexiconCanPlay
from quixotry.fair.draws import SeededDraws
from quixotry.lexicon import catalogue
from quixotry.play.new_game import new_header
from quixotry.players.levels import DEFAULT_LEVEL, player_for
from quixotry.rules.event import TilesPlayed
from quixotry.rules.game import Arbiter, Game, SeatedPlayer
from quixotry.rules.ruleset_file import preset
from quixotry.terminal.game_screen import show_table
from quixotry.wording.events import event_lines

TURNS = 12
SEED = "0f"
PICTURE = Path(__file__).parent.parent / "docs" / "pictures" / "terminal.svg"

# Rich's own frame asks for a font over the network; a picture in a README must not.
FRAME = """<svg viewBox="0 0 {terminal_width} {terminal_height}" xmlns="http://www.w3.org/2000/svg">
<style>.{unique_id}-matrix {{ font-family: Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: {char_height}px;
line-height: {line_height}px; font-variant-east-asian: full-width; }} {styles}</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}</defs>
<rect fill="#1d2226" width="{terminal_width}" height="{terminal_height}" rx="8"/>
<g clip-path="url(#{unique_id}-clip-terminal)" transform="translate(8, 0)">{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g></g></svg>
"""


def a_game() -> Game:
    words, ruleset = catalogue.load(), preset("classic")
    players = (SeatedPlayer("You"), SeatedPlayer("Computer", "computer", DEFAULT_LEVEL))
    header = new_header(ruleset, words, players, now=datetime.now(UTC), seed=SEED)
    draws, greedy = SeededDraws(SEED), player_for(DEFAULT_LEVEL, words)
    arbiter = Arbiter(draws, words, LexiconCanPlay(ruleset, words))
    game = Game.begin(header, draws)
    for _ in range(TURNS):
        seat = game.position.turn
        assert seat is not None
        game = game.move(seat, greedy.choose(game.view(seat), 0), arbiter)
    return game


def main() -> None:
    game = a_game()
    console = Console(record=True, width=80, force_terminal=True, color_system="truecolor", highlight=False)
    plays = [event for event in game.events if isinstance(event, TilesPlayed)]
    before = Game.of(game.header, game.events[: plays[-1].seq]).position.board
    seat = game.position.turn
    show_table(
        console,
        game.header,
        game.view(seat),
        last=[square for square, _ in plays[-1].placements],
        notes=event_lines(plays[-1:], game.header, before),
    )
    PICTURE.parent.mkdir(exist_ok=True)
    console.save_svg(str(PICTURE), title="", code_format=FRAME, unique_id="quixotry")


if __name__ == "__main__":
    main()
