"""What somebody at a table asks the others for."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("tables", sa.Column("ask", sa.Text, nullable=False, server_default=""))
