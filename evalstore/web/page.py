"""What a page consists of: tables, which are data too, pictures, and what its template adds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from evalstore.result import Result
from evalstore.web.ask import Ask
from evalstore.web.tables import Shape, Table, table


@dataclass(frozen=True)
class Source:
    """A table: how to ask the library for it, and how the page shows it.

    `readable` is the result that the page shows, where it is not the one for programs.
    """

    result: Callable[[], Result]
    shape: Callable[[Result], Shape]
    readable: Callable[[], Result] | None = None


@dataclass(frozen=True)
class Picture:
    """A chart of the library: its name, the systems and options, and a text for it."""

    chart: str
    text: str
    systems: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    links: Callable[[str], str] | None = None  # from a topic to its page: bars are links


@dataclass(frozen=True)
class Page:
    """A page; the table without a name is its data."""

    title: str
    template: str
    sources: Mapping[str, Source] = field(default_factory=dict)
    pictures: Mapping[str, Picture] = field(default_factory=dict)
    context: Callable[[], Mapping[str, Any]] = dict
    without_data: str = "this page has no table"


@dataclass(frozen=True)
class Shown:
    """A picture in a page: its addresses, for light and dark pages, and for narrow ones."""

    text: str
    light: str
    dark: str
    narrow: str
    narrow_dark: str
    is_linked: bool = False


def addresses(text: str, at: Callable[..., str], is_linked: bool = False) -> Shown:
    """A picture whose address with parameters `at` gives."""
    narrow, both = at(narrow="1"), at(narrow="1", dark="1")
    return Shown(text, at(), at(dark="1"), narrow, both, is_linked)


def shown_pictures(ask: Ask, page: Page) -> dict[str, Shown]:
    """The addresses of the pictures, which the browser asks for separately."""

    def at(name: str) -> Callable[..., str]:
        return lambda **look: ask.here("svg", chart=name, **look)

    return {
        name: addresses(one.text, at(name), one.links is not None)
        for name, one in page.pictures.items()
    }


def shown_tables(ask: Ask, page: Page) -> dict[str, Table]:
    """Every table of the page, as its template writes it."""
    return {
        name: table(ask, result, source.shape(result), name)
        for name, source in page.sources.items()
        for result in [(source.readable or source.result)()]
    }
