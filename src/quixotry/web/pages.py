"""The app's own files, read once: no request ever names a path on the disk."""

from __future__ import annotations

import hashlib
import html
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.openapi.spec import OpenAPI

from quixotry.web.errors import NoSuchFile, NoSuchPage

_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
NO_APP = "<!doctype html><title>Quixotry</title><p>The server is up; the app's files are not installed.</p>"


@dataclass(frozen=True, slots=True)
class StaticFile:
    content: bytes
    media_type: str
    tag: str


def load_static() -> dict[str, StaticFile]:
    """Every file of the app by its path below /static."""
    found: dict[str, StaticFile] = {}
    _collect(files("quixotry.web").joinpath("static"), "", found)
    return found


def _collect(folder: Traversable, prefix: str, found: dict[str, StaticFile]) -> None:
    if not folder.is_dir():
        return
    for entry in folder.iterdir():
        if entry.is_dir():
            _collect(entry, f"{prefix}{entry.name}/", found)
        elif not entry.name.startswith("."):
            content = entry.read_bytes()
            suffix = entry.name[entry.name.rfind(".") :]
            kind = _TYPES.get(suffix) or mimetypes.guess_type(entry.name)[0] or "application/octet-stream"
            tag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'
            found[f"{prefix}{entry.name}"] = StaticFile(content, kind, tag)


def _answer(request: Request[Any, Any, Any], file: StaticFile) -> Response[bytes]:
    # Asked again each time, answered with 304: an updated game is never half old, half new.
    headers = {"etag": file.tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    return Response(file.content, headers=headers, media_type=file.media_type)


def _static(state: State) -> Mapping[str, StaticFile]:
    static: Mapping[str, StaticFile] = state["static"]
    return static


@get("/static/{name:path}", include_in_schema=False, sync_to_thread=False)
def static_file(request: Request[Any, Any, Any], state: State, name: str) -> Response[bytes]:
    file = _static(state).get(str(name).lstrip("/"))
    if file is None:
        raise NoSuchFile
    return _answer(request, file)


@get(["/", "/{page:path}"], include_in_schema=False, sync_to_thread=False)
def app_page(request: Request[Any, Any, Any], state: State, page: str = "/") -> Response[bytes]:
    if str(page).startswith(("/api/", "/ws/", "/static/")):
        raise NoSuchPage
    index = _static(state).get("index.html") or StaticFile(NO_APP.encode(), "text/html", '"none"')
    return _answer(request, index)


@get("/api/openapi.json", include_in_schema=False, sync_to_thread=False)
def openapi(request: Request[Any, Any, Any]) -> dict[str, Any]:
    return request.app.openapi_schema.to_schema()


@get("/api", include_in_schema=False, sync_to_thread=False)
def api_page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The routes for a person to read: made here, because the usual pages load scripts from elsewhere."""
    return Response(_api_html(request.app.openapi_schema).encode(), media_type="text/html")


def _api_html(schema: OpenAPI) -> str:
    rows = []
    for path, item in sorted((schema.paths or {}).items()):
        for method in ("get", "post", "delete"):
            operation = getattr(item, method)
            if operation is not None:
                summary = html.escape(operation.summary or "")
                rows.append(f"<tr><td>{method.upper()}<td><code>{html.escape(path)}</code><td>{summary}")
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Quixotry: HTTP API</title>"
        "<h1>HTTP API</h1><p>For programs: <a href=/api/openapi.json>openapi.json</a>. "
        "Messages of a table: docs/reference/protocol.md.</p>"
        f"<table><tr><th>Method<th>Address<th>What it does{''.join(rows)}</table></html>"
    )
