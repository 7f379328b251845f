"""Resuming a saved game."""

from __future__ import annotations

from contextlib import suppress

import click
from rich.console import Console

from quixotry.fair.draws import draws_of
from quixotry.lexicon import catalogue
from quixotry.lexicon.wordlist import Lexicon
from quixotry.play.ports import GameLogError
from quixotry.rules.game import Game, GameHeader
from quixotry.rules.match import game_id as id_in_match
from quixotry.rules.match import game_ids
from quixotry.rules.ruleset import Ruleset
from quixotry.rules.ruleset_file import ruleset_digest
from quixotry.store.files import FileGameLog
from quixotry.store.save_index import summaries
from quixotry.wording.phrases import quoted


def choose_saved(log: FileGameLog, game_id: str | None, rules: Ruleset | None, console: Console) -> Game:
    """The game with this id, or the newest that can be resumed; a damaged one resumes from its last whole move."""
    game_id = _newest(log, console) if game_id is None else game_id
    stored = log.read(game_id)
    game = stored.game
    if not game.events:
        # The save was cut off before its first line of events was whole: nobody has seen a tile of it.
        game = Game.begin(game.header, draws_of(game.header))
        log.append(game_id, 0, game.events)
        console.print("The saved game is damaged: no tiles were saved. The same ones are dealt again.")
    elif stored.damage:
        console.print(f"The saved game is damaged ({stored.damage}); continuing from its last complete move.")
    if game.position.is_over and not _can_go_on(game.header, log):
        raise click.UsageError(f"The game {game_id} is over. Export it with: quixotry games export {game_id}")
    if rules is not None and ruleset_digest(rules) != ruleset_digest(game.header.ruleset):
        raise click.UsageError(
            f"The game {game_id} was started with other rules than {quoted(rules.name)}; "
            "leave out --rules to continue with its own."
        )
    return game


def lexicon_of(header: GameHeader, named: str | None) -> Lexicon:
    """The word list the game was started with, checked by its digest."""
    words = catalogue.load(named or header.lexicon_id)
    if words.digest != header.lexicon_digest:
        raise click.UsageError(
            f"The game {header.id} was started with another version of the word list {quoted(header.lexicon_id)} "
            f"(digest {header.lexicon_digest[:12]}, this one has {words.digest[:12]}). "
            "Give the list it was started with: --lexicon FILE"
        )
    return words


def other_games(header: GameHeader, log: FileGameLog) -> list[Game]:
    """The other games of the same match, as far as they are there and can be read, first to last."""
    found = []
    for game_id in game_ids(header.table_id, header.ruleset.match.games):
        if game_id != header.id and log.exists(game_id):
            with suppress(GameLogError):
                found.append(log.read(game_id).game)
    return found


def _newest(log: FileGameLog, console: Console) -> str:
    """The id of the newest game that can be resumed. A newer one that is passed over is not passed over in silence."""
    for save in summaries(log.folder):
        if save.problem:
            console.print(save.problem, soft_wrap=True)
        elif not save.is_over or _has_next(save.table_id, save.match_game, save.match_games, log):
            return save.id
    raise click.UsageError("There is no unfinished game. Start one with: quixotry play")


def _can_go_on(header: GameHeader, log: FileGameLog) -> bool:
    """Is the next game of this match still to be started?"""
    return _has_next(header.table_id, header.match_game, header.ruleset.match.games, log)


def _has_next(match_id: str, number: int, games: int, log: FileGameLog) -> bool:
    return number < games and not log.exists(id_in_match(match_id, number + 1))
