"""The report of a match."""

from __future__ import annotations

from typing import Any

from quixotry.arena.contestants import shown_name
from quixotry.arena.match import Match
from quixotry.arena.report import charts, page


def match_report(match: Match, *, made_by: str, running: bool = False) -> str:
    """The whole HTML file; its figures are those of `match.plain()`. One that is `running` says so."""
    result = match.plain()
    first, second = match.names
    low, rating, high = sorted(result["rating_difference"])
    share, (least, most) = result["share"], result["share_interval"]
    numbers = [
        (
            f"{result['wins'][0] + result['drawn'] / 2:g} : {result['wins'][1] + result['drawn'] / 2:g}",
            f"games, {first} : {second}",
        ),
        (f"{share:.1%}", f"of the wins to {first} (95 %: {least:.1%} to {most:.1%})"),
        (f"{rating:+.0f}", f"rating points ({low:+.0f} to {high:+.0f})"),
        (f"{result['spread']:+.1f}", f"spread per game, ± {result['spread_error']:.1f}"),
    ]
    if result["luck_left"] is not None:
        said = "of the variance is left by playing the same tiles twice"
        numbers.append((f"{result['luck_left']:.0%}", said))
    rating_chart = page.figure(
        charts.intervals(
            [(f"{first} over {second}", rating, low, high)], label=f"Rating of {first} over {second}"
        ),
        "Difference in rating with its 95 % interval; 400 points are odds of ten to one.",
    )
    sections = [
        page.big_numbers(numbers),
        page.section("Result", page.pairing_table(result), page.failures(result)),
        page.section("Charts", page.pairing_charts(result, clock=clock_text(result), more=rating_chart)),
        page.section("What was played", page.facts(conditions(result, match.plan.ruleset.title))),
    ]
    return page.Page(
        title=f"{first} against {second}",
        lead=f"{result['games']} games in pairs with the same tiles and swapped starts.",
        sections=sections,
        games=_games(match),
        games_played=result["games"],
        layout=match.plan.ruleset.layout,
        footer=f"Made by {made_by}.",
        running=f"Still being played: {match.pairing.pairs} of {match.pairs} pairs so far."
        if running
        else "",
    ).html()


def _games(match: Match) -> list[page.ReplayedGame]:
    found = []
    for number in range(min(match.pairing.pairs, page.GAMES_MAX // 2)):
        for place in (1, 2):
            gcg = match.record(number, place)
            if gcg is not None:
                found.append(page.ReplayedGame(f"pair {number + 1}, game {place}", gcg))
    return found


def clock_text(result: dict[str, Any]) -> str:
    return "processor time" if result["time"]["clock"] == "processor" else "time gone by"


def conditions(result: dict[str, Any], rules: str) -> list[tuple[str, str]]:
    """Rules, tiles, time, and who plays the same twice."""
    time = result["time"]
    limits = []
    if time["game_seconds"] is not None:
        limits.append(
            f"{time['game_seconds']:g} s for a game, {time['overtime_points_a_minute']} points "
            "for every started minute of overtime"
        )
    if time["move_seconds"] is not None:
        limits.append(f"{time['move_seconds']:g} s for a move")
    deterministic = result["deterministic"]
    same = [shown_name(name) for name, known in deterministic.items() if known]
    other = [shown_name(name) for name, known in deterministic.items() if not known]
    said = []
    if same:
        said.append(f"{', '.join(same)}: the same seed gives the same moves")
    if other:
        said.append(f"{', '.join(other)}: not deterministic, games differ from run to run")
    found = [
        ("rules", f"{rules} ({result['rules']})"),
        ("word list", result["lexicon"]),
        ("tiles", f"seeds from {result['seed']}, one for each pair"),
        ("time", "; ".join(limits) or "as each player likes"),
        ("clock", clock_text(result)),
        ("players", "; ".join(said)),
        ("failures", "lose the game" if result["on_failure"] == "lose" else "cost the turn"),
    ]
    if result.get("sprt"):
        test = result["sprt"]
        verdict = {
            "H1": f"accepted {test['high']:+g}",
            "H0": f"accepted {test['low']:+g}",
            None: "not decided",
        }
        found.append(
            (
                "SPRT",
                f"{test['low']:+g} against {test['high']:+g} rating points: {verdict[test['accepted']]} "
                f"(log-likelihood ratio {test['ratio']:+.2f}, "
                f"bounds {test['bounds'][0]:.2f} and {test['bounds'][1]:.2f})",
            )
        )
    return found
