"""Several servers share a database: revisions of entries, who is where, and who drives which bots.

Which table follows which becomes a part of the table, so that its revision counts it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("next_id", sa.String(32), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("next_by", sa.Integer, nullable=False, server_default="0"))
    op.execute(
        "UPDATE tables SET next_id = (SELECT next_id FROM rematches WHERE table_id = tables.id)"
        " WHERE id IN (SELECT table_id FROM rematches)"
    )
    op.drop_table("rematches")
    op.add_column("entries", sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("beat", sa.DateTime, nullable=False),
    )
    table, process = (sa.ForeignKey(f"{name}.id", ondelete="CASCADE") for name in ("tables", "processes"))
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(32), table, primary_key=True),
        sa.Column("process", sa.String(32), process, primary_key=True),
        sa.Column("seats", sa.String(32), nullable=False),
        sa.Column("watchers", sa.Integer, nullable=False),
    )
    op.create_table(
        "leases",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("process", sa.String(32), sa.ForeignKey("processes.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("ix_leases_process", "leases", ["process"])
