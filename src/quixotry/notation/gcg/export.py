"""A game as GCG, for other programs and for safekeeping.

Players are listed in the order of play, because other programs expect player 1 to start. What GCG has no line
for (the rules, the draw, a challenge, a resignation, why the game ended) goes into notes. The file shows
every rack: it is the game's own record, not what one seat may see.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from quixotry.notation.coordinates import format_lettered
from quixotry.notation.gcg.draw_note import TileMoves, format_draw_note
from quixotry.notation.gcg.move_text import (
    MoveText,
    WrittenChallenge,
    WrittenEndRack,
    WrittenExchange,
    WrittenMove,
    WrittenPass,
    WrittenPlay,
    WrittenTime,
    WrittenWithdrawal,
    format_move_line,
)
from quixotry.notation.gcg.rules import ADJUDICATED_KEY, FORFEITED_KEY, RESIGNED_KEY, rules_notes
from quixotry.notation.moves import THROUGH, play_signs, play_start
from quixotry.rules import event as happened
from quixotry.rules.alphabet import Alphabet
from quixotry.rules.board import Board
from quixotry.rules.event import Event
from quixotry.rules.game import Game, GameHeader
from quixotry.rules.move import Play
from quixotry.rules.position import Position, before_start, evolve
from quixotry.wording.phrases import listed

STANDARD_LAYOUT = "standard"
STANDARD_TILES = "english"


def export_gcg(game: Game) -> bytes:
    """The whole game, or an unfinished one so far, in UTF-8."""
    writer = _Writer(game.header, _nicks(game.header))
    tiles = TileMoves(game.header)
    position = before_start(game.header.ruleset, len(game.header.players))
    for event in game.events:
        after = evolve(position, event)
        writer.event(event, position, after)
        tiles.event(event, position, after)
        position = after
    starter = next((event.seat for event in game.events if isinstance(event, happened.StarterChosen)), 0)
    seats = len(game.header.players)
    order = [*range(starter, seats), *range(starter)]
    heading = [*_heading(game.header, writer.nicks, order)]
    if game.header.draw is not None and game.position.is_over:
        heading.append(f"#note {format_draw_note(game.header, game.header.draw, tiles.moved)}")
    lines = [*heading, *writer.lines]
    if game.position.outcome is None:
        alphabet = game.header.ruleset.tiles.alphabet
        racks = [(number, game.position.racks[seat]) for number, seat in enumerate(order, 1)]
        lines += [f"#rack{number} {rack.text(alphabet)}" for number, rack in racks if rack]
        lines.append("#incomplete")
    return "".join(f"{line.rstrip()}\n" for line in lines).encode()


def _heading(header: GameHeader, nicks: tuple[str, ...], order: list[int]) -> Iterator[str]:
    ruleset = header.ruleset
    yield "#character-encoding UTF-8"
    for number, seat in enumerate(order, 1):
        yield f"#player{number} {nicks[seat]} {_one_line(header.players[seat].name) or nicks[seat]}"
    title = _one_line(ruleset.title or ruleset.name)
    if ruleset.match.games > 1:
        title += f", game {header.match_game} of {ruleset.match.games}"
    yield f"#title {title}"
    yield f"#id quixotry {_one_word(header.id)}"
    yield f"#lexicon {_one_line(header.lexicon_id)}"
    # Some programs stop at a name they do not know, and rightly so: they would score the game wrong.
    if ruleset.layout.name != STANDARD_LAYOUT:
        yield f"#board-layout {_one_line(ruleset.layout.name)}"
    if ruleset.tiles.name != STANDARD_TILES:
        yield f"#tile-distribution {_one_line(ruleset.tiles.name)}"
    for note in rules_notes(ruleset):
        yield f"#note {note}"


@dataclass(slots=True)
class _Writer:
    header: GameHeader
    nicks: tuple[str, ...]
    lines: list[str] = field(default_factory=list)
    turns: list[int] = field(default_factory=list)
    """How many lines there were before each turn."""

    def event(self, event: Event, before: Position, after: Position) -> None:
        """Write an event's line, if it has one: draws and acceptances have none."""
        seat, alphabet = event.seat, self.header.ruleset.tiles.alphabet
        rack = before.racks[seat].text(alphabet)
        if len(after.turns) > len(before.turns):
            self.turns.append(len(self.lines))
        match event:
            case happened.TilesPlayed():
                move = _written_play(before.board, Play(event.placements), alphabet)
                self.move(move, seat, rack, event.score, after)
            case happened.TilesExchanged(returned=returned):
                given = alphabet.text(returned)
                exchange = WrittenExchange(given, len(returned)) if returned else WrittenPass()
                self.move(exchange, seat, rack, 0, after)
            case happened.TurnPassed() | happened.TurnLost():
                self.move(WrittenPass(), seat, rack, 0, after)
            case happened.PlayChallenged(words=words, bad=bad):
                verdict = f"{listed(bad)} came off" if bad else "it stands"
                self.lines.append(f"#note {self.nicks[seat]} challenged {listed(words)}: {verdict}.")
            case happened.PlayWithdrawn(score=score):
                back = after.racks[seat].text(alphabet)
                self.move(WrittenWithdrawal(), seat, back, -score, after)
            case happened.PointsAdjusted():
                self.adjustment(event, rack, after)
            case happened.Resigned():
                self.lines.append(f"#note {RESIGNED_KEY}{self.nicks[seat]}")
            case happened.Forfeited(why=why):
                self.lines.append(f"#note {FORFEITED_KEY}{self.nicks[seat]} ({why})")
            case happened.Adjudicated(why=reason):
                self.lines.append(f"#note {ADJUDICATED_KEY}{self.nicks[seat]} ({reason})")
            case happened.TurnsTakenBack(turns=turns):
                # GCG has no line for it: what was taken back is left out, and a note says so.
                del self.lines[self.turns[-turns] :]
                del self.turns[-turns:]
                self.lines.append(f"#note {self.nicks[seat]} took back a turn.")
            case happened.GameEnded(outcome=outcome):
                self.lines.append(f"#note Ended: {_one_line(outcome.reason)}")

    def adjustment(self, event: happened.PointsAdjusted, rack: str, after: Position) -> None:
        tiles = self.header.ruleset.tiles.alphabet.text(event.tiles)
        match event.why:
            case "challenge":
                self.move(WrittenChallenge(), event.seat, rack, event.points, after)
            case "time":
                self.move(WrittenTime(), event.seat, rack, event.points, after)
            case "own-tiles":
                self.move(WrittenEndRack(tiles), event.seat, tiles, event.points, after)
            case _ if tiles:
                self.move(WrittenEndRack(tiles), event.seat, "", event.points, after)

    def move(self, move: WrittenMove, seat: int, rack: str, score: int, after: Position) -> None:
        text = MoveText(self.nicks[seat], rack, move, score, is_signed=True, total=after.scores[seat])
        self.lines.append(format_move_line(text))


def _written_play(board: Board, play: Play, alphabet: Alphabet) -> WrittenPlay:
    signs = play_signs(board, play, alphabet)
    tiles = "".join(sign if is_new else THROUGH for sign, is_new in signs)
    return WrittenPlay(format_lettered(play_start(board, play), board.layout), tiles)


def _nicks(header: GameHeader) -> tuple[str, ...]:
    """A single word for each player, all different."""
    nicks: list[str] = []
    for seat, player in enumerate(header.players, 1):
        nick = _one_word(player.name) or f"Player{seat}"
        while nick in nicks:
            nick += f"_{seat}"
        nicks.append(nick)
    return tuple(nicks)


def _one_line(text: str) -> str:
    """A name or title on one line, without control characters."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())


def _one_word(text: str) -> str:
    return _one_line(text).replace(":", "").replace(" ", "_")
