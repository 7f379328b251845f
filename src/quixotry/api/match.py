"""Bots against each other: a match, or as many games as you like."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from quixotry.api.computer import Bot, Choice, bot_name, bot_of
from quixotry.api.game import Game
from quixotry.api.lexicon import load_lexicon
from quixotry.api.rulesets import ruleset as load_ruleset
from quixotry.api.view import View
from quixotry.fair.draws import SeededDraws
from quixotry.lexicon import wordlist
from quixotry.play.new_game import new_seed
from quixotry.play.seating import WrongSeatCount
from quixotry.rules import game as rules_game
from quixotry.rules.errors import DecisionPending, IllegalMove
from quixotry.rules.match import MatchOutcome, carried_points, judge_match, next_game
from quixotry.rules.move import Accept
from quixotry.rules.outcome import Outcome
from quixotry.rules.ports import THINKING_MS
from quixotry.rules.ruleset import Ruleset
from quixotry.values import frozen

BotLike = Bot | Callable[[View], Choice] | str
"""A level's name, a function of a view, or an object with `choose(view, budget_ms)`."""


@frozen
class MatchResult:
    """The games of a match and how it came out. Figures are by player, whichever seat they had.

    >>> import quixotry as qx
    >>> result = qx.Match("expert", "beginner", ruleset="match", seed="1").play()
    >>> result
    <MatchResult Expert 2, Beginner 0 (1069 : 433 points)>
    >>> result.outcome.winners, len(result.games)
    ((0,), 2)
    """

    players: tuple[str, ...]
    games: tuple[Game, ...]
    outcome: MatchOutcome
    """Games won, points, who won the match, and what decided it."""

    @property
    def wins(self) -> tuple[int, ...]:
        """Games won alone, by player."""
        return self.outcome.wins

    @property
    def points(self) -> tuple[int, ...]:
        """Points of all games together, by player."""
        return self.outcome.points

    def __repr__(self) -> str:
        wins = ", ".join(f"{name} {won}" for name, won in zip(self.players, self.wins, strict=True))
        return f"<MatchResult {wins} ({' : '.join(map(str, self.points))} points)>"


class Match:
    """Players who meet each other: computers by their level, functions of a view, or bots of your own.

    By a ruleset for matches they play one, with points carried into its second game. By any other ruleset they
    play `games` single games, and change seats after each, so that everybody starts equally often.

    >>> import quixotry as qx
    >>> def passes(view):
    ...     return "pass"
    >>> match = qx.Match("expert", passes, ruleset="tournament", games=2, seed="7")
    >>> match.play().wins
    (2, 0)
    >>> for game in qx.Match("expert", "club", ruleset="classic", seed="7"):
    ...     print(game)  # doctest: +ELLIPSIS
       A B C ...

    The same seed and the same moves give the same games.
    """

    def __init__(
        self,
        *players: BotLike,
        ruleset: str | Path | Ruleset = "tournament",
        lexicon: str | Path | wordlist.Lexicon = "default",
        games: int | None = None,
        seed: str | int | None = None,
        budget_ms: int = THINKING_MS,
        names: tuple[str, ...] | None = None,
    ) -> None:
        """`games` is 1 unless said otherwise; `budget_ms` is what a player is told to think at most."""
        self.ruleset = load_ruleset(ruleset)
        self.lexicon = load_lexicon(lexicon)
        seats = self.ruleset.seats
        if not seats.min <= len(players) <= seats.max:
            raise WrongSeatCount(self.ruleset.title or self.ruleset.name, seats.min, seats.max, len(players))
        self.players = names or _names(players)
        self.seed = new_seed() if seed is None else str(seed)
        self.budget_ms = budget_ms
        self.games = self.ruleset.match.games if games is None else games
        if self.games < 1:
            raise ValueError("a match has at least one game")
        self._bots = [bot_of(player, self.lexicon) for player in players]

    def __iter__(self) -> Iterator[Game]:
        """Play the games one after another; each is over when it is given out."""
        return (game for game, _ in self._play())

    def play(self) -> MatchResult:
        """Play all games, and say how the match came out."""
        games, outcomes = [], []
        for game, outcome in self._play():
            games.append(game)
            outcomes.append(outcome)
        return MatchResult(self.players, tuple(games), judge_match(outcomes))

    def _play(self) -> Iterator[tuple[Game, Outcome]]:
        """Every game with its outcome by player."""
        if self.ruleset.match.games > 1:
            yield from self._play_match()
            return
        seats = len(self._bots)
        for number in range(self.games):
            order = [(seat + number) % seats for seat in range(seats)]
            seed = self.seed if number == 0 else f"{self.seed}:{number + 1}"
            names = tuple(self.players[player] for player in order)
            game = Game(self.ruleset, seed=seed, lexicon=self.lexicon, players=names)
            self._play_out(game, [self._bots[player] for player in order])
            yield game, _by_player(game, order)

    def _play_match(self) -> Iterator[tuple[Game, Outcome]]:
        """The games of one match: each follows from the one before."""
        game = Game(self.ruleset, seed=self.seed, lexicon=self.lexicon, players=self.players)
        carried: tuple[int, ...] = ()
        while True:
            self._play_out(game, self._bots, carried)
            outcome = _by_player(game, range(len(self._bots)))
            yield game, outcome
            header = next_game(game.value.header, started_at=game.value.header.started_at)
            if header is None:
                return
            carried = carried_points(outcome)
            game = Game.of([rules_game.Game.begin(header, SeededDraws(header.seed))], self.lexicon)

    def _play_out(self, game: Game, bots: list[Bot], carried: tuple[int, ...] = ()) -> None:
        while game.turn is not None:
            view = replace(game.view(), carried=carried)
            move = bots[game.turn].choose(view, self.budget_ms)
            try:
                game.push(move)
            except DecisionPending:
                # A bot that knows nothing of challenges has let the last play of the game stand.
                game.push(Accept())
            except IllegalMove as error:
                error.add_note(f"{game.players[game.turn]} chose {move!r} with {game.rack}.")
                raise


def _names(players: tuple[BotLike, ...]) -> tuple[str, ...]:
    """A name for everybody: `Expert`, and `Expert 2` for a second one."""
    names: list[str] = []
    for player in players:
        name, number = bot_name(player), 1
        while (shown := name if number == 1 else f"{name} {number}") in names:
            number += 1
        names.append(shown)
    return tuple(names)


def _by_player(game: Game, order: range | list[int]) -> Outcome:
    """A game's outcome with players in place of seats; `order` says who had which seat."""
    outcome = game.outcome
    assert outcome is not None
    seat_of = {player: seat for seat, player in enumerate(order)}
    players = range(len(seat_of))
    return replace(
        outcome,
        winners=tuple(sorted(order[seat] for seat in outcome.winners)),
        scores=tuple(outcome.scores[seat_of[player]] for player in players),
        scores_before=tuple(outcome.scores_before[seat_of[player]] for player in players),
        out_seat=None if outcome.out_seat is None else order[outcome.out_seat],
    )
