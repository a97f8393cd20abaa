"""Refusals that HTTP has a number of its own for."""

from __future__ import annotations

from sandtable.kernel.refusal import Refusal, Refused


class Missing(Refused):
    """What was asked for is not there."""


class Forbidden(Refused):
    """This device may not do that."""


class Unknown(Refused):
    """Nobody knows this device."""


class Unwritten(Refused):
    """What should count could not be written down."""


class Damaged(Refused):
    """What was written down cannot be read any more."""


def missing(reason: str, remedy: str) -> Missing:
    """A refusal of something that is not there."""
    return Missing(Refusal("", reason, remedy))


def forbidden(reason: str, remedy: str) -> Forbidden:
    """A refusal of something that this device may not do."""
    return Forbidden(Refusal("", reason, remedy))


def unknown() -> Unknown:
    """A refusal to somebody without a token that counts."""
    return Unknown(Refusal("", "This device is not known here.", "Join the game first and send its token."))


def unwritten(reason: str) -> Unwritten:
    """A refusal of what the disk does not take."""
    return Unwritten(Refusal("", reason, "Whoever hosts it must make room; then try again."))


def damaged(reason: str, remedy: str) -> Damaged:
    """A refusal of what the disk has lost."""
    return Damaged(Refusal("", reason, remedy))
