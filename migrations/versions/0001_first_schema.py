"""The first schema: flat tables with integer keys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from duckdb_sqlalchemy.datatypes import Map

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.execute("create sequence collection_id_seq")
    op.execute("create sequence qrels_id_seq")
    op.execute("create sequence run_id_seq")
    op.create_table(
        "collection",
        sa.Column(
            "collection_id",
            sa.Integer,
            primary_key=True,
            autoincrement=False,
            server_default=sa.text("nextval('collection_id_seq')"),
            comment="internal number",
        ),
        sa.Column("name", sa.Text, nullable=False, unique=True, comment="name given by the user"),
        sa.Column("documents", sa.BigInteger, comment="documents in the collection, for Fallout"),
        comment="A test collection: a namespace of topics, judgements and runs",
    )
    op.create_table(
        "custom_measure",
        sa.Column("name", sa.Text, primary_key=True, comment="name given by the user"),
        sa.Column("meaning", sa.Text, nullable=False, comment="what it measures"),
        sa.Column(
            "body",
            sa.Text,
            nullable=False,
            comment="the select of run_id, qrels_id, topic_id, value",
        ),
        sa.Column(
            "is_function",
            sa.Boolean,
            nullable=False,
            comment="computed by a Python function, values in custom_value",
        ),
        sa.Column("aggregate", sa.Text, nullable=False, comment="how topics are combined"),
        sa.Column(
            "higher_is_better",
            sa.Boolean,
            nullable=False,
            comment="whether a higher value is better",
        ),
        comment="User-defined measures",
    )
    op.create_table(
        "custom_value",
        sa.Column("name", sa.Text, nullable=False, comment="the measure"),
        sa.Column("run_id", sa.Integer, nullable=False, comment="the run"),
        sa.Column("qrels_id", sa.Integer, nullable=False, comment="the set of judgements"),
        sa.Column("topic_id", sa.Integer, nullable=False, comment="the topic"),
        sa.Column(
            "value", sa.Double, nullable=False, comment="return value of the Python function"
        ),
        comment="The values of the user-defined measures that are Python functions",
    )
    op.create_table(
        "discount",
        sa.Column("discount", sa.Text, nullable=False, comment="name of the discount"),
        sa.Column("rank", sa.Integer, nullable=False, comment="a rank"),
        sa.Column("weight", sa.Double, nullable=False, comment="the weight of a gain at that rank"),
        comment="Rank to weight, filled by the discount functions",
    )
    op.create_table(
        "document",
        sa.Column("document_id", sa.Integer, nullable=False, comment="internal number"),
        sa.Column("collection_id", sa.Integer, nullable=False, comment="the collection"),
        sa.Column(
            "docno", sa.Text, nullable=False, comment="the document's identifier, always text"
        ),
        comment="The documents that a run retrieved or an assessor judged",
    )
    op.create_table(
        "efficiency",
        sa.Column("run_id", sa.Integer, nullable=False, comment="the run"),
        sa.Column(
            "topic_id", sa.Integer, comment="the topic; NULL for a value of the complete run"
        ),
        sa.Column("name", sa.Text, nullable=False, comment="what was measured, such as latency"),
        sa.Column("value", sa.Double, nullable=False, comment="the measured value"),
        sa.Column("unit", sa.Text, comment="unit of the value"),
        comment="Efficiency: latency, throughput, size, energy or any other named number of a run",
    )
    op.create_table(
        "gain",
        sa.Column("gain", sa.Text, nullable=False, comment="name of the gain"),
        sa.Column("grade", sa.Double, nullable=False, comment="a grade"),
        sa.Column(
            "value", sa.Double, nullable=False, comment="the gain of a document of that grade"
        ),
        comment="Grade to gain, filled by the gain functions",
    )
    op.create_table(
        "judged_ranking",
        sa.Column("qrels_id", sa.Integer, nullable=False, comment="the set of judgements"),
        sa.Column("run_id", sa.Integer, nullable=False, comment="the run"),
        sa.Column("topic_id", sa.Integer, nullable=False, comment="the topic"),
        sa.Column("rank", sa.Integer, nullable=False, comment="position in the ranking"),
        sa.Column(
            "judged_rank",
            sa.Integer,
            comment="position among the documents graded 0 or more; NULL if graded below 0",
        ),
        sa.Column("document_id", sa.Integer, nullable=False, comment="the document"),
        sa.Column("grade", sa.Double, nullable=False, comment="the document's highest grade"),
        comment="The ranked documents that have a judgement; derived from ranking and judgement",
    )
    op.create_table(
        "judgement",
        sa.Column("qrels_id", sa.Integer, nullable=False, comment="the set of judgements"),
        sa.Column("topic_id", sa.Integer, nullable=False, comment="the topic"),
        sa.Column(
            "subtopic",
            sa.Text,
            nullable=False,
            comment="column 2 of the qrels file: subtopic or iteration",
        ),
        sa.Column(
            "subgroup",
            sa.Text,
            nullable=False,
            comment="the comparison of a preference judgement; otherwise empty",
        ),
        sa.Column("document_id", sa.Integer, nullable=False, comment="the document"),
        sa.Column(
            "grade", sa.Double, nullable=False, comment="the grade; negative: pooled, not judged"
        ),
        sa.Column(
            "stratum",
            sa.Text,
            comment="the part of the pool that was sampled at one rate; NULL if not sampled",
        ),
        sa.Column(
            "probability",
            sa.Double,
            comment="of being sampled for judging; NULL if not sampled",
        ),
        comment="The judgements of the assessors, one row each",
    )
    op.create_table(
        "measure",
        sa.Column("measure", sa.Text, primary_key=True, comment="canonical name, such as nDCG@10"),
        sa.Column("family", sa.Text, nullable=False, comment="the view that computes it"),
        sa.Column(
            "name", sa.Text, nullable=False, comment="the measure without cutoff and parameters"
        ),
        sa.Column("cutoff", sa.BigInteger, comment="ranks considered; NULL for all"),
        sa.Column("rel", sa.Double, comment="the lowest relevant grade"),
        sa.Column("judged_only", sa.Boolean, nullable=False, comment="skip unjudged documents"),
        sa.Column("gain", sa.Text, comment="name of the gain"),
        sa.Column("discount", sa.Text, comment="name of the discount"),
        sa.Column(
            "parameter",
            Map(sa.Text, sa.Double),
            nullable=False,
            comment="other parameters that are numbers",
        ),
        sa.Column(
            "option",
            Map(sa.Text, sa.Text),
            nullable=False,
            comment="other parameters that are text",
        ),
        sa.Column(
            "aggregate", sa.Text, nullable=False, comment="how topics are combined: mean, sum, …"
        ),
        sa.Column(
            "higher_is_better",
            sa.Boolean,
            nullable=False,
            comment="whether a higher value is better",
        ),
        comment="The catalogue: every measure that the views compute",
    )
    op.create_table(
        "measure_description",
        sa.Column(
            "name", sa.Text, primary_key=True, comment="the measure without cutoff and parameters"
        ),
        sa.Column("title", sa.Text, nullable=False, comment="its full name"),
        sa.Column("meaning", sa.Text, nullable=False, comment="what it measures"),
        sa.Column("formula", sa.Text, nullable=False, comment="how it is computed"),
        sa.Column("parameters", sa.Text, comment="its parameters and their defaults"),
        sa.Column("trec_eval", sa.Text, comment="its names in trec_eval"),
        sa.Column("citation", sa.Text, comment="the paper that proposed it"),
        sa.Column("reference", sa.Text, comment="the implementation it was verified against"),
        sa.Column("family", sa.Text, nullable=False, comment="the view that computes it"),
        comment="Descriptions of all measures, registered or not",
    )
    op.create_table(
        "qrels",
        sa.Column(
            "qrels_id",
            sa.Integer,
            primary_key=True,
            autoincrement=False,
            server_default=sa.text("nextval('qrels_id_seq')"),
            comment="internal number",
        ),
        sa.Column("collection_id", sa.Integer, nullable=False, comment="the collection"),
        sa.Column("name", sa.Text, nullable=False, comment="name given by the user"),
        sa.Column("source", sa.Text, comment="the file it came from"),
        sa.Column("sha256", sa.Text, nullable=False, comment="digest of the file's content"),
        sa.Column(
            "loaded_at",
            sa.TIMESTAMP,
            server_default=sa.text("current_timestamp"),
            comment="when it was loaded",
        ),
        sa.UniqueConstraint("collection_id", "name"),
        comment="A set of judgements",
    )
    op.create_table(
        "ranking",
        sa.Column("run_id", sa.Integer, nullable=False, comment="the run"),
        sa.Column("topic_id", sa.Integer, nullable=False, comment="the topic"),
        sa.Column(
            "rank",
            sa.Integer,
            nullable=False,
            comment="position in the ranking, from 1, under the run's rank rule",
        ),
        sa.Column("document_id", sa.Integer, nullable=False, comment="the document"),
        sa.Column("score", sa.Double, comment="the system's score; NULL in a run without scores"),
        sa.Column(
            "file_rank", sa.BigInteger, comment="rank column of the file; NULL where it has none"
        ),
        sa.Column(
            "is_tied",
            sa.Boolean,
            nullable=False,
            comment="has the same score as the document above it",
        ),
        sa.Column(
            "is_out_of_order",
            sa.Boolean,
            nullable=False,
            comment="the rank column puts it above a document with a higher score",
        ),
        comment="The ranked documents of every run, one row for each",
    )
    op.create_table(
        "rationale",
        sa.Column("qrels_id", sa.Integer, nullable=False, comment="the set of judgements"),
        sa.Column("topic_id", sa.Integer, nullable=False, comment="the topic"),
        sa.Column(
            "subtopic",
            sa.Text,
            nullable=False,
            comment="the subtopic or iteration of the judgement",
        ),
        sa.Column("document_id", sa.Integer, nullable=False, comment="the document"),
        sa.Column("rationale", sa.Text, nullable=False, comment="why the document has its grade"),
        comment="What judges say of their judgements, one row for each judgement with a rationale",
    )
    op.create_table(
        "run",
        sa.Column(
            "run_id",
            sa.Integer,
            primary_key=True,
            autoincrement=False,
            server_default=sa.text("nextval('run_id_seq')"),
            comment="internal number",
        ),
        sa.Column("collection_id", sa.Integer, nullable=False, comment="the collection"),
        sa.Column("system", sa.Text, nullable=False, comment="name given by the user"),
        sa.Column(
            "tag", sa.Text, comment="column 6 of the run file; NULL if it differs between lines"
        ),
        sa.Column(
            "run_group",
            sa.Text,
            comment="the system whose runs differ only in seed or fold; NULL if there is none",
        ),
        sa.Column("rank_rule", sa.Text, nullable=False, comment="trec_eval, trec_eval10 or rank"),
        sa.Column("source", sa.Text, comment="the file it came from"),
        sa.Column("sha256", sa.Text, nullable=False, comment="digest of the file's content"),
        sa.Column("metadata", sa.JSON, comment="the file's ir_metadata header"),
        sa.Column(
            "loaded_at",
            sa.TIMESTAMP,
            server_default=sa.text("current_timestamp"),
            comment="when it was loaded",
        ),
        sa.UniqueConstraint("collection_id", "system"),
        comment="The runs: one ranking of documents per topic, by one system",
    )
    op.create_table(
        "run_topic",
        sa.Column("run_id", sa.Integer, nullable=False, comment="the run"),
        sa.Column("topic_id", sa.Integer, nullable=False, comment="the topic"),
        sa.Column(
            "documents", sa.BigInteger, nullable=False, comment="number of documents retrieved"
        ),
        comment="The topics that each run answers; derived from ranking",
    )
    op.create_table(
        "setting",
        sa.Column("name", sa.Text, primary_key=True, comment="name of the setting"),
        sa.Column("value", sa.Text, nullable=False, comment="its value"),
        comment="Settings of this store",
    )
    op.create_table(
        "topic",
        sa.Column("topic_id", sa.Integer, nullable=False, comment="internal number"),
        sa.Column("collection_id", sa.Integer, nullable=False, comment="the collection"),
        sa.Column("name", sa.Text, nullable=False, comment="the topic's identifier, always text"),
        sa.Column("title", sa.Text, comment="the query"),
        sa.Column("description", sa.Text, comment="the information need, in a sentence"),
        sa.Column("narrative", sa.Text, comment="what counts as relevant"),
        sa.Column("metadata", sa.JSON, comment="all other fields of the topic file"),
        comment="The topics that were judged, answered or described; texts come from a topic file",
    )
