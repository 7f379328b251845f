"""The result of a match as text."""

from __future__ import annotations

import click

from quixotry.arena.match import Match
from quixotry.arena.ratings import rating_difference
from quixotry.arena.tally import PlayerFigures


def progress_text(match: Match) -> str:
    """The running score in one line."""
    pairing = match.pairing
    if not pairing.pairs:
        return "beginning"
    low, high = pairing.share_interval
    one, two = pairing.players
    first, second = match.names
    text = (
        f"{first} {_score(one, pairing.drawn)} : {_score(two, pairing.drawn)} {second}, "
        f"{pairing.share:.1%} ({low:.1%} to {high:.1%}), spread {pairing.mean_spread:+.1f}"
    )
    if match.sprt is not None:
        lower, upper = match.sprt.bounds
        text += f", SPRT {match.sprt.ratio(pairing):+.2f} ({lower:.2f} to {upper:.2f})"
    return text


def _score(player: PlayerFigures, drawn: int) -> str:
    return f"{player.wins + drawn / 2:g}"


def show_match(match: Match) -> None:
    """Print the table."""
    pairing, plan = match.pairing, match.plan
    one, two = pairing.players
    games = pairing.games
    first_name, second_name = match.names
    width = max(12, len(first_name) + 2, len(second_name) + 2)

    def row(label: str, first: str, second: str) -> None:
        click.echo(f"{label:<22}{first:>{width}}{second:>{width}}")

    row(f"{games} games, {plan.ruleset.name}", first_name, second_name)
    row("games won", str(one.wins), str(two.wins))
    row("games drawn", str(pairing.drawn), str(pairing.drawn))
    row("matches won (E-S11)", str(one.matches), str(two.matches))
    row("matches tied", str(pairing.matches_tied), str(pairing.matches_tied))
    row("points per game", f"{one.points / games:.1f}", f"{two.points / games:.1f}")
    row("bingos per game", f"{one.bingos / games:.2f}", f"{two.bingos / games:.2f}")
    row("won when starting", _part(one.started_wins, one.started), _part(two.started_wins, two.started))
    row("seconds per game", f"{one.used_ms / 1000 / games:.2f}", f"{two.used_ms / 1000 / games:.2f}")
    row("slowest move", f"{one.slowest_ms} ms", f"{two.slowest_ms} ms")
    if one.overtime or two.overtime:
        row("lost by overtime", str(one.overtime), str(two.overtime))
    if one.failures or two.failures:
        row("failures", str(one.failures.total()), str(two.failures.total()))
    low, high = pairing.share_interval
    ratings = [rating_difference(share, games) for share in (pairing.share, low, high)]
    click.echo()
    click.echo(f"{first_name} takes {pairing.share:.1%} of the wins (95 %: {low:.1%} to {high:.1%}),")
    click.echo(f"which is {ratings[0]:+.0f} rating points ({ratings[1]:+.0f} to {ratings[2]:+.0f}).")
    click.echo(f"Spread per game: {pairing.mean_spread:+.1f} ± {pairing.spread_error:.1f} points.")
    luck = pairing.luck_left
    if luck is not None:
        click.echo(
            f"Playing the same tiles twice leaves {luck:.0%} of the variance of games with their own tiles."
        )
    if match.verdict is not None:
        assert match.sprt is not None
        stronger = match.sprt.high if match.verdict == "H1" else match.sprt.low
        click.echo(f"SPRT: decided for a difference of {stronger:+g} points ({match.verdict}).")
    for name, player in ((first_name, one), (second_name, two)):
        for why, times in player.failures.most_common():
            click.echo(f"{name} failed {times} times: {why}")
    click.echo(f"Results and games are in {match.folder}.")


def _part(some: int, all_of_them: int) -> str:
    return f"{some / all_of_them:.0%}" if all_of_them else "-"
