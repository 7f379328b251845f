"""Resuming a saved game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import click
from rich.console import Console

from quixotry.fair.draws import SeededDraws
from quixotry.lexicon import catalogue
from quixotry.lexicon.wordlist import Lexicon
from quixotry.play.ports import GameLogError
from quixotry.rules.game import Game, GameHeader
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import ruleset_digest
from quixotry.store.files import FileGameLog


def choose_saved(log: FileGameLog, game_id: str | None, rules: Ruleset | None, console: Console) -> Game:
    """The game with this id, or the newest that can be resumed; a damaged one resumes from its last whole move."""
    if game_id is None:
        game_id = next((each.header.id for each in saved_games(log) if _can_go_on(each, log)), None)
        if game_id is None:
            raise click.UsageError("There is no unfinished game. Start one with: quixotry play")
    stored = log.read(game_id)
    game = stored.game
    if not game.events:
        # The save was cut off before its first line of events was whole: nobody has seen a tile of it.
        game = Game.begin(game.header, SeededDraws(game.header.seed))
        log.append(game_id, 0, game.events)
        console.print("The saved game is damaged: no tiles were saved. The same ones are dealt again.")
    elif stored.damage:
        console.print(f"The saved game is damaged ({stored.damage}); continuing from its last complete move.")
    if not _can_go_on(game, log):
        raise click.UsageError(f"The game {game_id} is over. Export it with: quixotry games export {game_id}")
    if rules is not None and ruleset_digest(rules) != ruleset_digest(game.header.ruleset):
        raise click.UsageError(
            f"The game {game_id} was started with other rules than {rules.name!r}; "
            "leave out --rules to continue with its own."
        )
    return game


def lexicon_of(header: GameHeader, named: str | None) -> Lexicon:
    """The word list the game was started with, checked by its digest."""
    words = catalogue.load(named or header.lexicon_id)
    if words.digest != header.lexicon_digest:
        raise click.UsageError(
            f"The game {header.id} was started with another version of the word list {header.lexicon_id!r} "
            f"(digest {header.lexicon_digest[:12]}, this one has {words.digest[:12]}). "
            "Give the list it was started with: --lexicon FILE"
        )
    return words


def saved_games(log: FileGameLog) -> Iterator[Game]:
    """Every game that can be read, newest first."""
    for game_id in log.list():
        with suppress(GameLogError):
            yield log.read(game_id).game


def other_games(game: Game, log: FileGameLog) -> list[Game]:
    """The other games of the same match."""
    if game.header.ruleset.match.games == 1:
        return []
    found = [each for each in saved_games(log) if each.header.table_id == game.header.table_id]
    return [each for each in found if each.header.id != game.header.id]


def _can_go_on(game: Game, log: FileGameLog) -> bool:
    """Unfinished, or finished with the next game of its match not yet started."""
    if not game.position.is_over:
        return True
    begun = {each.header.match_game for each in other_games(game, log)}
    more = game.header.match_game < game.header.ruleset.match.games
    return more and game.header.match_game + 1 not in begun
