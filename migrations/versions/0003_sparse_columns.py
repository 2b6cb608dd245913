"""What few rankings have stands apart: ties, other ranks in the file, gaps among the judged."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "retrieved_order",
        sa.Column("list_id", sa.Integer, nullable=False, comment="the ranked list"),
        sa.Column("place", sa.BigInteger, nullable=False, comment="the document's place"),
        sa.Column(
            "file_rank", sa.BigInteger, comment="the rank that the file gave; none: the same"
        ),
        sa.Column(
            "is_tied",
            sa.Boolean,
            nullable=False,
            comment="ranked by the same key as the one above",
        ),
        comment="How the file ordered its documents, of lists with ties or other ranks",
    )
    op.execute(
        """
        insert into retrieved_order
        select list_id, place, file_rank, is_tied from retrieved_document
        where list_id in (
            select list_id from retrieved_document where is_tied or file_rank is not null
        )
        order by place
        """
    )
    # The views are made again afterwards; until then, this one would hold the columns.
    op.execute("drop view if exists ranking")
    op.drop_column("retrieved_document", "file_rank")
    op.drop_column("retrieved_document", "is_tied")
    op.alter_column("judged_list", "judged_ranks", nullable=True)
    op.execute("update judged_list set judged_ranks = null where list_min(grades) >= 0")
    op.execute(
        "comment on column judged_list.judged_ranks is "
        "'positions among the documents graded 0 or more; none: 1, 2, 3, …'"
    )
