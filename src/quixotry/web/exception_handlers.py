"""Errors as answers: a status, a stable code and a sentence, and never what went on inside."""

from __future__ import annotations

import logging
from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException

from quixotry.errors import QuixotryError
from quixotry.protocol.errors import Details, ErrorAnswer, ErrorBody
from quixotry.web.errors import TooFast
from quixotry.web.guard import GONE
from quixotry.web.log_lines import place_of
from quixotry.wording.catalog import say

logger = logging.getLogger(__name__)

_HTTP_CODES = {
    400: "bad_request",
    404: "not_found",
    405: "wrong_method",
    413: "too_large",
    415: "bad_request",
}
_HTTP_MESSAGES = {404: "not_found", 405: "wrong_method", 413: "too_large"}


def answer_known(_: Request[Any, Any, Any], error: QuixotryError) -> Response[ErrorAnswer]:
    """An error of one of our rooms."""
    details = {key: value for key, value in error.parameters.items() if isinstance(value, _PLAIN)}
    answer = _answer(error.http_status, error.code, str(error), details)
    if isinstance(error, TooFast):
        answer.headers["retry-after"] = str(error.wait_s)
    return answer


_PLAIN = (str, int, tuple, list, type(None))


def answer_http(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorAnswer]:
    """What the framework refuses: unknown addresses, bodies that are no JSON or lack a field."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    if GONE in request.scope:
        status = 400  # nobody hears it, and it is no fault of ours
    if status >= 500:
        return answer_bug(request, error)
    detail = error.detail if isinstance(error, HTTPException) and status in (400, 415) else ""
    extra = getattr(error, "extra", None)
    details = {"wrong": extra[:20]} if isinstance(extra, list) else {}
    sentence = say(f"http.{_HTTP_MESSAGES.get(status, 'unreadable')}", {"reason": detail[:200]})
    return _answer(status, _HTTP_CODES.get(status, "bad_request"), sentence, details)


def answer_unreadable(_: Request[Any, Any, Any], error: Exception) -> Response[ErrorAnswer]:
    """Bytes that are no text, or text nested so deep that nobody meant it."""
    return _answer(400, "bad_request", say("http.not_json"), {})


def answer_bug(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorAnswer]:
    """A bug of ours. The log gets the kind and the place, not the values: those may be racks."""
    where = place_of(error.__traceback__)
    logger.error("%s %s failed: %s at %s", request.method, request.scope["path"], type(error).__name__, where)
    return _answer(500, "our_fault", say("http.our_fault"), {})


def _answer(status: int, code: str, sentence: str, details: Details) -> Response[ErrorAnswer]:
    body = ErrorAnswer(ErrorBody(code, sentence, details))
    return Response(body, status_code=status, media_type=MediaType.JSON)


HANDLERS: dict[Any, Any] = {
    QuixotryError: answer_known,
    UnicodeDecodeError: answer_unreadable,
    RecursionError: answer_unreadable,
    HTTPException: answer_http,
    Exception: answer_bug,
}
