"""Errors as answers: a status, and one clear message in the format that was asked for."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from starlette.responses import JSONResponse, PlainTextResponse, Response

from evalstore.errors import (
    EvalstoreError,
    QueryStoppedError,
    StoreUnavailableError,
    UnknownNameError,
)

if TYPE_CHECKING:
    from evalstore.web.templating import Templates

_LOG = logging.getLogger("evalstore.web")


def failed(error: Exception, segments: list[str], suffix: str, templates: Templates) -> Response:
    """The message of an error; that of a fault of ours names its kind only, and goes to the log."""
    status, message = _status(error, segments), str(error)
    if not isinstance(error, EvalstoreError):
        _LOG.error("/%s: %s", "/".join(segments), error, exc_info=error)
        message = f"{type(error).__name__}: this page failed; the server's log has the reason"
    if suffix == "json":
        return JSONResponse({"error": message}, status)
    if suffix:
        return PlainTextResponse(f"{message}\n", status)
    return Response(templates.failure(status, message), status, media_type="text/html")


def _status(error: Exception, segments: list[str]) -> int:
    from evalstore.web.application import NotFoundError

    if isinstance(error, NotFoundError):
        return 404
    if isinstance(error, UnknownNameError):
        return 404 if error.name in segments else 400
    if isinstance(error, QueryStoppedError | StoreUnavailableError):
        return 503
    return 400 if isinstance(error, EvalstoreError) else 500
