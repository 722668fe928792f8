"""Tables whose match begins in a given position: the one that was asked for, and how what it left open was dealt."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    for name in ("asked_start", "start"):
        op.add_column("tables", sa.Column(name, sa.Text, nullable=False, server_default=""))
