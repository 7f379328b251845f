"""`quixotry completion`: what a shell needs to complete our commands."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

SHELLS = ("bash", "zsh", "fish")


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
