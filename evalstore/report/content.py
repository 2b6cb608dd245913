"""What a report contains: results of the library, their tables and their pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import duckdb
from altair import Undefined

import evalstore
from evalstore.answers.provenance import meanings
from evalstore.charts import differences, heatmap, leaderboard, precision_recall, render
from evalstore.charts.request import measure_names
from evalstore.keywords import Scope
from evalstore.result import Result
from evalstore.scored import default_measures, has_scored
from evalstore.selection import DEFAULT_MEASURES, select_scores

if TYPE_CHECKING:
    from evalstore.store import Store

_CELLS = 10_000  # a larger heatmap has no table


@dataclass(frozen=True)
class Figure:
    """A picture as markup, and the lines below it."""

    markup: str
    caption: Sequence[str]


@dataclass(frozen=True)
class Section:
    """A heading with pictures, tables and lines of text; each may be missing."""

    name: str
    heading: str
    figures: Sequence[Figure] = ()
    tables: Sequence[Result] = ()
    folded: Sequence[tuple[str, Result]] = ()  # tables behind a line that opens them
    text: Sequence[str] = ()


@dataclass(frozen=True)
class Content:
    """All that the templates write."""

    title: str
    facts: list[tuple[str, str]]
    sections: list[Section]


def gather(
    store: Store,
    measures: Sequence[str],
    *,
    title: str | None,
    pictures: bool,
    **options: Any,
) -> Content:
    """Ask the store for everything that a report shows."""
    scope = {name: value for name, value in options.items() if name in Scope.__optional_keys__}
    usual = default_measures(store._cursor(), DEFAULT_MEASURES)
    wanted = measure_names(store, measures or usual)
    section = _Sections(store, wanted, scope, options, pictures)
    board = store.leaderboard(wanted, tiers=True, **options)
    systems = [row["system"] for row in board.dicts()]
    sections = [
        section.leaderboard(board),
        *section.curves(),
        section.heatmap(),
        *section.pairs(systems),
        section.topics(),
        section.method(board),
    ]
    best = board.dicts()[0]
    facts = [
        ("systems", f"{len(systems):,}"),
        ("topics", f"{best['topics']:,}"),
        ("measures", ", ".join(wanted)),
        (f"best {wanted[0]}", f"{best['system']}, {best[wanted[0]]:.4f}"),
    ]
    return Content(title or f"Evaluation of {board.title}", facts, sections)


@dataclass(frozen=True)
class _Sections:
    """The store and the selection of a report; a method for each section."""

    store: Store
    measures: list[str]
    scope: dict[str, Any]
    options: dict[str, Any]
    with_pictures: bool

    def leaderboard(self, board: Result) -> Section:
        spread = self.store.distribution(self.measures[:1], tiers=True, **self.options)
        figures = self._figure("leaderboard", leaderboard.chart, spread)
        return Section("leaderboard", "Leaderboard and tiers", figures, [board])

    def curves(self) -> list[Section]:
        """Precision and recall, which are made of rankings: nothing if only scores are there."""
        selection = select_scores(self.store._cursor(), self.measures, **self.scope)
        if has_scored(selection.connection, selection.overrides()):
            return []
        result = self.store.precision_recall(**self.scope)
        figures = self._figure("curves", precision_recall.chart, result)
        tables = [("Precision at eleven points of recall", result)]
        return [Section("curves", "Precision and recall", figures, folded=tables)]

    def heatmap(self) -> Section:
        measure = self.measures[0]
        result = self.store.matrix(measure, **self.scope)
        is_small = len(result.rows) * len(result.columns) <= _CELLS
        figures = self._figure("heatmap", heatmap.chart, result, measure=measure)
        tables = [(f"{measure} of each system on each topic", result)] if is_small else []
        more = [] if is_small else ["The table of these scores is too large for this report."]
        return Section("heatmap", "Systems and topics", figures, folded=tables, text=more)

    def pairs(self, systems: list[str]) -> list[Section]:
        """The best system against the others, and topic by topic against the second."""
        if len(systems) < 2:
            return []
        test = {name: value for name, value in self.options.items() if name != "runs"}
        alone = {name: value for name, value in self.scope.items() if name != "runs"}
        a, b = systems[:2]
        every = self.store.compare(systems, self.measures[:1], **test)
        tested = self.store.compare([a, b], self.measures[:1], **test)
        result = self.store.diff(a, b, self.measures[:1], **alone)
        figures = self._figure("pairs", differences.chart, result, tested, a=a, b=b)
        tables = [(f"{a} against {b}, topic by topic", result)]
        return [Section("pairs", f"{a} against the others", figures, [every], tables)]

    def topics(self) -> Section:
        hard = self.store.difficulty(self.measures[:1], **self.scope)
        return Section("topics", "Topics, hardest first", tables=[hard])

    def method(self, board: Result) -> Section:
        selection = select_scores(self.store._cursor(), self.measures, **self.scope)
        made = f"made with evalstore {evalstore.__version__} and DuckDB {duckdb.__version__}"
        tables = [meanings(selection), self.store.files(**self.scope)]
        return Section("method", "Method", tables=tables, text=[*board.notes, made])

    def _figure(self, name: str, chart: Any, *results: Result, **options: Any) -> list[Figure]:
        """The chart with its caption as text; nothing in a report without pictures."""
        if not self.with_pictures:
            return []
        drawn = chart(*results, title="", **options)
        caption = [line for line in drawn.description.split("\n") if line]
        drawn.title = Undefined
        return [Figure(render.to_svg(drawn, ids=name), caption)]
