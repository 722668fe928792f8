"""Called by `Store` with an open connection; nothing here reads a configuration file."""

from __future__ import annotations

from alembic import context

from ridotto.server.database import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
