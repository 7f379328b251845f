"""What a program that plays does wrong, told to its author in sentences."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import IO

from quixotry.arena.game import FixedOrder, can_play_by, header_for
from quixotry.lexicon.wordlist import Lexicon
from quixotry.notation.moves import format_move
from quixotry.players.bot_errors import BotFailed
from quixotry.players.bot_player import BotPlayer
from quixotry.players.levels import player_for
from quixotry.rules.errors import IllegalMove
from quixotry.rules.game import Arbiter, Game
from quixotry.rules.move import Move
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import preset
from quixotry.values import frozen

RULES = ("tournament", "friends", "classic", "match")
"""With challenges and without, with a first turn that cannot be passed, with points carried over."""
OPPONENT = "club"
SHORT = 6
"""One deadline is so many times shorter than the others: a program that always takes its time would miss it."""


@frozen
class Finding:
    """One thing that was tried."""

    sentence: str
    is_good: bool = True
    advice: str = ""
    """What to do about it, where that can be said."""


_ADVICE = {
    "cannot_start": "Try the command in a shell, from this folder.",
    "wrong_version": "Answer hello with the version of the protocol you speak, not newer than the one in the request.",
    "bad_answer": "Every answer is one line with one JSON object, with its type: hello, ready or move.",
    "out_of_turn": "Write nothing to standard output but answers, one per request; what is for you goes to standard "
    "error.",
    "late": "Answer before deadline_ms have passed. Is the output flushed after each line?",
    "exited": "The program has to read on until its input ends.",
    "flood": "An answer has at most 64 KiB.",
    "memory": "A program may use 1 GiB, with everything it starts.",
    "gave_up": "The program itself said error.",
}


@dataclass
class BotCheck:
    """Tries a program: `findings` plays games with it and says what comes of each step."""

    command: Sequence[str]
    lexicon: Lexicon
    budget_ms: int
    errors: IO[bytes] | None = None
    """Where the program's standard error goes."""
    slowest_ms: float = 0.0
    _player: BotPlayer = field(init=False)

    def findings(self, rules: Sequence[str] = RULES) -> Iterator[Finding]:
        with BotPlayer(self.command, self.lexicon, errors=self.errors) as self._player:
            yield from self._tried(self._hello)
            if self._player.introduction is None:
                return
            for name in rules:
                yield from self._tried(partial(self._whole_game, preset(name)))
            yield from self._tried(self._broken_off)
            yield from self._tried(self._short_deadline)
            yield from self._tried(self._same_again)
            yield from self._tried(self._end)
            yield from self._tried(self._again)

    def _tried(self, step: Callable[[], Finding]) -> Iterator[Finding]:
        try:
            yield step()
        except BotFailed as failure:
            yield Finding(str(failure), False, _ADVICE[failure.reason])

    def _hello(self) -> Finding:
        began = time.monotonic()
        self._player.start()
        said = self._player.introduction
        assert said is not None
        version = f" {said.version}" if said.version else ""
        return Finding(
            f"It says hello as {said.name}{version}, {time.monotonic() - began:.1f} s after its start."
        )

    def _whole_game(self, ruleset: Ruleset) -> Finding:
        """A game to its end against one of our computers, in the same process as the games before."""
        player, starts = self._player, self._player.starts
        opponent = player_for(OPPONENT, self.lexicon)
        game, arbiter = self._begun(ruleset)
        player.new_game(ruleset, seat=0, players=[(player.name, "computer"), (OPPONENT, "computer")])
        while (seat := game.position.turn) is not None:
            view = game.view(seat)
            move = self._timed(game) if seat == 0 else opponent.choose(view, self.budget_ms)
            try:
                game = game.move(seat, move, arbiter)
            except IllegalMove as error:
                return self._refused(game, move, error)
        outcome = game.position.outcome
        assert outcome is not None
        player.tell_result(outcome)
        if player.starts != starts:
            return Finding("It was started in the middle of a game.", False)
        turns = sum(turn.seat == 0 for turn in game.position.turns)
        told = f"It plays a whole game of {ruleset.name} ({turns} turns, {outcome.scores[0]} points)."
        return Finding(told)

    def _timed(self, game: Game) -> Move:
        began = time.monotonic()
        move = self._player.choose(game.view(0), self.budget_ms)
        self.slowest_ms = max(self.slowest_ms, 1000 * (time.monotonic() - began))
        return move

    def _refused(self, game: Game, move: Move, error: IllegalMove) -> Finding:
        view, alphabet = game.view(0), game.header.ruleset.tiles.alphabet
        rack = "" if view.rack is None else view.rack.text(alphabet)
        told = format_move(view.board, move, alphabet)
        return Finding(
            f"An illegal move in a game of {game.header.ruleset.name}: {told} with {rack}. {error}",
            False,
            "An illegal move loses the game. The rules of each game are in new_game.ruleset.",
        )

    def _broken_off(self) -> Finding:
        """A game that ends without a result, as when a person leaves."""
        game, _ = self._begun(preset(RULES[0]))
        for _ in range(2):
            self._player.new_game(game.header.ruleset, seat=0)
            self._timed(game)
        return Finding("It begins a new game where the last one was broken off.")

    def _short_deadline(self) -> Finding:
        game, _ = self._begun(preset(RULES[0]))
        short_ms = self.budget_ms // SHORT
        self._player.choose(game.view(0), short_ms)
        return Finding(
            f"It keeps to a deadline of {short_ms} ms; its slowest move took {self.slowest_ms:.0f} ms."
        )

    def _same_again(self) -> Finding:
        game, _ = self._begun(preset(RULES[0]))
        said = self._player.introduction
        first, second = self._timed(game), self._timed(game)
        if said is not None and said.deterministic and first != second:
            return Finding(
                "It says that it is deterministic, but made two different moves in the same position.",
                False,
                "Say deterministic only if neither chance nor the speed of a machine plays a part.",
            )
        return Finding("It answers the same question twice.")

    def _end(self) -> Finding:
        if self._player.end():
            return Finding("It ends when its input ends.")
        return Finding(
            "It did not end when its input ended, and was killed.",
            False,
            "End when there is no further line to read.",
        )

    def _again(self) -> Finding:
        self._player.start()
        return Finding("It can be started again.")

    def _begun(self, ruleset: Ruleset) -> tuple[Game, Arbiter]:
        """A game in which seat 0 is on turn."""
        for seed in count():
            tiles = FixedOrder.shuffled(ruleset.tiles, seed)
            game = Game.begin(header_for(ruleset, self.lexicon, 2, seed=seed), tiles)
            if game.position.turn == 0:
                break
        return game, Arbiter(tiles, self.lexicon, can_play_by(ruleset, self.lexicon))
