"""A game that begins with a position, and a game's position written down."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from quixotry.api.position import position_of
from quixotry.fair.draws import SeededDraws
from quixotry.lexicon.wordlist import Lexicon
from quixotry.notation.cgp import Cgp, Operation
from quixotry.play.new_game import new_header
from quixotry.rules.game import Game, SeatedPlayer
from quixotry.rules.position import Turn, before_start
from quixotry.rules.ruleset import Ruleset


def game_of_cgp(text: str, ruleset: Ruleset, lexicon: Lexicon, *, seed: str | None = None) -> Game:
    """A game without events: seat 0 is on turn, and racks that are not known are drawn."""
    cgp = position_of(text, ruleset)
    players = tuple(SeatedPlayer(f"Player {seat}") for seat in range(1, len(cgp.scores) + 1))
    header = new_header(ruleset, lexicon, players, now=datetime.now(UTC), seed=seed)
    draws = SeededDraws(header.seed)
    position = before_start(ruleset, len(players))
    bag, racks, number = position.bag.minus(cgp.board.tiles()), list(cgp.racks), 0
    for rack in racks:
        bag = bag - rack
    for seat, rack in enumerate(racks):
        if rack:
            continue
        for _ in range(min(ruleset.rack.size, len(bag))):
            tile = draws(number, bag)
            bag, racks[seat] = bag.minus((tile,)), racks[seat].plus((tile,))
            number += 1
    seats = len(players)
    turns = (Turn((n - cgp.zeros) % seats, "pass", 0, not bag) for n in range(cgp.zeros))
    position = replace(
        position,
        board=cgp.board,
        racks=tuple(racks),
        bag=bag,
        scores=cgp.scores,
        turns=tuple(turns),
        turn=0,
        draws=number,
    )
    return Game(header, (), position)


def cgp_of(game: Game, *, racks_open: bool) -> Cgp:
    """The position of a game, with the seat on turn first."""
    position = game.position
    first = position.turn or 0
    order = [*range(first, len(position.scores)), *range(first)]
    racks = [
        position.racks[seat] if racks_open or seat == first else game.header.ruleset.tiles.none
        for seat in order
    ]
    operations = (Operation("lex", game.header.lexicon_id),) if game.header.lexicon_id else ()
    return Cgp(
        board=position.board,
        racks=tuple(racks),
        scores=tuple(position.scores[seat] for seat in order),
        zeros=position.scoreless_turns,
        operations=operations,
    )
