"""What can be wrong with a ruleset or a move.

    RulesError
    ├── RulesetError            a ruleset, board or tile file says something it must not
    ├── ImpossibleEvent         a record of a game that cannot have happened
    └── IllegalMove             a move the rules refuse; nothing has changed
        ├── NotYourTurn, GameOver
        ├── shape               NoTiles, OffBoard, SquareTaken, SquareTwice, NotInLine, Gap, NotConnected,
        │                       StartNotCovered, UnknownTile, TilesNotHeld
        ├── words               NoWord, WordLength, BadWords
        ├── turns without tiles PassRefused, ExchangeRefused (NoExchange, ExchangeUsedUp, BagTooLow,
        │                       BeyondBag, TooFewExchanged, NotWholeRack)
        └── challenges          NothingToChallenge, WordNotFormed, DecisionPending

Every leaf carries its fields, a stable `code` for programs, the clause of the rules it rests on, and, as
`str(error)`, a sentence for people.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from quixotry.errors import QuixotryError


class RulesError(QuixotryError):
    """The root of this room's errors."""

    code: ClassVar[str] = "rules"


@dataclass(eq=False)
class RulesetError(RulesError):
    """A ruleset that cannot be played, with the key at fault and the reason."""

    code = "bad_ruleset"
    key: str
    reason: str

    def __str__(self) -> str:
        return f"{self.key}: {self.reason}"


@dataclass(eq=False)
class ImpossibleEvent(RulesError):
    """A fact that contradicts the facts before it: the record is damaged or was tampered with."""

    code = "impossible_event"
    seq: int
    why: str

    def __str__(self) -> str:
        return f"Event {self.seq} cannot have happened: {self.why}."


class IllegalMove(RulesError):
    """The root of refusals."""

    clause: ClassVar[str] = ""
    """The clause of docs/reference/rules.md that refuses the move."""


def placed(words: tuple[str, ...], squares: tuple[str, ...]) -> str:
    """Words with where each begins: `CAT (8H) and TO (7J)`."""
    return listed(tuple(f"{word} ({square})" for word, square in zip(words, squares, strict=True)))


def listed(things: tuple[str, ...]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} and {things[-1]}"


@dataclass(eq=False)
class NotYourTurn(IllegalMove):
    code = "not_your_turn"
    clause = "A6"
    seat: int
    turn: int

    def __str__(self) -> str:
        return f"Seat {self.seat + 1} cannot move now: it is seat {self.turn + 1}'s turn."


@dataclass(eq=False)
class GameOver(IllegalMove):
    code = "game_over"
    clause = "A12"

    def __str__(self) -> str:
        return "The game is over."


@dataclass(eq=False)
class NoTiles(IllegalMove):
    code = "no_tiles"
    clause = "A6"

    def __str__(self) -> str:
        return "A play lays at least one tile."


@dataclass(eq=False)
class OffBoard(IllegalMove):
    code = "off_board"
    clause = "A1"
    squares: tuple[int, ...]

    def __str__(self) -> str:
        return f"The play leaves the board ({len(self.squares)} of its tiles have no square)."


@dataclass(eq=False)
class SquareTaken(IllegalMove):
    code = "square_taken"
    clause = "A8"
    squares: tuple[str, ...]

    def __str__(self) -> str:
        return f"There is already a tile on {listed(self.squares)}, and no played tile may be replaced."


@dataclass(eq=False)
class SquareTwice(IllegalMove):
    code = "square_twice"
    clause = "A8"
    squares: tuple[str, ...]

    def __str__(self) -> str:
        return f"Two tiles of this play lie on {listed(self.squares)}."


@dataclass(eq=False)
class UnknownTile(IllegalMove):
    code = "unknown_tile"
    clause = "A1"
    tile: int

    def __str__(self) -> str:
        return f"There is no tile number {self.tile} in this tile set; a blank laid needs a letter."


@dataclass(eq=False)
class TilesNotHeld(IllegalMove):
    code = "tiles_not_held"
    clause = "A5"
    tiles: str
    rack: str

    def __str__(self) -> str:
        return f"Your rack {self.rack or '(empty)'} does not hold {self.tiles}."


@dataclass(eq=False)
class NotInLine(IllegalMove):
    code = "not_in_line"
    clause = "A6"
    squares: tuple[str, ...]

    def __str__(self) -> str:
        return f"All tiles of a turn lie in one row or one column; {listed(self.squares)} do not."


@dataclass(eq=False)
class Gap(IllegalMove):
    code = "gap"
    clause = "A6"
    squares: tuple[str, ...]

    def __str__(self) -> str:
        return f"The play leaves a gap at {listed(self.squares)}: its tiles must form one unbroken line."


@dataclass(eq=False)
class NotConnected(IllegalMove):
    code = "not_connected"
    clause = "A7"
    squares: tuple[str, ...]

    def __str__(self) -> str:
        return f"The tiles on {listed(self.squares)} touch nothing: a play must join the tiles on the board."


@dataclass(eq=False)
class StartNotCovered(IllegalMove):
    code = "start_not_covered"
    clause = "A4"
    start: str

    def __str__(self) -> str:
        return f"The first play must cover the start square {self.start}."


@dataclass(eq=False)
class NoWord(IllegalMove):
    code = "no_word"
    clause = "A4"
    letters: str
    square: str

    def __str__(self) -> str:
        return f"{self.letters} alone on {self.square} is no word: the first play lays two or more tiles."


@dataclass(eq=False)
class WordLength(IllegalMove):
    code = "word_length"
    clause = "C5"
    words: tuple[str, ...]
    squares: tuple[str, ...]
    """Where each begins."""
    shortest: int
    longest: int

    def __str__(self) -> str:
        verb = "has" if len(self.words) == 1 else "have"
        words = placed(self.words, self.squares)
        return f"{words} {verb} not {self.shortest} to {self.longest} letters, as these rules ask."


@dataclass(eq=False)
class BadWords(IllegalMove):
    code = "bad_words"
    clause = "A2"
    words: tuple[str, ...]
    squares: tuple[str, ...]
    """Where each begins."""

    def __str__(self) -> str:
        verb = "is" if len(self.words) == 1 else "are"
        return f"{placed(self.words, self.squares)} {verb} not in the word list of this game."


@dataclass(eq=False)
class PassRefused(IllegalMove):
    code = "pass_refused"
    clause = "A14"

    def __str__(self) -> str:
        return "The game's first turn cannot be given up while your rack holds a word to play."


class ExchangeRefused(IllegalMove):
    """The root of refused exchanges."""


@dataclass(eq=False)
class NoExchange(ExchangeRefused):
    code = "exchange_not_in_rules"
    clause = "A10"

    def __str__(self) -> str:
        return "These rules know no exchange."


@dataclass(eq=False)
class ExchangeUsedUp(ExchangeRefused):
    code = "exchange_used_up"
    clause = "B3"
    per_game: int

    def __str__(self) -> str:
        return f"You have made all {self.per_game} exchanges these rules allow in a game."


@dataclass(eq=False)
class BagTooLow(ExchangeRefused):
    code = "exchange_bag_too_low"
    clause = "T3"
    bag: int
    least: int

    def __str__(self) -> str:
        return f"An exchange needs at least {self.least} in the bag; it holds {self.bag}."


@dataclass(eq=False)
class BeyondBag(ExchangeRefused):
    code = "exchange_beyond_bag"
    clause = "E11"
    tiles: int
    bag: int

    def __str__(self) -> str:
        tiles = "1 tile" if self.tiles == 1 else f"{self.tiles} tiles"
        return f"You cannot exchange {tiles}: the bag {f'holds only {self.bag}' if self.bag else 'is empty'}."


@dataclass(eq=False)
class TooFewExchanged(ExchangeRefused):
    code = "exchange_too_few"
    clause = "C2"
    least: int

    def __str__(self) -> str:
        return f"An exchange takes at least {self.least} tile{'s' if self.least > 1 else ''} from your rack."


@dataclass(eq=False)
class NotWholeRack(ExchangeRefused):
    code = "exchange_not_whole_rack"
    clause = "B3"
    tiles: int
    due: int

    def __str__(self) -> str:
        return (
            f"An exchange takes your whole rack, or what the bag holds: {self.due} tiles, not {self.tiles}."
        )


@dataclass(eq=False)
class NothingToChallenge(IllegalMove):
    code = "nothing_to_challenge"
    clause = "A11"

    def __str__(self) -> str:
        return "There is no play to accept or to challenge."


@dataclass(eq=False)
class WordNotFormed(IllegalMove):
    code = "word_not_formed"
    clause = "T1"
    words: tuple[str, ...]
    formed: tuple[str, ...]

    def __str__(self) -> str:
        return f"The play formed {listed(self.formed)}, not {listed(self.words)}."


@dataclass(eq=False)
class DecisionPending(IllegalMove):
    code = "decision_pending"
    clause = "T2"

    def __str__(self) -> str:
        return "The last play ends the game if it stands: accept it or challenge it first."
