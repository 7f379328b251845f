"""`quixotry completion`: what a shell needs to complete our commands."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem, ShellComplete, get_completion_class

SHELLS = ("bash", "zsh", "fish")


def completed(command: click.Command, arguments: list[str], incomplete: str) -> list[CompletionItem]:
    """What a shell offers after these arguments."""
    return ShellComplete(command, {}, "quixotry", "_QUIXOTRY_COMPLETE").get_completions(arguments, incomplete)


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the completion script for a shell.

    \b
    Examples:
      quixotry completion bash >> ~/.bashrc
      quixotry completion zsh >> ~/.zshrc
      quixotry completion fish > ~/.config/fish/completions/quixotry.fish
    """
    from quixotry.cli import cli

    kind = get_completion_class(shell)
    assert kind is not None, "click knows these three shells"
    click.echo(kind(cli, {}, "quixotry", "_QUIXOTRY_COMPLETE").source())
