"""What only the operator may ask, on a port of its own that nobody else can reach: the figures of this process."""

from __future__ import annotations

from quixotry.metrics import exposition
from quixotry.values import frozen
from quixotry.web.guard import LOOPBACK, ASGIApp, Receive, Scope, Send, host_name


@frozen
class OperatorPort:
    """Answers on one port with figures alone, and passes everything else on."""

    app: ASGIApp
    port: int

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or (scope.get("server") or ("", 0))[1] != self.port:
            await self.app(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        status, body = 200, b""
        if host_name(host) not in LOOPBACK:  # a page elsewhere cannot reach this by a name of its own making
            status, body = 403, b"This port only answers to the names of its own computer.\n"
        elif scope["path"] != "/metrics":
            status, body = 404, b"There is nothing here but /metrics.\n"
        elif scope["method"] not in ("GET", "HEAD"):
            status, body = 405, b"Figures can only be read.\n"
        else:
            body = exposition()
        headers = [
            (b"content-type", b"text/plain; version=0.0.4; charset=utf-8"),
            (b"content-length", str(len(body)).encode()),
            (b"x-content-type-options", b"nosniff"),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
