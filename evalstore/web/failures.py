"""Errors as answers: a status, and one clear message in the format that was asked for."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING

from starlette.datastructures import QueryParams
from starlette.responses import JSONResponse, PlainTextResponse, Response

from evalstore.errors import (
    AmbiguousError,
    EvalstoreError,
    QueryStoppedError,
    StoreUnavailableError,
    UnknownNameError,
)
from evalstore.web.links import address

if TYPE_CHECKING:
    from evalstore.web.templating import Templates

_LOADS = re.compile(r"`store\.load_(\w+)\(\)`")
_LOG = logging.getLogger("evalstore.web")


def failed(
    error: Exception, segments: list[str], suffix: str, query: QueryParams, templates: Templates
) -> Response:
    """The message of an error; that of a fault of ours names its kind only, and goes to the log."""
    status, message = _status(error, segments), str(error)
    if not isinstance(error, EvalstoreError):
        _LOG.error("/%s: %s", "/".join(segments), error, exc_info=error)
        message = f"{type(error).__name__}: this page failed; the server's log has the reason"
    if suffix == "json":
        return JSONResponse({"error": message}, status)
    if suffix:
        return PlainTextResponse(f"{message}\n", status)
    html = templates.failure(status, _worded(message), _choices(error, segments, query), segments)
    return Response(html, status, media_type="text/html")


def _worded(message: str) -> str:
    """For readers of pages, who have the command line and not a store in Python."""
    return _LOADS.sub(r"`evalstore load \1`", message)


def _choices(error: Exception, segments: list[str], query: QueryParams) -> list[tuple[str, str]]:
    """Where the address leaves several sets of judgements: each, and the page with it."""
    if not isinstance(error, AmbiguousError):
        return []
    rest = query.multi_items()
    return [
        (choice, address(*segments, query=[(error.parameter, choice), *rest]))
        for choice in error.choices
    ]


def _status(error: Exception, segments: list[str]) -> int:
    from evalstore.web.application import NotFoundError

    if isinstance(error, NotFoundError):
        return 404
    if isinstance(error, UnknownNameError):
        return 404 if error.name in segments else 400
    if isinstance(error, QueryStoppedError | StoreUnavailableError):
        return 503
    return 400 if isinstance(error, EvalstoreError) else 500
