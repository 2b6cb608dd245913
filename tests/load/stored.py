"""What a load leaves in a store, by name: rows that can be compared between stores."""

from __future__ import annotations

from typing import Any

from evalstore.store import Store

RANKING = """
    select
        run.system, topic.name, ranking.rank, document.docno,
        ranking.score, ranking.file_rank, ranking.is_tied
    from ranking
    inner join run using (run_id)
    inner join topic using (topic_id)
    inner join document using (document_id)
    order by all
"""
JUDGED = """
    select
        qrels.name, run.system, topic.name, judged_ranking.rank, judged_ranking.judged_rank,
        document.docno, judged_ranking.grade
    from judged_ranking
    inner join qrels using (qrels_id)
    inner join run using (run_id)
    inner join topic using (topic_id)
    inner join document using (document_id)
    order by all
"""
RUNS = "select system, tag, rank_rule, sha256 from run order by all"
ANSWERED = """
    select run.system, topic.name, run_topic.documents
    from run_topic inner join run using (run_id) inner join topic using (topic_id)
    order by all
"""
DOCUMENTS = "select docno from document order by all"
EVERYTHING = (RANKING, JUDGED, RUNS, ANSWERED, DOCUMENTS)


def contents(store: Store) -> list[list[tuple[Any, ...]]]:
    """All rows of the tables that a load writes."""
    return [store.sql(select).rows for select in EVERYTHING]


def counts(store: Store) -> dict[str, int]:
    """How many rows there are of what a run leaves in the store."""
    tables = ("run", "run_topic", "ranking", "judged_ranking")
    return {table: store.sql(f"select count(*) from {table}").rows[0][0] for table in tables}
