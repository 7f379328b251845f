"""Playing through the page as people do: three pairs of hands over one pair of eyes, and ears instead of them.

`Eyes` reads the table as it is drawn and knows what to play; `Mouse`, `Keyboard` and `Finger` carry it out. `Ears` know
the table only from what a screen reader is told when it asks.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from functools import cache
from itertools import permutations
from typing import Any

from playwright.sync_api import Locator, Page, expect

from quixotry.engine.reference import best_score
from quixotry.lexicon import catalogue
from quixotry.protocol.rulesets import show_board
from quixotry.rules.board import Board
from quixotry.rules.move import Play
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import ruleset_from_plain

TURNS_MAX = 80
DEALS_MAX = 10
TABS_MAX = 120
LONGEST_WORD = 3
DEALT = 'main[data-seq]:not([data-seq="0"])'
"""The table once tiles were drawn."""

OVER = "dialog.result"
AWAITED = f"main.my-turn, main.handing-over, {OVER}"


@cache
def easy_words(letters: str) -> tuple[str, ...]:
    """Short words of the default list, of these letters, in order: few enough to search at once."""
    short = (word for word in catalogue.load().words if len(word) <= LONGEST_WORD)
    return tuple(sorted(word for word in short if set(word) <= set(letters)))


def heard(page: Page) -> str:
    """What a screen reader was told last."""
    return (page.locator("#live").text_content() or "").replace("\u00a0", "")


class Eyes:
    """What a player sees on the page, and a play that fits it."""

    def __init__(self, page: Page, plain: dict[str, Any]) -> None:
        self.page = page
        self.rules: Ruleset = ruleset_from_plain(plain)
        counts = self.rules.tiles.counts.counts[1:]
        held = zip(self.rules.tiles.alphabet.letters, counts, strict=True)
        self.letters = "".join(letter for letter, count in held if count)

    def seq(self) -> str:
        return self.page.locator("main").get_attribute("data-seq") or ""

    def board(self) -> Board:
        signs = self.page.locator("[data-square]").evaluate_all("all => all.map(g => g.dataset.state[0])")
        alphabet = self.rules.tiles.alphabet
        cells = bytes(0 if sign == "." else alphabet.cell(sign) or 0 for sign in signs)
        return Board(self.rules.layout, cells)

    def rack(self) -> str:
        names = self.page.locator(".rack [data-id]").evaluate_all("all => all.map(b => b.ariaLabel)")
        return "".join("?" if name == "Blank" else name[0] for name in names)

    def play(self) -> list[tuple[int, str]] | None:
        """The best short play as (square, sign) in board order, lower case for a blank; None if there is none."""
        alphabet = self.rules.tiles.alphabet
        tiles = [alphabet.tile(sign) for sign in self.rack()]
        rack = self.rules.tiles.tiles(tile for tile in tiles if tile is not None)
        best = best_score(self.board(), rack, self.rules, easy_words(self.letters))
        return None if best is None else self.signs(best[0])

    def first_play(self) -> list[tuple[int, str]]:
        """The best short play of a first rack by short rules, each of which has one."""
        tiles = self.play()
        assert tiles is not None
        return tiles

    def signs(self, play: Play) -> list[tuple[int, str]]:
        alphabet = self.rules.tiles.alphabet
        return [(square, alphabet.cell_sign(cell)) for square, cell in play.placements]

    def is_down(self, tiles: list[tuple[int, str]]) -> bool:
        width = self.rules.layout.width
        return len(tiles) > 1 and tiles[0][0] % width == tiles[1][0] % width


class Ears(Eyes):
    """What a player hears who asks for the rack and for each row, by the keys for it."""

    def heard(self, key: str) -> str:
        self.page.keyboard.press(key)
        return heard(self.page)

    def rack(self) -> str:
        told = self.heard("5")
        assert told.startswith("Your rack: "), told
        return "".join("?" if tile == "blank" else tile[0] for tile in told[11:].rstrip(".").split(", "))

    def board(self) -> Board:
        """From the first row to the last: `CART from E to H, blank on F; S on J.`"""
        board, shape = Board.empty(self.rules.layout), show_board(self.rules.layout)
        walk = self.page.keyboard
        self.page.locator('[data-square][tabindex="0"]').focus()
        walk.press("Escape")
        for _ in shape.rows:
            walk.press("ArrowUp")
        for row, name in enumerate(shape.rows):
            told = self.heard("9")
            assert told.startswith(f"Row {name}: "), told
            board = board.with_cells(self._cells(told, row, shape.columns))
            walk.press("ArrowDown")
        return board

    def _cells(self, told: str, row: int, columns: list[str]) -> Iterator[tuple[int, int]]:
        alphabet, first = self.rules.tiles.alphabet, row * self.rules.layout.width
        blanks = {columns.index(name) for name in re.findall(r"blank on ([^\s,;.]+)", told)}
        for word, start in re.findall(r"(\w+) (?:from|on) ([^\s,;.]+)", told.split(" Free: ")[0]):
            for column, letter in enumerate(word, columns.index(start)) if word != "blank" else ():
                yield first + column, alphabet.cell(letter.lower() if column in blanks else letter) or 0


class Hands(ABC):
    """One way to use the page."""

    senses: type[Eyes] = Eyes

    def __init__(self, page: Page) -> None:
        self.page = page

    @abstractmethod
    def press(self, target: Locator) -> None:
        """Activate a button, link or card."""

    @abstractmethod
    def lay(self, eyes: Eyes, tiles: list[tuple[int, str]]) -> None:
        """Put tiles on squares."""

    def choose(self, group: str, title: str) -> None:
        """Choose a card by its title."""
        card = self.page.locator(f'.card:has(input[name="{group}"])', has_text=title).first
        self.press(card.get_by_role("radio"))

    def primary(self) -> None:
        """Do what the primary button says."""
        self.press(self.action("primary"))

    def action(self, name: str) -> Locator:
        return self.page.locator(f'[data-action="{name}"]')

    def in_order(self, eyes: Eyes, tiles: list[tuple[int, str]]) -> list[tuple[int, str]]:
        """An order that guidance allows: outwards from a tile that lies beside one already there."""
        board, left = eyes.board(), list(tiles)
        if eyes.rules.controls.placing == "in-order":
            return tiles
        first = next(
            (each for each in left if board.touches_tile(each[0]) or each[0] == board.layout.start), left[0]
        )
        if board.is_empty:
            first = next(each for each in left if each[0] == board.layout.start)
        at = left.index(first)
        return [first, *left[at + 1 :], *reversed(left[:at])]

    def name_blank(self, sign: str) -> None:
        self.press(self.page.locator(".letter-choice", has_text=sign.upper()))


class Mouse(Hands):
    """Drags every other tile, and clicks tile and square for the rest."""

    def press(self, target: Locator) -> None:
        target.click()

    def lay(self, eyes: Eyes, tiles: list[tuple[int, str]]) -> None:
        if eyes.rules.controls.placing in ("direction", "in-order"):
            self.action("down" if eyes.is_down(tiles) else "across").click()
        for number, (square, sign) in enumerate(self.in_order(eyes, tiles)):
            tile = rack_tile(self.page, sign)
            to = self.page.locator(f'[data-square="{square}"]')
            if number % 2:
                tile.click()
                to.click()
            else:
                tile.drag_to(to)
            if sign.islower():
                self.name_blank(sign)
            expect(to.locator(".tile.laid")).to_be_visible()


class Finger(Mouse):
    """Taps, on a phone."""

    def press(self, target: Locator) -> None:
        target.tap()

    def lay(self, eyes: Eyes, tiles: list[tuple[int, str]]) -> None:
        if eyes.rules.controls.direction_first:
            self.action("down" if eyes.is_down(tiles) else "across").tap()
        for square, sign in self.in_order(eyes, tiles):
            rack_tile(self.page, sign).tap()
            to = self.page.locator(f'[data-square="{square}"]')
            to.tap()
            if sign.islower():
                self.name_blank(sign)
            expect(to.locator(".tile.laid")).to_be_visible()


class Keyboard(Hands):
    """Keys alone: whatever is used is reached with Tab first."""

    def tab_to(self, target: Locator) -> None:
        for _ in range(TABS_MAX):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{target} cannot be reached with Tab")

    def press(self, target: Locator) -> None:
        self.tab_to(target)
        self.page.keyboard.press("Enter")

    def choose(self, group: str, title: str) -> None:
        self.tab_to(self.page.locator(f'input[name="{group}"]:checked'))
        card = self.page.locator(f'.card:has(input[name="{group}"])', has_text=title).first
        wanted = card.get_by_role("radio")
        for _ in range(TABS_MAX):
            if wanted.is_checked():
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"{title} cannot be reached with the arrow keys")

    def lay(self, eyes: Eyes, tiles: list[tuple[int, str]]) -> None:
        width = eyes.rules.layout.width
        self.tab_to(self.page.locator('[data-square][tabindex="0"]'))
        at = int(self.page.evaluate("document.activeElement.dataset.square"))
        first = tiles[0][0]
        rows, columns = first // width - at // width, first % width - at % width
        for _ in range(abs(rows)):
            self.page.keyboard.press("ArrowDown" if rows > 0 else "ArrowUp")
        for _ in range(abs(columns)):
            self.page.keyboard.press("ArrowRight" if columns > 0 else "ArrowLeft")
        self.page.keyboard.press("Space")
        if eyes.is_down(tiles):
            self.page.keyboard.press("Space")
        for _, sign in tiles:
            self.page.keyboard.press(f"Shift+{sign.upper()}" if sign.islower() else sign.lower())
        expect(self.page.locator(".tile.laid")).to_have_count(len(tiles))

    def primary(self) -> None:
        """Enter does it from anywhere but another button."""
        if self.page.evaluate("document.activeElement.matches('button, a, input')"):
            super().primary()
        else:
            self.page.keyboard.press("Enter")


class Listener(Keyboard):
    """Keys alone, and nothing is looked at."""

    senses = Ears


def rack_tile(page: Page, sign: str) -> Locator:
    label = "Blank" if sign.islower() else f"{sign},"
    return page.locator(f'.rack [data-id][aria-label^="{label}"]').first


def phoney(rack: str, count: int) -> str:
    """So many letters of a rack, in an order that is no word."""
    words = catalogue.load()
    orders = permutations((sign for sign in rack if sign != "?"), count)
    return next(text for text in map("".join, orders) if text not in words)


def opening_play(sit_down: Callable[[], Eyes]) -> tuple[Eyes, list[tuple[int, str]]]:
    """Sit down at a new table with all tiles, and again until the first rack holds a short word: one in a few hundred
    does not."""
    for _ in range(DEALS_MAX):
        eyes = sit_down()
        tiles = eyes.play()
        if tiles is not None:
            return eyes, tiles
    raise AssertionError(f"{DEALS_MAX} first racks without a short word")


def ask(page: Page, path: str, asked: dict[str, Any]) -> Any:
    """Ask the server for something as a page of this browser would, without opening one."""
    origin = page.request.get("/health").url.removesuffix("/health")
    answer = page.request.post(path, data=asked, headers={"Origin": origin})
    assert answer.ok, answer.text()
    return answer.json()


def person(name: str, **more: Any) -> dict[str, Any]:
    return {"kind": "person", "name": name, **more}


def computer(level: str) -> dict[str, Any]:
    return {"kind": "computer", "level": level}


def begin_game(page: Page, ruleset: str, *players: dict[str, Any]) -> str:
    """A new game, which no page shows yet: its id. What a start page is for is proved by `start_game`."""
    return str(ask(page, "/api/games", {"ruleset": ruleset, "players": players})["id"])


def invite(page: Page, game: str) -> dict[str, Any]:
    """An invitation to the second seat: its key and the path of its page."""
    invitation: dict[str, Any] = ask(page, f"/api/games/{game}/invitations", {"seat": 1})
    return invitation


def sit_down(page: Page, ruleset: str, *players: dict[str, Any]) -> str:
    """A new game at its table: its id."""
    game = begin_game(page, ruleset, *players)
    page.goto(f"/table/{game}")
    return game


def start_game(hands: Hands, title: str) -> None:
    """From the start page to a table, with the players its rules are made for."""
    hands.page.goto("/")
    rulesets = hands.page.request.get("/api/rulesets").json()["rulesets"]
    kinds = next(each["seats"]["default"] for each in rulesets if each["title"] == title)
    hands.choose("mode", "Just me" if "computer" in kinds else "Us at this screen")
    hands.choose("ruleset", title)
    hands.press(hands.page.locator("#start-game"))
    await_tiles(hands)


def await_tiles(hands: Hands) -> None:
    """Until tiles are dealt, and past the dialog before a game that begins with one."""
    expect(hands.page.locator("svg.board")).to_be_visible()
    begin = hands.page.locator('dialog [data-answer="begin"]')
    hands.page.wait_for_selector(DEALT)
    if begin.is_visible():
        hands.press(begin)


def await_turn(hands: Hands) -> None:
    """Until somebody at this screen is on turn, and past the screen before it that hides the rack."""
    hands.page.locator("main.my-turn, main.handing-over").first.wait_for()
    if hands.page.locator("main.handing-over").is_visible():
        hands.primary()
        hands.page.locator("main.my-turn").wait_for()


def play_to_the_end(hands: Hands, plain: dict[str, Any]) -> None:
    """Play until the result is shown."""
    page, eyes = hands.page, hands.senses(hands.page, plain)
    for _ in range(TURNS_MAX):
        page.locator(AWAITED).first.wait_for()
        if page.locator(OVER).is_visible():
            return
        seq = eyes.seq()
        if page.locator("main.handing-over").is_visible():
            assert page.locator(".rack [data-id]").count() == 0, (
                "a rack shows while the screen is handed over"
            )
            hands.primary()
            page.locator("main.my-turn").wait_for()
            continue
        if page.locator(".primary-label", has_text="Accept").is_visible():
            hands.press(hands.action("primary"))
        elif (tiles := eyes.play()) is None:
            is_merged = eyes.rules.controls.play == eyes.rules.controls.give_up
            hands.press(hands.action("primary" if is_merged else "give_up"))
            hands.press(page.locator('dialog [data-answer="yes"]'))
        else:
            hands.lay(eyes, tiles)
            expect(page.locator(".badge")).to_be_visible()
            hands.primary()
        page.wait_for_function("seq => document.querySelector('main').dataset.seq !== seq", arg=seq)
    raise AssertionError("the game does not end")


def finish_game(page: Page, rules: dict[str, Any]) -> None:
    """A whole game by mouse, from the start page to the result."""
    hands = Mouse(page)
    start_game(hands, rules["title"])
    play_to_the_end(hands, rules["plain"])
