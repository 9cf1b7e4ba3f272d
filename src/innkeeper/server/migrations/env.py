"""Alembic's way in. The connection is given by `innkeeper.server.storage.migrate`.

There is no way down: what a newer version wrote cannot be told in an older schema. Whoever goes back
goes back to a copy (`innkeeper restore`).
"""

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
