"""The report of a tournament."""

from __future__ import annotations

from typing import Any

from quixotry.arena.contestants import shown_name
from quixotry.arena.report import charts, page
from quixotry.arena.report.match import clock_text, conditions
from quixotry.arena.tournament import REST_SPREAD, Tournament

SYSTEMS = {
    "round-robin": "Everybody met everybody.",
    "swiss": "A Swiss tournament: players with about as many wins met.",
    "gauntlet": "The first player met all others.",
}
PAIRINGS_MAX = 15
"""Meetings with charts of their own on one page."""


def tournament_report(tournament: Tournament, *, made_by: str) -> str:
    """The whole HTML file; its figures are those of `tournament.plain()`."""
    result = tournament.plain()
    shown = result["pairings"][:PAIRINGS_MAX]
    clock = clock_text(result)
    sections = [
        page.section("Standings", standings_table(result), page.paragraph(order_text(result))),
        page.section("Cross table", cross_table(tournament)),
        page.section("Ratings", _ratings(result)),
        page.section("What was played", page.facts(conditions(result, tournament.plan.ruleset.title))),
        *(_meeting(pairing, clock) for pairing in shown),
    ]
    return page.Page(
        title=f"Tournament of {len(tournament.players)} players",
        lead=f"{SYSTEMS[tournament.system]} {result['games']} games in pairs with the same tiles and swapped starts.",
        sections=sections,
        games=_games(tournament),
        games_played=result["games"],
        layout=tournament.plan.ruleset.layout,
        footer=f"Made by {made_by}.",
    ).html()


def order_text(result: dict[str, Any]) -> str:
    """How standings are ordered, in a sentence or two."""
    text = f"Order: {', then '.join(result['order'])}."
    if any(each["rests"] for each in result["standings"]):
        text += f" Who rested in a round has won its games by {REST_SPREAD} points."
    return text


def standings_table(result: dict[str, Any]) -> str:
    rows = [
        (
            f"{place}. {shown_name(each['player'])}",
            f"{each['won']:g}",
            str(each["games"]),
            f"{each['spread']:+d}",
            str(each["matches"]),
            f"{each['points'] / each['games']:.1f}" if each["games"] else "-",
        )
        for place, each in enumerate(result["standings"], 1)
    ]
    heads = ("player", "games won", "played", "spread", "matches won", "points per game")
    return page.table(heads, rows, caption="Standings")


def cross_rows(tournament: Tournament) -> list[tuple[str, ...]]:
    """What each player won against each other, in the order of the standings; a draw counts half."""
    order = [each.name for each in tournament.standings()]
    rows = []
    for name in order:
        cells = []
        for other in order:
            met = tournament.pairing(name, other)
            if met is None:
                cells.append("×" if name == other else "-")
                continue
            pairing, side = met
            wins = [player.wins + pairing.drawn / 2 for player in pairing.players]
            cells.append(f"{wins[side]:g}–{wins[1 - side]:g}")
        rows.append((shown_name(name), *cells))
    return rows


def cross_table(tournament: Tournament) -> str:
    rows = cross_rows(tournament)
    return page.table(("won – lost", *(row[0] for row in rows)), rows, caption="Cross table")


def _ratings(result: dict[str, Any]) -> str:
    rows = [(shown_name(each["player"]), each["rating"], *each["interval"]) for each in result["ratings"]]
    if not rows:
        return page.paragraph("Nobody has played yet.")
    return page.figure(
        charts.intervals(rows, label="Ratings with their 95 % intervals"),
        "Ratings with their 95 % intervals, bootstrapped over pairs of games; 400 points are odds of ten to one "
        "(Bradley and Terry's model, fitted by Hunter's method).",
    )


def _meeting(pairing: dict[str, Any], clock: str) -> str:
    first, second = (shown_name(name) for name in pairing["players"])
    return page.section(
        f"{first} and {second}",
        page.pairing_table(pairing),
        page.failures(pairing),
        page.pairing_charts(pairing, clock=clock),
    )


def _games(tournament: Tournament) -> list[page.ReplayedGame]:
    found = []
    for number in range(min(tournament.games_played // 2, page.GAMES_MAX // 2)):
        for place in (1, 2):
            gcg = tournament.record(number, place)
            if gcg is not None:
                names = [line.split(" ", 2)[2] for line in gcg.splitlines() if line.startswith("#player")]
                found.append(page.ReplayedGame(f"{number + 1}.{place} {' – '.join(names)}", gcg))
    return found
