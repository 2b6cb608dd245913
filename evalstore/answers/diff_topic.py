"""Two rankings of one topic: what moved up, down, in and out. Judgements are not needed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import duckdb

from evalstore.answers.built import built
from evalstore.checks import check_count
from evalstore.errors import UsageError
from evalstore.names import (
    Named,
    find_collection,
    find_optional_qrels,
    find_runs,
    find_topics,
    topic_ids,
)
from evalstore.patterns import exact
from evalstore.plural import counted
from evalstore.query import Row
from evalstore.result import Result

COLUMNS = {
    "docno": "text",
    "grade": "number",
    "rank_a": "count",
    "rank_b": "count",
    "moved": "text",
    "by": "count",
}

_ARROWS = {"up": "↑", "down": "↓", "same": "=", "in": "in", "out": "out"}


@dataclass(frozen=True)
class _Document:
    """A document of either ranking; no rank where a system does not retrieve it."""

    docno: str
    grade: float | None
    rank_a: int | None
    rank_b: int | None

    @property
    def by(self) -> int | None:
        """How many ranks higher A has it than B."""
        if self.rank_a is None or self.rank_b is None:
            return None
        return self.rank_b - self.rank_a

    @property
    def moved(self) -> str:
        if self.rank_a is None:
            return "out"
        if self.by is None:
            return "in"
        return "same" if self.by == 0 else "up" if self.by > 0 else "down"

    @property
    def arrow(self) -> str:
        return _ARROWS[self.moved] + (str(abs(self.by)) if self.by else "")

    def row(self) -> Row:
        return self.docno, self.grade, self.rank_a, self.rank_b, self.moved, self.by


def diff_topic(
    connection: duckdb.DuckDBPyConnection,
    systems: Sequence[str],
    topic: str,
    *,
    depth: int,
    collection: str | None = None,
    qrels: str | None = None,
) -> Result:
    """The documents that either system has down to a depth, and how A moved them against B."""
    check_count("depth", depth)
    found = find_collection(connection, collection)
    runs = find_runs(connection, found, exact(*systems))
    if len(runs) != 2:
        raise UsageError("a diff requires two different systems")
    [name] = find_topics(connection, found, exact(topic))
    [topic_id] = topic_ids(connection, found, [name])
    judged = find_optional_qrels(connection, found, qrels)
    select = _select(runs, judged, topic_id, depth)
    documents = [_Document(*row) for row in connection.execute(select).fetchall()]
    result = built(COLUMNS, [one.row() for one in documents])
    a, b = (run.name for run in runs)
    result.title = f"topic {name}: {a} against {b}"
    result.notes = [_counts(documents, depth, a, b), _judged(judged)]
    result.for_people = lambda _: _side_by_side(documents, (a, b), depth)
    return result


def _select(runs: Sequence[Named], qrels: Named | None, topic_id: int, depth: int) -> str:
    a, b = runs
    return f"""
    with
    graded as (
        select document_id, max(grade) as grade from judgement
        where qrels_id = {qrels.number if qrels else "null"} and topic_id = {topic_id}
        group by document_id
    ),
    of_a as (
        select document_id, rank from ranking
        where run_id = {a.number} and topic_id = {topic_id}
    ),
    of_b as (
        select document_id, rank from ranking
        where run_id = {b.number} and topic_id = {topic_id}
    ),
    of_both as (
        select document_id, of_a.rank as rank_a, of_b.rank as rank_b
        from of_a full join of_b using (document_id)
        where least(of_a.rank, of_b.rank) <= {depth}
    )
    select document.docno, graded.grade, rank_a, rank_b
    from of_both
    inner join document using (document_id)
    left join graded using (document_id)
    order by rank_a nulls last, rank_b"""


def _counts(documents: Sequence[_Document], depth: int, a: str, b: str) -> str:
    counts = Counter(one.moved for one in documents)
    both = sum(max(one.rank_a or depth + 1, one.rank_b or depth + 1) <= depth for one in documents)
    moves = ", ".join(f"{counts[kind]} {kind}" for kind in _ARROWS)
    shared = f"{counted(both, 'document')} in the first {depth:,} of both"
    return f"{moves} in {a} compared with {b}; {shared}"


def _judged(qrels: Named | None) -> str:
    return f"grades of {qrels.name}; no grade: unjudged" if qrels else "no judgements are loaded"


def _side_by_side(documents: Sequence[_Document], systems: tuple[str, str], depth: int) -> Result:
    a, b = systems
    columns = {"rank": "count"}
    for name in (a, b):
        columns |= {name: "text", f"{name} grade": "text", f"{name} move": "text"}
    of_a = {one.rank_a: _cells(one, one.arrow) for one in documents}
    # The arrow beside B's documents says the same: where A has moved them to.
    of_b = {one.rank_b: _cells(one, one.arrow) for one in documents}
    blank = ("", "", "")
    rows = [
        (rank, *of_a.get(rank, blank), *of_b.get(rank, blank))
        for rank in range(1, depth + 1)
        if rank in of_a or rank in of_b
    ]
    return built(columns, rows)


def _cells(one: _Document, arrow: str) -> tuple[str, str | None, str]:
    return one.docno, None if one.grade is None else f"{one.grade:g}", arrow
