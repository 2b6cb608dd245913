"""What a store contains (collections, runs, qrels, topics), and which measures there are."""

from __future__ import annotations

from collections.abc import Mapping

import duckdb

from evalstore.answers.scores import topic_order
from evalstore.measures.catalogue import DEFAULT
from evalstore.measures.definition import Definition, definitions
from evalstore.measures.grammar import parse, parse_all
from evalstore.names import EMPTY, NO_QRELS, NO_RUNS, find_collection
from evalstore.query import Query
from evalstore.quoting import literal
from evalstore.result import Result
from evalstore.views import compose

_HAS_TEXT = "coalesce(title, description, narrative, metadata::varchar) is not null"


def _listed(query: Query, if_none: str, *optional: str) -> Result:
    """The rows; where there are none, a note that says what to do."""
    result = Result(query, optional=optional)
    result.notes = lambda: [] if result.rows else [if_none]
    return result


def collections(connection: duckdb.DuckDBPyConnection) -> Result:
    return _listed(
        Query(
            connection,
            f"""
            select
                name as collection,
                (select count(*) from run where run.collection_id = collection.collection_id)
                    as runs,
                (select count(*) from qrels where qrels.collection_id = collection.collection_id)
                    as qrels,
                (
                    select count(*) from topic
                    where topic.collection_id = collection.collection_id and {_HAS_TEXT}
                ) as topic_texts,
                documents
            from collection
            order by name
            """,
        ),
        EMPTY,
    )


def runs(connection: duckdb.DuckDBPyConnection, collection: str | None) -> Result:
    return _listed(
        Query(
            connection,
            f"""
            select
                collection.name as collection, system, tag, rank_rule,
                count(run_topic.topic_id) as topics,
                coalesce(sum(run_topic.documents), 0)::bigint as rows,
                source, date_trunc('second', loaded_at) as loaded_at, run_group
            from run
            inner join collection using (collection_id)
            left join run_topic using (run_id)
            {_of_collection(connection, collection)}
            group by all
            order by collection.name, system
            """,
        ),
        NO_RUNS,
        *("tag", "rank_rule", "loaded_at", "source"),
    )


def qrels(connection: duckdb.DuckDBPyConnection, collection: str | None) -> Result:
    select = f"""select
    collection.name as collection,
    qrels.name as qrels,
    count(distinct topic_id) as topics,
    count(document_id) as documents,
    list_sort(list(distinct grade)) as grades,
    source,
    date_trunc('second', loaded_at) as loaded_at
from qrels
inner join collection using (collection_id)
left join steps.graded_document using (qrels_id)
{_of_collection(connection, collection)}
group by all
order by collection.name, qrels.name"""
    return _listed(Query(connection, compose(select, {})), NO_QRELS, "loaded_at", "source")


def topics(
    connection: duckdb.DuckDBPyConnection, collection: str | None, qrels_name: str | None
) -> Result:
    """The topics of a collection: text, judgements under each set, systems that answer."""
    found = find_collection(connection, collection)
    of_qrels = "" if qrels_name is None else f"where qrels.name = {literal(qrels_name)}"
    select = f"""select
    topic.name as topic,
    judged.qrels,
    judged.judged,
    judged.relevant,
    coalesce(answered.systems, 0) as systems,
    topic.title
from topic
left join (
    select
        graded_document.topic_id,
        qrels.name as qrels,
        count(*) as judged,
        count(*) filter (grade >= 1) as relevant
    from steps.graded_document
    inner join qrels using (qrels_id)
    {of_qrels}
    group by all
) as judged using (topic_id)
left join (
    select topic_id, count(*) as systems
    from run_topic
    group by topic_id
) as answered using (topic_id)
where
    topic.collection_id = {found.number}
    and (judged.judged > 0 or answered.systems > 0 or {_HAS_TEXT})
order by {topic_order()}, judged.qrels"""
    return Result(Query(connection, compose(select, {})))


def _of_collection(connection: duckdb.DuckDBPyConnection, name: str | None) -> str:
    if name is None:
        return ""
    return f"where collection_id = {find_collection(connection, name).number}"


def registered(connection: duckdb.DuckDBPyConnection) -> Result:
    """The catalogue: the measures that the views compute."""
    return Result(
        Query(
            connection,
            """
            select
                measure.measure,
                measure.family,
                measure.aggregate,
                coalesce(measure_description.meaning, custom_measure.meaning) as meaning
            from measure
            left join measure_description using (name)
            left join custom_measure using (name)
            order by measure.name, measure.cutoff nulls first, measure.measure
            """,
        )
    )


def measures(
    connection: duckdb.DuckDBPyConnection,
    name: str | None = None,
    custom: Mapping[str, Definition] | None = None,
) -> Result:
    """All measures with their meaning, custom ones included; with a name, all about that one."""
    custom = custom or {}
    if name is not None:
        return _described(connection, custom.get(name) or parse_loosely(name))
    default = {measure.definition.name for measure in parse_all([DEFAULT])}
    rows = ", ".join(
        f"({literal(one.name)}, {literal(_cutoff(one))}, {literal(', '.join(one.trec_eval))}, "
        f"{literal(one.name in default or one.name in custom)}, {literal(one.meaning)})"
        for one in (*definitions(), *custom.values())
    )
    columns = "measure, cutoff, trec_eval, in_views, meaning"
    return Result(
        Query(connection, f"from (values {rows}) as measures ({columns}) order by measure"),
        optional=["in_views"],
    )


def parse_loosely(name: str) -> Definition:
    """The measure of that name, with or without its required cutoff."""
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
        ("verified against", one.reference),
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
