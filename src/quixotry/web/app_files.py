"""The app's own files: read once, and under addresses that change with their content.

A browser keeps what it has loaded from `/static/VERSION/` for good and never asks for it again; VERSION is a digest of
all files, so an updated game is never half old, half new. Only the page itself is asked for each time. No request ever
names a path on the disk.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable

from quixotry.web import limits

_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".html": "text/html",
    ".json": "application/json",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
}
_PACKED = ("text/", "image/svg", "application/manifest", "application/json")
PREFIX = "/static/"
_WORKER = "js/service-worker.js"
_IMPORT = re.compile(r'^(?:import|export)\b[^"]*?from "(\.[^"]+)"|^import "(\.[^"]+)"', re.MULTILINE)
_NO_APP = b"<!doctype html><title>Quixotry</title><p>The server is up; the app's files are not installed.</p>"


@dataclass(frozen=True)
class AppFile:
    content: bytes
    media_type: str

    @cached_property
    def tag(self) -> str:
        return f'"{hashlib.sha256(self.content).hexdigest()[:16]}"'

    @cached_property
    def packed(self) -> bytes | None:
        """By gzip, when it is first asked for; None where that would save nothing."""
        if len(self.content) < limits.PACKED_LEAST or not self.media_type.startswith(_PACKED):
            return None
        return gzip.compress(self.content, mtime=0)


class AppFiles:
    """Every file of the app by its path below `/static/VERSION/`, and the two that are made from them."""

    def __init__(self, found: Mapping[str, AppFile]) -> None:
        self._files = found
        self._pages: dict[str, AppFile] = {}
        digest = hashlib.sha256()
        for name, file in sorted(found.items()):
            digest.update(f"{name}\0{file.tag}\0".encode())
        self.version = digest.hexdigest()[:16]

    @property
    def root(self) -> str:
        return f"{PREFIX}{self.version}/"

    def get(self, path: str) -> AppFile | None:
        """The file at `VERSION/NAME`; another version's file is none of ours."""
        version, _, name = path.partition("/")
        return self._files.get(name) if version == self.version else None

    def page(self, path: str) -> AppFile:
        """The page for an address of the app, which names the modules it will need, so that all come at once."""
        name = path.strip("/").split("/")[0] or "start"
        module = f"js/pages/{name}.js"
        key = name if module in self._files else ""
        if key not in self._pages:
            self._pages[key] = self._make_page(module)
        return self._pages[key]

    def _make_page(self, module: str) -> AppFile:
        index = self._files.get("index.html")
        if index is None:
            return AppFile(_NO_APP, "text/html")
        needed = self._needed("js/main.js", module)
        links = "".join(f'<link rel="modulepreload" href="{PREFIX}{name}" />\n    ' for name in needed)
        text = index.content.decode().replace('<script type="module"', f'{links}<script type="module"')
        return AppFile(text.replace(f'"{PREFIX}', f'"{self.root}').encode(), index.media_type)

    def _needed(self, *modules: str) -> list[str]:
        """Modules and all that they import, nearest first."""
        found = list(modules)
        for module in found:
            text = self._files[module].content.decode() if module in self._files else ""
            imports = (one or other for one, other in _IMPORT.findall(text))
            names = (posixpath.normpath(posixpath.join(posixpath.dirname(module), name)) for name in imports)
            found += [name for name in dict.fromkeys(names) if name not in found]
        return [module for module in found if module in self._files]

    @cached_property
    def service_worker(self) -> AppFile:
        """Told which files make up the app: another version is another text, which is how a browser notices one."""
        script = self._files.get(_WORKER) or AppFile(b"", "text/javascript")
        names = sorted(f"{self.root}{name}" for name in self._files if _is_shell(name))
        told = f"self.VERSION = {json.dumps(self.version)};\nself.FILES = {json.dumps(names)};\n"
        return AppFile(told.encode() + script.content, script.media_type)


def _is_shell(name: str) -> bool:
    return name.endswith((".js", ".css", ".svg")) and name != _WORKER


def load_app_files() -> AppFiles:
    return AppFiles(dict(_collect(files("quixotry.web").joinpath("static"), "")))


def _collect(folder: Traversable, prefix: str) -> Iterator[tuple[str, AppFile]]:
    if not folder.is_dir():
        return
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _collect(entry, f"{prefix}{entry.name}/")
        elif not entry.name.startswith("."):
            suffix = posixpath.splitext(entry.name)[1]
            yield f"{prefix}{entry.name}", AppFile(entry.read_bytes(), _TYPES[suffix])
