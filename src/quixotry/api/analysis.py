"""Looking further than one move: positions tried out, gone through draw by draw, or worked out to the end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from quixotry.analysis.advice import advise, lead_of
from quixotry.api.candidate import Candidate, MoveTable
from quixotry.api.errors import NoRack, NotAnEndgame
from quixotry.api.lexicon import Lexicon, load_lexicon
from quixotry.api.view import Source, View, view_of
from quixotry.engine.solver import Solver
from quixotry.lexicon import wordlist
from quixotry.notation.moves import format_move
from quixotry.players.champion import Opponent, can_solve
from quixotry.rules.move import Move, Play
from quixotry.rules.ruleset import Ruleset
from quixotry.values import frozen

NO_LIMIT = 1 << 60


@frozen
class LineMove:
    """A move of a line of play, and what it scores."""

    text: str
    move: Move
    score: int

    def __repr__(self) -> str:
        return f"{self.text} {self.score}"


@frozen
class Analysis:
    """The best moves of a position, best first, and how sure that is.

    `method` says how it was found: `simulation` (rollouts against the racks the others may hold),
    `pre-endgame` (every draw of the last tiles examined), `endgame` (solved) or `static` (at first
    sight). What is proven is exact.

    >>> import quixotry as qx
    >>> found = qx.analyse(
    ...     "3P11/3R11/2DAW10/2ITA10/2TIE10/2TE1V6FIB/1JO1BI6L2/NU1KRENG3ZATI/OD2U1AIA2OX2/NY2GEESTS1N3/"
    ...     "A1OCH5DA3/R1YO6EE3/I1EL6V4/eW1OOF1ARPENTS1/sEIGNEUR2L2HM CDELOQU/AIMRS 450/375 0"
    ... )
    >>> found.method, found.is_proven, found.line
    ('endgame', True, (1A QUO(P) 45, O8 (I)MARIS 9))
    """

    method: str
    moves: MoveTable
    is_proven: bool
    line: tuple[LineMove, ...]
    """How the game goes on from here, where that was solved."""

    @property
    def best(self) -> str:
        """The best move as text."""
        return self.moves[0].text

    def __repr__(self) -> str:
        how = f"By {self.method}{', proven' if self.is_proven else ''}:"
        line = [f"Line: {', '.join(map(repr, self.line))}"] if self.line else []
        return "\n".join((how, repr(self.moves), *line))

    def _repr_html_(self) -> str:
        return f"<p>By {self.method}{', proven' if self.is_proven else ''}</p>{self.moves._repr_html_()}"


@frozen
class Solution:
    """The best line of an endgame.

    `spread` is the final lead of the seat on turn if both sides play their best, tiles left over included; it
    is exact when `is_proven`.

    >>> import quixotry as qx
    >>> found = qx.solve(
    ...     "3P11/3R11/2DAW10/2ITA10/2TIE10/2TE1V6FIB/1JO1BI6L2/NU1KRENG3ZATI/OD2U1AIA2OX2/NY2GEESTS1N3/"
    ...     "A1OCH5DA3/R1YO6EE3/I1EL6V4/eW1OOF1ARPENTS1/sEIGNEUR2L2HM CDELOQU/AIMRS 450/375 0"
    ... )
    >>> found
    <Solution 1A QUO(P): a final lead of 97, proven>
    """

    text: str
    """The best move as people write it."""
    move: Move
    spread: int
    is_proven: bool
    line: tuple[LineMove, ...]
    """The moves from here on, as far as they were solved."""
    nodes: int
    """Positions examined."""

    def __repr__(self) -> str:
        return f"<Solution {self.text}: a final lead of {self.spread}{', proven' if self.is_proven else ''}>"


def analyse(
    position: Source,
    *,
    ruleset: str | Path | Ruleset | None = None,
    lexicon: str | Path | wordlist.Lexicon | None = None,
    budget_ms: float = 2000,
    threads: int = 1,
    rollouts_max: int = NO_LIMIT,
    opponent: Opponent = "open",
    seed: int = 0,
) -> Analysis:
    """What a strong player would say about a position: the best moves, with win chances and expected spreads.

    A position is a game, a view, or a CGP (with its `ruleset`; a CGP names none). Given `rollouts_max` and
    time enough, the same seed gives the same answer. With one to four tiles in the bag an `opponent` knows our rack
    once we have moved ("open") or does not ("blind", which takes longer).

    >>> import quixotry as qx
    >>> game = qx.Game("tournament", seed="3d3")
    >>> found = qx.analyse(game, budget_ms=60_000, rollouts_max=2000)
    >>> found.method, found.moves[0].score
    ('simulation', 106)
    >>> 0.5 < found.moves[0].win_chance < 0.9
    True
    """
    view = view_of(position, ruleset)
    if view.rack is None:
        raise NoRack
    advice = advise(
        view,
        _words(position, lexicon),
        budget_ms=budget_ms,
        threads=threads,
        rollouts_max=rollouts_max,
        opponent=opponent,
        seed=seed,
    )
    moves = MoveTable(
        Candidate(
            view,
            each.move,
            each.score,
            each.leave,
            equity=each.equity,
            win_chance=each.win_chance,
            spread=each.spread,
            is_proven=each.is_proven,
            samples=each.samples,
        )
        for each in advice.moves
    )
    return Analysis(advice.method, moves, advice.is_proven, _line(view, advice.line))


def solve(
    position: Source,
    *,
    ruleset: str | Path | Ruleset | None = None,
    lexicon: str | Path | wordlist.Lexicon | None = None,
    budget_ms: float = 10_000,
    threads: int = 1,
    nodes_max: int = NO_LIMIT,
) -> Solution:
    """Solve an endgame of two players: the bag is empty, so each knows what the other holds.

    >>> import quixotry as qx
    >>> found = qx.solve(
    ...     "3P11/3R11/2DAW10/2ITA10/2TIE10/2TE1V6FIB/1JO1BI6L2/NU1KRENG3ZATI/OD2U1AIA2OX2/NY2GEESTS1N3/"
    ...     "A1OCH5DA3/R1YO6EE3/I1EL6V4/eW1OOF1ARPENTS1/sEIGNEUR2L2HM CDELOQU/AIMRS 450/375 0"
    ... )
    >>> found.text, found.spread, found.is_proven
    ('1A QUO(P)', 97, True)

    Before the bag is empty there is nothing to solve, and the error says so:

    >>> qx.solve(qx.Game("tournament", seed="3d3"))
    Traceback (most recent call last):
    ...
    quixotry.api.errors.NotAnEndgame: An endgame begins when the bag is empty; it still holds 86 tiles. ...
    """
    view = view_of(position, ruleset)
    if view.rack is None:
        raise NoRack
    if not can_solve(view):
        raise NotAnEndgame(view.bag_count, len(view.scores) - len(view.resigned))
    solver = Solver(view.ruleset, _words(position, lexicon), threads=threads)
    solved = solver.solve(
        view.board,
        view.rack,
        view.unseen,
        turns=view.turns,
        scores=view.scores,
        budget_ms=budget_ms,
        nodes_max=nodes_max,
    )
    return Solution(
        text=view.move_text(solved.move),
        move=solved.move,
        spread=lead_of(view) + solved.value,
        is_proven=solved.is_proven,
        line=_line(view, solved.line),
        nodes=solved.nodes,
    )


def _words(position: Source, lexicon: str | Path | wordlist.Lexicon | None) -> Lexicon:
    """The words given, else those of the game, else the default list."""
    if lexicon is None:
        lexicon = getattr(position, "lexicon", "default")
    return load_lexicon(lexicon)


def _line(view: View, moves: Sequence[tuple[Move, int]]) -> tuple[LineMove, ...]:
    board, line = view.board, []
    for move, score in moves:
        line.append(LineMove(format_move(board, move, view.ruleset.tiles.alphabet), move, score))
        if isinstance(move, Play):
            board = board.with_cells(move.placements)
    return tuple(line)
