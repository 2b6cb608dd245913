"""Pages as HTML, by the templates beside this file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from evalstore import __version__
from evalstore.web import pictures
from evalstore.web.ask import Ask
from evalstore.web.links import address
from evalstore.web.page import Page, shown_pictures, shown_tables
from evalstore.web.snapshot import Snapshots

# The pages of a collection in the order of the navigation.
NAVIGATION = (
    ("leaderboard", "Leaderboard"),
    ("compare", "Compare"),
    ("topics", "Topics"),
    ("difficulty", "Difficulty"),
    ("heatmap", "Heat map"),
    ("curves", "Curves"),
    ("pareto", "Pareto"),
    ("correlate", "Correlate"),
)


class Templates:
    """The templates, with what every page shows: navigation, and how old the data are."""

    def __init__(self, snapshots: Snapshots) -> None:
        self._snapshots = snapshots
        folder = Path(__file__).parent / "templates"
        self._environment = Environment(
            loader=FileSystemLoader(folder),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.globals |= {"address": address, "version": __version__}

    def page(self, ask: Ask, page: Page) -> str:
        collection = ask.path[0] if len(ask.path) > 1 else None
        shared: dict[str, Any] = {
            "ask": ask,
            "title": f"{page.title} · {collection}" if collection else page.title,
            "path": ask.path,
            "collection": collection,
            "navigation": self._navigation(ask) if collection else [],
            "tables": shown_tables(ask, page),
            "pictures": shown_pictures(ask, page),
            "without_charts": None if pictures.are_available() else pictures.WITHOUT,
            "taken_at": ask.snapshot.taken_at.strftime("%Y-%m-%d %H:%M:%S"),
        }
        return self._render(page.template, shared | dict(page.context()))

    def failure(
        self, status: int, message: str, choices: list[tuple[str, str]], path: list[str]
    ) -> str:
        """The page of an error; where the collection may be the fault, without its navigation."""
        collection = path[0] if len(path) > 1 and status != 404 else ""
        context: dict[str, Any] = {
            "title": "Not found" if status == 404 else "Choose one" if choices else "Error",
            "choices": choices,
            "message": message,
            "collection": collection,
            "navigation": [
                (label, address(collection, name), name == path[1])
                for name, label in (NAVIGATION if collection else ())
            ],
            "path": path,
            "taken_at": None,
        }
        return self._render("failure.html", context)

    def _render(self, template: str, context: dict[str, Any]) -> str:
        context |= {"store": self._snapshots.path.name, "problem": self._snapshots.problem}
        return self._environment.get_template(template).render(context)

    def _navigation(self, ask: Ask) -> list[tuple[str, str, bool]]:
        """Name, address, and whether it is the present page."""
        links = []
        for name, label in NAVIGATION:
            query = ask.with_measures()
            if name == "leaderboard":
                query += [("tiers", "1"), ("judged", "10")]
            links.append((label, ask.link(name, query=query), name == ask.path[1]))
        return links
