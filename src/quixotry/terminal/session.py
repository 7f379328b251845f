"""A session at the terminal: whose turn it is, what they type, and what follows."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from rich.console import Console
from rich.text import Text

from quixotry.analysis.hints import hints
from quixotry.lexicon.definitions import define
from quixotry.lexicon.wordlist import Lexicon
from quixotry.notation.errors import NotationError
from quixotry.notation.moves import format_move
from quixotry.play.hints import WHICH
from quixotry.play.ports import GameLog
from quixotry.play.word_tools import WordHasNotStood, WordToolsClosed, hides_words, words_that_stood
from quixotry.players.bot_errors import BotFailed
from quixotry.players.bot_player import BotPlayer
from quixotry.players.levels import level_named
from quixotry.players.time_use import thinking_ms
from quixotry.players.worker_player import WorkerPlayer
from quixotry.players.worker_pool import Failure
from quixotry.rules import event as happened
from quixotry.rules.board import Board
from quixotry.rules.errors import CannotTakeBack, DecisionPending, IllegalMove, NothingToChallenge
from quixotry.rules.game import Arbiter, Game
from quixotry.rules.legality import check_exchange, judge_play
from quixotry.rules.move import Accept, Challenge, Exchange, Move, Pass, Play, Resign
from quixotry.rules.ports import THINKING_MS, Player, Prepares
from quixotry.rules.view import View
from quixotry.terminal.board_text import board_width
from quixotry.terminal.completions import complete_line
from quixotry.terminal.game_screen import rack_text, settling_table, show_table, unseen_text
from quixotry.terminal.help_text import help_text
from quixotry.terminal.hint_text import hint_text
from quixotry.terminal.keyboard import Keyboard
from quixotry.terminal.move_table import moves_table, sentence
from quixotry.terminal.thinking_bar import show_thinking
from quixotry.terminal.typed_line import Command, parse_typed
from quixotry.terminal.typed_play import UnnamedBlanks, blanks_text
from quixotry.wording.catalog import say
from quixotry.wording.events import event_lines
from quixotry.wording.outcomes import result_lines
from quixotry.wording.rulesets import challenge_cost, rules_lines

HINTS = 5
HINT_BUDGET_MS = 300
_CLEAR = "\x1b[H\x1b[2J\x1b[3J"  # the scrollback too: a rack must not be a scroll away (C16)


_FAILURES: dict[Failure, str] = {
    "late": "{name} took too long; a quick move was made for it.",
    "failed": "{name}'s program gave no move; a quick one was made for it.",
}


class GameLeft(Exception):
    """Somebody asked to leave; the game is saved as it stands."""


@dataclass
class Session:
    """One game at one terminal. `run` returns when it is over, or raises `GameLeft`, EOFError, KeyboardInterrupt."""

    game: Game
    arbiter: Arbiter
    log: GameLog
    lexicon: Lexicon
    computers: Mapping[int, Player]
    console: Console
    keyboard: Keyboard
    carried: tuple[int, ...] = ()
    """Points carried over from the first game of a match."""
    news: list[str] = field(default_factory=list)
    """What has happened since a person last looked."""

    def __post_init__(self) -> None:
        self._resumed_at = time.monotonic()
        self._played_ms = self.game.position.at_ms
        self._shown_seq = 0
        self._prepared: set[int] = set()
        self._hinted = (-1, 0)
        """The state of the game a hint was last given for, and its grade."""

    @property
    def people(self) -> int:
        return len(self.game.header.players) - len(self.computers)

    def now_ms(self) -> int:
        """Time of play: what passed while nobody had the game open does not count."""
        return self._played_ms + int((time.monotonic() - self._resumed_at) * 1000)

    def run(self) -> Game:
        self._tell_news()
        while self.game.position.turn is not None:
            seat = self.game.position.turn
            if seat in self.computers:
                self._computer_turn(seat)
            else:
                self._person_turn(seat)
        self._show_result()
        return self.game

    # Turns

    def _computer_turn(self, seat: int) -> None:
        name = self.game.header.players[seat].name
        view = self.game.view(seat, carried=self.carried)
        player = self.computers[seat]
        if isinstance(player, Prepares) and seat not in self._prepared:
            # Loading is no thinking: it has a time of its own.
            with self.console.status(f"{name} is getting ready ..."):
                player.prepare(view.ruleset)
            self._prepared.add(seat)
        budget_ms = THINKING_MS
        if isinstance(player, WorkerPlayer):
            budget_ms = thinking_ms(level_named(player.level), view, THINKING_MS)
        try:
            with show_thinking(self.console, name, player, budget_ms):
                move = player.choose(view, budget_ms)
        except BotFailed as failure:
            self._note(f"{failure} {name} loses.")
            return self._make(seat, Resign())
        if isinstance(player, WorkerPlayer) and player.failure is not None:
            self._note(_FAILURES[player.failure].format(name=name))
        if isinstance(player, BotPlayer):
            self._make_for_program(seat, move)
        else:
            self._make_for_computer(seat, move)
        if not self.people:
            self._show_board_only()
        return None

    def _make_for_computer(self, seat: int, move: Move) -> None:
        """Make the move, or what is left to do if it is refused: a game must not hang on a computer's mistake."""
        for attempt in (move, Pass()):
            try:
                return self._make(seat, attempt)
            except IllegalMove:
                continue
        return self._make(seat, Resign())

    def _make_for_program(self, seat: int, move: Move) -> None:
        """Somebody else's program loses by an illegal move."""
        try:
            self._make(seat, move)
        except IllegalMove as error:
            name, position = self.game.header.players[seat].name, self.game.position
            text = format_move(position.board, move, position.ruleset.tiles.alphabet)
            self._note(f"{name} chose {text}. {error} {name} loses.")
            self._make(seat, Resign())

    def _person_turn(self, seat: int) -> None:
        if self.people > 1:
            self._hand_over(seat)
        self.keyboard.forget()
        staged: Move | None = None
        self._show(seat, None)
        while self.game.position.turn == seat:
            view = self.game.view(seat)
            try:
                line = self.keyboard.ask(self._prompt(seat, staged), partial(complete_line, view=view))
                typed = parse_typed(line, view, is_staged=staged is not None)
                if isinstance(typed, UnnamedBlanks):
                    typed = typed.named(self.keyboard.ask(typed.question), view)
            except NotationError as error:
                self._say(str(error))
                continue
            if isinstance(typed, Command):
                if typed.kind == "confirm" and staged is not None:
                    self._commit(seat, staged)
                    staged = None
                elif typed.kind == "undo" and staged is None:
                    self._take_back(seat)
                elif typed.kind == "undo":
                    staged = None
                    self._show(seat, None)
                else:
                    self._obey(typed, view, seat)
            elif isinstance(typed, Accept):
                self._commit(seat, typed)
                if view.pending is not None and self.game.position.turn == seat:
                    self._say("The play stands. Now make your move.")
            else:
                staged = self._stage(seat, typed, view)

    def _hand_over(self, seat: int) -> None:
        """Nobody sees a rack that is not theirs: a clean screen between two people (C16)."""
        name = self.game.header.players[seat].name
        self.keyboard.forget()
        self._clear()
        for line in self.news:
            self._say(line)
        self._say("")
        what = "it is your turn"
        if _ends_the_game(self.game.view(seat)):
            what = "the last play ends the game unless you challenge it"
        self.keyboard.ask(f"{name}, {what}. {self.game.header.ruleset.controls.carry_on}: press Enter ")
        self._clear()

    def _stage(self, seat: int, move: Move, view: View) -> Move | None:
        """Show what a move would be; nothing is final before it is confirmed (C17)."""
        try:
            self._check(seat, move, view)
        except IllegalMove as error:
            self._say(str(error))
            return None
        if isinstance(move, Play):
            self._show(seat, move)
            if blanks := blanks_text(move, view):
                self._say(blanks)
        elif isinstance(move, Challenge):
            self._say(challenge_cost(view.ruleset))
        return move

    def _check(self, seat: int, move: Move, view: View) -> None:
        """Refuse what the board, the rack and the bag refuse already; words are judged when the move is made."""
        assert view.rack is not None
        if _ends_the_game(view) and not isinstance(move, Challenge | Resign):
            raise DecisionPending
        match move:
            case Play():
                judge_play(view.board, view.rack, move, view.ruleset)
            case Exchange(tiles=tiles):
                check_exchange(self.game.position, seat, view.ruleset.tiles.tiles(tiles))
            case Challenge() if view.pending is None:
                raise NothingToChallenge
            case _:
                return

    def _prompt(self, seat: int, staged: Move | None) -> str:
        name, controls = self.game.header.players[seat].name, self.game.header.ruleset.controls
        if staged is None:
            return f"{name}> "
        position = self.game.position
        text = format_move(position.board, staged, position.ruleset.tiles.alphabet)
        action = text
        if isinstance(staged, Play):
            score = judge_play(position.board, position.racks[seat], staged, position.ruleset).total
            action = f"{controls.play} {text} +{score}"
        elif isinstance(staged, Pass):
            action = controls.give_up
        elif isinstance(staged, Resign):
            action = "Resign"
        return f"{action}? Press Enter to confirm, or type `undo` > "

    def _commit(self, seat: int, move: Move) -> None:
        try:
            self._make(seat, move)
        except IllegalMove as error:
            self._say(str(error))

    def _take_back(self, seat: int) -> None:
        """Take back this person's last turn and what computers answered; the saved game keeps both."""
        try:
            after = self.game.take_back(seat, now_ms=self.now_ms())
        except CannotTakeBack as error:
            self._say(str(error))
            return
        self._keep(after)
        self._show(seat, None)

    def _make(self, seat: int, move: Move) -> None:
        self._keep(self.game.move(seat, move, self.arbiter, now_ms=self.now_ms()))

    def _keep(self, after: Game) -> None:
        # On disk before it counts: after a power cut the move is in the saved game.
        self.log.append(self.game.header.id, self.game.position.seq, after.events_since(self.game))
        self.game = after
        self._tell_news()

    # Commands

    def _obey(self, command: Command, view: View, seat: int) -> None:
        match command.kind:
            case "hint":
                self._hint(view, is_all=command.about.casefold() == "all")
            case "help":
                self._say(help_text(view.ruleset))
            case "rules":
                self._say("\n".join(rules_lines(view.ruleset)))
            case "unseen":
                self._say(unseen_text(view))
            case "scores":
                board = Board.empty(view.ruleset.layout)
                self._say("\n".join(event_lines(self.game.events, self.game.header, board)))
            case "define":
                self._define(command.about)
            case "show":
                self._show(seat, None)
            case "quit":
                raise GameLeft
            case _:
                self._say("There is no move to confirm. Type a play such as 8H WORD, or `help`.")

    def _hint(self, view: View, *, is_all: bool) -> None:
        """A grade more each time in a turn: how good, where, and at last the table of moves; or that at once."""
        if hides_words(self.game):
            self._say(str(WordToolsClosed(self.game.header.id, view.ruleset.title or view.ruleset.name)))
            return
        with self.console.status("Looking for plays ..."):
            found = hints(view, self.lexicon, HINTS, HINT_BUDGET_MS)
        if not found:
            self._say("This rack has no play.")
            return
        grade = WHICH if is_all else 1 if self._hinted[0] != view.seq else min(WHICH, self._hinted[1] + 1)
        self._hinted = (view.seq, grade)
        if grade < WHICH:
            self._say(f"{hint_text(view, found[0], grade)} Type `hint` again for more.")
            return
        for line in moves_table(view, found):
            self._say(f"  {line}")
        self._say(f"Best: {sentence(view, found[0])}")

    def _define(self, word: str) -> None:
        word, is_secret = word.upper(), hides_words(self.game)
        if not word:
            self._say("Type the word after `define`, as in `define word`.")
        elif is_secret and word not in words_that_stood(self.game):
            self._say(str(WordHasNotStood(word)))
        elif not is_secret and not self.lexicon.holds(word):
            self._say(f"{word} is not in the word list {self.lexicon.id}.")
        else:
            nothing = "no definition available" if is_secret else "in the word list; no definition available"
            senses = [sense.gloss for sense in define(word, self.lexicon)]
            self._say(f"{word}: {senses[0] if senses else nothing}")

    # Showing

    def _tell_news(self) -> None:
        """Describe what has happened since the last call; show it at once if only one person plays."""
        events = self.game.events[self._shown_seq :]
        before = Game.of(self.game.header, self.game.events[: self._shown_seq]).position.board
        lines = event_lines(events, self.game.header, before)
        self._shown_seq = len(self.game.events)
        for line in lines:
            self._note(line)

    def _note(self, line: str) -> None:
        self.news.append(line)
        if self.people < 2:
            self._say(line)

    def _show(self, seat: int, staged: Play | None) -> None:
        view = self.game.view(seat)
        notes = self.news[-4:] if self.people > 1 and staged is None else []
        self._draw(view, staged, notes)
        if staged is None:
            self.news.clear()
        if view.pending is not None:
            formed = ", ".join(word.text for word in view.pending.words)
            choice = "It ends the game: `challenge` it or `accept` it."
            if not _ends_the_game(view):
                choice = "`challenge` it, `accept` it, or make your move."
            self._say(f"The last play formed {formed}. {choice}")

    def _draw(self, view: View, staged: Play | None, notes: list[str]) -> None:
        layout = view.ruleset.layout
        need = board_width(layout, cell=2)
        if self.console.width < need:
            self._say(
                f"The board needs {need} columns, but this terminal has only {self.console.width}; "
                "make it wider, then type `show`."
            )
            if view.rack is not None:
                self.console.print(rack_text(view.rack, view.ruleset.tiles))
            return
        placements = staged.placements if staged else ()
        show_table(
            self.console, self.game.header, view, last=self._last_squares(), tentative=placements, notes=notes
        )

    def _show_board_only(self) -> None:
        self._draw(self.game.view(None), None, [])

    def _last_squares(self) -> frozenset[int]:
        plays = (event for event in reversed(self.game.events) if isinstance(event, happened.TilesPlayed))
        last = next(plays, None)
        return frozenset(square for square, _ in last.placements) if last else frozenset()

    def _show_result(self) -> None:
        if self.people > 1:
            self._clear()
            for line in self.news:
                self._say(line)
        self._show_board_only()
        self.console.print(settling_table(self.game))
        for line in result_lines(self.game):
            self._say(line)
        if self.game.header.draw is not None:
            self._say(say("draw.to_check", {"game_id": self.game.header.id}))

    def _clear(self) -> None:
        self.console.file.write(_CLEAR)
        self.console.file.flush()

    def _say(self, text: str) -> None:
        self.console.print(Text(text))


def _ends_the_game(view: View) -> bool:
    """Is the game over if the last play, which may still be challenged, stands?"""
    return view.pending is not None and not view.bag_count and not view.rack_sizes[view.pending.seat]
