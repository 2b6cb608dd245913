"""Agreement of two sets of judgements on the documents that both judge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import duckdb
import numpy as np

from evalstore.answers.built import built
from evalstore.answers.scores import topic_order
from evalstore.database import first_row
from evalstore.errors import DataError, UsageError
from evalstore.names import Named, find_collection, find_qrels, find_topics, topic_ids
from evalstore.patterns import Names
from evalstore.plural import counted
from evalstore.query import Row
from evalstore.quoting import literal, literals
from evalstore.result import Result
from evalstore.statistics.agreement import (
    cohen_kappa,
    krippendorff_alpha,
    overlap,
    raw_agreement,
)
from evalstore.statistics.distributions import Matrix, Vector

SHOWN = ("statistics", "matrix", "topics")

Statistic = Callable[[Matrix, Vector], float]

_STATISTICS: dict[str, tuple[Statistic, str]] = {
    "agreement": (lambda counts, _: raw_agreement(counts), "share with the same grade"),
    "kappa": (cohen_kappa, "Cohen"),
    "kappa_linear": (
        lambda counts, grades: cohen_kappa(counts, grades, 1),
        "Cohen, linear weights",
    ),
    "kappa_quadratic": (
        lambda counts, grades: cohen_kappa(counts, grades, 2),
        "Cohen, quadratic weights",
    ),
    "alpha_nominal": (krippendorff_alpha, "Krippendorff, nominal"),
    "alpha_ordinal": (
        lambda counts, grades: krippendorff_alpha(counts, grades, "ordinal"),
        "Krippendorff, ordinal",
    ),
    "alpha_interval": (
        lambda counts, grades: krippendorff_alpha(counts, grades, "interval"),
        "Krippendorff, interval",
    ),
    "overlap": (overlap, "relevant to both / relevant to either; relevant: grade 1 or more"),
}


@dataclass(frozen=True)
class Judged:
    """The grades of the documents judged in both sets, counted by topic."""

    first: Named
    second: Named
    rows: list[tuple[str, float, float, int]]  # topic, a grade, the other, documents

    @cached_property
    def grades(self) -> Vector:
        return np.array(sorted({grade for row in self.rows for grade in row[1:3]}))

    @cached_property
    def topics(self) -> list[str]:
        return list(dict.fromkeys(row[0] for row in self.rows))

    def counts(self, topic: str | None = None) -> Matrix:
        """Numbers of documents by the first set's grade (rows) and the second's (columns)."""
        index = {grade: number for number, grade in enumerate(self.grades.tolist())}
        counts = np.zeros((len(index), len(index)))
        for of_topic, grade, other, documents in self.rows:
            if topic is None or topic == of_topic:
                counts[index[grade], index[other]] += documents
        return counts


def agreement(
    connection: duckdb.DuckDBPyConnection,
    first: str,
    second: str,
    *,
    collection: str | None,
    topics: Names,
    rel: float | None,
    show: str,
) -> Result:
    """The statistics, the confusion matrix, or the statistics per topic; `rel` makes two grades."""
    if show not in SHOWN:
        raise UsageError(f"no table {show!r}; available: {', '.join(SHOWN)}")
    found = find_collection(connection, collection)
    sets = find_qrels(connection, found, first), find_qrels(connection, found, second)
    named = find_topics(connection, found, topics)
    ids = topic_ids(connection, found, named) if named else []
    judged = Judged(*sets, _counted(connection, *sets, ids, rel))
    if not judged.rows:
        raise DataError(f"{first} and {second} judge no document in common")
    table = {"statistics": _statistics, "matrix": _matrix, "topics": _per_topic}[show]
    result = built(*table(judged))
    result.title = f"{found.name}: {first} and {second}"
    result.notes = [*_denominator(connection, judged, ids), *_relevance(rel)]
    return result


def _graded(qrels: Named, topics: Sequence[int], rel: float | None) -> str:
    """The documents' highest grades; a negative one is no judgement."""
    grade = "max(grade)" if rel is None else f"(max(grade) >= {literal(rel)})::integer"
    of_topics = f"and topic_id in ({literals(topics)})" if topics else ""
    return f"""(
            select topic_id, document_id, {grade}::double as grade
            from judgement where qrels_id = {qrels.number} {of_topics}
            group by topic_id, document_id having max(grade) >= 0
        )"""


def _counted(
    connection: duckdb.DuckDBPyConnection,
    first: Named,
    second: Named,
    topics: Sequence[int],
    rel: float | None,
) -> list[tuple[str, float, float, int]]:
    return connection.execute(
        f"""
        select topic.name, a.grade, b.grade, count(*)
        from {_graded(first, topics, rel)} as a
        inner join {_graded(second, topics, rel)} as b using (topic_id, document_id)
        inner join topic using (topic_id)
        group by topic.name, a.grade, b.grade
        order by {topic_order()}, a.grade, b.grade
        """
    ).fetchall()


def _statistics(judged: Judged) -> tuple[dict[str, str], list[Row]]:
    counts = judged.counts()
    rows = [
        (name, statistic(counts, judged.grades), meaning)
        for name, (statistic, meaning) in _STATISTICS.items()
    ]
    return {"statistic": "text", "value": "number", "about": "text"}, rows


def _matrix(judged: Judged) -> tuple[dict[str, str], list[Row]]:
    counts = judged.counts().astype(int)
    names = [f"{grade:g}" for grade in judged.grades]
    columns = {judged.first.name: "text"}
    columns |= {f"{judged.second.name} {name}": "count" for name in names} | {"all": "count"}
    rows = [(name, *row, sum(row)) for name, row in zip(names, counts.tolist(), strict=True)]
    totals = counts.sum(axis=0).tolist()
    return columns, [*rows, ("all", *totals, sum(totals))]


def _per_topic(judged: Judged) -> tuple[dict[str, str], list[Row]]:
    columns = {"topic": "text", "both_judged": "count"}
    columns |= dict.fromkeys(_STATISTICS, "number")
    return columns, [_of_topic(judged, topic) for topic in (*judged.topics, None)]


def _of_topic(judged: Judged, topic: str | None) -> Row:
    counts = judged.counts(topic)
    values = (statistic(counts, judged.grades) for statistic, _ in _STATISTICS.values())
    return (topic or "all", int(counts.sum()), *values)


def _denominator(
    connection: duckdb.DuckDBPyConnection, judged: Judged, topics: Sequence[int]
) -> list[str]:
    a, b = _graded(judged.first, topics, None), _graded(judged.second, topics, None)
    row = first_row(
        connection.execute(
            f"""
            select count(*) filter (a.grade is not null and b.grade is not null),
                count(*) filter (b.grade is null), count(*) filter (a.grade is null)
            from {a} as a full join {b} as b using (topic_id, document_id)
            """
        )
    )
    both, only_a, only_b = row if row else (0, 0, 0)
    topics_counted = counted(len(judged.topics), "topic")
    return [
        f"{counted(both, 'document')} of {topics_counted} judged in both sets; "
        f"{only_a:,} only in {judged.first.name}, {only_b:,} only in {judged.second.name}, "
        "which are ignored; negative grades are not judgements"
    ]


def _relevance(rel: float | None) -> list[str]:
    return [] if rel is None else [f"1: grade {rel:g} or more, 0: less"]
