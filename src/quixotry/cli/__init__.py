"""The `quixotry` command: one module per subcommand, imported only when it is run.

`quixotry --help` must appear at once, so nothing but click is imported here, and the one-line help texts are in
the table below.
"""

from importlib import import_module

import click

from quixotry import __version__

COMMANDS = {
    "play": ("quixotry.cli.play:play", "Play a game in the terminal, alone or with others."),
    "serve": ("quixotry.cli.serve:serve", "Play in the browser: start the server."),
    "admin": ("quixotry.cli.admin:admin", "Look after a server: games, bans, backups, load."),
    "games": ("quixotry.cli.games:games", "List and export saved games."),
    "replay": ("quixotry.cli.replay:replay", "Show a recorded game and check every score in it."),
    "verify": ("quixotry.cli.verify:verify", "Check that the tiles of a game were drawn fairly."),
    "rules": ("quixotry.cli.rules:rules", "Show the rulesets, and check your own."),
    "doctor": ("quixotry.cli.doctor:doctor", "Say what is installed, and what is wrong."),
    "completion": ("quixotry.cli.completion:completion", "Print shell completion for these commands."),
    "moves": ("quixotry.cli.moves:moves", "List the moves of a position, best first."),
    "solve": ("quixotry.cli.solve:solve", "Find the best moves of a position by search."),
    "selfplay": (
        "quixotry.cli.selfplay:selfplay",
        "Play computer against computer and print statistics.",
    ),
    "match": ("quixotry.cli.match:match", "Let two players meet in many games."),
    "tournament": (
        "quixotry.cli.tournament:tournament",
        "Let any number of players meet each other.",
    ),
    "worker": ("quixotry.cli.worker:worker", "Play games for a cluster of machines."),
    "train": ("quixotry.cli.train:train", "Train the tables the computer plays by."),
    "bot": ("quixotry.cli.bot:bot", "Play for another program, or check a program that plays."),
    "lexicon": ("quixotry.cli.lexicon:lexicon", "Look up words, and import word lists."),
}
"""Name: (module:attribute, one-line help)."""


class ReaderGone(Exception):
    """Whoever read our output has gone: `quixotry lexicon list | head`.

    A type of our own, because click would end a BrokenPipeError with exit code 1, which means "no" here.
    """


class LazyGroup(click.Group):
    """A click group that knows its commands by name and imports one when it is run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*super().list_commands(ctx), *COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return super().get_command(ctx, cmd_name)
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command = getattr(import_module(module), attribute)
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise ReaderGone from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, COMMANDS[name][1]) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _show_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        compiled = import_module("quixotry.lexicon.compiled").COMPILED
        engine = "compiled" if compiled else "plain Python: slower, see docs/reference/engine.md"
        click.echo(f"quixotry, version {__version__} (engine {engine})")
        ctx.exit()


@click.group(
    cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version, and whether the engine is compiled.",
)
def cli() -> None:
    """Quixotry: the crossword board game with letter tiles.

    \b
    Examples:
      quixotry play                       start a game; asks for rules and players
      quixotry play --rules party         2 to 4 people at one screen
      quixotry rules list                 all rulesets
      quixotry lexicon check QUIXOTRY
      quixotry lexicon anagram RETINA?
    """
