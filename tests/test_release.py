"""What a release is made of: one version, a changelog gathered from its fragments, a site with every page."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from scripts.assemble_changelog import EMPTY, assembled, entries
from scripts.build_man_page import PAGE, page

import quixotry

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_the_version_is_said_once() -> None:
    assert PROJECT["project"]["dynamic"] == ["version"]
    assert PROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "quixotry.__version__"}
    assert re.fullmatch(r"\d+\.\d+\.\d+", quixotry.__version__)


def test_every_fragment_becomes_items_of_the_changelog(tmp_path: Path) -> None:
    (tmp_path / "b.md").write_text("- Second.\n- Third, which goes\n  on.\n", "utf-8")
    (tmp_path / "a.md").write_text("First.\n", "utf-8")
    items = entries(tmp_path)
    assert items == ["- First.", "- Second.", "- Third, which goes\n  on."]
    made = assembled(f"# Changes\n\n{EMPTY}", items, "1.0.0 (2030-01-01)")
    assert made.endswith("## 1.0.0 (2030-01-01)\n\n- First.\n- Second.\n- Third, which goes\n  on.\n")
    assert EMPTY in made


def test_the_changelog_can_take_the_next_release() -> None:
    assert EMPTY in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_every_page_is_in_the_menu_of_the_site() -> None:
    menu = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2]
    pages = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    pages = {page for page in pages if not page.startswith("decisions/")}
    assert pages == {page for page in re.findall(r"- ([\w/-]+\.md)", menu) if "/" in page or page.islower()}
    assert "Decisions: decisions/" in menu


def test_the_manual_page_is_what_the_commands_say() -> None:
    assert PAGE.read_text("utf-8") == page(), "run: python -m scripts.build_man_page"
    assert ".SS quixotry games export" in page()
