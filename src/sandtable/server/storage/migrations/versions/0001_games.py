"""Games, steps, snapshots, devices and invitations."""

from __future__ import annotations

import sqlalchemy as sql
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "games",
        sql.Column("id", sql.String(22), primary_key=True),
        sql.Column("code", sql.String(6), nullable=False, unique=True),
        sql.Column("book", sql.String(80), nullable=False),
        sql.Column("listed", sql.Boolean, nullable=False),
        sql.Column("plan", sql.LargeBinary, nullable=False),
        sql.Column("secret", sql.String(64), nullable=False),
        sql.Column("status", sql.String(16), nullable=False),
        sql.Column("card", sql.LargeBinary, nullable=False),
        sql.Column("created", sql.Float, nullable=False),
        sql.Column("played", sql.Float, nullable=False),
    )
    op.create_index("ix_games_played", "games", ["played"])
    op.create_table(
        "steps",
        sql.Column("game", sql.String(22), _game(), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("body", sql.LargeBinary, nullable=False),
        sql.Column("marks", sql.LargeBinary, nullable=False),
        sql.Column("at", sql.Float, nullable=False),
    )
    op.create_table(
        "snapshots",
        sql.Column("game", sql.String(22), _game(), primary_key=True),
        sql.Column("number", sql.Integer, nullable=False),
        sql.Column("body", sql.LargeBinary, nullable=False),
    )
    op.create_table(
        "devices",
        sql.Column("token", sql.String(64), primary_key=True),
        sql.Column("game", sql.String(22), _game(), nullable=False),
        sql.Column("role", sql.String(16), nullable=False),
        sql.Column("seats", sql.String(400), nullable=False),
        sql.Column("name", sql.String(80), nullable=False),
        sql.Column("host", sql.Boolean, nullable=False),
        sql.Column("created", sql.Float, nullable=False),
    )
    op.create_index("ix_devices_game", "devices", ["game"])
    op.create_table(
        "invitations",
        sql.Column("code", sql.String(6), primary_key=True),
        sql.Column("game", sql.String(22), _game(), nullable=False),
        sql.Column("role", sql.String(16), nullable=False),
        sql.Column("seat", sql.String(80), nullable=False),
        sql.Column("created", sql.Float, nullable=False),
    )
    op.create_index("ix_invitations_game", "invitations", ["game"])


def downgrade() -> None:
    """Drop the tables."""
    for table in ("invitations", "devices", "snapshots", "steps", "games"):
        op.drop_table(table)


def _game() -> sql.ForeignKey:
    return sql.ForeignKey("games.id", ondelete="CASCADE")
