"""An order with what it is worth to the automatic opponent, before the chance to activate."""

from __future__ import annotations

import msgspec

from sandtable.books.companies_and_captains.orders import Order


class Scored(msgspec.Struct, frozen=True):
    """An order with what it is worth and why."""

    order: str
    """The order as text, the key of the answer."""
    name: str
    score: float
    why: str
    rules: tuple[str, ...]

    @property
    def as_order(self) -> Order:
        """The order as the rules know it, as far as its number to activate depends on it."""
        words = self.order.split(" ")
        if self.name == "Cast":
            return Order(self.name, words[-1], words[1])
        return Order(self.name, words[1] if self.name in ("Attack", "Shoot") else "")
