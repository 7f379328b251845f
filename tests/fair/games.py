"""Whole games drawn from what house and seats gave, as records and as GCG."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256

from quixotry.fair.agreement import begun, completed, link_of
from quixotry.fair.draws import draws_of
from quixotry.notation.record import events_to_json, header_to_json
from quixotry.rules.event import Event
from quixotry.rules.game import Arbiter, Game, GameHeader, SeatedPlayer
from quixotry.rules.ruleset import Ruleset
from tests.rules.build import RULES, header_for
from tests.rules.random_games import Finder, RandomGame


def secret(name: object) -> str:
    return sha256(f"{name}".encode()).hexdigest()


def drawn_header(rules: Ruleset, seats: int = 2, seed: int = 0, *, computers: bool = False) -> GameHeader:
    """A game whose seats have given their shares; with computers, all seats but the first are theirs."""
    previous = link_of(seed or 1, secret("before"), secret("another"))
    own = secret(f"seed {seed}")
    header = header_for(rules, seats, seed=seed)
    players = header.players
    if computers:
        players = (players[0], *(SeatedPlayer(each.name, "computer", "casual") for each in players[1:]))
    header = replace(
        header,
        players=players,
        seed=own,
        draw=begun(own, number=seed + 2, previous=previous, attempt=1 + seed % 2),
    )
    given = tuple(
        secret(f"share {seed} {seat}") if player.kind == "person" else ""
        for seat, player in enumerate(players)
    )
    return completed(header, given)


@dataclass(frozen=True)
class Drawn:
    game: Game
    decisions: list[tuple[Event, ...]]

    @property
    def record(self) -> bytes:
        lines = [header_to_json(self.game.header), *map(events_to_json, self.decisions)]
        return b"".join(line + b"\n" for line in lines)


def drawn_game(rules: str = "classic", seats: int = 2, seed: int = 0, *, computers: bool = False) -> Drawn:
    """A random game, played to its end."""
    played = RandomGame(RULES[rules], seats, seed)
    header = drawn_header(RULES[rules], seats, seed, computers=computers)
    tiles = draws_of(header)
    played.game = Game.begin(header, tiles)
    played.arbiter = Arbiter(tiles, played.words, Finder(RULES[rules], played.words))
    decisions = [played.game.events, *(events for _, events in played.decisions())]
    return Drawn(played.game, decisions)
