"""One row per system, best first by the first measure."""

from __future__ import annotations

from collections.abc import Sequence

from evalstore.checks import check_count
from evalstore.database import only_value
from evalstore.errors import DataError
from evalstore.plural import counted
from evalstore.quoting import identifier, literal
from evalstore.result import Result
from evalstore.selection import DEFAULT_MEASURES, Selection


def with_judged_share(measures: Sequence[str], depth: int | None) -> list[str]:
    """The measures, followed by Judged@k and Unjudged@k."""
    if depth is None:
        return list(measures)
    check_count("the depth of judged", depth)
    return [*(measures or DEFAULT_MEASURES), f"Judged@{depth}", f"Unjudged@{depth}"]


def leaderboard(selection: Selection, top: int | None = None) -> Result:
    """The systems in order, with a column for each measure."""
    check_count("top", top)
    return Result(
        selection.query(leaderboard_select(selection, top)),
        title=selection.title,
        notes=lambda: notes_of(selection),
        best=selection.best,
    )


def leaderboard_select(selection: Selection, top: int | None) -> str:
    columns = ", ".join(identifier(row.measure) for row in selection.rows)
    return f"""select
    rank() over (order by {best_first(selection)}) as position, system, {columns}, topics, missing
from (
    select
        run.system,
        {measure_columns(selection, "run_value")},
        any_value(run_value.topics) as topics,
        any_value(run_value.missing) as missing
    from measures.run_value
    inner join run using (run_id)
    group by run.system
)
order by position, system
{f"limit {top}" if top else ""}"""


def measure_columns(selection: Selection, view: str) -> str:
    """The values of each measure as a column of its name, for one row per system."""
    return ",\n        ".join(
        f"any_value({view}.value) filter ({view}.measure = {literal(row.measure)})"
        f" as {identifier(row.measure)}"
        for row in selection.rows
    )


def best_first(selection: Selection) -> str:
    """An ORDER BY term: the first measure, best value first."""
    first = selection.rows[0]
    return f"{identifier(first.measure)} {'desc' if first.higher_is_better else 'asc'}"


def notes_of(selection: Selection) -> list[str]:
    """The footer of values over topics: what each is made of, and how many topics are missing."""
    return [_footer(selection, _aggregates(selection))]


def mean_notes(selection: Selection) -> list[str]:
    """The footer of means of per-topic values, whatever a leaderboard makes of the measures."""
    return [_footer(selection, {"mean": []})]


def topic_notes(selection: Selection) -> list[str]:
    """The footer of per-topic values, of which nothing is averaged."""
    return [_footer(selection, {})]


_LISTED_MEANS = 8

_OVER_TOPICS = {
    "mean": "mean",
    "sum": "sum",
    "median": "median",
    "geometric": "geometric mean",
}


def _aggregates(selection: Selection) -> dict[str, list[str]]:
    """The measures by what is made of their per-topic values."""
    measures: dict[str, list[str]] = {}
    for row in selection.rows:
        measures.setdefault(row.aggregate, []).append(row.measure)
    if len(measures) <= 1:
        return {kind: [] for kind in measures}
    if len(measures.get("mean", [])) > _LISTED_MEANS:
        measures["mean"] = ["all others"]
    return dict(sorted(measures.items(), key=lambda item: item[1] == ["all others"]))


def _footer(selection: Selection, aggregates: dict[str, list[str]]) -> str:
    topics, judged = _judged_text(selection)
    is_answered = selection.average == "retrieved"
    over = "the judged topics that each system answers" if is_answered else "all judged topics"
    named = [
        f"{_OVER_TOPICS[kind]} ({', '.join(measures)})" if measures else _OVER_TOPICS[kind]
        for kind, measures in aggregates.items()
    ]
    made = [f"{', '.join(named)} over {over}"] if named else []
    missing = _missing_text(selection, "" if is_answered else _counting(aggregates))
    return "; ".join([f"{topics}, {judged} ({selection.qrels.name})", *made, missing])


def _counting(aggregates: dict[str, list[str]]) -> str:
    """The value of a missing topic; a sum, a median or a geometric mean has none in common."""
    if aggregates and "mean" not in aggregates:
        return ""
    return "0" if len(aggregates) <= 1 else "0 in a mean"


def coverage_of(selection: Selection) -> tuple[str, str, str]:
    """The numbers of topics, of their judged documents, and of topics that systems miss."""
    return *_judged_text(selection), _missing_text(selection)


def _judged_text(selection: Selection) -> tuple[str, str]:
    topics, selected, judged = _judged(selection)
    every = counted(topics, "topic")
    of_topics = f"{selected:,} of {every}" if selection.topics else every
    return of_topics, counted(judged, "judged document")


def _missing_text(selection: Selection, counting: str = "") -> str:
    """How many topics are missing in how many systems, and what they count."""
    select = "select count(*), count(distinct run_id) from steps.evaluated_topic"
    [[missing, systems]] = selection.fetch(f"{select} where not is_retrieved")
    if not missing:
        return "no missing topics"
    where = f" in {counted(systems, 'system')}" if len(selection.runs) > 1 else ""
    verb = f" {'counts' if missing == 1 else 'count'} {counting}" if counting else ""
    return f"{counted(missing, 'missing topic')}{where}{verb}"


def _judged(selection: Selection) -> tuple[int, int, int]:
    """The judged topics, the selected ones of them, and the judged documents of these."""
    [[selected, judged]] = selection.fetch(
        "select count(distinct topic_id), count(*) filter (grade >= 0) from steps.graded_document"
    )
    if not selection.topics:
        return selected, selected, judged
    every = "select count(distinct topic_id) from judgement where qrels_id = ?"
    topics = only_value(selection.connection.execute(every, [selection.qrels.number]))
    return topics, selected, judged


def check_judged(selection: Selection) -> None:
    """Refuse a selection without any judged topic."""
    if not _judged(selection)[1]:
        named = f": {', '.join(selection.topics[:3])}" if selection.topics else ""
        raise DataError(f"{selection.qrels.name} has no judgements for the selected topics{named}")
