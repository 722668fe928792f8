"""Whether people at a table can talk in their own words."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("tables", sa.Column("has_chat", sa.Boolean, nullable=False, server_default=sa.false()))
