"""What the documentation site needs besides `docs/`: the pages at the top of the repository, and all decisions.

A hook of mkdocs (see mkdocs.yml). README.md becomes the start page; links from `docs/` to files that are no pages, such
as sources, become plain text, since a site has no sources beside it.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
TOP = {"README.md": "index.md", "CONTRIBUTING.md": "CONTRIBUTING.md", "CHANGELOG.md": "CHANGELOG.md"}
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """List the decisions."""
    notes = sorted(path.name for path in (ROOT / "docs/decisions").glob("0*.md"))
    decisions: list[str] = ["decisions/README.md", *(f"decisions/{name}" for name in notes)]
    nav: list[dict[str, object]] = config["nav"]
    for entry in nav:
        if "Decisions" in entry:
            entry["Decisions"] = decisions
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages at the top."""
    from mkdocs.structure.files import File

    for source, target in TOP.items():
        text = (ROOT / source).read_text("utf-8")
        files.append(File.generated(config, target, content=_seen_from_docs(text)))
    return files


def _seen_from_docs(text: str) -> str:
    """A page of the top as if it lay in docs/."""
    return re.sub(r"\]\((?:docs/)?((?!https?:|#)[^)\s]+)\)", lambda link: f"]({_page(link.group(1))})", text)


def _page(address: str) -> str:
    path, mark, anchor = address.partition("#")
    return TOP.get(path, path) + mark + anchor


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Leave out the addresses of links to what is no page of the site."""
    del config
    here = PurePosixPath(page.file.src_uri).parent

    def link(found: re.Match[str]) -> str:
        image, text, address = found.groups()
        path, mark, anchor = address.partition("#")
        if "://" in address or not path:
            return found.group()
        target = normpath(str(here / path))
        if target.startswith("../"):
            target = TOP.get(target.removeprefix("../"), target)
            if target in TOP.values():
                up = "../" * len(here.parts)
                return f"{image}[{text}]({up}{target}{mark}{anchor})"
        return found.group() if files.get_file_from_path(target) else text

    # Code is no prose: what looks like a link there is none.
    parts = re.split(r"(^```.*?^```$)", markdown, flags=re.M | re.S)
    return "".join(part if index % 2 else LINK.sub(link, part) for index, part in enumerate(parts))
