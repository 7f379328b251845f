"""Programs that sit at the terminal's table: started for the game, named as they call themselves, ended with it.

A game's record keeps a program's name, never its command: a file from somebody else must not be able to run anything.
Who goes on with such a game says again how the program is started.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from types import TracebackType

from quixotry.errors import Parameters
from quixotry.lexicon.wordlist import Lexicon
from quixotry.play.errors import PlayError
from quixotry.play.seating import PROGRAM, Seat, is_program
from quixotry.players.bot_errors import BotFailed, bot_command
from quixotry.players.bot_player import BotPlayer
from quixotry.players.levels import level_title
from quixotry.rules.game import Game, GameHeader


class ProgramsMissing(PlayError):
    """A saved game has programs among its players, and nobody has said how to start them."""

    code = "programs_missing"
    names: tuple[str, ...]
    given: int

    @property
    def wording_parameters(self) -> Parameters:
        return {**self.parameters, "wanted": len(self.names)}


def title_of(level: str) -> str:
    """What a computer without a name is called, programs included."""
    return level.removeprefix(PROGRAM) if is_program(level) else level_title(level)


@dataclass(eq=False)
class Programs:
    """The programs of a game; leaving the block ends them all."""

    lexicon: Lexicon
    waiting: list[BotPlayer] = field(default_factory=list)
    """Started, and not yet at a seat, in the order of seats."""
    at_table: dict[str, BotPlayer] = field(default_factory=dict)
    """By the name at the table."""
    _held: ExitStack = field(default_factory=ExitStack)

    def open(self, command: str) -> BotPlayer:
        """Start a program and hear its name, or raise BotFailed."""
        program = self._held.enter_context(BotPlayer(bot_command(command), self.lexicon))
        self.waiting.append(program)
        program.start()
        return program

    def seated(self, seat: Seat) -> Seat:
        """The seat with the program that was asked for started, under the name it has given itself."""
        if not is_program(seat.level):
            return seat
        return replace(seat, level=PROGRAM + self.open(seat.level.removeprefix(PROGRAM)).name)

    def resume(self, header: GameHeader, commands: Sequence[str]) -> None:
        """Start the programs of a saved game, in the order of its seats."""
        names = tuple(player.name for player in header.players if is_program(player.level))
        if len(names) != len(commands):
            raise ProgramsMissing(names, len(commands))
        for command in commands:
            self.open(command)

    def sit_down(self, header: GameHeader) -> None:
        """Each takes its seat."""
        names = [player.name for player in header.players if is_program(player.level)]
        self.at_table = dict(zip(names, self.waiting, strict=True))

    def begin(self, game: Game) -> dict[int, BotPlayer]:
        """Tell the programs of a game, and say who has which seat."""
        players = game.header.players
        told = [(player.name, player.kind) for player in players]
        found = {
            seat: self.at_table[each.name] for seat, each in enumerate(players) if each.name in self.at_table
        }
        for seat, program in found.items():
            with suppress(BotFailed):  # it is asked again, and has to answer, when it is on turn
                program.new_game(game.header.ruleset, seat=seat, players=told)
        return found

    def end(self, game: Game) -> None:
        """Tell the programs how a game ended."""
        outcome = game.position.outcome
        if outcome is not None:
            for program in self.at_table.values():
                program.tell_result(outcome)

    def __enter__(self) -> Programs:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._held.close()
