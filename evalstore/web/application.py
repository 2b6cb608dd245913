"""The application: from the path of a request to its page, its data or its picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from evalstore.errors import UnknownNameError, UsageError
from evalstore.web import pictures
from evalstore.web.ask import Ask
from evalstore.web.console import Console
from evalstore.web.data import MEDIA, written
from evalstore.web.failures import failed
from evalstore.web.links import FORMATS, name_of, split_format
from evalstore.web.page import Page
from evalstore.web.pages import (
    compare,
    documents,
    index,
    leaderboard,
    overviews,
    system,
    topic,
    topics,
)
from evalstore.web.pages import sql as sql_page
from evalstore.web.security import Guard
from evalstore.web.snapshot import Snapshots
from evalstore.web.tables import arranged
from evalstore.web.templating import Templates

_STATIC = Path(__file__).parent / "static"
_STATIC_MEDIA = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}

# The pages of a collection by the second segment of the path, where that is the last.
PAGES: Mapping[str, Callable[[Ask], Page]] = {
    "leaderboard": leaderboard.page,
    "compare": compare.page,
    "topics": topics.topics,
    "difficulty": topics.difficulty,
    "curves": overviews.curves,
    "heatmap": overviews.heatmap,
    "pareto": overviews.pareto,
    "correlate": overviews.correlate,
}


class NotFoundError(UsageError):
    """There is no page at the address."""


class Explorer:
    """Answers requests from the present snapshot of a store."""

    def __init__(self, snapshots: Snapshots, console: Console, queries: Path | None) -> None:
        self.snapshots = snapshots
        self._templates = Templates(snapshots)
        self._sql = sql_page.SqlPage(console, queries)

    def __call__(self, request: Request) -> Response:
        *before, last = request.path_params["path"].split("/")
        if before == ["static"] and (found := _static_file(last)):
            return found
        stem, suffix = split_format(last)
        segments = [name_of(segment) for segment in [*before, stem] if segment]
        try:
            with self.snapshots.reading() as snapshot:
                ask = Ask(segments or ["index"], request.query_params, snapshot)
                return self._respond(ask, suffix)
        except Exception as error:
            return failed(error, segments, suffix, request.query_params, self._templates)

    def _respond(self, ask: Ask, suffix: str) -> Response:
        if ask.path == ["sql"]:
            return self._sql_response(ask, suffix)
        page = find(ask)
        if suffix == "svg":
            picture = page.pictures.get(ask.one("chart") or next(iter(page.pictures), ""))
            if picture is None:
                raise UnknownNameError("chart", ask.one("chart") or "", page.pictures)
            return _data(pictures.drawn(ask, picture), suffix)
        return self._table(ask, page, suffix) if suffix else self._page(ask, page)

    def _table(self, ask: Ask, page: Page, suffix: str) -> Response:
        if not page.sources:
            raise UsageError(page.without_data)
        name = ask.one("table") or ""
        if name not in page.sources:
            raise UnknownNameError("table", name, page.sources)
        prefix = f"{name}." if name else ""
        return _data(written(arranged(ask, page.sources[name].result(), prefix), suffix), suffix)

    def _page(self, ask: Ask, page: Page, status: int = 200) -> Response:
        # The same address is the same page until the store changes.
        key = ("page", ask.path, ask.query.multi_items(), self.snapshots.problem)
        html = ask.cached(key, lambda: self._templates.page(ask, page))
        return Response(html, status, media_type="text/html")

    def _sql_response(self, ask: Ask, suffix: str) -> Response:
        if suffix == "svg":
            return _data(self._sql.picture(ask), suffix)
        if suffix:
            return _data(self._sql.data(ask, suffix), suffix)
        return self._page(ask, *self._sql.page(ask))


def find(ask: Ask) -> Page:
    """The page of a path."""
    match ask.path:
        case ["index"]:
            return index.page(ask)
        case [_, "system", name]:
            return system.page(ask, name)
        case [_, "topic", name]:
            return topic.page(ask, name)
        case [_, "topic", name, system_name]:
            return documents.page(ask, name, system_name)
        case [_, name] if name in PAGES:
            return PAGES[name](ask)
    raise NotFoundError(f"there is no page /{'/'.join(ask.path)}")


def _static_file(name: str) -> Response | None:
    path = _STATIC / name
    if "/" in name or "\\" in name or not path.is_file():
        return None
    return Response(path.read_bytes(), media_type=_STATIC_MEDIA[path.suffix])


def _data(content: str | bytes, suffix: str) -> Response:
    assert suffix in FORMATS
    return Response(content, media_type=MEDIA[suffix])


def application(
    snapshots: Snapshots,
    *,
    host: str = "127.0.0.1",
    console: Console | None = None,
    queries: Path | None = None,
) -> Starlette:
    """The web application on a store's snapshots."""
    explorer: Any = Explorer(snapshots, console or Console(), queries)

    def endpoint(request: Request) -> Response:
        response: Response = explorer(request)
        return response

    routes = [Route("/{path:path}", endpoint, methods=["GET"])]
    return Starlette(routes=routes, middleware=[Middleware(Guard, host=host)])
