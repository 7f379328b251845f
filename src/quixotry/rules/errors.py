"""What can be wrong with a ruleset or a move.

    RulesError
    ├── RulesetError            a ruleset, board or tile file says something it must not
    ├── ImpossibleEvent         a record of a game that cannot have happened
    ├── CannotTakeBack          a turn that must stand
    └── IllegalMove             a move the rules refuse; nothing has changed
        ├── NotYourTurn, GameOver, TimeLeft
        ├── shape               NoTiles, OffBoard, SquareTaken, SquareTwice, NotInLine, Gap, NotConnected,
        │                       StartNotCovered, UnknownTile, TilesNotHeld
        ├── words               NoWord, WordLength, UnfitWords, BadWords
        ├── turns without tiles PassRefused, ExchangeRefused (NoExchange, ExchangeUsedUp, BagTooLow,
        │                       BeyondBag, TooFewExchanged, NotWholeRack)
        └── challenges          NothingToChallenge, WordNotFormed, DecisionPending

Every leaf carries its fields, a stable `code` for programs and the clause of the rules it rests on.
"""

from __future__ import annotations

from typing import ClassVar

from quixotry.errors import Parameters, QuixotryError


class RulesError(QuixotryError):
    """The root of this room's errors."""

    code: ClassVar[str] = "rules"


class RulesetError(RulesError):
    """A ruleset that cannot be played, with the key at fault and the reason."""

    code = "bad_ruleset"
    key: str
    reason: str


class ImpossibleEvent(RulesError):
    """A fact that contradicts the facts before it: the record is damaged or was tampered with."""

    code = "impossible_event"
    seq: int
    why: str


class IllegalMove(RulesError):
    """The root of refusals: a move the rules do not allow. Nothing has changed.

    >>> import quixotry as qx
    >>> try:
    ...     qx.Game("tournament", seed="3d3").push("1A JIFFIES")
    ... except qx.IllegalMove as error:
    ...     error.code, error.clause, error.parameters
    ('start_not_covered', 'A4', {'start': '8H'})
    """

    clause: ClassVar[str] = ""
    """The clause of docs/reference/rules.md that refuses the move."""


def placed(words: tuple[str, ...], squares: tuple[str, ...]) -> list[str]:
    """Words with where each begins: `CAT (8H)`, `TO (7J)`."""
    return [f"{word} ({square})" for word, square in zip(words, squares, strict=True)]


class NotYourTurn(IllegalMove):
    code = "not_your_turn"
    clause = "A6"
    seat: int
    turn: int

    @property
    def wording_parameters(self) -> Parameters:
        return {"seat": self.seat + 1, "turn": self.turn + 1}


class GameOver(IllegalMove):
    code = "game_over"
    clause = "A12"


class TimeLeft(IllegalMove):
    code = "time_left"
    clause = "T5"


class NoTiles(IllegalMove):
    code = "no_tiles"
    clause = "A6"


class OffBoard(IllegalMove):
    code = "off_board"
    clause = "A1"
    squares: tuple[int, ...]


class SquareTaken(IllegalMove):
    code = "square_taken"
    clause = "A8"
    squares: tuple[str, ...]


class SquareTwice(IllegalMove):
    code = "square_twice"
    clause = "A8"
    squares: tuple[str, ...]


class UnknownTile(IllegalMove):
    code = "unknown_tile"
    clause = "A1"
    tile: int


class TilesNotHeld(IllegalMove):
    code = "tiles_not_held"
    clause = "A5"
    tiles: str
    rack: str

    @property
    def wording_parameters(self) -> Parameters:
        return {**self.parameters, "empty": not self.rack}


class NotInLine(IllegalMove):
    code = "not_in_line"
    clause = "A6"
    squares: tuple[str, ...]


class Gap(IllegalMove):
    code = "gap"
    clause = "A6"
    squares: tuple[str, ...]


class NotConnected(IllegalMove):
    code = "not_connected"
    clause = "A7"
    squares: tuple[str, ...]


class StartNotCovered(IllegalMove):
    code = "start_not_covered"
    clause = "A4"
    start: str


class NoWord(IllegalMove):
    code = "no_word"
    clause = "A4"
    letters: str
    square: str


class WordLength(IllegalMove):
    code = "word_length"
    clause = "C5"
    words: tuple[str, ...]
    squares: tuple[str, ...]
    """Where each begins."""
    shortest: int
    longest: int

    @property
    def wording_parameters(self) -> Parameters:
        lengths = [len(word) for word in self.words]
        length = (
            "short" if max(lengths) < self.shortest else "long" if min(lengths) > self.longest else "both"
        )
        return {**self.parameters, "words": placed(self.words, self.squares), "length": length}


class UnfitWords(IllegalMove):
    """A family game does without these."""

    code = "unfit_words"
    clause = "O8"
    words: tuple[str, ...]
    squares: tuple[str, ...]
    """Where each begins."""

    @property
    def wording_parameters(self) -> Parameters:
        return {"words": placed(self.words, self.squares)}


class BadWords(IllegalMove):
    code = "bad_words"
    clause = "A2"
    words: tuple[str, ...]
    squares: tuple[str, ...]
    """Where each begins."""

    @property
    def wording_parameters(self) -> Parameters:
        return {"words": placed(self.words, self.squares)}


class PassRefused(IllegalMove):
    code = "pass_refused"
    clause = "A14"


class ExchangeRefused(IllegalMove):
    """The root of refused exchanges."""


class NoExchange(ExchangeRefused):
    code = "exchange_not_in_rules"
    clause = "A10"


class ExchangeUsedUp(ExchangeRefused):
    code = "exchange_used_up"
    clause = "B3"
    per_game: int


class BagTooLow(ExchangeRefused):
    code = "exchange_bag_too_low"
    clause = "T3"
    bag: int
    least: int


class BeyondBag(ExchangeRefused):
    code = "exchange_beyond_bag"
    clause = "E11"
    tiles: int
    bag: int


class TooFewExchanged(ExchangeRefused):
    code = "exchange_too_few"
    clause = "C2"
    least: int


class NotWholeRack(ExchangeRefused):
    code = "exchange_not_whole_rack"
    clause = "B3"
    tiles: int
    due: int


class NothingToChallenge(IllegalMove):
    code = "nothing_to_challenge"
    clause = "A11"


class WordNotFormed(IllegalMove):
    code = "word_not_formed"
    clause = "T1"
    words: tuple[str, ...]
    formed: tuple[str, ...]


class DecisionPending(IllegalMove):
    code = "decision_pending"
    clause = "T2"


class CannotTakeBack(RulesError):
    """A turn that is not to be taken back: not a rule of the game, but of what a program does for people."""

    code = "cannot_take_back"
