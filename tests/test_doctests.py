"""Every example in a docstring of the source, in README and in the how-tos is run, so none can be wrong."""

from __future__ import annotations

import doctest
import io
import os
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[1]
SOURCE = HOUSE / "src"
PAGES = [HOUSE / "README.md", *sorted((HOUSE / "docs").glob("**/*.md"))]
FENCE = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def modules_with_examples() -> list[str]:
    return list(_modules_with_examples())


def _modules_with_examples() -> Iterator[str]:
    for file in sorted(SOURCE.glob("quixotry/**/*.py")):
        if ">>> " in file.read_text("utf-8"):
            parts = file.relative_to(SOURCE).with_suffix("").parts
            yield ".".join(part for part in parts if part != "__init__")


def pages_with_examples() -> list[Path]:
    return [page for page in PAGES if FENCE.search(page.read_text("utf-8"))]


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", modules_with_examples())
def test_the_examples_of_a_module_are_right(name: str) -> None:
    module = import_module(name)
    report = io.StringIO()
    with redirect_stdout(report):
        failed, tried = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert not failed, report.getvalue()
    assert tried, f"{name} has examples that are not found"


@pytest.mark.parametrize("page", pages_with_examples(), ids=lambda page: str(page.relative_to(HOUSE)))
def test_the_python_of_a_page_runs(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blocks of a page are one session, in order. With prompts their answers are compared too; a block that
    reads standard input finds it empty."""
    monkeypatch.setattr("sys.stdin", io.StringIO())
    names: dict[str, object] = {"__name__": "__main__"}
    for number, block in enumerate(FENCE.findall(page.read_text("utf-8")), 1):
        if ">>> " not in block:
            with redirect_stdout(io.StringIO()):
                exec(compile(block, f"{page.name}, block {number}", "exec"), names)
            continue
        example = doctest.DocTestParser().get_doctest(
            block, names, f"{page.name}, block {number}", None, None
        )
        report = io.StringIO()
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        result = runner.run(example, out=report.write, clear_globs=False)
        names |= example.globs
        assert not result.failed, report.getvalue()


def test_every_page_that_shows_python_is_found() -> None:
    found = {os.fspath(page.relative_to(HOUSE)) for page in pages_with_examples()}
    assert {"README.md", "docs/how-to/use-the-library.md"} <= found
