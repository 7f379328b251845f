"""All moves of a position, and the best of them at first sight."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from pathlib import Path

from quixotry.api.candidate import Candidate, MoveTable
from quixotry.api.errors import NoRack, OtherRules
from quixotry.api.lexicon import Lexicon, load_lexicon
from quixotry.api.rulesets import ruleset as load_ruleset
from quixotry.api.view import Source, View, view_of
from quixotry.engine import moves as engine
from quixotry.lexicon import wordlist
from quixotry.players.appraisal import trained_leaves
from quixotry.rules.board import Board
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.tiles import Tiles


class Engine:
    """Finds every move of a position. Made once for a ruleset and a lexicon, used for any number of positions.

    A position is a game, a view, or a CGP.

    >>> import quixotry as qx
    >>> engine = qx.Engine("tournament")
    >>> position = "15/" * 14 + "15 QUIXOTE/ 0/0 0"
    >>> engine.best_moves(position, 2)
    move        score  leave  equity
    8D QUIXOTE    116          116.4
    H4 QUIXOTE    116          116.4
    >>> len(engine.moves(position)), engine.count(position)
    (326, 198)

    One thread uses it at a time.
    """

    def __init__(
        self,
        ruleset: str | Path | Ruleset = "tournament",
        lexicon: str | Path | wordlist.Lexicon = "default",
    ) -> None:
        self.ruleset = load_ruleset(ruleset)
        self.lexicon = load_lexicon(lexicon)

    def __repr__(self) -> str:
        return f"Engine({self.ruleset.name!r}, {self.lexicon.id!r})"

    def moves(self, position: Source) -> MoveTable:
        """Every play, every exchange and the pass, best first by equity (score plus the value of the leave).

        >>> import quixotry as qx
        >>> moves = qx.Engine("tournament").moves("15/" * 14 + "15 QI/ 0/0 0")
        >>> [move.text for move in moves if move.score]
        ['8G QI', 'H7 QI', '8H QI', 'H8 QI']
        """
        view = self._view(position)
        return self._table(view, self._search(view))

    def best_moves(self, position: Source, amount: int = 10) -> MoveTable:
        """The best moves at first sight, at most `amount` of them; `analyse` looks further ahead.

        >>> import quixotry as qx
        >>> engine = qx.Engine("classic")
        >>> engine.best_moves(qx.Game("classic", seed="3d3"), 1)[0].text
        '8D JIFFIES'
        """
        view = self._view(position)
        return self._table(view, self._search(view).top(max(0, amount)))

    def count(self, position: Source) -> int:
        """How many plays there are, not counting exchanges and passes.

        >>> import quixotry as qx
        >>> qx.Engine("tournament").count("15/" * 14 + "15 QI/ 0/0 0")
        4
        """
        return self._search(self._view(position)).plays

    def can_play(self, board: Board, rack: Tiles) -> bool:
        """Does this rack have a legal play? Boards and racks here are those of the rules."""
        return self._engine.can_play(board, rack)

    @cached_property
    def _engine(self) -> engine.Engine:
        return engine.Engine(self.ruleset, self.lexicon, leaves=trained_leaves(self.ruleset, self.lexicon))

    def _view(self, position: Source) -> View:
        view = view_of(position, self.ruleset)
        if view.ruleset != self.ruleset:
            raise OtherRules(self.ruleset.name, view.ruleset.name)
        if view.rack is None:
            raise NoRack
        return view

    def _search(self, view: View) -> engine.Search:
        assert view.rack is not None
        assert view.seat is not None
        made = view.exchanges[view.seat]
        return self._engine.search(view.board, view.rack, bag=_bag(view), exchanges_made=made)

    @staticmethod
    def _table(view: View, found: Iterable[engine.Candidate]) -> MoveTable:
        return MoveTable(Candidate(view, each.move, each.score, each.leave, each.equity) for each in found)


def _bag(view: View) -> int:
    """How many tiles the bag will hold on this turn: a play that may be challenged has not been refilled yet."""
    if view.pending is None:
        return view.bag_count
    return max(0, view.bag_count - view.ruleset.rack.size + view.rack_sizes[view.pending.seat])


@lru_cache(maxsize=4)
def engine_for(ruleset: Ruleset, lexicon: Lexicon) -> Engine:
    """An engine kept at hand."""
    return Engine(ruleset, lexicon)
