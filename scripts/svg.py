"""The few shapes the pictures of docs/architecture.md are made of, as SVG."""

from __future__ import annotations

from html import escape

INK, MUTED, LINE, PAPER = "#1f2933", "#5b6770", "#7b8794", "#ffffff"
CARD = "#f6f4ee"
"""The card behind everything: text stays readable whether the page around it is light or dark."""
SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
MONO = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def text(
    x: float, y: float, words: str, *, size: float = 12, fill: str = INK, bold: bool = False, mono: bool = False,
    anchor: str = "middle",
) -> str:  # fmt: skip
    weight = ' font-weight="600"' if bold else ""
    family = f' font-family="{MONO}"' if mono else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{fill}" '
        f'text-anchor="{anchor}"{weight}{family}>{escape(words, quote=False)}</text>'
    )


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    fill: str = PAPER,
    stroke: str = LINE,
    radius: float = 8,
) -> str:
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
        f'rx="{number(radius)}" fill="{fill}" stroke="{stroke}"/>'
    )


def path(way: str, *, stroke: str = LINE, dashed: bool = False, arrow: bool = True) -> str:
    dashes = ' stroke-dasharray="5 4"' if dashed else ""
    head = ' marker-end="url(#head)"' if arrow else ""
    return f'<path d="{way}" fill="none" stroke="{stroke}" stroke-width="1.4"{dashes}{head}/>'


def picture(width: float, height: float, title: str, parts: list[str]) -> str:
    """A whole file; `title` is what a screen reader says."""
    size = f"{number(width)} {number(height)}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" width="{number(width)}" '
            f'height="{number(height)}" role="img" font-family="{SANS}">',
            f"<title>{escape(title, quote=False)}</title>",
            '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
            f'orient="auto"><path d="M0 0.8 L7.5 4 L0 7.2 Z" fill="{LINE}"/></marker></defs>',
            box(0.5, 0.5, width - 1, height - 1, fill=CARD, stroke="#ddd8cc", radius=14),
            *parts,
            "</svg>",
            "",
        ]
    )
