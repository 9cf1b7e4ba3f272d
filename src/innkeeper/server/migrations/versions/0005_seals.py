"""The seal of a person's word for the dice"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("chairs", sa.Column("seal", sa.String(length=64), nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("chairs", "seal")
