"""Who may do what: devices, their tokens and their seats."""

from __future__ import annotations

import hashlib
import secrets
import time

import msgspec

from sandtable.server.routes.errors import forbidden
from sandtable.server.storage.store import DeviceRow
from sandtable.server.wire.protocol import Role

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Codes have no I and no O, which look like figures."""
CODE_LENGTH = 6
SEATED: tuple[Role, ...] = ("player", "game master")
"""The roles that answer."""


def new_token() -> str:
    """A secret for one device; it is given out once and never kept."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def new_code() -> str:
    """Six letters that can be read aloud."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """A code as somebody typed it: in any case, with spaces or hyphens."""
    return "".join(sign for sign in text.upper() if sign.isalnum())[: 2 * CODE_LENGTH]


class Device(msgspec.Struct):
    """A device at a game."""

    token: str
    """The hash of its token."""
    game: str
    role: Role
    seats: tuple[str, ...]
    name: str = ""
    host: bool = False
    """Whether it created the game."""

    @property
    def may_answer(self) -> tuple[str, ...]:
        """The seats for which it may speak."""
        return self.seats if self.role in SEATED else ()

    def check_speaks_for(self, seat: str) -> None:
        """Refuse what a device says for a seat that is not its own."""
        if seat not in self.may_answer:
            own = ", ".join(self.may_answer)
            raise forbidden(
                f"This device does not speak for {seat}.",
                f"It speaks for {own}." if own else f"As {self.role} it only watches.",
            )

    def row(self) -> DeviceRow:
        """The device as the store keeps it."""
        seats = msgspec.json.encode(self.seats).decode()
        return DeviceRow(self.token, self.game, self.role, seats, self.name, self.host, time.time())


def device_of(row: DeviceRow) -> Device:
    """A device of the store."""
    seats = msgspec.json.decode(row.seats, type=tuple[str, ...])
    role = msgspec.convert(row.role, Role)
    return Device(row.token, row.game, role, seats, row.name, row.host)
