"""A gallery of boards, and by which board a table plays, so that it can be told how often one was played."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("tables", sa.Column("board", sa.String(64), nullable=False, server_default=""))
    op.create_index("tables_board", "tables", ["board"])
    op.create_table(
        "gallery",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("code", sa.Text, nullable=False),
        sa.Column("board", sa.String(64), nullable=False, unique=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("author", sa.String(64), nullable=False),
        sa.Column("made", sa.DateTime, nullable=False),
        sa.Column("is_approved", sa.Boolean, nullable=False),
        sa.Column("rating", sa.Text, nullable=False),
    )
