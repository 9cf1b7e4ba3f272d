"""The first schema"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "accounts",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("name", sa.String(length=24), nullable=False),
        sa.Column("key", sa.String(length=24), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("key", name=op.f("uq_accounts_key")),
    )
    op.create_table(
        "outages",
        sa.Column("began", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("began", name=op.f("pk_outages")),
    )
    op.create_table(
        "packs",
        sa.Column("hash", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("files", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_packs")),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("beat", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pulse")),
    )
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("player", sa.String(length=48), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("game", "player", name=op.f("pk_ratings")),
    )
    op.create_table(
        "guests",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("account", sa.Integer(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_guests_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_guests")),
        sa.UniqueConstraint("token", name=op.f("uq_guests_token")),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String(length=24), nullable=False),
        sa.Column("code", sa.String(length=24), nullable=True),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("rules", sa.String(length=32), nullable=False),
        sa.Column("content", sa.String(length=32), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("watchers", sa.Boolean(), nullable=False),
        sa.Column("clock", sa.Text(), nullable=False),
        sa.Column("takeover", sa.String(length=32), nullable=True),
        sa.Column("host", sa.String(length=24), nullable=True),
        sa.Column("status", sa.String(length=8), nullable=False),
        sa.Column("notice", sa.Text(), nullable=True),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("start_hash", sa.String(length=32), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("previous", sa.String(length=24), nullable=True),
        sa.Column("origin", sa.String(length=24), nullable=True),
        sa.Column("origin_at", sa.Integer(), nullable=True),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["content"], ["packs.hash"], name=op.f("fk_matches_content")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
        sa.UniqueConstraint("code", name=op.f("uq_matches_code")),
        sa.UniqueConstraint("previous", name=op.f("uq_matches_previous")),
    )
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.create_index("ix_matches_due", ["due"], unique=False)
        batch_op.create_index("ix_matches_listed", ["public", "status", "created"], unique=False)

    op.create_table(
        "chairs",
        sa.Column("match_id", sa.String(length=24), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("who", sa.String(length=8), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("bot", sa.String(length=32), nullable=True),
        sa.Column("token", sa.String(length=64), nullable=True),
        sa.Column("guest", sa.String(length=24), nullable=True),
        sa.Column("account", sa.Integer(), nullable=True),
        sa.Column("nonce", sa.String(length=64), nullable=False),
        sa.Column("ready", sa.Boolean(), nullable=False),
        sa.Column("stand_in", sa.String(length=32), nullable=True),
        sa.Column("mutes", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name=op.f("fk_chairs_account")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_chairs_match_id")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_chairs")),
    )
    with op.batch_alter_table("chairs", schema=None) as batch_op:
        batch_op.create_index("ix_chairs_account", ["account"], unique=False)
        batch_op.create_index("ix_chairs_guest", ["guest"], unique=False)

    op.create_table(
        "entries",
        sa.Column("match_id", sa.String(length=24), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("nonce", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_entries_match_id")),
        sa.PrimaryKeyConstraint("match_id", "seq", name=op.f("pk_entries")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "notes",
        sa.Column("match_id", sa.String(length=24), nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("nonce", sa.String(length=64), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_notes_match_id")),
        sa.PrimaryKeyConstraint("match_id", "n", name=op.f("pk_notes")),
        sa.UniqueConstraint("match_id", "seat", "nonce", name="uq_notes_nonce"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("match_id", sa.String(length=24), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("player", sa.String(length=48), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=True),
        sa.Column("sigma", sa.Float(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name=op.f("fk_results_match_id")),
        sa.PrimaryKeyConstraint("match_id", "seat", name=op.f("pk_results")),
    )
    with op.batch_alter_table("results", schema=None) as batch_op:
        batch_op.create_index("ix_results_player", ["player", "at"], unique=False)
