"""Who is a landlord: said by whoever has the database in hand, of an account that is there already.

A name in a setting would be anybody's who makes that account first.
"""

from __future__ import annotations

from sqlalchemy import Connection, update
from sqlalchemy.exc import SQLAlchemyError

from innkeeper.engine.errors import InnkeeperError
from innkeeper.server import schema
from innkeeper.server.accounts import key_of
from innkeeper.server.storage import StorageDown, brief, engine_of, migrate


def appoint(url: str, name: str, landlord: bool) -> str:
    """Give an account the right to the workshop, or take it away; what the account is called."""
    migrate(url)
    a = schema.accounts.c
    mine = update(schema.accounts).where(a.key == key_of(name))

    def run(connection: Connection) -> str | None:
        changed = connection.execute(mine.values(landlord=landlord).returning(a.name))
        return changed.scalar_one_or_none()

    engine = engine_of(url)
    try:
        with engine.execution_options(writes=True).begin() as connection:
            known = run(connection)
    except (SQLAlchemyError, OSError) as wrong:
        raise StorageDown(f"this could not be kept: {brief(wrong)}") from None
    finally:
        engine.dispose()
    if known is None:
        raise InnkeeperError(f"nobody here is called {name}: make the account in the browser first")
    return known
