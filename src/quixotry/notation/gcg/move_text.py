"""One move line of a GCG file: `>nick: RACK 8H WORD +24 24`.

It is read from both ends: nick first, score and total last; what is in between tells the kind of line. Some programs
write a comment after the total, such as the words formed. No line is refused for being odd; one that cannot be read
says why.
"""

from __future__ import annotations

from dataclasses import replace

from quixotry.notation.coordinates import looks_lettered
from quixotry.notation.figures import parse_figure
from quixotry.values import frozen

FIGURES_MAX = 6


@frozen
class WrittenPlay:
    coordinate: str
    tiles: str


@frozen
class WrittenPass:
    """`-`."""


@frozen
class WrittenExchange:
    tiles: str
    """Empty when only their number is known."""
    amount: int


@frozen
class WrittenWithdrawal:
    """`--`: the play before it came off the board."""


@frozen
class WrittenChallenge:
    """`(challenge)`: points for a play that stood."""


@frozen
class WrittenTime:
    """`(time)`: points lost for overtime."""


@frozen
class WrittenEndRack:
    """`(ABC)`: points gained or lost for tiles left over."""

    tiles: str


WrittenMove = (
    WrittenPlay
    | WrittenPass
    | WrittenExchange
    | WrittenWithdrawal
    | WrittenChallenge
    | WrittenTime
    | WrittenEndRack
)

TURNS = (WrittenPlay, WrittenPass, WrittenExchange)
"""The kinds of line that are a turn."""


@frozen
class MoveText:
    """What a move line says."""

    nick: str
    rack: str
    """Empty when it is not known."""
    move: WrittenMove
    score: int
    is_signed: bool
    """Does the score carry its sign, as it should?"""
    total: int | None
    """None when the line does not say."""
    comment: str = ""
    """What was written after the total."""


@frozen
class Unreadable:
    """Why a move line cannot be read."""

    reason: str


def parse_move_text(text: str) -> MoveText | Unreadable:
    """A line that starts with `>`."""
    nick, colon, rest = text[1:].partition(":")
    if not colon or not nick.strip():
        return Unreadable("a move must start with >nick:")
    words = rest.split()
    says = _said(nick.strip(), words)
    if isinstance(says, Unreadable):
        for end in _ends_before_comment(words):
            shorter = _said(nick.strip(), words[:end])
            if isinstance(shorter, MoveText):
                return replace(shorter, comment=" ".join(words[end:]))
    return says


def _said(nick: str, words: list[str]) -> MoveText | Unreadable:
    """What these words say, if the line ends with them."""
    figures = _figures(words)
    if figures is None:
        return Unreadable("a move must end with its score and the total")
    score, total, count = figures
    middle = words[: len(words) - count]
    move, used = _move(middle)
    rack = middle[: len(middle) - used]
    if move is None or len(rack) > 1:
        return Unreadable("there is no play, exchange, pass or bonus between the rack and the score")
    is_signed = words[len(middle)][0] in "+-"
    return MoveText(nick, "".join(rack), move, score, is_signed, total)


def _ends_before_comment(words: list[str]) -> list[int]:
    """Where the line may end and a comment begin: after a signed score and a total, with at most a rack and two words
    of a move before them."""
    return [
        at + 2
        for at in range(1, min(4, len(words) - 1))
        if words[at][0] in "+-" and _figure(words[at]) is not None and _figure(words[at + 1]) is not None
    ]


def _figures(words: list[str]) -> tuple[int, int | None, int] | None:
    """Score, total, and how many words they took. `+` is never written before a total."""
    last = _figure(words[-1]) if words else None
    if last is None:
        return None
    before = _figure(words[-2]) if len(words) > 1 and words[-1][0] != "+" else None
    return (last, None, 1) if before is None else (before, last, 2)


def _figure(word: str) -> int | None:
    return parse_figure(word, digits_max=FIGURES_MAX)


def _move(words: list[str]) -> tuple[WrittenMove | None, int]:
    """The move that ends these words, and how many of them it took."""
    last = words[-1] if words else ""
    if len(words) > 1 and looks_lettered(words[-2]):
        return WrittenPlay(words[-2], last), 2
    match last:
        case "-":
            return WrittenPass(), 1
        case "--":
            return WrittenWithdrawal(), 1
        case "(challenge)":
            return WrittenChallenge(), 1
        case "(time)":
            return WrittenTime(), 1
    if last.startswith("(") and last.endswith(")"):
        return WrittenEndRack(last[1:-1]), 1
    if last.startswith("-"):
        amount = _figure(last[1:])
        if amount is None:
            return WrittenExchange(last[1:], len(last) - 1), 1
        return WrittenExchange("", amount), 1
    return None, 0


def format_move_line(text: MoveText) -> str:
    """A move line of our own, as other programs read it."""
    match text.move:
        case WrittenPlay(coordinate, tiles):
            middle = f"{coordinate} {tiles}"
        case WrittenPass():
            middle = "-"
        case WrittenExchange(tiles, amount):
            middle = f"-{tiles or amount}"
        case WrittenWithdrawal():
            middle = "--"
        case WrittenChallenge():
            middle = "(challenge)"
        case WrittenTime():
            middle = "(time)"
        case _:
            middle = f"({text.move.tiles})"
    # Readers that look for the sign want a minus even on a loss of 0.
    is_loss = text.score < 0 or isinstance(text.move, WrittenWithdrawal | WrittenTime)
    is_loss |= isinstance(text.move, WrittenEndRack) and bool(text.rack)
    score = f"{'-' if is_loss else '+'}{abs(text.score)}"
    rack = f"{text.rack} " if text.rack else ""
    return f">{text.nick}: {rack}{middle} {score} {text.total}"
