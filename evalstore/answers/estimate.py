"""How many relevant documents there may be, from how often the runs find the same ones.

The runs are the samples of capture and recapture, and the estimate is Chao's for incidences
(Chao 1987, bias-corrected): of m runs, f1 relevant documents are in the first k of one run only,
f2 in those of two; then about (m - 1) / m * f1 (f1 - 1) / (2 (f2 + 1)) more are in none. Runs
that resemble each other repeat each other's finds, so the estimate is a lower bound.
"""

from __future__ import annotations

from evalstore.answers.built import built
from evalstore.answers.leaderboard import check_judged
from evalstore.answers.pooled import POOLED, pool_documents, pool_note, team_rows, teams
from evalstore.answers.scores import topic_order
from evalstore.names import Named
from evalstore.plural import counted
from evalstore.query import Row
from evalstore.result import Result
from evalstore.selection import Selection

_COLUMNS = {
    "topic": "text",
    "judged": "count",
    "relevant": "count",
    "found": "count",
    "by_one": "count",
    "by_two": "count",
    "estimate": "number",
    "beyond": "number",
}


def estimate_relevant(selection: Selection, depth: int, by_team: str | None) -> Result:
    """Per topic: relevant documents judged, found, found once, found twice, and estimated."""
    check_judged(selection)
    pool_documents(selection, depth)
    groups = teams(selection, by_team)
    rows = selection.fetch(_select(groups))
    result = built(_COLUMNS, rows)
    result.title = f"{selection.title}: relevant documents, estimated"
    result.notes = _notes(selection, rows, depth, len(groups), by_team)
    result.for_people = lambda _: _in_whole_documents(rows)
    return result


def _in_whole_documents(rows: list[Row]) -> Result:
    columns = {name: "count" if kind == "number" else kind for name, kind in _COLUMNS.items()}
    return built(columns, [(*row[:6], _rounded(row[6]), _rounded(row[7])) for row in rows])


def _rounded(value: float) -> int:
    """Halves away from 0, as SQL rounds."""
    return int(value + 0.5)


def _notes(
    selection: Selection, rows: list[Row], depth: int, samples: int, by_team: str | None
) -> list[str]:
    _, _, relevant, found, _, _, estimate, beyond = zip(*rows, strict=True)
    unit = "teams" if by_team else "systems"
    return [
        f"{counted(sum(found), 'relevant document')} (grade 1 or more) in the first {depth} of "
        f"{samples} {unit}, where {sum(estimate):,.0f} are estimated; {sum(relevant):,} are known "
        f"in {selection.qrels.name}, and the estimate goes beyond them in "
        f"{sum(more > 0 for more in beyond):,} of {counted(len(rows), 'topic')}, "
        f"by {sum(beyond):,.0f} in total",
        f"estimate: found + (m - 1) / m * by_one (by_one - 1) / (2 (by_two + 1)) for m = {samples} "
        f"{unit} (Chao 1987, bias-corrected), a lower bound, too low if {unit} are similar; "
        "assumes that the pool was judged to this depth",
        pool_note(selection, depth),
    ]


def _select(groups: dict[str, list[Named]]) -> str:
    unseen = f"({len(groups)} - 1) / {len(groups)} * by_one * (by_one - 1) / (2 * (by_two + 1))"
    return f"""select
    topic.name as topic,
    count(*) as judged,
    count(*) filter (grade >= 1) as relevant,
    count(finders) filter (grade >= 1) as found,
    count(*) filter (grade >= 1 and finders = 1) as by_one,
    count(*) filter (grade >= 1 and finders = 2) as by_two,
    found + {unseen} as estimate,
    greatest(0, estimate - relevant) as beyond
from steps.graded_document
inner join topic using (topic_id)
left join (
    select topic_id, document_id, count(distinct team) as finders
    from {POOLED}
    inner join (values {team_rows(groups)}) as teams (run_id, team) using (run_id)
    group by all
) using (topic_id, document_id)
group by topic.name
order by {topic_order()}"""
