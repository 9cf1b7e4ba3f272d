"""What a strong player makes of matches that are over"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("match_id", sa.String(length=24), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_analyses_match_id")),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_analyses")),
    )


def downgrade() -> None:
    op.drop_table("analyses")
