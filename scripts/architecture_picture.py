"""Draw the pictures of docs/architecture.md: the rooms, and the way of a move.

    python -m scripts.architecture_picture

The rooms and their arrows are those of `tests/rooms.py`; nothing of that table is repeated here.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from scripts import svg
from scripts.layers import Drawing, heights, lay_out, reachable, reduced

from tests.rooms import MAY_IMPORT, room

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
ROOMS, MOVE = PICTURES / "rooms.svg", PICTURES / "way-of-a-move.svg"

CAPTIONS = {
    "__main__": "errors to exit codes",
    "": "import quixotry as qx",
    "analysis": "advice, hints, lanes",
    "api": "Game, Engine, Match ...",
    "app": "puts a server together",
    "arena": "self-play, training",
    "cli": "one file per command",
    "engine": "compiled search",
    "errors": "one root, one code each",
    "fair": "draws from a seed",
    "lexicon": "words, GADDAG",
    "machine": "locks, limits, signals",
    "metrics": "figures",
    "notation": "GCG, CGP, records",
    "paths": "a user's folders",
    "play": "tables, lobby, library",
    "players": "levels, workers",
    "protocol": "typed messages",
    "rules": "the game itself: values and pure functions",
    "store": "files, SQL",
    "terminal": "the game in letters",
    "threads": "jobs with a limit",
    "values": "frozen dataclasses",
    "web": "HTTP, sockets, pages",
    "wording": "what people read",
    "wording.catalog": "messages by id",
    "wording.phrases": "small words",
}

WIDTH, HEIGHT, GAP, LEVEL = 152.0, 46.0, 22.0, 88.0
MARGIN = 28.0


# The rooms


def plan() -> tuple[dict[str, list[str]], set[tuple[str, str]]]:
    """What is drawn: boxes with their arrows, and which arrows lead to a part of a room only.

    A module that a room below its own may import is a box of its own: it stands lower than the rest of its room.
    """
    whole = {by: [of for of in allowed if of in MAY_IMPORT] for by, allowed in MAY_IMPORT.items()}
    below = reachable(whole)
    lower = {of for by, allowed in MAY_IMPORT.items() for of in allowed if by in below.get(room(of), ())} - {
        *MAY_IMPORT
    }
    arrows: dict[str, list[str]] = {}
    partial: set[tuple[str, str]] = set()
    for by, allowed in MAY_IMPORT.items():
        targets = arrows.setdefault(by, [])
        for of in allowed:
            target = of
            if of not in MAY_IMPORT and of not in lower:
                target = room(of)
                partial.add((by, target))
            arrows.setdefault(target, [])
            if target not in targets:
                targets.append(target)
    return arrows, partial


def rooms_picture() -> str:
    graph, partial = plan()
    height = heights(graph)
    floor = sorted(
        (node for node in graph if height[node] < height["rules"]), key=lambda each: (-height[each], each)
    )
    shown = reduced(
        {
            node: [of for of in targets if of not in floor]
            for node, targets in graph.items()
            if node not in floor
        }
    )
    widths = dict.fromkeys(graph, WIDTH) | {"rules": 2 * WIDTH}
    drawing = lay_out(shown, widths, gap=GAP)

    left = min(drawing.x[node] - widths.get(node, 0) / 2 for layer in drawing.layers for node in layer)
    right = max(drawing.x[node] + widths.get(node, 0) / 2 for layer in drawing.layers for node in layer)
    width = max(right - left, len(floor) * (WIDTH + GAP) + GAP) + 2 * MARGIN
    shift = width / 2 - (left + right) / 2
    x = {node: at + shift for node, at in drawing.x.items()}
    top = MARGIN + 56
    y = {
        node: top + LEVEL * (len(drawing.layers) - 1 - number)
        for number, layer in enumerate(drawing.layers)
        for node in layer
    }
    parts = [
        svg.text(MARGIN, MARGIN + 12, "The rooms, and who may import whom", size=17, bold=True, anchor="start"),
        svg.text(
            MARGIN, MARGIN + 32,
            "Imports go down only. Arrows that a longer way implies are left out; dashed: only a few modules of it.",
            fill=svg.MUTED, anchor="start",
        ),
    ]  # fmt: skip
    parts += _arrows(drawing, x, y, widths, partial)
    for node in shown:
        parts += _room(node, x[node], y[node], widths[node], is_door=node in ("", "rules"))

    ground = max(y.values()) + LEVEL
    parts.append(
        svg.path(f"M{svg.number(x['rules'])} {svg.number(ground - LEVEL + HEIGHT)} V{svg.number(ground)}")
    )
    band = len(floor) * (WIDTH + GAP) + GAP
    parts.append(svg.box(width / 2 - band / 2, ground, band, HEIGHT + 46, fill="#ece8dd", stroke="#cfc8b6"))
    parts.append(
        svg.text(
            width / 2,
            ground + 20,
            "the floor: rooms above stand on it where the table says so",
            fill=svg.MUTED,
        )
    )
    for number, node in enumerate(floor):
        at = width / 2 - band / 2 + GAP + WIDTH / 2 + number * (WIDTH + GAP)
        parts += _room(node, at, ground + 32, WIDTH)
    return svg.picture(
        width, ground + HEIGHT + 46 + MARGIN, "The rooms of Quixotry and who may import whom", parts
    )


def _room(node: str, x: float, y: float, width: float, *, is_door: bool = False) -> Iterable[str]:
    fill = "#fdf3d0" if is_door else svg.PAPER
    name = node or "quixotry"
    yield svg.box(x - width / 2, y, width, HEIGHT, fill=fill)
    yield svg.text(x, y + 19, name, size=13, bold=True, mono=True)
    yield svg.text(x, y + 36, CAPTIONS[node], size=11, fill=svg.MUTED)


def _arrows(
    drawing: Drawing,
    x: dict[str, float],
    y: dict[str, float],
    widths: dict[str, float],
    partial: set[tuple[str, str]],
) -> Iterable[str]:
    leaving = _ports([(arrow[0], arrow[1]) for arrow in drawing.arrows], x, widths)
    entering = _ports([(arrow[-1], arrow[-2]) for arrow in drawing.arrows], x, widths)
    for arrow in drawing.arrows:
        points = [(leaving[arrow[0], arrow[1]], y[arrow[0]] + HEIGHT)]
        for bend in arrow[1:-1]:
            points += [(x[bend], y[bend]), (x[bend], y[bend] + HEIGHT)]
        points.append((entering[arrow[-1], arrow[-2]], y[arrow[-1]]))
        way = f"M{svg.number(points[0][0])} {svg.number(points[0][1])}"
        for (x0, y0), (x1, y1) in pairwise(points):
            if x0 == x1:
                way += f" V{svg.number(y1)}"
            else:
                half = svg.number((y0 + y1) / 2)
                way += f" C{svg.number(x0)} {half} {svg.number(x1)} {half} {svg.number(x1)} {svg.number(y1)}"
        yield svg.path(way, dashed=(arrow[0], arrow[-1]) in partial)


def _ports(
    ends: list[tuple[str, str]], x: dict[str, float], widths: dict[str, float]
) -> dict[tuple[str, str], float]:
    """Where on a box's edge each arrow begins or ends: side by side, in the order of what they lead to."""
    found = {}
    for node in {node for node, _ in ends}:
        others = sorted((other for each, other in ends if each == node), key=x.__getitem__)
        room_for = min(26.0, (widths[node] - 40) / max(1, len(others) - 1))
        for place, other in enumerate(others):
            found[node, other] = x[node] + (place - (len(others) - 1) / 2) * room_for
    return found


# The way of a move

COLUMNS = (
    ("Terminal", "#dcebf9", (
        ("a person types and confirms", "8H WORD", "terminal/typed_line.py"),
        ("on disk before it counts", "log.append(events)", "terminal/session.py"),
        ("the board, and the news in words", "event_lines(events)", "wording/events.py"),
    )),
    ("Server", "#dff1df", (
        ("a page or a worker sends JSON", "MoveCommand, Chosen", "web/socket.py, players/worker_pool.py"),
        ("on disk before it counts", "log.submit_append(events)", "play/table.py"),
        ("every page gets what its seat may see", "View, redact(event)", "play/audience.py"),
    )),
    ("Arena", "#f3e3f1", (
        ("a player chooses", "choose(view, budget_ms)", "arena/game.py"),
        ("in memory only", "game = after", "arena/game.py"),
        ("results are rated", "rate(results)", "arena/ratings.py"),
    )),
    ("Library", "#fbe9cf", (
        ("a program pushes", 'game.push("8H WORD")', "api/game.py"),
        ("in memory, so that pop() works", "states.append(after)", "api/game.py"),
        ("text, picture or record", "print(game), game.svg()", "api/drawing.py"),
    )),
)  # fmt: skip
"""Who asks for a move, where it is kept, and who is told: a sentence, the code, the file."""

JUDGING = (
    ("decide", "legal? and what follows?", "rules/referee.py"),
    ("events", "facts: tiles, points, turns", "rules/event.py"),
    ("evolve", "the position after them", "rules/position.py"),
)
ARBITER = (("tiles", "SeededDraws"), ("words", "Lexicon"), ("can_play", "Engine"))

COLUMN, STEP, BETWEEN = 248.0, 74.0, 40.0


def move_picture() -> str:
    width = len(COLUMNS) * COLUMN + (len(COLUMNS) - 1) * GAP + 2 * MARGIN
    parts = [
        svg.text(MARGIN, MARGIN + 12, "The way of a move", size=17, bold=True, anchor="start"),
        svg.text(
            MARGIN, MARGIN + 32, "Whoever asks, Game.move judges: nothing else calls decide.",
            fill=svg.MUTED, anchor="start",
        ),
    ]  # fmt: skip
    head = MARGIN + 48
    asks = head + 40
    band = asks + STEP + BETWEEN + 8
    band_height = 168.0
    saved = band + band_height + BETWEEN
    shown = saved + STEP + BETWEEN - 10
    for number, (name, colour, steps) in enumerate(COLUMNS):
        x = MARGIN + number * (COLUMN + GAP)
        middle = x + COLUMN / 2
        parts.append(svg.box(x, head, COLUMN, 30, fill=colour, stroke=colour))
        parts.append(svg.text(middle, head + 20, name, size=14, bold=True))
        for y, step in zip((asks, saved, shown), steps, strict=True):
            parts += _step(x, y, step)
        for start, end in ((asks + STEP, band), (band + band_height, saved), (saved + STEP, shown)):
            parts.append(svg.path(f"M{svg.number(middle)} {svg.number(start)} V{svg.number(end)}"))
        parts.append(svg.text(middle + 10, asks + STEP + 29, "Move", size=12, mono=True, anchor="start"))
        parts.append(
            svg.text(middle + 10, band + band_height + 24, "after", size=12, mono=True, anchor="start")
        )
    parts += _judging(band, band_height, width)
    return svg.picture(width, shown + STEP + MARGIN, "The way of a move through Game.move", parts)


def _step(x: float, y: float, step: tuple[str, str, str]) -> Iterable[str]:
    sentence, code, file = step
    yield svg.box(x, y, COLUMN, STEP)
    yield svg.text(x + COLUMN / 2, y + 20, sentence, size=12)
    yield svg.text(x + COLUMN / 2, y + 42, code, size=12.5, bold=True, mono=True)
    yield svg.text(x + COLUMN / 2, y + 62, file, size=10.5, fill=svg.MUTED)


def _judging(y: float, height: float, width: float) -> Iterable[str]:
    """The band in the middle: what comes in from outside, the three steps, and the refusal."""
    inner = width - 2 * MARGIN
    yield svg.box(MARGIN, y, inner, height, fill="#fdf3d0", stroke="#d9bf62")
    yield svg.text(width / 2, y + 26, "Game.move(seat, move, arbiter, now_ms)", size=15, bold=True, mono=True)
    yield svg.text(
        width / 2, y + 45, "rules/game.py: no clock, no randomness, no files", size=11.5, fill=svg.MUTED
    )
    top, tall = y + 62, 84.0
    side, space = 176.0, 34.0
    step = (inner - 2 * GAP - 2 * side - 4 * space) / 3
    x = MARGIN + GAP
    middle = top + tall / 2
    yield svg.box(x, top, side, tall, fill=svg.CARD)
    yield svg.text(x + side / 2, top + 19, "Arbiter", size=12.5, bold=True, mono=True)
    for number, (name, source) in enumerate(ARBITER):
        yield svg.text(
            x + side / 2, top + 38 + 17 * number, f"{name}: {source}", size=11.5, mono=True, fill=svg.MUTED
        )
    yield svg.path(f"M{svg.number(x + side)} {svg.number(middle)} h{svg.number(space)}")
    x += side + space
    for number, (name, sentence, file) in enumerate(JUDGING):
        yield svg.box(x, top, step, tall)
        yield svg.text(x + step / 2, top + 26, name, size=13.5, bold=True, mono=True)
        yield svg.text(x + step / 2, top + 48, sentence, size=11.5)
        yield svg.text(x + step / 2, top + 68, file, size=10.5, fill=svg.MUTED)
        is_last = number == len(JUDGING) - 1
        if not is_last:
            yield svg.path(f"M{svg.number(x + step)} {svg.number(middle)} h{svg.number(space)}")
        x += step + space
    yield svg.box(x, top, side, tall, fill="#fbe3df", stroke="#d59a8f")
    yield svg.text(x + side / 2, top + 22, "or IllegalMove", size=12.5, bold=True, mono=True)
    yield svg.text(x + side / 2, top + 43, "code, clause, sentence;", size=11.5)
    yield svg.text(x + side / 2, top + 60, "nothing has changed", size=11.5)


PAGES = {ROOMS: rooms_picture, MOVE: move_picture}


def main() -> None:
    for file, draw in PAGES.items():
        file.write_text(draw(), "utf-8")


if __name__ == "__main__":
    main()
