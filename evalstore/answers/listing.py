"""What a store holds: collections, runs, qrels and topics; and what measures there are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from evalstore.answers.scores import TOPIC_ORDER
from evalstore.measures.catalogue import DEFAULT
from evalstore.measures.definition import Definition, definitions
from evalstore.measures.grammar import parse, parse_all
from evalstore.names import find_collection
from evalstore.query import Query
from evalstore.quoting import literal
from evalstore.result import Result

if TYPE_CHECKING:
    import duckdb


def collections(connection: duckdb.DuckDBPyConnection) -> Result:
    return Result(
        Query(
            connection,
            """
            select
                name as collection,
                (select count(*) from run where run.collection_id = collection.collection_id)
                    as runs,
                (select count(*) from qrels where qrels.collection_id = collection.collection_id)
                    as qrels,
                (select count(*) from topic where topic.collection_id = collection.collection_id)
                    as topic_texts,
                documents
            from collection
            order by name
            """,
        )
    )


def runs(connection: duckdb.DuckDBPyConnection, collection: str | None) -> Result:
    return Result(
        Query(
            connection,
            f"""
            select
                collection.name as collection, system, tag, rank_rule,
                count(retrieved.topic) as topics,
                coalesce(sum(retrieved.documents), 0)::bigint as rows,
                source, date_trunc('second', loaded_at) as loaded_at
            from run
            inner join collection using (collection_id)
            left join retrieved using (run_id)
            {_of_collection(connection, collection)}
            group by all
            order by collection.name, system
            """,
        )
    )


def qrels(connection: duckdb.DuckDBPyConnection, collection: str | None) -> Result:
    return Result(
        Query(
            connection,
            f"""
            select
                collection.name as collection, qrels.name as qrels,
                count(distinct topic) as topics,
                coalesce(sum(grade_count.documents), 0)::bigint as documents,
                list_sort(list(distinct grade)) as grades,
                source, date_trunc('second', loaded_at) as loaded_at
            from qrels
            inner join collection using (collection_id)
            left join grade_count using (qrels_id)
            {_of_collection(connection, collection)}
            group by all
            order by collection.name, qrels.name
            """,
        )
    )


def topics(
    connection: duckdb.DuckDBPyConnection, collection: str | None, qrels_name: str | None
) -> Result:
    """The topics of a collection: text, judgements under each set, systems that answer."""
    found = find_collection(connection, collection)
    of_qrels = "" if qrels_name is None else f"and qrels.name = {literal(qrels_name)}"
    return Result(
        Query(
            connection,
            f"""
            with
            judged as (
                select topic, qrels.name as qrels, sum(documents)::bigint as judged,
                    coalesce(sum(documents) filter (grade >= 1), 0)::bigint as relevant
                from grade_count inner join qrels using (qrels_id)
                where collection_id = {found.number} {of_qrels}
                group by all
            ),
            answered as (
                select topic, count(*) as systems
                from retrieved inner join run using (run_id)
                where collection_id = {found.number}
                group by all
            ),
            texts as (
                select topic, title from topic where collection_id = {found.number}
            ),
            known as (
                select topic from judged union select topic from answered
                union select topic from texts
            )
            select topic, qrels, judged, relevant, coalesce(systems, 0) as systems, title
            from known
            left join judged using (topic)
            left join answered using (topic)
            left join texts using (topic)
            order by {TOPIC_ORDER}, qrels
            """,
        )
    )


def _of_collection(connection: duckdb.DuckDBPyConnection, name: str | None) -> str:
    if name is None:
        return ""
    return f"where collection_id = {find_collection(connection, name).number}"


def measures(
    connection: duckdb.DuckDBPyConnection,
    name: str | None = None,
    own: Mapping[str, Definition] | None = None,
) -> Result:
    """All measures with their meaning, a store's own among them; with a name, all about it."""
    own = own or {}
    if name is not None:
        return _described(connection, own.get(name) or parse_loosely(name))
    default = {measure.definition.name for measure in parse_all([DEFAULT])}
    rows = ", ".join(
        f"({literal(one.name)}, {literal(_cutoff(one))}, {literal(', '.join(one.trec_eval))}, "
        f"{literal(one.name in default or one.name in own)}, {literal(one.meaning)})"
        for one in (*definitions(), *own.values())
    )
    columns = "measure, cutoff, trec_eval, in_views, meaning"
    return Result(
        Query(connection, f"from (values {rows}) as measures ({columns}) order by measure")
    )


def parse_loosely(name: str) -> Definition:
    """The measure of that name, its required cutoff left out or not."""
    for one in definitions():
        if name.casefold() in (one.name.casefold(), *(alias.casefold() for alias in one.aliases)):
            return one
    return parse(name).definition


def _cutoff(one: Definition) -> str:
    return {"none": "", "optional": "[@k]", "required": "@k", "recall": "@recall"}[one.cutoff]


def _described(connection: duckdb.DuckDBPyConnection, one: Definition) -> Result:
    facts = [
        ("measure", one.name + _cutoff(one)),
        ("title", one.title),
        ("meaning", one.meaning),
        ("formula", one.formula),
        *(
            (f"parameter {name}", _parameter(declared.meaning, declared.default))
            for name, declared in one.parameters.items()
        ),
        ("over topics", one.aggregate),
        ("also called", ", ".join(one.aliases)),
        ("trec_eval", ", ".join(one.trec_eval)),
        ("citation", one.citation),
        ("proved against", one.reference),
        ("view", one.family),
        *(
            (
                "example",
                f"{item.measure} of [{item.run}] given {item.qrels}: {item.value:.4f}, {item.why}",
            )
            for item in one.examples
        ),
    ]
    rows = ", ".join(f"({literal(key)}, {literal(value)})" for key, value in facts if value)
    return Result(Query(connection, f"from (values {rows}) as facts (property, value)"))


def _parameter(meaning: str, default: object) -> str:
    return meaning if default is None else f"{meaning} (default {default})"
