"""Putting the page together: tables, charts, and the games that can be replayed on it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Any

from quixotry.arena.contestants import shown_names
from quixotry.arena.report import charts
from quixotry.arena.tally import BIN_POINTS
from quixotry.rules.board import Layout

GAMES_MAX = 200
"""Games that can be replayed on one page; more would make it heavy. The rest are beside it as GCG."""


@dataclass(frozen=True)
class ReplayedGame:
    name: str
    gcg: str


@dataclass(frozen=True)
class Page:
    """What one report shows."""

    title: str
    lead: str
    sections: Sequence[str]
    games: Sequence[ReplayedGame]
    games_played: int
    layout: Layout
    footer: str
    running: str = ""
    """How far a run has come that is not finished."""

    def html(self) -> str:
        """The whole file."""
        replay = script = ""
        if self.games:
            shown = (
                f"All {self.games_played} games."
                if len(self.games) == self.games_played
                else f"{len(self.games)} of {self.games_played} games; all are in the folder of this report."
            )
            replay = _fill(_part("replay.html"), note=escape(shown))
            content = {"layout": _premiums(self.layout), "games": [vars(game) for game in self.games]}
            # Inside a script element only "<" could end it.
            data = json.dumps(content, ensure_ascii=False).replace("<", "\\u003c")
            script = (
                f'<script id="games" type="application/json">{data}</script>\n'
                f"<script>{_part('replay.js')}</script>"
            )
        return _fill(
            _part("page.html"),
            title=escape(self.title),
            lead=escape(self.lead),
            style=_part("style.css"),
            running=_fill(_part("running.html"), running=escape(self.running)) if self.running else "",
            body="\n".join(self.sections),
            footer=escape(self.footer),
            replay=replay,
            script=script,
        )


def big_numbers(numbers: Iterable[tuple[str, str]]) -> str:
    """A few figures that stand out, each with what it is."""
    items = (
        f"<li><strong>{escape(value)}</strong><span>{escape(said)}</span></li>" for value, said in numbers
    )
    return f'<ul class="big">{"".join(items)}</ul>'


def section(title: str, *content: str) -> str:
    return f"<section><h2>{escape(title)}</h2>{''.join(content)}</section>"


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, caption: str) -> str:
    """A table; the first cell of a row is its head."""
    head = "".join(f'<th scope="col">{escape(text)}</th>' for text in heads)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(text)}</td>" for text in row[1:])}</tr>'
        for row in rows
    )
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(caption)}"><table>'
        f'<caption class="hidden">{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def facts(pairs: Iterable[tuple[str, str]]) -> str:
    """What was played, as terms with their values."""
    rows = (f"<dt>{escape(term)}</dt><dd>{escape(value)}</dd>" for term, value in pairs)
    return f"<dl>{''.join(rows)}</dl>"


def figure(picture: str, caption: str, *keys: str) -> str:
    """A chart with its caption; keys name the colours of both sides."""
    named = "".join(
        f'<span class="key {side}">{escape(key)}</span>'
        for key, side in zip(keys, ("first", "second"), strict=False)
    )
    return f"<figure>{picture}<figcaption>{escape(caption)} {named}</figcaption></figure>"


def pairing_charts(pairing: dict[str, Any], *, clock: str, more: str = "") -> str:
    """Spreads, the course of a game, time and bingos of two players, and more figures."""
    first, second = names = shown_names(*pairing["players"])
    one, two = pairing["figures"]
    classes = [(int(start), count) for start, count in pairing["spread_classes"].items()]
    return (
        '<div class="charts">'
        + figure(
            charts.histogram(
                classes,
                BIN_POINTS,
                label=f"Spread distribution of {pairing['games']} games, {first} less {second}",
                axis=f"points of {names[0]} less points of {names[1]}",
            ),
            f"Spreads, in classes of {BIN_POINTS} points; right of zero {names[0]} won.",
            *names,
        )
        + figure(
            charts.lines(
                [(names[0], one["course"]), (names[1], two["course"])],
                label=f"Average score over turns: {names[0]} and {names[1]}",
                axis="own turns",
            ),
            "Average score after each turn, where at least half of the games had one.",
            *names,
        )
        + figure(
            charts.bars(
                [
                    (name, each["seconds"], f"{each['seconds']:.2f} s")
                    for name, each in zip(names, (one, two), strict=True)
                ],
                label="Time used per game",
            ),
            f"Time used per game ({clock}).",
        )
        + figure(
            charts.bars(
                [
                    (name, each["bingos"], f"{each['bingos']:.2f}")
                    for name, each in zip(names, (one, two), strict=True)
                ],
                label="Bingos per game",
            ),
            "Bingos per game.",
        )
        + more
        + "</div>"
    )


def pairing_table(pairing: dict[str, Any]) -> str:
    """The figures of both players side by side."""
    first, second = shown_names(*pairing["players"])
    one, two = pairing["figures"]
    rows = [
        ("games won", *(str(wins) for wins in pairing["wins"])),
        ("games drawn", str(pairing["drawn"]), str(pairing["drawn"])),
        ("matches of two games won (E-S11)", *(str(won) for won in pairing["matches"])),
        ("matches tied", str(pairing["matches_tied"]), str(pairing["matches_tied"])),
        ("points per game", *(f"{each['points']:.1f}" for each in (one, two))),
        ("standard deviation of points", *(f"{each['points_deviation']:.1f}" for each in (one, two))),
        ("highest score", *(str(each["best_score"]) for each in (one, two))),
        ("points per turn", *(f"{each['points_a_turn']:.1f}" for each in (one, two))),
        ("turns per game", *(f"{each['turns']:.1f}" for each in (one, two))),
        ("bingos per game", *(f"{each['bingos']:.2f}" for each in (one, two))),
        ("won when starting", *(f"{each['started_wins']} of {each['started']}" for each in (one, two))),
        ("seconds per game", *(f"{each['seconds']:.2f}" for each in (one, two))),
        ("slowest move", *(f"{each['slowest_ms']} ms" for each in (one, two))),
        ("points lost by overtime", *(str(each["overtime_points"]) for each in (one, two))),
        ("failures", *(str(sum(each["failures"].values())) for each in (one, two))),
    ]
    return table(("figure", first, second), rows, caption=f"{first} and {second}")


def failures(pairing: dict[str, Any]) -> str:
    """Why games or turns were lost without playing, if any were."""
    rows = [
        (name, str(times), why)
        for name, each in zip(shown_names(*pairing["players"]), pairing["figures"], strict=True)
        for why, times in each["failures"].items()
    ]
    return table(("player", "times", "reason"), rows, caption="Failures") if rows else ""


def _premiums(layout: Layout) -> list[list[str]]:
    names = [layout.premium_name(square) for square in layout.squares]
    return [names[start : start + layout.width] for start in range(0, len(names), layout.width)]


def _part(name: str) -> str:
    return (files("quixotry.arena.report") / name).read_text("utf-8")


def _fill(text: str, **values: str) -> str:
    # Split at the marks, so that a value can contain what looks like one.
    parts = text.split("{{")
    filled = [parts[0]]
    for part in parts[1:]:
        name, _, rest = part.partition("}}")
        filled += [values[name], rest]
    return "".join(filled)
