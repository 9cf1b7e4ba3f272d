"""The ends of matches, to be read without the rules they were played under"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "endings",
        sa.Column("match_id", sa.String(length=24), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_endings_match_id")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_endings")),
    )
