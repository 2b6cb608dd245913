"""The tables, declared once with SQLAlchemy Core; `sql/schema.sql` is their printed form.

The tables that grow with the data (topic, document, judgement, ranking and what is derived from
them) have no primary key on purpose: DuckDB would build an index for each, and the loader already
refuses duplicates.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from duckdb_sqlalchemy.datatypes import Map
from sqlalchemy import BigInteger, Boolean, Column, Double, Integer, Sequence, Table, Text
from sqlalchemy.schema import CreateSequence, CreateTable

metadata = sa.MetaData()


def _number(name: str, sequence: str, comment: str) -> Column[int]:
    counter = Sequence(sequence, metadata=metadata)
    return Column(
        name,
        Integer,
        counter,
        primary_key=True,
        server_default=counter.next_value(),
        comment=comment,
    )


def _integer(name: str, comment: str, **options: Any) -> Column[int]:
    return Column(name, Integer, comment=comment, **options)


def _text(name: str, comment: str, **options: Any) -> Column[str]:
    return Column(name, Text, comment=comment, **options)


def _loaded_at() -> Column[Any]:
    now = sa.text("current_timestamp")
    return Column("loaded_at", sa.TIMESTAMP, server_default=now, comment="when it was loaded")


collection = Table(
    "collection",
    metadata,
    _number("collection_id", "collection_id_seq", "internal number"),
    _text("name", "name given by the user", nullable=False, unique=True),
    Column("documents", BigInteger, comment="documents in the collection, for Fallout"),
    comment="A test collection: a namespace of topics, judgements and runs",
)

topic = Table(
    "topic",
    metadata,
    _integer("topic_id", "internal number", nullable=False),
    _integer("collection_id", "the collection", nullable=False),
    _text("name", "the topic's identifier, always text", nullable=False),
    _text("title", "the query"),
    _text("description", "the information need, in a sentence"),
    _text("narrative", "what counts as relevant"),
    Column("metadata", sa.JSON, comment="all other fields of the topic file"),
    comment="The topics that were judged, answered or described; texts come from a topic file",
)

document = Table(
    "document",
    metadata,
    _integer("document_id", "internal number", nullable=False),
    _integer("collection_id", "the collection", nullable=False),
    _text("docno", "the document's identifier, always text", nullable=False),
    comment="The documents that a run retrieved or an assessor judged",
)

qrels = Table(
    "qrels",
    metadata,
    _number("qrels_id", "qrels_id_seq", "internal number"),
    _integer("collection_id", "the collection", nullable=False),
    _text("name", "name given by the user", nullable=False),
    _text("source", "the file it came from"),
    _text("sha256", "digest of the file's content", nullable=False),
    _loaded_at(),
    sa.UniqueConstraint("collection_id", "name"),
    comment="A set of judgements",
)

judgement = Table(
    "judgement",
    metadata,
    _integer("qrels_id", "the set of judgements", nullable=False),
    _integer("topic_id", "the topic", nullable=False),
    _text("subtopic", "column 2 of the qrels file: subtopic or iteration", nullable=False),
    _text("subgroup", "the comparison of a preference judgement; otherwise empty", nullable=False),
    _integer("document_id", "the document", nullable=False),
    Column("grade", Double, nullable=False, comment="the grade; negative: pooled, not judged"),
    _text("stratum", "the part of the pool that was sampled at one rate; NULL if not sampled"),
    Column("probability", Double, comment="of being sampled for judging; NULL if not sampled"),
    comment="The judgements of the assessors, one row each",
)

rationale = Table(
    "rationale",
    metadata,
    _integer("qrels_id", "the set of judgements", nullable=False),
    _integer("topic_id", "the topic", nullable=False),
    _text("subtopic", "the subtopic or iteration of the judgement", nullable=False),
    _integer("document_id", "the document", nullable=False),
    _text("rationale", "why the document has its grade", nullable=False),
    comment="What judges say of their judgements, one row for each judgement with a rationale",
)

run = Table(
    "run",
    metadata,
    _number("run_id", "run_id_seq", "internal number"),
    _integer("collection_id", "the collection", nullable=False),
    _text("system", "name given by the user", nullable=False),
    _text("tag", "column 6 of the run file; NULL if it differs between lines"),
    _text("run_group", "the system whose runs differ only in seed or fold; NULL if there is none"),
    _text("rank_rule", "trec_eval, trec_eval10 or rank", nullable=False),
    _text("source", "the file it came from"),
    _text("sha256", "digest of the file's content", nullable=False),
    Column("metadata", sa.JSON, comment="the file's ir_metadata header"),
    _loaded_at(),
    sa.UniqueConstraint("collection_id", "system"),
    comment="The runs: one ranking of documents per topic, by one system",
)

run_topic = Table(
    "run_topic",
    metadata,
    _integer("run_id", "the run", nullable=False),
    _integer("topic_id", "the topic", nullable=False),
    Column("documents", BigInteger, nullable=False, comment="number of documents retrieved"),
    comment="The topics that each run answers; derived from ranking",
)

ranking = Table(
    "ranking",
    metadata,
    _integer("run_id", "the run", nullable=False),
    _integer("topic_id", "the topic", nullable=False),
    _integer("rank", "position in the ranking, from 1, under the run's rank rule", nullable=False),
    _integer("document_id", "the document", nullable=False),
    Column("score", Double, comment="the system's score; NULL in a run without scores"),
    Column("file_rank", BigInteger, comment="rank column of the file; NULL where it has none"),
    Column(
        "is_tied", Boolean, nullable=False, comment="has the same score as the document above it"
    ),
    Column(
        "is_out_of_order",
        Boolean,
        nullable=False,
        comment="the rank column puts it above a document with a higher score",
    ),
    comment="The ranked documents of every run, one row for each",
)

judged_ranking = Table(
    "judged_ranking",
    metadata,
    _integer("qrels_id", "the set of judgements", nullable=False),
    _integer("run_id", "the run", nullable=False),
    _integer("topic_id", "the topic", nullable=False),
    _integer("rank", "position in the ranking", nullable=False),
    _integer(
        "judged_rank", "position among the documents graded 0 or more; NULL if graded below 0"
    ),
    _integer("document_id", "the document", nullable=False),
    Column("grade", Double, nullable=False, comment="the document's highest grade"),
    comment="The ranked documents that have a judgement; derived from ranking and judgement",
)

measure = Table(
    "measure",
    metadata,
    _text("measure", "canonical name, such as nDCG@10", primary_key=True),
    _text("family", "the view that computes it", nullable=False),
    _text("name", "the measure without cutoff and parameters", nullable=False),
    Column("cutoff", BigInteger, comment="ranks considered; NULL for all"),
    Column("rel", Double, comment="the lowest relevant grade"),
    Column("judged_only", Boolean, nullable=False, comment="skip unjudged documents"),
    _text("gain", "name of the gain"),
    _text("discount", "name of the discount"),
    Column(
        "parameter", Map(Text, Double), nullable=False, comment="other parameters that are numbers"
    ),
    Column("option", Map(Text, Text), nullable=False, comment="other parameters that are text"),
    _text("aggregate", "how topics are combined: mean, sum, …", nullable=False),
    Column("higher_is_better", Boolean, nullable=False, comment="whether a higher value is better"),
    comment="The catalogue: every measure that the views compute",
)

measure_description = Table(
    "measure_description",
    metadata,
    _text("name", "the measure without cutoff and parameters", primary_key=True),
    _text("title", "its full name", nullable=False),
    _text("meaning", "what it measures", nullable=False),
    _text("formula", "how it is computed", nullable=False),
    _text("parameters", "its parameters and their defaults"),
    _text("trec_eval", "its names in trec_eval"),
    _text("citation", "the paper that proposed it"),
    _text("reference", "the implementation it was verified against"),
    _text("family", "the view that computes it", nullable=False),
    comment="Descriptions of all measures, registered or not",
)

custom_measure = Table(
    "custom_measure",
    metadata,
    _text("name", "name given by the user", primary_key=True),
    _text("meaning", "what it measures", nullable=False),
    _text("body", "the select of run_id, qrels_id, topic_id, value", nullable=False),
    Column(
        "is_function",
        Boolean,
        nullable=False,
        comment="computed by a Python function, values in custom_value",
    ),
    _text("aggregate", "how topics are combined", nullable=False),
    Column("higher_is_better", Boolean, nullable=False, comment="whether a higher value is better"),
    comment="User-defined measures",
)

custom_value = Table(
    "custom_value",
    metadata,
    _text("name", "the measure", nullable=False),
    _integer("run_id", "the run", nullable=False),
    _integer("qrels_id", "the set of judgements", nullable=False),
    _integer("topic_id", "the topic", nullable=False),
    Column("value", Double, nullable=False, comment="return value of the Python function"),
    comment="The values of the user-defined measures that are Python functions",
)

gain = Table(
    "gain",
    metadata,
    _text("gain", "name of the gain", nullable=False),
    Column("grade", Double, nullable=False, comment="a grade"),
    Column("value", Double, nullable=False, comment="the gain of a document of that grade"),
    comment="Grade to gain, filled by the gain functions",
)

discount = Table(
    "discount",
    metadata,
    _text("discount", "name of the discount", nullable=False),
    _integer("rank", "a rank", nullable=False),
    Column("weight", Double, nullable=False, comment="the weight of a gain at that rank"),
    comment="Rank to weight, filled by the discount functions",
)

efficiency = Table(
    "efficiency",
    metadata,
    _integer("run_id", "the run", nullable=False),
    _integer("topic_id", "the topic; NULL for a value of the complete run"),
    _text("name", "what was measured, such as latency", nullable=False),
    Column("value", Double, nullable=False, comment="the measured value"),
    _text("unit", "unit of the value"),
    comment="Efficiency: latency, throughput, size, energy or any other named number of a run",
)

setting = Table(
    "setting",
    metadata,
    _text("name", "name of the setting", primary_key=True),
    _text("value", "its value", nullable=False),
    comment="Settings of this store",
)


def ddl() -> str:
    """The SQL that creates an empty store: `sql/schema.sql`."""
    from duckdb_sqlalchemy import Dialect

    dialect = Dialect()
    sequences = [CreateSequence(item) for item in metadata._sequences.values()]
    tables = list(metadata.sorted_tables)
    statements = [str(item.compile(dialect=dialect)).strip() for item in sequences]
    statements += [str(CreateTable(item).compile(dialect=dialect)).strip() for item in tables]
    statements += [line for item in tables for line in _comments(item)]
    header = "-- The tables of a new store. Printed from evalstore/schema.py; do not edit.\n"
    return header + "\n".join(f"{statement};" for statement in statements) + "\n"


def _comments(table: Table) -> list[str]:
    return [
        f"COMMENT ON TABLE {table.name} IS {_quoted(table.comment)}",
        *(
            f'COMMENT ON COLUMN {table.name}."{column.name}" IS {_quoted(column.comment)}'
            for column in table.columns
            if column.comment
        ),
    ]


def _quoted(text: str | None) -> str:
    return "'" + (text or "").replace("'", "''") + "'"


if __name__ == "__main__":
    from evalstore.resources import folder

    (folder("sql") / "schema.sql").write_text(ddl(), encoding="utf-8")
