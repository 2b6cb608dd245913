"""A docno that is a number is the document's number; the others are numbered from -1 down."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

# A number gives the name back: no sign, no zero in front, below 2³¹.
_IS_NUMBER = "regexp_full_match(docno, '0|[1-9][0-9]*') and try_cast(docno as integer) is not null"


def upgrade() -> None:
    op.create_table(
        "named_document",
        sa.Column("document_id", sa.Integer, nullable=False, comment="internal number, below 0"),
        sa.Column("collection_id", sa.Integer, nullable=False, comment="the collection"),
        sa.Column(
            "docno", sa.Text, nullable=False, comment="the document's identifier, always text"
        ),
        comment="The documents but those whose docno is a number, which is their document_id too",
    )
    op.execute(
        f"""
        create temp table renumbered as
        select
            document_id as old,
            case when {_IS_NUMBER} then docno::integer else -document_id end as new
        from document
        """
    )
    op.execute(
        f"""
        insert into named_document
        select -document_id, collection_id, docno from document
        where not ({_IS_NUMBER}) order by document_id
        """
    )
    for table in ("judgement", "retrieved_document"):
        op.execute(
            f"update {table} set document_id = renumbered.new from renumbered "
            f"where {table}.document_id = renumbered.old"
        )
    op.execute(
        """
        update judged_list set document_ids = changed.document_ids
        from (
            select run_id, qrels_id, topic, list(renumbered.new order by place) as document_ids
            from (
                select
                    run_id, qrels_id, topic,
                    unnest(document_ids) as old, unnest(range(len(document_ids))) as place
                from judged_list
            )
            inner join renumbered using (old)
            group by all
        ) as changed
        where
            judged_list.run_id = changed.run_id
            and judged_list.qrels_id = changed.qrels_id
            and judged_list.topic = changed.topic
        """
    )
    op.drop_table("document")
    op.execute("drop table renumbered")
