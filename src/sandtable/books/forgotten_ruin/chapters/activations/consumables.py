"""Consumables: whatever is used up by using it, as a Free Action unless its own rule says otherwise."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from sandtable.binding.registry import Registry
from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.state import Battle, Item, Soldier
from sandtable.books.forgotten_ruin.windows import Activation
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal

WhyNot = Callable[[Battle, Soldier], Refusal | None]
Effect = Callable[[Play[Battle], Soldier, Item], Awaitable[None]]


class Consumable(NamedTuple):
    """What using an item does."""

    rules: tuple[str, ...]
    why_not: WhyNot | None
    costs_action: bool
    effect: Effect
    is_attack: bool = False
    """Whether using it does harm, which whoever may not attack cannot do (FR-MON-19, FR-LOOT-44)."""


CONSUMABLES: Registry[Consumable] = Registry("a consumable item")
"""Every consumable item by its name."""


def consumable(
    name: str,
    *rules: str,
    why_not: WhyNot | None = None,
    costs_action: bool = False,
    is_attack: bool = False,
) -> Callable[[Effect], Effect]:
    """Register what an item does when it is used up; a scroll costs the Action by its own rule."""

    def register(effect: Effect) -> Effect:
        CONSUMABLES[name] = Consumable(rules, why_not, costs_action, effect, is_attack)
        return rule(*rules)(effect)

    return register


@rule("FR-ACT-15", "FR-LOOT-02", "FR-LOOT-03")
def usable_items(state: Battle, soldier: Soldier, costs_action: bool) -> list[Item]:
    """The items of the squad that a soldier may use now; assigned ones only where that is played."""
    if soldier.position in ("pet", "mirror image"):
        return []
    found: dict[str, Item] = {}
    for item in state.stock.consumables:
        known = CONSUMABLES.get(item.name)
        if known is None or known.costs_action is not costs_action:
            continue
        if state.switches.specific_carry and item.carrier != soldier.id:
            continue
        found.setdefault(item.name, item)
    return list(found.values())


def use_up(state: Battle, item: Item) -> None:
    """One use of an item is gone, and with the last one the item."""
    items = list(state.stock.consumables)
    place = items.index(item)
    if item.uses is not None and item.uses > 1:
        items[place] = msgspec.structs.replace(item, uses=item.uses - 1)
    else:
        del items[place]
    state.stock.consumables = tuple(items)


class _UsesItems(Action):
    group = "Items"
    costs_action = False

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> Sequence[Candidate]:
        """One entry for each kind of item; none that does harm for whoever may not attack."""
        return [
            self._entry(state, soldier, one)
            for one in usable_items(state, soldier, self.costs_action)
            if activation.may_attack or not CONSUMABLES[one.name].is_attack
        ]

    def _entry(self, state: Battle, soldier: Soldier, item: Item) -> Candidate:
        known = CONSUMABLES[item.name]

        def check() -> Refusal | None:
            return None if known.why_not is None else known.why_not(state, soldier)

        rules = ("FR-ACT-15", "FR-LOOT-02", *known.rules)
        return Candidate(f"use {item.name}", f"use {item.name}", item, rules=rules, check=check)

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: Any) -> None:
        """The item is gone and does what it does."""
        state, known = play.state, CONSUMABLES[chosen.name]
        carried = ("FR-LOOT-03",) if state.switches.specific_carry else ()
        use_up(state, chosen)
        play.tell(
            "item used",
            "FR-ACT-15",
            "FR-LOOT-02",
            *carried,
            *known.rules,
            figure=soldier.id,
            item=chosen.name,
        )
        soldier.has_attacked = soldier.has_attacked or known.is_attack
        await known.effect(play, soldier, chosen)


@action("Use an item", "FR-ACT-15", free=True)
class UseItem(_UsesItems):
    """Drinking a potion or using another Consumable is a Free Action."""


@action("Use an item that costs the Action", "FR-ACT-15")
class UseItemAsAction(_UsesItems):
    """Where the item says otherwise, it is the Action."""

    costs_action = True
