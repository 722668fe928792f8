"""Clocks: what was agreed on, what is left and how long each move took; and for how long the house was open."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    for name in ("terms", "clock"):
        op.add_column("tables", sa.Column(name, sa.Text, nullable=False, server_default=""))
    op.create_table(
        "house",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ticks", sa.BigInteger, nullable=False),
        sa.Column("beat", sa.BigInteger, nullable=False),
    )
