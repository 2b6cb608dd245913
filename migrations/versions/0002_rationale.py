"""What judges say of their judgements."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
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


def downgrade() -> None:
    op.drop_table("rationale")
