"""Seats and accounts of strangers' programs"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for table in ("accounts", "chairs"):
        op.add_column(table, sa.Column("program", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    for table in ("accounts", "chairs"):
        op.drop_column(table, "program")
