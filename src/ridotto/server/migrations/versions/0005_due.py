"""When a server has to look at a table though nobody else does, as where bots are to act and people wait for them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("tables", sa.Column("due", sa.BigInteger))
    op.create_index("tables_due", "tables", ["due"])
