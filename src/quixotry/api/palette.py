"""The colours of boards and tiles in pictures: those of the browser app, by day and by night.

`tests/api/test_drawing.py` compares them with the app's `tokens.css`.
"""

from __future__ import annotations

FONT = 'system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif'

COLOURS: dict[str, tuple[str, str]] = {
    "surface": ("#fffdf8", "#262421"),
    "line": ("#dcd4c4", "#413d36"),
    "ink": ("#2a2620", "#f0eadd"),
    "ink-2": ("#5f584c", "#b9b1a1"),
    "accent": ("#1c6650", "#5fbf9d"),
    "frame": ("#e4dccb", "#35312b"),
    "square": ("#efe9dc", "#2d2a26"),
    "square-line": ("#fffdf8", "#1f1d1a"),
    "dl": ("#c9e3f2", "#2c4a5b"),
    "dl-ink": ("#21566f", "#bfe0f2"),
    "tl": ("#3f78b4", "#1f4f86"),
    "tl-ink": ("#ffffff", "#dcebfb"),
    "dw": ("#f6ccd2", "#673a45"),
    "dw-ink": ("#8c2c40", "#fbd5db"),
    "tw": ("#c8453f", "#8d2f2b"),
    "tw-ink": ("#ffffff", "#ffe3df"),
    "star-ink": ("#8c2c40", "#fbd5db"),
    "coordinate": ("#6a6250", "#a89f8e"),
    "tile": ("#fdf3d9", "#e9dab4"),
    "tile-edge": ("#d5bf8c", "#c2ab76"),
    "tile-side": ("#b99f66", "#85703f"),
    "tile-ink": ("#2b2215", "#261e10"),
    "blank": ("#8a63b8", "#7d59a8"),
    "blank-edge": ("#6b4797", "#a487c8"),
    "blank-ink": ("#ffffff", "#ffffff"),
    "last": ("#e58a1f", "#f0a04b"),
}
"""By their names in the app: light, dark."""

_RULES = (
    ("text", f"font-family:{FONT};font-variant-numeric:tabular-nums", {}),
    (".qx-frame", "", {"fill": "frame"}),
    (".qx-surface", "stroke-width:1", {"fill": "surface", "stroke": "line"}),
    (".qx-coordinate", "font-size:12px;font-weight:600;text-anchor:middle", {"fill": "coordinate"}),
    (".qx-square", "stroke-width:1.5", {"fill": "square", "stroke": "square-line"}),
    *(
        (f".qx-{kind}", "", {"fill": colour})
        for kind, colour in (("dl", "dl"), ("tl", "tl"), ("ql", "tl"), ("dw", "dw"), ("tw", "tw"), ("qw", "tw"))
    ),
    (".qx-label", "font-size:12.5px;font-weight:650;text-anchor:middle;letter-spacing:0.03em", {}),
    *(
        (f".qx-{kind}-ink", "", {"fill": f"{colour}-ink"})
        for kind, colour in (("dl", "dl"), ("tl", "tl"), ("ql", "tl"), ("dw", "dw"), ("tw", "tw"), ("qw", "tw"))
    ),
    (".qx-star", "opacity:0.85", {"fill": "star-ink"}),
    (".qx-side", "", {"fill": "tile-side"}),
    (".qx-face", "stroke-width:1", {"fill": "tile", "stroke": "tile-edge"}),
    (".qx-letter", "font-size:23px;font-weight:700;text-anchor:middle", {"fill": "tile-ink"}),
    (".qx-value", "font-size:10px;font-weight:600;text-anchor:end", {"fill": "tile-ink"}),
    (".qx-blank .qx-side", "", {"fill": "blank-edge"}),
    (".qx-blank .qx-face", "", {"fill": "blank", "stroke": "blank-edge"}),
    (".qx-blank .qx-letter", "font-style:italic", {"fill": "blank-ink"}),
    (".qx-last .qx-face", "stroke-width:3", {"stroke": "last"}),
    (".qx-name", "font-size:15px;font-weight:500", {"fill": "ink-2"}),
    (".qx-name.qx-on-turn", "font-weight:700", {"fill": "ink"}),
    (".qx-score", "font-size:24px;font-weight:700", {"fill": "ink"}),
    (".qx-note", "font-size:15px", {"fill": "ink-2"}),
    (".qx-turn", "", {"fill": "accent"}),
)  # fmt: skip


def style(scope: str = ".qx-picture") -> str:
    """The style sheet of a picture. Plain colours and no variables: every program that shows SVG knows those."""

    def rule(selector: str, properties: list[str]) -> str:
        return f"{scope} {selector}{{{';'.join(properties)}}}"

    def coloured(colours: dict[str, str], shade: int) -> list[str]:
        return [f"{what}:{COLOURS[name][shade]}" for what, name in colours.items()]

    light = "".join(rule(at, [*filter(None, [fixed]), *coloured(inks, 0)]) for at, fixed, inks in _RULES)
    dark = "".join(rule(at, coloured(inks, 1)) for at, _, inks in _RULES if inks)
    return f"<style>{light}@media (prefers-color-scheme:dark){{{dark}}}</style>"
