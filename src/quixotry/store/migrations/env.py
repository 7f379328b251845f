"""What Alembic runs to upgrade a database: every step on the connection, and in the transaction, it is given."""

from __future__ import annotations

from alembic import context

from quixotry.store.schema import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True
)
context.run_migrations()
