"""Who plays: from `--player` options, or asked at the terminal."""

from __future__ import annotations

import click

from quixotry.players.levels import DEFAULT_LEVEL, check_level
from quixotry.rules.errors import listed
from quixotry.rules.game import SeatedPlayer
from quixotry.rules.ruleset import Ruleset

NAME_MAX = 24
COMPUTER = "computer"


def seat_players(specs: tuple[str, ...], ruleset: Ruleset) -> tuple[SeatedPlayer, ...]:
    """Players from `NAME` or `computer[:LEVEL]`; the ruleset's own default when nobody is named."""
    specs = specs or default_specs(ruleset)
    least, most = ruleset.seats.min, ruleset.seats.max
    if not least <= len(specs) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise click.UsageError(
            f"{ruleset.name} is for {wanted} players, not {len(specs)}: give that many --player."
        )
    players: list[SeatedPlayer] = []
    for spec in specs:
        players.append(_player(spec, sum(player.kind == "computer" for player in players)))
    names = [player.name.casefold() for player in players]
    twice = tuple(sorted({player.name for player in players if names.count(player.name.casefold()) > 1}))
    if twice:
        raise click.UsageError(f"Two players are called {listed(twice)}; give each a name of their own.")
    return tuple(players)


def default_specs(ruleset: Ruleset) -> tuple[str, ...]:
    """`You` for one person alone, `Player 1` and so on for several."""
    people = ruleset.seats.default.count("person")
    specs: list[str] = []
    for kind in ruleset.seats.default:
        number = 1 + sum(spec != COMPUTER for spec in specs)
        specs.append(COMPUTER if kind == "computer" else "You" if people == 1 else f"Player {number}")
    return tuple(specs)


def _player(spec: str, computers: int) -> SeatedPlayer:
    kind, _, level = spec.strip().partition(":")
    if kind.lower() == COMPUTER:
        check_level(level or DEFAULT_LEVEL)
        name = "Computer" if not computers else f"Computer {computers + 1}"
        return SeatedPlayer(name, "computer", level or DEFAULT_LEVEL)
    name = " ".join(spec.split())
    if not 1 <= len(name) <= NAME_MAX or not name.isprintable():
        raise click.UsageError(f"A player's name has 1 to {NAME_MAX} printable characters; {spec!r} has not.")
    return SeatedPlayer(name)
