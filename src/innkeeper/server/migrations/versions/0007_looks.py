"""What the names of accounts look like"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from innkeeper.server.lookalikes import looks_of

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("accounts", sa.Column("looks", sa.String(24), nullable=False, server_default=""))
    op.create_index("ix_accounts_looks", "accounts", ["looks"])
    accounts = sa.table("accounts", sa.column("id"), sa.column("name"), sa.column("looks"))
    book = op.get_bind()
    for id, name in book.execute(sa.select(accounts.c.id, accounts.c.name)).all():
        book.execute(accounts.update().where(accounts.c.id == id).values(looks=looks_of(name)))


def downgrade() -> None:
    op.drop_index("ix_accounts_looks", "accounts")
    op.drop_column("accounts", "looks")
