"""Events and outcomes as sentences for people at a table."""

from __future__ import annotations

from collections.abc import Sequence

from quixotry.notation.moves import format_play
from quixotry.rules import event as happened
from quixotry.rules.board import Board
from quixotry.rules.event import Event
from quixotry.rules.game import Game, GameHeader
from quixotry.rules.match import MatchOutcome
from quixotry.rules.move import Play
from quixotry.rules.outcome import Outcome
from quixotry.wording.phrases import listed

REASONS = {
    "out": "{name} placed the last tile.",
    "no-play": "Nobody can play any more.",
    "passes": "Everybody passed in a row.",
    "exchanges": "Both sides exchanged twice in a row.",
    "scoreless": "Too many turns in a row scored nothing.",
    "stalemate": "No tile was laid for six rounds.",
    "resigned": "Only one player is left.",
}


def tell(events: Sequence[Event], header: GameHeader, board: Board) -> list[str]:
    """One line for each event that everybody may know; `board` is the board before them.

    Drawn and exchanged tiles are told by their number alone, whoever reads.
    """
    told = []
    for event in events:
        line = _tell_one(event, header, board)
        if line:
            told.append(f"{header.players[event.seat].name}: {line}")
        if isinstance(event, happened.TilesPlayed):
            board = board.with_cells(event.placements)
    return told


def _tell_one(event: Event, header: GameHeader, board: Board) -> str:
    alphabet = header.ruleset.tiles.alphabet
    match event:
        case happened.FirstTileDrawn(tile=tile):
            return f"draws {alphabet.tile_sign(tile)} for first play"
        case happened.StarterChosen():
            return "first to play"
        case happened.TilesPlayed(placements=placements, words=words, bonus=bonus, score=score):
            text = format_play(board, Play(placements), alphabet)
            extra = [f"{word.text} {word.points}" for word in words] if len(words) > 1 or bonus else []
            extra += [f"bonus {bonus}"] if bonus else []
            return f"{text}  +{score}" + (f"  ({', '.join(extra)})" if extra else "")
        case happened.TilesExchanged(returned=returned):
            return f"exchanges {len(returned) or 'no'} tile{'' if len(returned) == 1 else 's'}"
        case happened.TurnPassed():
            return "passes"
        case happened.PlayChallenged(words=words, bad=bad):
            verdict = f"{listed(bad)} not in the list" if bad else "good"
            return f"challenges {listed(words)}: {verdict}"
        case happened.PlayWithdrawn(score=score):
            return f"takes the play back  -{score}"
        case happened.TurnLost():
            return "loses a turn for the challenge"
        case happened.PointsAdjusted(points=points, why=why, tiles=tiles):
            rack = "".join(alphabet.tile_sign(tile) for tile in tiles)
            about = {
                "challenge": "for a wrong challenge",
                "time": "for overtime",
                "own-tiles": f"for unplayed {rack}",
                "others-tiles": f"for the others' unplayed {rack}" if rack else "",
            }[why]
            return f"{points:+d}  {about}" if about else ""
        case happened.Resigned():
            return "resigns"
        case _:
            return ""


def tell_result(game: Game) -> list[str]:
    """Why the game ended and who won."""
    outcome = game.position.outcome
    assert outcome is not None, "the game still goes on"
    names = [player.name for player in game.header.players]
    out = names[outcome.out_seat] if outcome.out_seat is not None else ""
    reason = REASONS.get(outcome.reason, f"The game ended: {outcome.reason}.").format(name=out)
    return [reason, _winner(outcome, names, game.header.ruleset.end.tie_name)]


def _winner(outcome: Outcome, names: Sequence[str], tie_name: str) -> str:
    winners = tuple(names[seat] for seat in outcome.winners)
    if outcome.tie == "stands":
        return f"{tie_name}: {listed(winners)} share the win with {outcome.scores[outcome.winners[0]]}."
    score = outcome.scores[outcome.winners[0]]
    if outcome.tie == "broken":
        before = outcome.scores_before[outcome.winners[0]]
        return f"Winner: {winners[0]}, equal at {score} but ahead before settling up, with {before}."
    return f"Winner: {winners[0]}, with {score}."


def tell_match(outcome: MatchOutcome, names: Sequence[str]) -> str:
    """The result of a match of two games."""
    points = " to ".join(map(str, outcome.points))
    if outcome.decided_by == "tie":
        return f"The match is a tie: equal in games and in points, {points}."
    winner = names[outcome.winners[0]]
    if outcome.decided_by == "games":
        return (
            f"{winner} wins the match, {' to '.join(map(str, outcome.wins))} in games ({points} in points)."
        )
    return f"{winner} wins the match on combined points, {points}."
