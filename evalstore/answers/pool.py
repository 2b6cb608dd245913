"""The pool of depth k: the documents to judge, and their order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

import duckdb

from evalstore.answers.built import built
from evalstore.answers.scores import topic_order
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
from evalstore.nearest import suggestion
from evalstore.patterns import Names
from evalstore.plural import counted
from evalstore.query import Row
from evalstore.quoting import literal, literals
from evalstore.result import Result
from evalstore.statistics.adjudication import Rankings, max_mean, move_to_front

_ADJUDICATED: dict[str, Callable[[Rankings, set[str]], list[str]]] = {
    "mtf": move_to_front,
    "bandit": max_mean,
}
ORDERS = {
    "shuffled": "shuffled within each topic by a hash of seed, topic and document (seed {seed})",
    "mtf": "in the order of move-to-front pooling; unjudged documents count as not relevant",
    "bandit": "in the order of the max-mean bandit; unjudged documents count as not relevant",
}
_COLUMNS = {"topic": "text", "docno": "text", "systems": "count", "best_rank": "count"}


@dataclass(frozen=True)
class Pool:
    """Runs and topics, a depth, and the judgements if there are any."""

    connection: duckdb.DuckDBPyConnection
    collection: Named
    qrels: Named | None
    runs: list[Named]
    topics: list[str]
    depth: int
    order: str
    seed: int

    def documents(self) -> list[Row]:
        """topic, docno, systems, best rank, grade; by topic, in the order to judge."""
        hashed = f"md5(concat_ws('/', {literal(self.seed)}, topic, docno))"
        select = f"""
            select topic, docno, count(*) as systems, min(rank) as best_rank,
                any_value(grade) as grade
            from ({self._ranked()})
            group by topic, docno
            order by {topic_order("topic")}, {hashed}, docno"""
        rows = self.connection.execute(select).fetchall()
        return rows if self.order == "shuffled" else self._adjudicated(rows)

    def _ranked(self) -> str:
        """Every run's documents within the depth; the grade is NULL where unjudged."""
        ids = topic_ids(self.connection, self.collection, self.topics) if self.topics else []
        of_topics = f"and ranking.topic_id in ({literals(ids)})" if ids else ""
        return f"""
            select topic.name as topic, document.docno, ranking.run_id, ranking.rank, judged.grade
            from ranking
            inner join topic using (topic_id)
            inner join document using (document_id)
            left join (
                select topic_id, document_id, max(grade) as grade
                from judgement where qrels_id = {self.qrels.number if self.qrels else "null"}
                group by all having max(grade) >= 0
            ) as judged
                on ranking.topic_id = judged.topic_id
                and ranking.document_id = judged.document_id
            where ranking.run_id in ({literals(run.number for run in self.runs)})
                and ranking.rank <= {self.depth} {of_topics}"""

    def _adjudicated(self, rows: list[Row]) -> list[Row]:
        judge = _ADJUDICATED[self.order]
        rankings = self._rankings()
        ordered = []
        for topic, group in groupby(rows, key=lambda row: row[0]):
            known = {row[1]: row for row in group}
            relevant = {docno for docno, row in known.items() if row[4] is not None and row[4] >= 1}
            ordered += [known[docno] for docno in judge(rankings[topic], relevant)]
        return ordered

    def _rankings(self) -> dict[str, list[list[str]]]:
        """The rankings of each topic; runs in an order that the seed decides, not their names."""
        select = f"""
            select topic, list(docno order by rank)
            from ({self._ranked()}) inner join run using (run_id)
            group by topic, system
            order by topic, md5(concat_ws('/', {literal(self.seed)}, topic, system))"""
        rankings: dict[str, list[list[str]]] = {}
        for topic, documents in self.connection.execute(select).fetchall():
            rankings.setdefault(topic, []).append(documents)
        return rankings


def pool(
    connection: duckdb.DuckDBPyConnection,
    runs: Names,
    *,
    depth: int,
    order: str,
    judged_too: bool,
    to_judge: bool,
    seed: int,
    topics: Names,
    collection: str | None = None,
    qrels: str | None = None,
) -> Result:
    """The documents that some run ranks within the depth, without the judged ones.

    With `to_judge` they have the columns of a qrels file, graded -1: pooled, not judged.
    """
    check_count("depth", depth)
    if order not in ORDERS:
        raise UsageError(f"no order {order!r}{suggestion(order, ORDERS)}")
    found = find_collection(connection, collection)
    selected = Pool(
        connection,
        found,
        find_optional_qrels(connection, found, qrels),
        find_runs(connection, found, runs),
        find_topics(connection, found, topics),
        depth,
        order,
        seed,
    )
    rows = selected.documents()
    shown = [row for row in rows if judged_too or row[4] is None]
    result = _to_judge(shown) if to_judge else _listed(shown, judged_too)
    result.title = f"{found.name}: pool of depth {depth}"
    result.notes = _notes(selected, rows, shown)
    return result


def _listed(rows: Sequence[Row], with_grades: bool) -> Result:
    columns = _COLUMNS | ({"grade": "number"} if with_grades else {})
    return built(columns, [row[: len(columns)] for row in rows])


def _to_judge(rows: Sequence[Row]) -> Result:
    columns = {"topic": "text", "iteration": "text", "docno": "text", "grade": "count"}
    return built(columns, [(row[0], "0", row[1], -1) for row in rows])


def _notes(selected: Pool, rows: Sequence[Row], shown: Sequence[Row]) -> list[str]:
    judged = sum(row[4] is not None for row in rows)
    qrels = selected.qrels
    state = (
        f"of which {judged:,} are judged in {qrels.name}" if qrels else "no judgements are loaded"
    )
    sizes = [len(list(group)) for _, group in groupby(shown, key=lambda row: row[0])]
    per_topic = f" ({min(sizes):,} to {max(sizes):,} each)" if len(sizes) > 1 else ""
    runs = counted(len(selected.runs), "run")
    return [
        f"{counted(len(shown), 'document')} in {counted(len(sizes), 'topic')}{per_topic}; "
        f"the pool of depth {selected.depth} of {runs} has {len(rows):,}, "
        f"{state}",
        ORDERS[selected.order].format(seed=selected.seed),
    ]
