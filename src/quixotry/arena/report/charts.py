"""Charts as inline SVG. Colours come from the page's style sheet, so they follow light, dark and print."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

WIDTH, HEIGHT = 460, 240
LEFT, RIGHT, TOP, BOTTOM = 46, 12, 12, 38


def _open(label: str, height: int = HEIGHT) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(label)}" '
        'xmlns="http://www.w3.org/2000/svg">'
    )


def steps(most: float, amount: int = 5) -> list[float]:
    """Round numbers from 0 to `most` or a little above, for an axis."""
    if most <= 0:
        return [0.0, 1.0]
    rough = most / amount
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * times for times in (1, 2, 5, 10) if power * times >= rough * (1 - 1e-9))
    return [step * n for n in range(math.ceil(most / step - 1e-9) + 1)]


def _axis_y(values: Sequence[float], bottom: int) -> tuple[str, float]:
    """Lines across with their numbers; returns also how high one unit is."""
    top = values[-1] or 1.0
    unit = (bottom - TOP) / top
    drawn = []
    for value in values:
        y = bottom - value * unit
        drawn.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        drawn.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:g}</text>')
    return "".join(drawn), unit


def histogram(classes: Sequence[tuple[int, int]], width: int, *, label: str, axis: str) -> str:
    """How often values fell into classes, which begin at the first number of each and are so wide."""
    counts = dict(classes)
    first, last = min(counts), max(counts) + width
    places = range(first, last, width)
    bottom = HEIGHT - BOTTOM
    lines, unit = _axis_y(steps(max(counts.values())), bottom)
    across = (WIDTH - LEFT - RIGHT) / len(places)
    drawn = [_open(label), lines]
    every = math.ceil(len(places) / 8)
    for n, start in enumerate(places):
        x, high = LEFT + n * across, counts.get(start, 0) * unit
        side = "second" if start < 0 else "first"
        drawn.append(
            f'<rect class="{side}" x="{x + 0.5:.1f}" y="{bottom - high:.1f}" width="{max(0.5, across - 1):.1f}" '
            f'height="{high:.1f}"><title>{start} to {start + width - 1}: {counts.get(start, 0)}</title></rect>'
        )
        if n % every == 0:
            drawn.append(f'<text x="{x:.1f}" y="{bottom + 15}" text-anchor="middle">{start}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    drawn.append(
        f'<text class="axis" x="{middle}" y="{HEIGHT - 4}" text-anchor="middle">{escape(axis)}</text>'
    )
    return "".join([*drawn, "</svg>"])


def lines(courses: Sequence[tuple[str, Sequence[float]]], *, label: str, axis: str) -> str:
    """Courses over turns, one line each, named where it ends."""
    bottom = HEIGHT - BOTTOM
    turns = max(2, *(len(course) for _, course in courses))
    drawn_axis, unit = _axis_y(
        steps(max((max(course, default=0) for _, course in courses), default=0)), bottom
    )
    across = (WIDTH - LEFT - RIGHT) / turns
    drawn = [_open(label), drawn_axis]
    for turn in range(0, turns + 1, math.ceil(turns / 8)):
        x = LEFT + turn * across
        drawn.append(f'<text x="{x:.1f}" y="{bottom + 15}" text-anchor="middle">{turn}</text>')
    for (_, course), side in zip(courses, ("first", "second"), strict=False):
        points = [(float(LEFT), float(bottom))]
        points += [(LEFT + turn * across, bottom - value * unit) for turn, value in enumerate(course, 1)]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        drawn.append(f'<polyline class="line {side}" points="{path}"/>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    drawn.append(
        f'<text class="axis" x="{middle}" y="{HEIGHT - 4}" text-anchor="middle">{escape(axis)}</text>'
    )
    return "".join([*drawn, "</svg>"])


def bars(rows: Sequence[tuple[str, float, str]], *, label: str) -> str:
    """One bar per row: name, length, and what stands behind it."""
    most = max((value for _, value, _ in rows), default=0) or 1.0
    high = 30
    height = len(rows) * high + 8
    names = _names_width([name for name, _, _ in rows])
    drawn = [_open(label, height)]
    room = WIDTH - names - 110
    for n, (name, value, said) in enumerate(rows):
        y = 4 + n * high
        side = ("first", "second")[n % 2] if len(rows) == 2 else "first"
        drawn.append(f'<text x="{names - 8}" y="{y + 19}" text-anchor="end">{escape(_cut(name))}</text>')
        drawn.append(
            f'<rect class="{side}" x="{names}" y="{y + 4}" width="{value / most * room:.1f}" height="{high - 9}"/>'
        )
        drawn.append(f'<text x="{names + value / most * room + 6:.1f}" y="{y + 19}">{escape(said)}</text>')
    return "".join([*drawn, "</svg>"])


def intervals(rows: Sequence[tuple[str, float, float, float]], *, label: str) -> str:
    """A dot with its interval per row: name, value, low, high."""
    low, high = min(row[2] for row in rows), max(row[3] for row in rows)
    if high - low < 1:
        low, high = low - 50, high + 50
    margin = (high - low) * 0.08
    low, high = low - margin, high + margin
    names = _names_width([row[0] for row in rows])
    room = WIDTH - names - 20
    each = 30
    height = len(rows) * each + 30
    drawn = [_open(label, height)]
    span = steps(high - low, 4)[1]
    mark = math.ceil(low / span) * span
    while mark <= high:
        x = names + (mark - low) / (high - low) * room
        drawn.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="4" y2="{height - 22}"/>')
        drawn.append(f'<text x="{x:.1f}" y="{height - 6}" text-anchor="middle">{mark:g}</text>')
        mark += span
    for n, (name, value, least, most) in enumerate(rows):
        y = 4 + n * each + 14
        at, begin, end = (names + (number - low) / (high - low) * room for number in (value, least, most))
        drawn.append(f'<text x="{names - 8}" y="{y + 5}" text-anchor="end">{escape(_cut(name))}</text>')
        drawn.append(f'<line class="whisker" x1="{begin:.1f}" x2="{end:.1f}" y1="{y}" y2="{y}"/>')
        drawn.append(
            f'<circle class="first" cx="{at:.1f}" cy="{y}" r="5"><title>{value:.0f} ({least:.0f} to {most:.0f})'
            "</title></circle>"
        )
    return "".join([*drawn, "</svg>"])


def _cut(name: str) -> str:
    return name if len(name) <= 22 else f"{name[:21]}…"


def _names_width(names: Sequence[str]) -> int:
    return 16 + round(6.6 * max((len(_cut(name)) for name in names), default=0))
