"""Alembic's way in. The connection is given by `innkeeper.server.storage.migrate`."""

from __future__ import annotations

from alembic import context

from innkeeper.server.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
