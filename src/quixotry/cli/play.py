"""`quixotry play`: a game in the terminal."""

from __future__ import annotations

import sys
from datetime import UTC, datetime

import click
from rich.console import Console

from quixotry.app.can_play import LexiconCanPlay
from quixotry.cli.options import load_ruleset
from quixotry.fair.draws import SeededDraws
from quixotry.lexicon import catalogue
from quixotry.lexicon.wordlist import Lexicon
from quixotry.paths import saves_folder
from quixotry.play.new_game import new_header
from quixotry.play.seating import default_seats, seat_players
from quixotry.players.levels import DEFAULT_LEVEL, level_title, player_for
from quixotry.rules.game import Arbiter, Game, GameHeader
from quixotry.rules.match import carried_points, judge_match, next_game
from quixotry.rules.ruleset import Ruleset
from quixotry.store.files import FileGameLog
from quixotry.terminal.board_text import board_width
from quixotry.terminal.questions import ask_for_players, ask_for_rules
from quixotry.terminal.saved_games import choose_saved, lexicon_of, other_games
from quixotry.terminal.seating import parse_seat
from quixotry.terminal.session import GameLeft, Session
from quixotry.wording.outcomes import match_result

NEWEST = "newest"
SEED_CHARACTERS_MAX = 128


@click.command()
@click.option(
    "--rules", metavar="NAME|FILE", help="A ruleset (see `quixotry rules list`) or a TOML file of your own."
)
@click.option("--tiles", metavar="FILE", help="Your own tiles: TOML, or lines of `letter value count`.")
@click.option("--lexicon", metavar="ID|FILE", help="The word list (see `quixotry lexicon info`).")
@click.option(
    "--player",
    "players",
    multiple=True,
    metavar="NAME|computer[:LEVEL]",
    help="A player; repeat the option for each seat, in order.",
)
@click.option("--seed", metavar="HEX", help="Draw the same tiles as any other game with this seed.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value=NEWEST,
    metavar="[ID]",
    help="Continue a saved game: the newest unfinished one, or the one with this id.",
)
def play(
    rules: str | None,
    tiles: str | None,
    lexicon: str | None,
    players: tuple[str, ...],
    seed: str | None,
    resume: str | None,
) -> None:
    """Play a game in the terminal.

    Without options it asks for the rules and the players. In the game, type a play as `8H WORD` (row first plays
    across, `H8 WORD` plays down, a lower-case letter is a blank), then press Enter again to confirm it. `help`
    lists everything else: exchange, pass, hint, undo, scores, quit. Every move is saved at once; `quit` and
    come back with --resume.

    \b
    Examples:
      quixotry play
      quixotry play --rules solo
      quixotry play --rules classic --player Left --player Right --player computer
      quixotry play --rules mine.toml --tiles tiles.txt --lexicon common
      quixotry play --resume
    """
    console = Console(highlight=False)
    log = FileGameLog(saves_folder())
    try:
        if resume is not None:
            if players or tiles or seed:
                raise click.UsageError(
                    "A saved game keeps its players, tiles and seed; they cannot be combined with --resume."
                )
            game = choose_saved(
                log, None if resume == NEWEST else resume, load_ruleset(rules) if rules else None, console
            )
            words = lexicon_of(game.header, lexicon)
        else:
            ruleset, specs = _agreed(rules, tiles, players, console)
            words = catalogue.load(lexicon or catalogue.DEFAULT)
            seats = tuple(map(parse_seat, specs)) or default_seats(ruleset)
            seated = seat_players(seats, ruleset, level_title=level_title, default_level=DEFAULT_LEVEL)
            header = new_header(ruleset, words, seated, now=_now(), seed=_checked_seed(seed))
            _check_screen(header, console)
            game = _begin(header, log)
    except (EOFError, KeyboardInterrupt):
        raise click.UsageError("No game was started.") from None
    _check_screen(game.header, console)
    _play_match(game, log, words, console)


def _agreed(
    rules: str | None, tiles: str | None, players: tuple[str, ...], console: Console
) -> tuple[Ruleset, tuple[str, ...]]:
    """The ruleset and the players; asked for if somebody is there to answer."""
    if rules is not None or not sys.stdin.isatty():
        return load_ruleset(rules or "solo", tiles=tiles), players
    ruleset = load_ruleset(ask_for_rules(console), tiles=tiles)
    return ruleset, players or ask_for_players(console, ruleset)


def _begin(header: GameHeader, log: FileGameLog) -> Game:
    game = Game.begin(header, SeededDraws(header.seed))
    log.create(header, game.events)
    return game


def _play_match(game: Game, log: FileGameLog, words: Lexicon, console: Console) -> None:
    """Play the game, and what is left of its match, until it is over or somebody leaves."""
    try:
        game = _play_out(game, log, words, console)
        while (following := _following(game, log)) is not None:
            console.print(f"\nGame {following.match_game} of {following.ruleset.match.games}.", style="bold")
            if any(player.kind == "person" for player in following.players):
                input("Press Enter to start. ")
            game = _begin(following, log)
            game = _play_out(game, log, words, console)
        if game.header.ruleset.match.games > 1:
            _match_result(game, log, console)
    except GameLeft:
        console.print(_saved(game), soft_wrap=True)
    except (EOFError, KeyboardInterrupt) as stop:
        why = "Interrupted" if isinstance(stop, KeyboardInterrupt) else "The input ended"
        raise click.UsageError(f"{why}. {_saved(game)}") from None


def _play_out(game: Game, log: FileGameLog, words: Lexicon, console: Console) -> Game:
    computers = {
        seat: player_for(player.level, words)
        for seat, player in enumerate(game.header.players)
        if player.kind == "computer"
    }
    arbiter = Arbiter(SeededDraws(game.header.seed), words, LexiconCanPlay(game.header.ruleset, words))
    with log.claimed(game.header.id):
        carried = _carried(game, log)
        return Session(game, arbiter, log, words, computers, console, ask=input, carried=carried).run()


def _carried(game: Game, log: FileGameLog) -> tuple[int, ...]:
    """The points the seats carry over from the first game of a match."""
    first = (
        each for each in other_games(game.header, log) if each.header.match_game < game.header.match_game
    )
    outcome = next((each.position.outcome for each in first), None)
    return () if outcome is None else carried_points(outcome)


def _following(game: Game, log: FileGameLog) -> GameHeader | None:
    """The next game of the match, unless it has been started already."""
    following = next_game(game.header, started_at=_now().isoformat(timespec="seconds"))
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
    return f"The game is saved as {game_id}. Continue with: quixotry play --resume {game_id}"


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


def _checked_seed(seed: str | None) -> str | None:
    if seed is None:
        return None
    if not 1 <= len(seed) <= SEED_CHARACTERS_MAX or not all(
        sign in "0123456789abcdef" for sign in seed.lower()
    ):
        raise click.UsageError(
            f"--seed needs 1 to {SEED_CHARACTERS_MAX} digits 0-9 and a-f, not {seed[:40]!r}."
        )
    return seed.lower()


def _now() -> datetime:
    return datetime.now(UTC).astimezone()
