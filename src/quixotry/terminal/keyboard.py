"""Where lines are typed: with editing, recall and Tab at a terminal, plainly through a pipe.

What one person has typed must not be recalled by the next at the same screen (C16). So a turn has an editor of its
own, with its own history, undo and clipboard, and `forget` throws it away.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.output import Output

# prompt_toolkit takes longer to import than a game to start, so only a person at a terminal waits for it.

Completions = Callable[[str], list[str]]
"""The whole lines that what has been typed so far may become."""

DUMB_TERMINALS = ("dumb", "unknown")


class Keyboard(Protocol):
    def ask(self, prompt: str, completions: Completions | None = None) -> str:
        """The next line typed, or EOFError (Ctrl-D on an empty line) or KeyboardInterrupt (Ctrl-C)."""
        ...

    def forget(self) -> None:
        """Let nothing typed so far come back."""
        ...


def open_keyboard() -> Keyboard:
    """A line editor if a person sits at a terminal that can show one."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    is_dumb = os.environ.get("TERM", "").lower() in DUMB_TERMINALS
    return LineEditor() if is_terminal and not is_dumb else PlainKeyboard()


class PlainKeyboard:
    def ask(self, prompt: str, completions: Completions | None = None) -> str:
        return input(prompt)

    def forget(self) -> None:
        """Nothing is kept."""


class LineEditor:
    def __init__(self) -> None:
        self._session: PromptSession[str] | None = None

    def ask(self, prompt: str, completions: Completions | None = None) -> str:
        if self._session is None:
            self._session = _new_session()
        return self._session.prompt(prompt, completer=_completer(completions))

    def forget(self) -> None:
        self._session = None


def _new_session() -> PromptSession[str]:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.shortcuts import CompleteStyle

    return PromptSession(
        # Completions are listed above the prompt, as shells do: a menu would push the board off the screen.
        complete_style=CompleteStyle.READLINE_LIKE,
        complete_while_typing=False,
        enable_suspend=True,
        output=_output(),
    )


def _output() -> Output:
    """The terminal, never asked where its cursor is: a prompt of one line need not know, and not all answer."""
    from prompt_toolkit.output import create_output
    from prompt_toolkit.output.vt100 import Vt100_Output

    output = create_output()
    if isinstance(output, Vt100_Output):
        output.enable_cpr = False
    return output


def _completer(completions: Completions | None) -> Completer:
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion, DummyCompleter
    from prompt_toolkit.document import Document

    class LineCompleter(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
            typed = document.text_before_cursor
            for line in completions(typed) if completions else ():
                yield Completion(line, start_position=-len(typed), display=line.rpartition(" ")[2])

    return LineCompleter() if completions else DummyCompleter()
