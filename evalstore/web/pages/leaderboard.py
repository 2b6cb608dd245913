"""`/{collection}/leaderboard`: one row per system, best first."""

from __future__ import annotations

from typing import Any

from evalstore.answers.built import shown_p, signed
from evalstore.answers.spread import BY_TOPIC, MARGIN
from evalstore.result import Result
from evalstore.selection import DEFAULT_MEASURES
from evalstore.statistics.corrections import CORRECTIONS
from evalstore.statistics.significance import TESTS
from evalstore.web.ask import Ask
from evalstore.web.drawing import interval, share, sparkline
from evalstore.web.page import Page, Picture, Source
from evalstore.web.pages.common import form, system_cell, systems
from evalstore.web.tables import Cell, CellMaker, Record, Shape, plain


def page(ask: Ask) -> Page:
    options = _options(ask)

    def result() -> Result:
        return ask.answer("leaderboard", ask.measures, **options)

    def shown() -> Result:
        # Without the unjudged share, which the bar of the judged share shows too.
        depth = options["judged"]
        share = [f"Judged@{depth}"] if depth else []
        measures = [*(ask.measures or DEFAULT_MEASURES), *share] if share else ask.measures
        return ask.answer("leaderboard", measures, **options | {"judged": None}, spread=True)

    def context() -> dict[str, Any]:
        return form(ask) | {
            "systems": systems(ask),
            "baselines": options["baselines"],
            "tests": TESTS,
            "corrections": CORRECTIONS,
        }

    picture = Picture(
        "leaderboard",
        f"Leaderboard by {ask.measure}: bars with confidence intervals",
        options={"measures": [ask.measure], **ask.scope, "tiers": options["tiers"]},
    )
    return Page(
        "Leaderboard",
        "leaderboard.html",
        {"": Source(result, lambda found: _shape(ask, found), shown)},
        {"leaderboard": picture},
        context,
    )


def _options(ask: Ask) -> dict[str, Any]:
    baselines, tiers = ask.many("baseline"), ask.flag("tiers")
    return ask.scope | {
        "top": ask.optional_number("top"),
        "baselines": baselines,
        "tiers": tiers,
        "judged": ask.optional_number("judged"),
        "efficiency": ask.one("efficiency"),
        **(ask.significance if baselines or tiers else {}),
    }


def _shape(ask: Ask, result: Result) -> Shape:
    first = next(iter(result.best))
    cells: dict[str, CellMaker] = {"system": system_cell(ask), "missing": _missing}
    hidden = [MARGIN, BY_TOPIC]
    for column in result.columns:
        if column.startswith("Judged@"):
            cells[column] = _share(column)
        if f"{column} p_corrected" in result.columns:
            cells[column] = _difference(column)
            hidden.append(f"{column} p_corrected")
    added = {
        "interval": (first, _interval(result, first)),
        "by topic": (first, _sparkline(result, first)),
    }
    hints = {
        "interval": f"95 % confidence interval of the mean {first} over topics",
        "by topic": f"{first} on each topic, in the order of the topics",
        "tier": "systems without a common letter differ significantly",
        "missing": "judged topics that the system does not answer; each counts 0",
    }
    return Shape(
        result.title or "Leaderboard", cells, tuple(hidden), added, {"position": "#"}, hints,
        pick="system",
    )  # fmt: skip


def _missing(record: Record) -> Cell:
    count = record["missing"]
    return Cell(f"{count:,}", classes="number warning" if count else "number")


def _share(column: str) -> CellMaker:
    def cell(record: Record) -> Cell:
        value = record[column]
        shown = plain(value, "DOUBLE")
        return Cell(shown.text, None, "number", share(value, f"{shown.text} judged"), shown.hint)

    return cell


def _difference(column: str) -> CellMaker:
    """The difference to a baseline; its p-value in the hint."""

    def cell(record: Record) -> Cell:
        difference, p_value = record[column], record[f"{column} p_corrected"]
        if difference is None:
            return Cell("baseline", classes="number muted")
        mark = "*" if p_value < 0.05 else ""
        kind = "gain" if difference > 0 else "loss" if difference < 0 else ""
        classes = f"number {kind if mark else 'muted'}"
        return Cell(signed(difference, 4) + mark, None, classes, hint=f"p {shown_p(p_value, 4)}")

    return cell


def _interval(result: Result, measure: str) -> CellMaker:
    ends = {row["system"]: _ends(row[measure], row[MARGIN]) for row in result.dicts()}
    top = max((high or value or 0 for _, value, high in ends.values()), default=1)

    def cell(record: Record) -> Cell:
        low, value, high = ends[record["system"]]
        return Cell("", classes="drawing", drawing=interval(low, value, high, top))

    return cell


def _ends(value: float, margin: float | None) -> tuple[float | None, float, float | None]:
    """A value between the ends of its interval."""
    return (None, value, None) if margin is None else (value - margin, value, value + margin)


def _sparkline(result: Result, measure: str) -> CellMaker:
    values: dict[str, list[float]] = {row["system"]: row[BY_TOPIC] for row in result.dicts()}
    top = max((max(each) for each in values.values()), default=1)

    def cell(record: Record) -> Cell:
        scores = values[record["system"]]
        label = f"{measure} on {len(scores):,} topics"
        return Cell("", classes="drawing", drawing=sparkline(scores, top, label))

    return cell
