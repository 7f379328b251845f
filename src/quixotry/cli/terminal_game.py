"""What `quixotry play` does once its options are read: begin or resume a game, and play its match to the end.

A module of its own, because `quixotry play --help` must not wait for rules, words and engine to be imported.
"""

from __future__ import annotations

import contextlib
import logging
import sys
from dataclasses import replace
from datetime import UTC, datetime

import click
from rich.console import Console

from quixotry.app.can_play import LexiconCanPlay
from quixotry.app.computers import worker_pool
from quixotry.cli.options import load_ruleset
from quixotry.fair.agreement import completed, link, new_secret
from quixotry.fair.draws import draws_of
from quixotry.lexicon import catalogue
from quixotry.lexicon.wordlist import Lexicon
from quixotry.paths import data_folder, saves_folder
from quixotry.play.new_game import new_header
from quixotry.play.seating import default_seats, is_program, seat_players
from quixotry.players.levels import DEFAULT_LEVEL
from quixotry.players.worker_player import WorkerPlayer, Workers
from quixotry.rules.game import Arbiter, Game, GameHeader
from quixotry.rules.match import carried_points, judge_match, next_game
from quixotry.rules.ports import Player
from quixotry.rules.ruleset import Ruleset
from quixotry.store.draw_chain import DrawChain
from quixotry.store.files import FileGameLog
from quixotry.terminal.board_text import board_width
from quixotry.terminal.keyboard import Keyboard, open_keyboard
from quixotry.terminal.programs import Programs, title_of
from quixotry.terminal.questions import ask_for_players, ask_for_rules
from quixotry.terminal.saved_games import choose_saved, lexicon_of, other_games
from quixotry.terminal.seating import parse_seat
from quixotry.terminal.session import GameLeft, Session
from quixotry.values import frozen
from quixotry.wording.catalog import say
from quixotry.wording.outcomes import match_result


def begin(
    *,
    rules: str | None,
    tiles: str | None,
    players: tuple[str, ...],
    lexicon: str | None,
    seed: str | None,
    worker: tuple[str, ...],
) -> None:
    """Play a new game."""
    console, log, keyboard = _console(), FileGameLog(saves_folder()), open_keyboard()
    with contextlib.ExitStack() as held:
        try:
            ruleset, specs = _agreed(rules, tiles, players, console, keyboard)
            name = lexicon or catalogue.DEFAULT
            words = catalogue.load(name)
            programs = held.enter_context(Programs(words))
            seats = tuple(map(parse_seat, specs)) or default_seats(ruleset)
            seats = tuple(map(programs.seated, seats))
            seated = seat_players(seats, ruleset, level_title=title_of, default_level=DEFAULT_LEVEL)
            header = new_header(ruleset, words, seated, now=_now(), seed=seed)
            _check_screen(header, console)
            game = _begin(header, log, console, is_seeded=seed is not None)
        except (EOFError, KeyboardInterrupt):
            raise click.UsageError("No game was started.") from None
        programs.sit_down(header)
        _play_match(game, _Room(log, words, name, console, keyboard, programs), worker)


def resume(
    game_id: str | None,
    *,
    rules: str | None,
    lexicon: str | None,
    worker: tuple[str, ...],
    programs: tuple[str, ...] = (),
) -> None:
    """Play on, the newest game unless one is named; `programs` are its programs, as seats are typed."""
    console, log, keyboard = _console(), FileGameLog(saves_folder()), open_keyboard()
    game = choose_saved(log, game_id, load_ruleset(rules) if rules else None, console)
    words = lexicon_of(game.header, lexicon)
    _check_screen(game.header, console)
    with Programs(words) as opened:
        opened.resume(game.header, [program.partition(":")[2] for program in programs])
        opened.sit_down(game.header)
        room = _Room(log, words, lexicon or game.header.lexicon_id, console, keyboard, opened)
        _play_match(game, room, worker)


def _console() -> Console:
    # A name such as [/b] is text, never markup.
    return Console(highlight=False, markup=False, emoji=False)


@frozen
class _Room:
    """What every game of a match has."""

    log: FileGameLog
    words: Lexicon
    lexicon: str
    """The name a worker loads these words by."""
    console: Console
    keyboard: Keyboard
    programs: Programs


def _agreed(
    rules: str | None, tiles: str | None, players: tuple[str, ...], console: Console, keyboard: Keyboard
) -> tuple[Ruleset, tuple[str, ...]]:
    """The ruleset and the players; asked for if somebody is there to answer."""
    if rules is not None or not sys.stdin.isatty():
        return load_ruleset(rules or "solo", tiles=tiles), players
    ruleset = load_ruleset(ask_for_rules(console, keyboard), tiles=tiles)
    return ruleset, players or ask_for_players(console, keyboard, ruleset)


def _begin(header: GameHeader, log: FileGameLog, console: Console, *, is_seeded: bool) -> Game:
    """Deal. Unless somebody has asked for certain tiles, the commitment is shown first, and every person's seat adds
    bytes of its own: the same way as at a server, although house and seats are one program here."""
    if not is_seeded:
        draw = DrawChain(data_folder()).commit(header.seed)
        console.print(say("draw.committed", {"number": draw.number, "link": link(draw)}), soft_wrap=True)
        shares = tuple(new_secret() if each.kind == "person" else "" for each in header.players)
        header = completed(replace(header, draw=draw), shares)
    game = Game.begin(header, draws_of(header))
    log.create(header, game.events)
    return game


def _play_match(game: Game, room: _Room, worker: tuple[str, ...]) -> None:
    """Play the game, and what is left of its match, until it is over or somebody leaves."""
    log, console = room.log, room.console
    # A worker that fails is told of at the table, in a sentence; the log would only write across it.
    logging.getLogger("quixotry.players").addHandler(logging.NullHandler())
    try:
        with Workers(worker_pool(1, lambda _: room.words, worker)) as workers:
            game = _play_out(game, room, workers)
            while (following := _following(game, log)) is not None:
                number, games = following.match_game, following.ruleset.match.games
                console.print(f"\nGame {number} of {games}.", style="bold")
                if any(player.kind == "person" for player in following.players):
                    room.keyboard.ask("Press Enter to start. ")
                game = _begin(following, log, console, is_seeded=game.header.draw is None)
                game = _play_out(game, room, workers)
        if game.header.ruleset.match.games > 1:
            _match_result(game, log, console)
    except GameLeft:
        console.print(_saved(game), soft_wrap=True)
    except (EOFError, KeyboardInterrupt) as stop:
        why = "Interrupted" if isinstance(stop, KeyboardInterrupt) else "The input ended"
        raise click.UsageError(f"{why}. {_saved(game)}") from None


def _play_out(game: Game, room: _Room, workers: Workers) -> Game:
    log, words = room.log, room.words
    programs = room.programs.begin(game)
    computers: dict[int, Player] = {
        seat: programs.get(seat)
        or WorkerPlayer(player.level, room.lexicon, workers, seat, len(game.header.players))
        for seat, player in enumerate(game.header.players)
        if player.kind == "computer"
    }
    arbiter = Arbiter(draws_of(game.header), words, LexiconCanPlay(game.header.ruleset, words))
    with log.claimed(game.header.id):
        carried = _carried(game, log)
        session = Session(game, arbiter, log, words, computers, room.console, room.keyboard, carried=carried)
        game = session.run()
    room.programs.end(game)
    return game


def _carried(game: Game, log: FileGameLog) -> tuple[int, ...]:
    """The points the seats carry over from the first game of a match."""
    first = (
        each for each in other_games(game.header, log) if each.header.match_game < game.header.match_game
    )
    outcome = next((each.position.outcome for each in first), None)
    return () if outcome is None else carried_points(outcome)


def _following(game: Game, log: FileGameLog) -> GameHeader | None:
    """The next game of the match, unless it has been started already."""
    # The seed of a committed draw is in the record of the game that is over.
    seed = "" if game.header.draw is None else new_secret()
    following = next_game(game.header, started_at=_now().isoformat(timespec="seconds"), seed=seed)
    return None if following is None or log.exists(following.id) else following


def _match_result(game: Game, log: FileGameLog, console: Console) -> None:
    games = sorted([game, *other_games(game.header, log)], key=lambda each: each.header.match_game)
    outcomes = [each.position.outcome for each in games]
    finished = [outcome for outcome in outcomes if outcome is not None]
    if len(finished) == game.header.ruleset.match.games:
        names = [player.name for player in game.header.players]
        console.print(match_result(judge_match(finished), names), style="bold")


def _saved(game: Game) -> str:
    game_id = game.header.id
    again = "".join(' --player bot:"COMMAND"' for player in game.header.players if is_program(player.level))
    return f"The game is saved as {game_id}. Continue with: quixotry play --resume {game_id}{again}"


def _check_screen(header: GameHeader, console: Console) -> None:
    need = board_width(header.ruleset.layout, cell=2)
    if console.is_terminal and console.width < need:
        raise click.UsageError(
            f"This board needs {need} columns, but the terminal has only {console.width}; make it wider."
        )
    people = sum(player.kind == "person" for player in header.players)
    if people > 1 and not console.is_terminal:
        raise click.UsageError(
            f"{people} people at one screen need a terminal that can be cleared between turns; this is not one."
        )


def _now() -> datetime:
    return datetime.now(UTC).astimezone()
