"""Rulesets as they are told, and what a form for house rules may offer."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from quixotry.rules import ruleset as rules
from quixotry.rules.alphabet import BLANK
from quixotry.rules.board import Layout
from quixotry.rules.challenge import ChallengeRule, challenge_presets
from quixotry.rules.ruleset_file import ruleset_digest, ruleset_to_plain

RulesetTables = dict[str, Any]
"""A ruleset as tables and values, as in a TOML file; `rules/ruleset_file.py` says what may be in it."""


class BoardShape(Struct, frozen=True):
    """An empty board."""

    name: str
    height: int
    width: int
    start: int
    """The star's square; it has its own label besides."""
    coordinates: Literal["letters", "centre"]
    premiums: list[list[str]]
    """One label a square: `""`, `DL`, `TL`, `DW`, `TW` (also `QL`, `QW` on boards that have them)."""
    rows: list[str]
    """The labels at the board's edge: `1` ... `15`, or `+7` ... `-7` where squares count from the centre."""
    columns: list[str]


class TileKind(Struct, frozen=True):
    """One kind of tile."""

    sign: str
    count: int
    value: int


class TileSet(Struct, frozen=True):
    """A whole set of tiles."""

    name: str
    letters: str
    total: int
    set: list[TileKind]


class WordFacets(Struct, frozen=True):
    """Which words may be played, and what happens to bad ones."""

    shortest: int
    longest: int
    challenge: str | ChallengeRule
    """`void`: the referee refuses a bad word. Else the name of a challenge rule, or the rule itself."""
    wrong_challenge: ChallengeRule | None
    """What a wrong challenge costs; null where there are no challenges."""
    family: bool
    """Are slurs and obscenities refused?"""


class Ruleset(Struct, frozen=True):
    """A ruleset with every facet, its board and its tiles as a page needs them."""

    name: str
    title: str
    summary: str
    is_own: bool
    """House rules; a preset is not."""
    digest: str
    seats: rules.Seats
    rack: rules.RackRule
    words: WordFacets
    bonus: rules.BonusRule
    passing: rules.PassRule
    exchange: rules.ExchangeRule
    end: rules.EndRule
    clock: rules.ClockRule
    match: rules.MatchRule
    controls: rules.Controls
    board: BoardShape
    tiles: TileSet
    plain: RulesetTables
    """The same as tables and values, as in a TOML file."""


def show_ruleset(ruleset: rules.Ruleset, *, is_own: bool = False) -> Ruleset:
    """A ruleset with all facets, its board and its tiles as a page needs them."""
    return Ruleset(
        name=ruleset.name,
        title=ruleset.title or ruleset.name,
        summary=ruleset.summary,
        is_own=is_own,
        digest=ruleset_digest(ruleset),
        seats=ruleset.seats,
        rack=ruleset.rack,
        words=_words(ruleset.words),
        bonus=ruleset.bonus,
        passing=ruleset.passing,
        exchange=ruleset.exchange,
        end=ruleset.end,
        clock=ruleset.clock,
        match=ruleset.match,
        controls=ruleset.controls,
        board=show_board(ruleset.layout),
        tiles=_tile_set(ruleset),
        plain=ruleset_to_plain(ruleset),
    )


def _words(rule: rules.WordRule) -> WordFacets:
    names = {challenge: name for name, challenge in challenge_presets().items()}
    challenge = names.get(rule.challenge, rule.challenge)
    assert challenge is not None, "no rule at all is a preset of its own"
    return WordFacets(rule.shortest, rule.longest, challenge, rule.challenge, rule.family)


def show_board(layout: Layout) -> BoardShape:
    names = [layout.premium_name(square) for square in layout.squares]
    top, left = layout.row(layout.start), layout.column(layout.start)
    if layout.coordinates == "centre":
        rows = [f"{top - row:+d}" if row != top else "0" for row in range(layout.height)]
        columns = [f"{column - left:+d}" if column != left else "0" for column in range(layout.width)]
    else:
        rows = [str(row + 1) for row in range(layout.height)]
        columns = [chr(ord("A") + column) for column in range(layout.width)]
    return BoardShape(
        name=layout.name,
        height=layout.height,
        width=layout.width,
        start=layout.start,
        coordinates=layout.coordinates,
        premiums=[names[row * layout.width : (row + 1) * layout.width] for row in range(layout.height)],
        rows=rows,
        columns=columns,
    )


def _tile_set(ruleset: rules.Ruleset) -> TileSet:
    tiles = ruleset.tiles
    order = (*range(1, tiles.kinds), BLANK)
    return TileSet(
        name=tiles.name,
        letters=tiles.alphabet.letters,
        total=len(tiles.counts),
        set=[
            TileKind(tiles.alphabet.tile_sign(tile), tiles.counts.counts[tile], tiles.values[tile])
            for tile in order
        ],
    )


class RulesetList(Struct, frozen=True):
    """Presets first, in the order to show them, then house rules."""

    rulesets: list[Ruleset]


class RulesSection(Struct, frozen=True):
    """One part of how a ruleset is played."""

    title: str
    sentences: tuple[str, ...]


class RulesText(Struct, frozen=True):
    """How a ruleset is played, in sentences made from its data."""

    sections: list[RulesSection]


class HouseRules(Struct, frozen=True, forbid_unknown_fields=True):
    """House rules to check or save."""

    plain: RulesetTables
    """The tables of a TOML file; `"extends": "classic"` and only what differs is enough."""


class PartText(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of a ruleset, of tiles or of a board, as text."""

    part: Literal["ruleset", "tiles", "board"]
    text: str


class PartTables(Struct, frozen=True):
    """The same as tables and values, to be used in house rules."""

    plain: RulesetTables


class Facet(Struct, frozen=True):
    """One key of a ruleset, and what it may be."""

    key: str
    optional: bool
    """May it be left out (null: no limit)?"""
    default: bool | int | str | tuple[str, ...] | None
    kind: Literal["number", "choice", "switch", "text", "list", "runs"]
    least: int | UnsetType = UNSET
    """Of a number."""
    most: int | UnsetType = UNSET
    choices: tuple[str, ...] | UnsetType = UNSET
    """Of a choice or a list."""
    facets: list[Facet] | UnsetType = UNSET
    """Of each table in a list of tables (`runs`)."""


class FacetGroup(Struct, frozen=True):
    """The facets of one table of a ruleset."""

    key: str
    facets: list[Facet]


class RulesetForm(Struct, frozen=True):
    """Every facet that a form may offer, in order, made from the rules themselves."""

    groups: list[FacetGroup]
    boards: tuple[str, ...]
    tiles: tuple[str, ...]
