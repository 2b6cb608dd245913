"""Ranked lists are kept in stretches, judged ones by place, and names are packed by zstd."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_LENGTH = 128


def upgrade() -> None:
    # The views are made again afterwards; until then, these would hold the tables.
    for view in ("ranking", "document"):
        op.execute(f"drop view if exists {view}")
    _cut_lists()
    _count_on()
    _drop_keys()
    _pack_names()


def _cut_lists() -> None:
    op.create_table(
        "retrieved_stretch",
        sa.Column("run_id", sa.Integer, nullable=False, comment="the run"),
        sa.Column("topic", sa.Text, nullable=False, comment="the topic"),
        sa.Column(
            "above",
            sa.Integer,
            nullable=False,
            comment="how many documents of the ranking stand above these",
        ),
        sa.Column("document_ids", sa.ARRAY(sa.Integer), nullable=False, comment="the documents"),
        sa.Column(
            "scores",
            sa.ARRAY(sa.Double),
            comment="the system's scores; none in a three-column run",
        ),
        sa.Column(
            "file_ranks",
            sa.ARRAY(sa.BigInteger),
            comment="the ranks that the file gave; none: the same",
        ),
        sa.Column(
            "are_tied",
            sa.ARRAY(sa.Boolean),
            comment="which are ranked by the same key as the one above; none: none of them",
        ),
        comment="The documents of the ranked lists, some at a time; the view ranking shows each",
    )
    op.execute(
        f"""
        insert into retrieved_stretch
        select
            run_id,
            topic,
            (rank - 1) // {_LENGTH} * {_LENGTH} as above,
            list(document_id order by rank),
            if(count(score) = 0, null, list(score order by rank)),
            if(count(file_rank) = 0, null, list(coalesce(file_rank, rank) order by rank)),
            if(bool_or(is_tied), list(is_tied order by rank), null)
        from (
            select
                run_id, topic, document_id, score, file_rank, place - before as rank,
                coalesce(is_tied, false) as is_tied
            from retrieved
            inner join retrieved_document using (list_id)
            left join retrieved_order using (list_id, place)
        )
        group by run_id, topic, above
        order by run_id, topic, above
        """
    )
    op.drop_table("retrieved_document")
    op.drop_table("retrieved_order")
    op.drop_column("retrieved", "before")
    op.drop_column("retrieved", "list_id")


def _count_on() -> None:
    judged_ranks = "positions among the documents graded 0 or more; none: 1, 2, 3, …"
    op.create_table(
        "judged_place",
        sa.Column("run_id", sa.Integer, nullable=False, comment="the run"),
        sa.Column("qrels_id", sa.Integer, nullable=False, comment="the set of judgements"),
        sa.Column("topic", sa.Text, nullable=False, comment="the topic"),
        sa.Column(
            "before", sa.Integer, nullable=False, comment="the place before the first rank's"
        ),
        sa.Column(
            "places",
            sa.ARRAY(sa.Integer),
            nullable=False,
            comment="less `before`: positions in the ranking",
        ),
        sa.Column("judged_ranks", sa.ARRAY(sa.Integer), comment=judged_ranks),
        sa.Column("document_ids", sa.ARRAY(sa.Integer), nullable=False, comment="the documents"),
        sa.Column(
            "grades",
            sa.ARRAY(sa.Double),
            nullable=False,
            comment="the documents' highest grades",
        ),
        sa.Column(
            "hits",
            sa.ARRAY(sa.Integer),
            nullable=False,
            comment="the places of the documents graded 1 or more",
        ),
        comment="The judged documents of each ranking, in rank order; "
        "the view judged_list has ranks",
    )
    op.execute(
        """
        insert into judged_place
        select
            run_id, qrels_id, topic, before, [rank + before for rank in ranks], judged_ranks,
            document_ids, grades, [rank + before for rank in hits]
        from (
            select *, coalesce(sum(ranks[-1]) over (
                partition by run_id, qrels_id order by topic
                rows between unbounded preceding and 1 preceding
            ), 0)::integer as before
            from judged_list
        )
        order by run_id, qrels_id, topic
        """
    )
    op.drop_table("judged_list")


def _drop_keys() -> None:
    """Weights without their indexes. Those of a user's own functions stand nowhere else."""
    for table in ("gain", "discount"):
        op.execute(f"create temp table earlier_{table} as from {table}")
        op.drop_table(table)
    op.create_table(
        "gain",
        sa.Column("gain", sa.Text, nullable=False, comment="its name"),
        sa.Column("grade", sa.Double, nullable=False, comment="a grade"),
        sa.Column(
            "value", sa.Double, nullable=False, comment="what a document of that grade gains"
        ),
        comment="Grade to gain, filled by the gain functions",
    )
    op.create_table(
        "discount",
        sa.Column("discount", sa.Text, nullable=False, comment="its name"),
        sa.Column("rank", sa.Integer, nullable=False, comment="a rank"),
        sa.Column("weight", sa.Double, nullable=False, comment="what a gain at that rank counts"),
        comment="Rank to weight, filled by the discount functions",
    )
    for table in ("gain", "discount"):
        op.execute(f"insert into {table} from earlier_{table}")
        op.execute(f"drop table earlier_{table}")


def _pack_names() -> None:
    op.execute("alter table named_document rename to earlier_document")
    op.execute(
        """
        create table named_document (
            document_id integer not null,
            collection_id integer not null,
            docno text using compression zstd not null
        )
        """
    )
    op.execute("insert into named_document from earlier_document order by document_id desc")
    op.execute("drop table earlier_document")
    for place, comment in (
        (
            "table named_document",
            "The documents but those whose docno is a number, which is their document_id too",
        ),
        ("column named_document.document_id", "internal number, below 0"),
        ("column named_document.collection_id", "the collection"),
        ("column named_document.docno", "the document''s identifier, always text"),
    ):
        op.execute(f"comment on {place} is '{comment}'")
