"""Draw the app's icon in the sizes that systems ask for: `python -m scripts.build_icons` (needs Chromium).

The drawing is `web/static/icon.svg`. A maskable icon is cut to a circle or a rounded square by the system, so the tile
stands smaller on a ground of its own.
"""

from __future__ import annotations

from pathlib import Path

from tests.browser.serving import running_chromium

STATIC = Path(__file__).parents[1] / "src" / "quixotry" / "web" / "static"
GROUND = "#1c6650"
SAFE = 0.62
"""The part of a maskable icon that no system cuts into, with a margin."""


def main() -> None:
    drawing = (STATIC / "icon.svg").read_text("utf-8")
    with running_chromium() as browser:
        page = browser.new_page()
        for name, size, share, ground in (
            ("192", 192, 1.0, "transparent"),
            ("512", 512, 1.0, "transparent"),
            ("maskable-512", 512, SAFE, GROUND),
            ("apple-180", 180, 0.8, GROUND),
        ):
            page.set_viewport_size({"width": size, "height": size})
            page.set_content(
                f"<style>body{{margin:0;height:100vh;display:grid;place-items:center;background:{ground}}}"
                f"svg{{width:{share:.0%};height:{share:.0%}}}</style>{drawing}"
            )
            page.screenshot(path=STATIC / "icons" / f"{name}.png", omit_background=True)


if __name__ == "__main__":
    main()
