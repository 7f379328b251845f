"""A game to play, to look at and to write down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from quixotry.api.board import Board, Rack
from quixotry.api.candidate import Candidate, MoveTable
from quixotry.api.drawing import PlayerLine, game_svg
from quixotry.api.errors import NoRecord, NoSuchSeat, NothingToTakeBack
from quixotry.api.gcg_game import game_of_gcg
from quixotry.api.lexicon import Lexicon, load_lexicon
from quixotry.api.record import format_record, move_of, parse_record
from quixotry.api.rulesets import ruleset as load_ruleset
from quixotry.api.setup import cgp_of, game_of_cgp
from quixotry.api.view import View
from quixotry.fair.draws import draws_of
from quixotry.lexicon import wordlist
from quixotry.notation.cgp import format_cgp
from quixotry.notation.gcg.export import export_gcg
from quixotry.notation.moves import format_move, parse_move
from quixotry.play.new_game import new_header
from quixotry.play.seating import check_players
from quixotry.rules import board as rules_board
from quixotry.rules import game as rules_game
from quixotry.rules.errors import IllegalMove
from quixotry.rules.event import Event, TilesPlayed
from quixotry.rules.move import Accept, Adjudicate, Challenge, Forfeit, Move, Play, Ruling
from quixotry.rules.outcome import Outcome
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles
from quixotry.values import frozen

if TYPE_CHECKING:
    from quixotry.api.computer import Choice


@frozen
class Step:
    """One move of a game, and the game as it was before it.

    >>> import quixotry as qx
    >>> game = qx.Game("classic", seed="3d3")
    >>> game.push("8D JIFFIES")
    >>> step = next(game.steps())
    >>> step
    <Step Player 1: 8D JIFFIES +106>
    >>> step.player, step.text, step.score, step.before.rack
    ('Player 1', '8D JIFFIES', 106, 'EFFIIJS')
    """

    seat: int
    player: str
    text: str
    """The move as people write it."""
    move: Move | Ruling
    """A ruling where the house ended it: a clock had run out, or somebody stayed away."""
    score: int
    """What a play scored; 0 for any other move."""
    before: Game

    def __repr__(self) -> str:
        return f"<Step {self.player}: {self.text}{f' {self.score:+d}' if self.score else ''}>"


class Game:
    """A game of two to four seats by any ruleset.

    >>> import quixotry as qx
    >>> game = qx.Game("tournament", seed="3d3", players=("Ann", "Ben"))
    >>> game
    <Game tournament: Ann 0, Ben 0; Ann is on turn with EFFIIJS>
    >>> game.push("8D JIFFIES")
    >>> game.scores, game.turn, game.board["8D"]
    ((106, 0), 1, 'J')

    A move the rules refuse changes nothing, and the error says which rule it was:

    >>> game.push("1A MICE")
    Traceback (most recent call last):
    ...
    quixotry.rules.errors.NotConnected: The tiles on 1A, 1B, 1C and 1D touch nothing: ...

    The same seed, ruleset, lexicon and moves always give the same game. Without a seed one is drawn that
    nobody can guess. Seats are numbered from 0.
    """

    def __init__(
        self,
        ruleset: str | Path | Ruleset = "tournament",
        *,
        seed: str | int | None = None,
        lexicon: str | Path | wordlist.Lexicon = "default",
        players: Sequence[str | rules_game.SeatedPlayer] | int | None = None,
    ) -> None:
        """Begin a game: who starts is decided, the racks are dealt.

        `ruleset` and `lexicon` are names, paths or objects; `players` are names, or how many there are.
        """
        rules, words = load_ruleset(ruleset), load_lexicon(lexicon)
        seated = _seated(players, rules)
        check_players(seated, rules)
        header = new_header(
            rules, words, seated, now=datetime.now(UTC), seed=None if seed is None else str(seed)
        )
        self._states = [rules_game.Game.begin(header, draws_of(header))]
        self._lexicon: Lexicon | None = words

    @classmethod
    def of(
        cls,
        states: Sequence[rules_game.Game],
        lexicon: str | Path | wordlist.Lexicon | None = None,
    ) -> Game:
        """A game from its states in the rules' own values, first to last; for other rooms and stores."""
        game = cls.__new__(cls)
        game._states = list(states)
        game._lexicon = None if lexicon is None else load_lexicon(lexicon)
        return game

    # What there is to know

    @property
    def value(self) -> rules_game.Game:
        """The game as the rules hold it: header, events, position. It never changes; `push` makes another."""
        return self._states[-1]

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the game."""
        return self.value.header.ruleset

    @property
    def lexicon(self) -> Lexicon:
        """The words of the game, loaded when first asked for."""
        if self._lexicon is None:
            self._lexicon = load_lexicon(self.value.header.lexicon_id)
        return self._lexicon

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        return tuple(player.name for player in self.value.header.players)

    @property
    def seed(self) -> str:
        """Every draw follows from it: a secret until the game is over."""
        return self.value.header.seed

    @property
    def turn(self) -> int | None:
        """The seat on turn; None when the game is over."""
        return self.value.position.turn

    @property
    def scores(self) -> tuple[int, ...]:
        """Points by seat."""
        return self.value.position.scores

    @property
    def rack(self) -> Rack:
        """The tiles of the seat on turn; empty when the game is over."""
        return Rack.of(self._rack(), self.ruleset.tiles)

    @property
    def racks(self) -> tuple[Rack, ...]:
        """The tiles of every seat."""
        return tuple(Rack.of(rack, self.ruleset.tiles) for rack in self.value.position.racks)

    @property
    def bag(self) -> Rack:
        """The tiles nobody has drawn yet, sorted."""
        return Rack.of(self.value.position.bag, self.ruleset.tiles)

    @property
    def board(self) -> Board:
        """The board with the last play marked: `print` it, or let a notebook show it."""
        return self.view_of_spectator().picture

    @property
    def is_over(self) -> bool:
        """Has the game ended?"""
        return self.value.position.is_over

    @property
    def outcome(self) -> Outcome | None:
        """Why the game ended and who won, kept apart; None while it goes on.

        >>> import quixotry as qx
        >>> game = qx.Game("tournament", seed="3d3")
        >>> game.push("resign")
        >>> game.outcome.reason, game.outcome.winners
        ('resigned', (1,))
        """
        return self.value.position.outcome

    @property
    def move_count(self) -> int:
        """How many moves have been made since the game began or was set up."""
        return len(self._states) - 1

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened, including every tile that moved."""
        return self.value.events

    def view(self, seat: int | None = None) -> View:
        """What a seat may know: the seat on turn unless you name one (after the end, a spectator).

        >>> import quixotry as qx
        >>> game = qx.Game("tournament", seed="3d3")
        >>> game.view(1)
        <View of seat 1: rack ACEEIMR, scores (0, 0), 86 tiles in the bag>
        """
        return View.of(self.value.view(self.turn if seat is None else self._checked(seat)))

    def view_of_spectator(self) -> View:
        """What a spectator may know: no rack at all."""
        return View.of(self.value.view(None))

    # Moves

    def push(self, move: Choice | Ruling, *, seat: int | None = None, now_ms: int | None = None) -> None:
        """Make a move, or raise an `IllegalMove` and change nothing.

        A move is text (`8D QUIXOTE`, `exchange QV`, `pass`, `challenge`, `accept`, `resign`), a move object, or
        a candidate of `best_moves`. It is the seat on turn that moves; `seat` is for resigning out of turn.
        `now_ms` is the time of play, for rules with a clock; left out, no time passes.

        >>> import quixotry as qx
        >>> game = qx.Game("tournament", seed="3d3")
        >>> game.push("exchange FF")
        >>> game.push(qx.Pass())
        >>> game.push(game.best_moves(1)[0])
        >>> [step.text for step in game.steps()]
        ['exchange FF', 'pass', '8G JA']

        Where words stand until they are challenged, the next seat may answer; any other move accepts the play.

        >>> game = qx.Game("tournament", seed="3d3")
        >>> game.push("8D JIFFEIS")
        >>> game.push("challenge")
        >>> game.scores, game.turn
        ((0, 0), 1)
        """
        state = self.value
        mover = state.position.turn if seat is None else self._checked(seat)
        # After the end any seat does: the rules say that the game is over.
        after = state.move(
            mover or 0,
            move if isinstance(move, Forfeit | Adjudicate) else self._move(move),
            self._arbiter(),
            now_ms=state.position.at_ms if now_ms is None else now_ms,
        )
        self._states.append(after)

    def pop(self) -> Move | Ruling:
        """Take the last move back, and return it.

        >>> import quixotry as qx
        >>> game = qx.Game("tournament", seed="3d3")
        >>> game.push("pass")
        >>> game.pop()
        Pass()
        >>> game.turn, len(list(game.steps()))
        (0, 0)
        """
        if len(self._states) < 2:
            raise NothingToTakeBack
        after = self._states.pop()
        return move_of(after.events_since(self.value))

    def copy(self) -> Game:
        """An independent copy of this game, to try a move on.

        >>> import quixotry as qx
        >>> game = qx.Game("tournament", seed="3d3")
        >>> other = game.copy()
        >>> other.push("8D JIFFIES")
        >>> game.scores, other.scores
        ((0, 0), (106, 0))
        """
        return Game.of(self._states, self._lexicon)

    def legal_moves(self) -> MoveTable:
        """Every move of the seat on turn, best first: plays, exchanges, the pass, the answers to a challenge.

        Plays use words of the lexicon, even where the rules let any letters stand until challenged.
        Resigning is always possible, so it is not listed.

        >>> import quixotry as qx
        >>> moves = qx.Game("tournament", seed="3d3").legal_moves()
        >>> len(moves), moves[0].text, moves[-1].score
        (256, '8D JIFFIES', 0)
        """
        if self.is_over:
            return MoveTable()
        view = self.view()
        answers = [Candidate(view, move, 0, tuple(self._rack())) for move in (Accept(), Challenge())]
        answers = answers if view.pending is not None else []
        return MoveTable((*answers, *(each for each in self._candidates() if self._is_legal(each))))

    def best_moves(self, amount: int = 10) -> MoveTable:
        """The best moves at first sight, best first: by equity, the score plus the value of the leave.

        `analyse` looks further ahead, and `solve` to the end.

        >>> import quixotry as qx
        >>> qx.Game("tournament", seed="3d3").best_moves(2)
        move        score  leave  equity
        8D JIFFIES    106          104.5
        H4 JIFFIES    106          104.5
        """
        best: list[Candidate] = []
        for each in () if self.is_over else self._candidates():
            if len(best) >= amount:
                break
            if self._is_legal(each):
                best.append(each)
        return MoveTable(best)

    def steps(self) -> Iterator[Step]:
        """Every move so far, each with the game as it was before it.

        >>> import quixotry as qx
        >>> game = qx.Game("tournament", seed="3d3")
        >>> game.push("8D JIFFIES")
        >>> game.push("pass")
        >>> [(step.player, step.text, step.score, step.before.scores) for step in game.steps()]
        [('Player 1', '8D JIFFIES', 106, (0, 0)), ('Player 2', 'pass', 0, (106, 0))]
        """
        return map(self._step, range(1, len(self._states)))

    def _step(self, number: int) -> Step:
        state, after = self._states[number - 1 : number + 1]
        events = after.events_since(state)
        move, seat = move_of(events), _mover(state, after)
        if isinstance(move, Forfeit | Adjudicate):
            text: str = move.why
        else:
            text = format_move(state.position.board, move, state.header.ruleset.tiles.alphabet)
        score = next((each.score for each in events if isinstance(each, TilesPlayed)), 0)
        return Step(
            seat, self.players[seat], text, move, score, Game.of(self._states[:number], self._lexicon)
        )

    # Written down

    def to_gcg(self) -> str:
        """The game in GCG, the text format other programs read. It shows every rack.

        >>> import quixotry as qx
        >>> game = qx.Game("tournament", seed="3d3", players=("Ann", "Ben"))
        >>> game.push("8D JIFFIES")
        >>> print(game.to_gcg())  # doctest: +ELLIPSIS
        #character-encoding UTF-8
        #player1 Ann Ann
        #player2 Ben Ben
        ...
        >Ann: EFFIIJS 8D JIFFIES +106 106
        ...
        """
        self._require_record()
        return export_gcg(self.value).decode()

    @classmethod
    def from_gcg(
        cls,
        gcg: str | bytes,
        *,
        ruleset: str | Path | Ruleset | None = None,
        lexicon: str | Path | wordlist.Lexicon | None = None,
    ) -> Game:
        """The game a GCG file records; it can be stepped through, and an unfinished one played on.

        Every move is made again by the rules the file names (or those given here), so scores are computed, not
        copied. The words need not be in any list. Racks the file does not show are filled with tiles that fit.

        >>> import quixotry as qx
        >>> game = qx.Game("tournament", seed="3d3", players=("Ann", "Ben"))
        >>> game.push("8D JIFFIES")
        >>> qx.Game.from_gcg(game.to_gcg()).racks == game.racks
        True
        """
        raw = gcg.encode() if isinstance(gcg, str) else gcg
        rules = None if ruleset is None else load_ruleset(ruleset)
        return cls.of(game_of_gcg(raw, rules), lexicon)

    def to_cgp(self, *, racks_open: bool = True) -> str:
        """The position in one line of CGP; with `racks_open=False` only the rack on turn is shown.

        >>> import quixotry as qx
        >>> qx.Game("tournament", seed="3d3").to_cgp()
        '15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 EFFIIJS/ACEEIMR 0/0 0 lex default;'
        """
        return format_cgp(cgp_of(self.value, racks_open=racks_open), self.ruleset.tiles.alphabet)

    @classmethod
    def from_cgp(
        cls,
        cgp: str,
        *,
        ruleset: str | Path | Ruleset = "tournament",
        lexicon: str | Path | wordlist.Lexicon = "default",
        seed: str | None = None,
    ) -> Game:
        """A game that goes on from a position; unknown racks are drawn from the unseen tiles.

        >>> import quixotry as qx
        >>> game = qx.Game.from_cgp("15/" * 7 + "3CAT9/" + "15/" * 6 + "15 QUIXOTE/ 0/12 0")
        >>> game.rack, game.scores, game.board["8D"]
        ('EIOQTUX', (0, 12), 'C')
        """
        rules, words = load_ruleset(ruleset), load_lexicon(lexicon)
        return cls.of([game_of_cgp(cgp, rules, words, seed=seed)], words)

    def to_record(self) -> str:
        """The full record as JSON lines, as in a saved game: the header, then one line with the events of each move.

        >>> import quixotry as qx
        >>> game = qx.Game("tournament", seed="3d3")
        >>> game.push("8D JIFFIES")
        >>> again = qx.Game.from_record(game.to_record())
        >>> again.value == game.value
        True
        """
        self._require_record()
        return format_record(self._states)

    @classmethod
    def from_record(
        cls, record: str | bytes, *, lexicon: str | Path | wordlist.Lexicon | None = None
    ) -> Game:
        """A game from `to_record`, or from the file of a saved game.

        Every move is made again by the rules; a record whose scores or result they do not bear out is refused.
        """
        return cls.of(parse_record(record.encode() if isinstance(record, str) else record), lexicon)

    # Shown

    def __repr__(self) -> str:
        scores = ", ".join(f"{name} {score}" for name, score in zip(self.players, self.scores, strict=True))
        return f"<Game {self.ruleset.name}: {scores}; {self._state_text()}>"

    def __str__(self) -> str:
        """The board, the scores and the rack on turn.

        >>> import quixotry as qx
        >>> print(qx.Game("tournament", seed="3d3", players=("Ann", "Ben")))  # doctest: +ELLIPSIS
           A B C D E F G H I J K L M N O
         1 = . . ' . . . = . . . ' . . =
         ...
        15 = . . ' . . . = . . . ' . . =
        <BLANKLINE>
        Ann 0   Ben 0   86 tiles in the bag
        Ann is on turn with EFFIIJS
        """
        scores = [f"{name} {score}" for name, score in zip(self.players, self.scores, strict=True)]
        state = self._state_text()
        return f"{self.board}\n\n{'   '.join((*scores, self._bag_text()))}\n{state[0].upper()}{state[1:]}"

    def svg(self) -> str:
        """The board, the scores and the rack on turn as a picture; a notebook shows it by itself."""
        return game_svg(
            self.value.position.board,
            self.ruleset.tiles,
            last=self.board.last,
            players=[
                PlayerLine(name, score, seat == self.turn)
                for seat, (name, score) in enumerate(zip(self.players, self.scores, strict=True))
            ],
            rack=self.rack,
            notes=(self._last_text(), self._state_text() if self.is_over else self._bag_text()),
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def _state_text(self) -> str:
        outcome = self.outcome
        if outcome is not None:
            names = " and ".join(self.players[seat] for seat in outcome.winners)
            return f"{names} won" if len(outcome.winners) == 1 else f"a tie between {names}"
        assert self.turn is not None
        return f"{self.players[self.turn]} is on turn with {self.rack}"

    def _bag_text(self) -> str:
        amount = len(self.value.position.bag)
        return f"{amount} tile{'' if amount == 1 else 's'} in the bag"

    def _last_text(self) -> str:
        """The last move, passing over a play that was merely let stand."""
        steps = (self._step(number) for number in range(len(self._states) - 1, 0, -1))
        last = next((step for step in steps if not isinstance(step.move, Accept)), None)
        if last is None:
            return ""
        return f"{last.player}: {last.text}" + (f" {last.score:+d}" if last.score else "")

    # Inside

    def _rack(self) -> Tiles:
        turn = self.turn
        return self.ruleset.tiles.none if turn is None else self.value.position.racks[turn]

    def _move(self, move: Choice) -> Move:
        if isinstance(move, str):
            return parse_move(move, self.value.position.board, self.ruleset.tiles.alphabet)
        if isinstance(move, Candidate):
            return move.move
        if not isinstance(move, Move):
            raise TypeError(f"a move is text, a move object or a candidate, not {type(move).__name__}")
        return move

    def _checked(self, seat: int) -> int:
        if not 0 <= seat < len(self.players):
            raise NoSuchSeat(seat, len(self.players) - 1)
        return seat

    def _arbiter(self) -> rules_game.Arbiter:
        return rules_game.Arbiter(draws_of(self.value.header), self.lexicon, self._can_play)

    def _can_play(self, board: rules_board.Board, rack: Tiles) -> bool:
        from quixotry.api.engine import engine_for

        return engine_for(self.ruleset, self.lexicon).can_play(board, rack)

    def _candidates(self) -> Iterator[Candidate]:
        """What the engine finds; nothing where the play before must be answered first, because it ends the game."""
        from quixotry.api.engine import engine_for

        state = self.value
        assert state.position.turn is not None
        if state.position.pending is not None:
            accepted = state.move(state.position.turn, Accept(), self._arbiter())
            if accepted.position.is_over:
                return iter(())
        return iter(engine_for(self.ruleset, self.lexicon).moves(self.view()))

    def _is_legal(self, each: Candidate) -> bool:
        """The engine knows which plays are legal; of all else the rules are asked."""
        if isinstance(each.move, Play):
            return True
        state = self.value
        assert state.position.turn is not None
        try:
            state.move(state.position.turn, each.move, self._arbiter(), now_ms=state.position.at_ms)
        except IllegalMove:
            return False
        return True

    def _require_record(self) -> None:
        if not self._states[0].events:
            raise NoRecord


def _seated(
    players: Sequence[str | rules_game.SeatedPlayer] | int | None, ruleset: Ruleset
) -> tuple[rules_game.SeatedPlayer, ...]:
    if players is None:
        players = len(ruleset.seats.default)
    if isinstance(players, str):
        raise TypeError("players are several names, as in ('Ann', 'Ben'), or a number")
    if isinstance(players, int):
        players = [f"Player {number}" for number in range(1, players + 1)]
    return tuple(rules_game.SeatedPlayer(each) if isinstance(each, str) else each for each in players)


def _mover(before: rules_game.Game, after: rules_game.Game) -> int:
    """Whose move it was: the seat on turn, unless somebody resigned out of turn."""
    left = after.position.resigned - before.position.resigned
    turn = before.position.turn
    assert turn is not None
    return next(iter(left), turn)
