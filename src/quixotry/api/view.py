"""What one seat may know, in a form that shows itself."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Protocol, Self, runtime_checkable

from quixotry.api.board import Board, Rack
from quixotry.api.drawing import PlayerLine, game_svg
from quixotry.api.position import position_of
from quixotry.api.rulesets import ruleset as load_ruleset
from quixotry.notation.moves import format_move, parse_move
from quixotry.rules import view as rules_view
from quixotry.rules.move import Move
from quixotry.rules.ruleset import Ruleset


class View(rules_view.View):
    """What one seat may know: the board, its own rack, the scores, what it has not seen.

    This is all a bot gets to see, so no bot can cheat. It has every field of the rules' own `View` (`board`,
    `rack`, `unseen`, `scores`, `bag_count`, `turns`, `can_exchange`, `pending` ...), and a few texts.

    >>> import quixotry as qx
    >>> view = qx.Game("tournament", seed="3d3").view()
    >>> view
    <View of seat 0: rack EFFIIJS, scores (0, 0), 86 tiles in the bag>
    >>> view.rack_text, view.unseen_text[:10]
    ('EFFIIJS', 'AAAAAAAAAB')
    >>> view.move_text(view.parse_move("8D JIFFIES"))
    '8D JIFFIES'
    """

    __slots__ = ()

    @classmethod
    def of(cls, view: rules_view.View) -> Self:
        """The same view, with what this class adds."""
        return cls(**{field.name: getattr(view, field.name) for field in fields(view)})

    @property
    def rack_text(self) -> Rack:
        """The seat's own tiles as text; empty for a spectator."""
        return Rack.of(self.rack or self.ruleset.tiles.none, self.ruleset.tiles)

    @property
    def unseen_text(self) -> str:
        """Every tile in the bag or on a rack this seat cannot see."""
        return self.unseen.text(self.ruleset.tiles.alphabet)

    @property
    def picture(self) -> Board:
        """The board, with the last play marked."""
        laid = next((turn.placements for turn in reversed(self.turns) if turn.placements), ())
        return Board(self.board, self.ruleset.tiles, frozenset(square for square, _ in laid))

    def move_text(self, move: Move) -> str:
        """A move as people write it."""
        return format_move(self.board, move, self.ruleset.tiles.alphabet)

    def parse_move(self, text: str) -> Move:
        """A move from what people write; it need not be legal."""
        return parse_move(text, self.board, self.ruleset.tiles.alphabet)

    def __repr__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}: rack {self.rack_text or '(empty)'}"
        return f"<View of {who}, scores {self.scores}, {self.bag_count} tiles in the bag>"

    def __str__(self) -> str:
        return f"{self.picture}\n\n{self.rack_text}"

    def svg(self) -> str:
        """The board, the scores and the seat's own rack as a picture."""
        names = [f"Seat {seat + 1}" for seat in range(len(self.scores))]
        return game_svg(
            self.board,
            self.ruleset.tiles,
            last=self.picture.last,
            players=[
                PlayerLine(name, score, seat == self.turn)
                for seat, (name, score) in enumerate(zip(names, self.scores, strict=True))
            ],
            rack=self.rack_text,
            notes=(f"{self.bag_count} tiles in the bag",),
        )

    def _repr_svg_(self) -> str:
        return self.svg()


@runtime_checkable
class HasView(Protocol):
    """A game, or anything else that can say what the seat on turn sees."""

    def view(self) -> View: ...


Source = HasView | rules_view.View | str
"""What a question can be asked about: a game, a view, or a position in CGP."""


def view_of(source: Source, ruleset: str | Path | Ruleset | None = None) -> View:
    """What the seat on turn sees. `ruleset` is for a CGP, which does not name its own rules."""
    if isinstance(source, str):
        # Not above: it brings the engine along, which a game can do without.
        from quixotry.analysis.advice import view_of_cgp

        rules = load_ruleset("tournament" if ruleset is None else ruleset)
        return View.of(view_of_cgp(position_of(source, rules), rules))
    if not isinstance(source, rules_view.View | HasView):
        raise TypeError(f"a position is a game, a view or a CGP, not {type(source).__name__}")
    view = source if isinstance(source, rules_view.View) else source.view()
    return view if isinstance(view, View) else View.of(view)
