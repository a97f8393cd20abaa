"""The tables of the store."""

from __future__ import annotations

import sqlalchemy as sql

METADATA = sql.MetaData()


def _game() -> sql.ForeignKey:
    return sql.ForeignKey("games.id", ondelete="CASCADE")


GAMES = sql.Table(
    "games",
    METADATA,
    sql.Column("id", sql.String(22), primary_key=True),
    sql.Column("code", sql.String(6), nullable=False, unique=True),
    sql.Column("book", sql.String(80), nullable=False),
    sql.Column("listed", sql.Boolean, nullable=False),
    sql.Column("plan", sql.LargeBinary, nullable=False),
    sql.Column("secret", sql.String(64), nullable=False),
    sql.Column("status", sql.String(16), nullable=False),
    sql.Column("card", sql.LargeBinary, nullable=False),
    sql.Column("created", sql.Float, nullable=False),
    sql.Column("played", sql.Float, nullable=False, index=True),
)
"""A game as it was created; `status`, `card` and `played` are a cache for lists."""

STEPS = sql.Table(
    "steps",
    METADATA,
    sql.Column("game", sql.String(22), _game(), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("body", sql.LargeBinary, nullable=False),
    sql.Column("marks", sql.LargeBinary, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)
"""Everything that happened in a game, each step once: the one truth."""

SNAPSHOTS = sql.Table(
    "snapshots",
    METADATA,
    sql.Column("game", sql.String(22), _game(), primary_key=True),
    sql.Column("number", sql.Integer, nullable=False),
    sql.Column("body", sql.LargeBinary, nullable=False),
)
"""The latest whole state of a game, so that not all steps must be gone through; may be lost at any time."""

DEVICES = sql.Table(
    "devices",
    METADATA,
    sql.Column("token", sql.String(64), primary_key=True),
    sql.Column("game", sql.String(22), _game(), nullable=False, index=True),
    sql.Column("role", sql.String(16), nullable=False),
    sql.Column("seats", sql.String(400), nullable=False),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("host", sql.Boolean, nullable=False),
    sql.Column("created", sql.Float, nullable=False),
)
"""Who may do what; of the token only a hash is kept."""

INVITATIONS = sql.Table(
    "invitations",
    METADATA,
    sql.Column("code", sql.String(6), primary_key=True),
    sql.Column("game", sql.String(22), _game(), nullable=False, index=True),
    sql.Column("role", sql.String(16), nullable=False),
    sql.Column("seat", sql.String(80), nullable=False),
    sql.Column("created", sql.Float, nullable=False),
)
"""Codes for one device each."""
