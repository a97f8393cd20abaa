"""What a Group can be told to do: every order describes itself here, so that activation serves them all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Protocol

import msgspec

from sandtable.binding.registry import Registry
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel import Candidate, Needed, Play, Refusal
from sandtable.kernel.decision.question import PointsAt


class Order(msgspec.Struct, frozen=True):
    """An order as it is declared, before the dice."""

    name: str
    target: str = ""
    """The id of the target Group, or of a token."""
    spell: str = ""

    @property
    def key(self) -> str:
        """The order as text: "move", "shoot B2", "cast Heal A3"."""
        name = self.name.lower()
        if self.spell:
            return " ".join([part for part in (name, self.spell, self.target) if part])
        return f"{name} {self.target}" if self.target else name


@lru_cache(maxsize=4096)
def order_against(name: str, group: str, group_name: str) -> tuple[str, str, Order]:
    """An order against one enemy Group: its key, its label and what it means."""
    return f"{name.lower()} {group}", f"{name} {group_name}", Order(name, group)


class OrderKind(Protocol):
    """One kind of order."""

    name: str

    def is_for(self, state: Battle, group: Group) -> bool:
        """Whether the Group has this order at all, be it possible now or not; cheap."""

    def candidates(self, state: Battle, group: Group) -> Sequence[Candidate]:
        """The order with each target it could name; a candidate's value is an `Order`, its check says no."""

    def likely(self, state: Battle, group: Group) -> Sequence[Candidate]:
        """The same without targets that are out of the question at a glance; for who draws at random."""

    def needed(self, state: Battle, group: Group, order: Order) -> Needed:
        """The number for the activation test (CC-ACT-07)."""

    async def carry_out(self, play: Play[Battle], group: Group, order: Order) -> None:
        """Do it, after the test has succeeded."""


class PlainOrder:
    """A kind of order that names nobody."""

    name: str
    label: str
    rules: tuple[str, ...]
    points_at: tuple[PointsAt, ...] = ()
    """What is asked for next."""

    def why_not(self, state: Battle, group: Group) -> Refusal | None:
        """What bars the order."""
        raise NotImplementedError

    def candidates(self, state: Battle, group: Group) -> Sequence[Candidate]:
        """The one order."""
        order = Order(self.name)
        check = partial(self.why_not, state, group)
        return [Candidate(order.key, self.label, order, self.rules, check, points_at=self.points_at)]

    likely = candidates


ORDER = (
    *("Move", "Retreat", "Attack", "Shoot"),
    *("Call", "Pick up", "Destroy", "Cast", "Self-Destruct", "Summon"),
)
"""How orders follow one another where several are offered."""
KINDS: Registry[OrderKind] = Registry("an order", ORDER)
"""Every kind of order by name; scenario orders included, each tells by `is_for` where it belongs."""


def order_kind(kind: type[OrderKind]) -> type[OrderKind]:
    """Make a kind of order known."""
    made = kind()
    KINDS[made.name] = made
    return kind
