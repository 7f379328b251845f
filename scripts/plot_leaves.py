"""Draw docs/pictures/leaves.svg: how the shipped leave tables settled, from their own headers."""

from __future__ import annotations

import json
from pathlib import Path

ROOT = Path(__file__).parents[1]
COLOURS = {"standard": "#1f5fa8", "friends": "#b5482a"}


def main() -> None:
    parts = []
    for row, (name, colour) in enumerate(COLOURS.items()):
        with (ROOT / "src/quixotry/engine/trained" / f"{name}.qxl").open("rb") as file:
            curve = json.loads(file.readline())["recipe"]["curve"]
        top = max(point["moved"] for point in curve)
        points = []
        for step, point in enumerate(curve):
            x, y = 60 + 130 * step, 170 - 130 * point["moved"] / top
            points.append(f"{x},{y:.0f}")
            label = f"{point['moved']:.2f} ({point['points_a_game']:.0f} points a game)"
            parts.append(f'<text x="{x + 6}" y="{y - 6 + 14 * row:.0f}" fill="{colour}">{label}</text>')
        parts.append(
            f'<polyline points="{" ".join(points)}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        parts.append(f'<text x="330" y="{20 + 16 * row}" fill="{colour}">{name} board</text>')
    title = "Mean change of a leave value, in points, by generation"
    axes = '<path d="M50 20V175H460" fill="none" stroke="#444"/>'
    body = f'<text x="50" y="195">{title}</text>{axes}{"".join(parts)}'
    style = 'font-family="sans-serif" font-size="11"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 205" {style}>{body}</svg>\n'
    (ROOT / "docs/pictures/leaves.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
