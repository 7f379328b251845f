"""The windows people play through, and what stands where in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page

# (width, height): a big screen, a laptop, a tablet, a phone turned, 200 % zoom, a phone, a small phone.
SIZES = ((1920, 1080), (1366, 625), (1280, 720), (820, 1180), (844, 390), (640, 400), (390, 844), (360, 640))

LONG_NAMES = ("Wilhelmina Featherstonehaugh", "Bartholomew the Younger", "Jo", "Ada")

_MEASURE = """() => {
  const box = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  };
  const shown = (selector) => [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }));
  const one = (selector) => {
    const found = shown(selector)[0];
    return found ? box(found) : null;
  };
  const lines = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const seen = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 4);
    return new Set(seen.map(({ top }) => Math.round(top))).size;
  };
  const label = (element) => ({
    name: element.textContent,
    box: box(element),
    lines: lines(element.querySelector(".tool-name, span") ?? element),
    is_cut: element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1,
  });
  const root = document.documentElement;
  return {
    scrolls_sideways: root.scrollWidth > root.clientWidth,
    scrolls_down: root.scrollHeight > root.clientHeight,
    parts: {
      board: one(".board-box"),
      status: one(".status"),
      rack: one(".rack-box"),
      primary: one("[data-action=primary]"),
      seats: one(".seat-list"),
    },
    sheet: one(".sheet-panel"),
    tools: shown(".control-row button, .control-row select, .segments label").map(label),
    panels: shown(".side > .panel").map(label),
    tiles: shown(".rack-tile, .rack .slot").map(box),
    names: shown(".seat-name").map(label),
    seats: shown(".seat").map(box),
  };
}"""


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    def is_apart_from(self, other: Box) -> bool:
        return (
            self.right <= other.x + 1
            or other.right <= self.x + 1
            or self.bottom <= other.y + 1
            or other.bottom <= self.y + 1
        )


@dataclass(frozen=True)
class Label:
    """Something with a text: where it stands, on how many lines, and whether some of it is cut off."""

    name: str
    box: Box
    lines: int
    is_cut: bool


@dataclass(frozen=True)
class Screen:
    """A table as it stands in a window of some size."""

    width: int
    height: int
    scrolls_sideways: bool
    scrolls_down: bool
    parts: dict[str, Box]
    sheet: Box | None
    tools: list[Label]
    panels: list[Label]
    tiles: list[Box]
    names: list[Label]
    seats: list[Box]

    @property
    def is_wide(self) -> bool:
        return self.width > self.height

    def holds(self, box: Box) -> bool:
        return box.x >= -1 and box.y >= -1 and box.right <= self.width + 1 and box.bottom <= self.height + 1


def look(page: Page, size: tuple[int, int]) -> Screen:
    """Resize the window and measure what it shows."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    settle(page)
    found = page.evaluate(_MEASURE)
    return Screen(
        width=size[0],
        height=size[1],
        scrolls_sideways=found["scrolls_sideways"],
        scrolls_down=found["scrolls_down"],
        parts={name: Box(**box) for name, box in found["parts"].items() if box},
        sheet=Box(**found["sheet"]) if found["sheet"] else None,
        tools=[_label(each) for each in found["tools"]],
        panels=[_label(each) for each in found["panels"]],
        tiles=[Box(**each) for each in found["tiles"]],
        names=[_label(each) for each in found["names"]],
        seats=[Box(**each) for each in found["seats"]],
    )


def settle(page: Page) -> None:
    """Until what has changed is drawn."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def _label(found: dict[str, Any]) -> Label:
    return Label(**{**found, "box": Box(**found["box"])})
