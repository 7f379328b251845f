"""What the page's sounds measure, rendered by the browser as it would play them.

`python -m tests.browser.sound_figures` prints length, peak, loudness (RMS) and the loudest step at either end, which
would be heard as a click.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from math import log10, sqrt
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Page

from tests.browser.serving import running_chromium, running_server

RATE = 48_000
SILENCE_S = 0.1
"""Rendered after the end: nothing may be left there."""

_RENDER = """
async ({ rate, silence }) => {
  const address = document.querySelector("script[type=module]").src.replace("main.js", "sounds.js");
  const { SOUNDS, schedule } = await import(address);
  const found = {};
  for (const name of Object.keys(SOUNDS)) {
    const ends = schedule(new OfflineAudioContext(1, rate, rate), name, 0);
    const context = new OfflineAudioContext(1, Math.ceil((ends + silence) * rate), rate);
    schedule(context, name, 0);
    found[name] = { length: ends, samples: [...(await context.startRendering()).getChannelData(0)] };
  }
  return found;
}
"""


@dataclass(frozen=True)
class Figures:
    length_s: float
    peak: float
    """1 is full scale; above it a sound is clipped."""
    rms_db: float
    edge: float
    """The first sample, or the last one, or what is left after the end, whichever is loudest."""


def measure(length_s: float, samples: list[float]) -> Figures:
    inside = samples[: int(length_s * RATE)]
    peak = max(abs(sample) for sample in samples)
    rms = sqrt(sum(sample * sample for sample in inside) / len(inside))
    edge = max(abs(sample) for sample in (samples[0], *samples[len(inside) - 1 :]))
    return Figures(length_s, peak, 20 * log10(rms), edge)


def sound_figures(page: Page) -> dict[str, Figures]:
    """Of every sound, on any page of the app."""
    found: dict[str, Any] = page.evaluate(_RENDER, {"rate": RATE, "silence": SILENCE_S})
    return {name: measure(sound["length"], sound["samples"]) for name, sound in found.items()}


def main() -> None:
    with (
        TemporaryDirectory() as data,
        running_server(Path(data), 100) as address,
        running_chromium() as browser,
    ):
        page = browser.new_page()
        page.goto(f"{address}/about")
        lines = [
            f"{name:8} {found.length_s:5.2f} s  {found.peak:6.3f}  {found.rms_db:5.1f} dB  {found.edge:.4f}"
            for name, found in sound_figures(page).items()
        ]
    sys.stdout.write("\n".join(["sound     length    peak      RMS   edge", *lines, ""]))


if __name__ == "__main__":
    main()
