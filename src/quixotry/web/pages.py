"""The pages of the app, its files, and the routes for people to read."""

from __future__ import annotations

import html
from typing import Any

from litestar import Request, Response, get
from litestar.datastructures import State
from litestar.openapi.spec import OpenAPI

from quixotry.web.app_files import AppFile, AppFiles
from quixotry.web.errors import NoSuchFile, NoSuchPage

FOR_GOOD = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
IS_PACKED = "is_packed"
"""Marks a route that packs what it sends by itself."""


def _answer(request: Request[Any, Any, Any], file: AppFile, caching: str) -> Response[bytes]:
    headers = {"etag": file.tag, "cache-control": caching, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(file.packed, headers=headers, media_type=file.media_type)
    return Response(file.content, headers=headers, media_type=file.media_type)


def _app_files(state: State) -> AppFiles:
    found = state["app_files"]
    assert isinstance(found, AppFiles)
    return found


@get("/static/{name:path}", include_in_schema=False, sync_to_thread=False, opt={IS_PACKED: True})
def static_file(request: Request[Any, Any, Any], state: State, name: str) -> Response[bytes]:
    file = _app_files(state).get(str(name).lstrip("/"))
    if file is None:
        raise NoSuchFile
    return _answer(request, file, FOR_GOOD)


@get("/service-worker.js", include_in_schema=False, sync_to_thread=False, opt={IS_PACKED: True})
def service_worker(request: Request[Any, Any, Any], state: State) -> Response[bytes]:
    """At the root, because it speaks for all pages."""
    return _answer(request, _app_files(state).service_worker, ASK_AGAIN)


@get(["/", "/{page:path}"], include_in_schema=False, sync_to_thread=False, opt={IS_PACKED: True})
def app_page(request: Request[Any, Any, Any], state: State, page: str = "/") -> Response[bytes]:
    if str(page).startswith(("/api/", "/ws/", "/static/")):
        raise NoSuchPage
    return _answer(request, _app_files(state).page(str(page)), ASK_AGAIN)


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
