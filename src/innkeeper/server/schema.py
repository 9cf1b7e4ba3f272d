"""The tables of the database. `entries` is the truth; everything else can be looked up or made again."""

from __future__ import annotations

import zlib
from typing import TypeVar

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    func,
    select,
)

T = TypeVar("T")


def encoded(value: object) -> str:
    """What has no columns of its own, as it stands in a row."""
    return msgspec.json.encode(value).decode()


def packed(value: object) -> bytes:
    """What is large and rarely read, as it stands in a row."""
    return zlib.compress(msgspec.json.encode(value), 6)


def unpacked(body: bytes | None, shape: type[T]) -> T | None:
    """What was packed; a faulty row is as good as none."""
    try:
        return None if body is None else msgspec.json.decode(zlib.decompress(body), type=shape)
    except (zlib.error, TypeError, msgspec.MsgspecError):
        return None


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

packs = Table(
    "packs",
    metadata,
    Column("hash", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("files", Text, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("name", String(24), nullable=False),
    Column("key", String(24), nullable=False, unique=True),  # what names are compared by
    Column("password", String(200), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("program", Boolean, nullable=False, server_default=false()),  # nobody, but what somebody wrote
    Column("looks", String(24), nullable=False, server_default=""),  # what names may be mistaken by
    Column("landlord", Boolean, nullable=False, server_default=false()),  # may use the workshop
    Index("ix_accounts_looks", "looks"),
)

guests = Table(
    "guests",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("token", String(64), nullable=False, unique=True),  # SHA-256
    Column("account", Integer, ForeignKey("accounts.id"), nullable=True),
    Column("created", BigInteger, nullable=False),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("code", String(24), nullable=True, unique=True),
    Column("game", String(32), nullable=False),
    Column("rules", String(32), nullable=False),
    Column("content", String(32), ForeignKey("packs.hash"), nullable=False),
    Column("options", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("watchers", Boolean, nullable=False),
    Column("clock", Text, nullable=False),
    Column("takeover", String(32), nullable=True),
    Column("host", String(24), nullable=True),
    Column("status", String(8), nullable=False),
    Column("notice", Text, nullable=True),
    Column("seed", LargeBinary, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("start_hash", String(32), nullable=True),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger, nullable=True),
    Column("ended", BigInteger, nullable=True),
    Column("outcome", Text, nullable=True),
    Column("due", BigInteger, nullable=True),  # when a server must look at it by itself
    Column("previous", String(24), nullable=True, unique=True),
    Column("origin", String(24), nullable=True),
    Column("origin_at", Integer, nullable=True),
    Column("rated", Boolean, nullable=False),  # its results are written
    Column("unrated", Text, nullable=True),  # why it does not count
    Column("bench_talks", Boolean, nullable=False, server_default=false()),
    Index("ix_matches_due", "due"),
    Index("ix_matches_listed", "public", "status", "created"),
)

chairs = Table(
    "chairs",
    metadata,
    Column("match_id", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("who", String(8), nullable=False),
    Column("name", String(64), nullable=False),
    Column("bot", String(32), nullable=True),
    Column("token", String(64), nullable=True),  # SHA-256
    Column("guest", String(24), nullable=True),
    Column("account", Integer, ForeignKey("accounts.id"), nullable=True),
    Column("nonce", String(64), nullable=False),  # the word for the dice
    Column(
        "seal", String(64), nullable=False, server_default=""
    ),  # what was shown of it before it was opened
    Column("ready", Boolean, nullable=False),
    Column("stand_in", String(32), nullable=True),
    Column("mutes", Text, nullable=False),
    Column("brings", Text, nullable=False, server_default="{}"),  # options of its own, such as a deck
    Column("program", Boolean, nullable=False, server_default=false()),  # a stranger's program plays here
    Index("ix_chairs_guest", "guest"),
    Index("ix_chairs_account", "account"),
)

entries = Table(
    "entries",
    metadata,
    Column("match_id", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("seat", Integer, nullable=True),
    Column("body", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("nonce", String(64), nullable=True),
    sqlite_with_rowid=False,
)

# how many entries the match of a row has, for queries
LENGTH = select(func.max(entries.c.seq)).where(entries.c.match_id == matches.c.id).scalar_subquery()

AGREED = '"undo":"agreed"'  # in the body of an entry that takes something back by consent

endings = Table(
    "endings",
    metadata,
    Column("match_id", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("body", LargeBinary, nullable=False),  # compressed: see `innkeeper.server.endings`
)

analyses = Table(
    "analyses",
    metadata,
    Column("match_id", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("body", LargeBinary, nullable=False),  # compressed: see `innkeeper.server.analyses`
)

notes = Table(
    "notes",
    metadata,
    Column("match_id", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(8), nullable=False),  # chat, or a step of an undo: ask, agree, refuse
    Column("seat", Integer, nullable=True),
    Column("name", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("seq", Integer, nullable=False),  # how far the match was
    Column("nonce", String(64), nullable=True),
    UniqueConstraint("match_id", "seat", "nonce", name="uq_notes_nonce"),
    sqlite_with_rowid=False,
)

ratings = Table(
    "ratings",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("player", String(48), primary_key=True),  # account:ID or bot:NAME
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("match_id", String(24), ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("game", String(32), nullable=False),
    Column("player", String(48), nullable=False),
    Column("place", Integer, nullable=True),
    Column("won", Boolean, nullable=False),
    Column("mu", Float, nullable=True),
    Column("sigma", Float, nullable=True),
    Column("at", BigInteger, nullable=False),
    Index("ix_results_player", "player", "at"),
)

studies = Table(
    "studies",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("account", Integer, ForeignKey("accounts.id"), nullable=False),
    Column("asked", Text, nullable=False),
    Column("files", Text, nullable=False),  # cards that were brought
    Column("status", String(10), nullable=False),
    Column("bench", Integer, nullable=True, unique=True),  # there is one: 1 while it is worked on
    Column("tries", Integer, nullable=False),
    Column("beat", BigInteger, nullable=True),  # when somebody who works on it was last heard of
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=True),
    Column("said", Text, nullable=True),  # why there is no report
    Column("body", LargeBinary, nullable=True),  # the report, compressed
    Index("ix_studies_made", "made"),
)

pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("beat", BigInteger, nullable=False),
)

outages = Table(
    "outages",
    metadata,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
)
