"""Seats move to another device by a link that opens once; which table follows which is written down."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("seats", sa.Column("transfer", sa.String(64), nullable=False, server_default=""))
    op.create_table(
        "rematches",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("next_id", sa.String(32), nullable=False),
    )
