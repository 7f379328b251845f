"""The `quixotry` command's outermost layer: errors become one sentence and an exit code.

0 all went well · 1 a question answered with no (like grep) · 2 bad input · 130 interrupted
"""

import gc
import os
import sys

from quixotry.errors import EXIT_BAD_INPUT, QuixotryError

INTERRUPTED = 130

GARBAGE_LEAST = 50_000
"""So many objects are made before garbage is looked for. A short command makes fewer; with Python's own 700 it spent
an eighth of its time on looking (bench/start_up.py)."""


def main() -> None:
    """Run the command line and leave the process with its exit code."""
    gc.set_threshold(GARBAGE_LEAST)
    code = run(sys.argv[1:])
    gc.freeze()  # nor is it looked for on the way out
    sys.exit(code)


def run(args: list[str]) -> int:
    """Run one command line; return the exit code. Without a word it is the game in the browser."""
    import click

    from quixotry.cli import ReaderGone, cli

    try:
        code = cli.main(args or ["serve"], prog_name="quixotry", standalone_mode=False)
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return EXIT_BAD_INPUT
    except click.ClickException as error:
        click.echo(f"quixotry: {error.format_message()}{_where_to_look(error)}", err=True)
        return EXIT_BAD_INPUT
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        return INTERRUPTED
    except (ReaderGone, BrokenPipeError):
        # Python would complain once more when it flushes stdout on the way out: point it at nothing.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        # A folder that cannot be written, a full disk: the machine's doing, not a bug of ours.
        click.echo(f"quixotry: {error.filename or 'The file'}: {error.strerror or error}.", err=True)
        return EXIT_BAD_INPUT
    except QuixotryError as error:
        click.echo(f"quixotry: {error}", err=True)
        return EXIT_BAD_INPUT
    return code if isinstance(code, int) else 0


def _where_to_look(error: object) -> str:
    """Click knows what is wrong with an option, and the help what would be right."""
    import click

    if not isinstance(error, click.UsageError) or type(error) is click.UsageError or error.ctx is None:
        return ""
    return f" See `{error.ctx.command_path} --help`."


if __name__ == "__main__":
    main()
