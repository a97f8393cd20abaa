"""Consumables: what the squad has and what is used up by using it, as a Free Action."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import msgspec

from sandtable.binding.choosing import T, choose_if_several
from sandtable.binding.registry import Registry
from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.state import NO_SOLDIERS, Battle, Item, Soldier
from sandtable.books.forgotten_ruin.windows import Activation
from sandtable.kernel import Candidate, Play, Refusal, rule

WhyNot = Callable[[Battle, Soldier], Refusal | None]
Effect = Callable[[Play[Battle], Soldier, Item], Awaitable[None]]


class Consumable(NamedTuple):
    """What using an item does."""

    rules: tuple[str, ...]
    why_not: WhyNot
    effect: Effect
    is_attack: bool = False
    """Whether using it does harm, which nobody does who may not attack (FR-MON-19, FR-LOOT-44)."""


CONSUMABLES: Registry[Consumable] = Registry("a consumable item")
"""Every consumable item by its name."""


def consumable(
    name: str,
    *rules: str,
    why_not: WhyNot = lambda state, soldier: None,
    is_attack: bool = False,
) -> Callable[[Effect], Effect]:
    """Register what an item does when it is used up."""

    def register(effect: Effect) -> Effect:
        CONSUMABLES[name] = Consumable(rules, why_not, effect, is_attack)
        return rule(*rules)(effect)

    return register


@rule("FR-LOOT-02", "FR-LOOT-03")
def consumables_of(state: Battle, soldier: Soldier) -> list[Item]:
    """What a soldier may use of what the squad has; assigned items only where that is played."""
    if soldier.position in NO_SOLDIERS:
        return []
    is_assigned = state.switches.specific_carry
    return [one for one in state.stock.consumables if not is_assigned or one.carrier == soldier.id]


def exchange(state: Battle, item: Item, *instead: Item, soldier: Soldier | None = None) -> None:
    """Something else, or nothing, is in the place of an item of the squad, or of one that a soldier has."""
    if soldier is not None and item in soldier.items:
        soldier.items = _exchanged(soldier.items, item, instead)
    else:
        state.stock.consumables = _exchanged(state.stock.consumables, item, instead)


def _exchanged(held: tuple[Item, ...], item: Item, instead: tuple[Item, ...]) -> tuple[Item, ...]:
    place = held.index(item)
    return (*held[:place], *instead, *held[place + 1 :])


def use_up(state: Battle, item: Item, soldier: Soldier | None = None) -> None:
    """One use of an item is gone, and with the last one the item."""
    left = () if item.uses is None or item.uses <= 1 else (msgspec.structs.replace(item, uses=item.uses - 1),)
    exchange(state, item, *left, soldier=soldier)


async def choose_target(
    play: Play[Battle], soldier: Soldier, able: Sequence[T], prompt: str, rule_id: str
) -> T:
    """One of several on which an item works; those who are called alike are told apart by their ids."""
    names = [called(play.state, one.id) for one in able]

    def label(one: T) -> str:
        name = called(play.state, one.id)
        return name if names.count(name) == 1 else f"{name} {one.id}"

    seat, about, topic = soldier.seat, (soldier.id,), "choose item target"
    return await choose_if_several(play, seat, topic, prompt, (rule_id,), able, label, about=about)


@action("Use an item", "FR-ACT-15", free=True)
class UseItem(Action):
    """Drinking a potion or using another Consumable is a Free Action."""

    group = "Items"

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> Sequence[Candidate]:
        """One entry for each kind of item; none that does harm for a soldier who may not attack."""
        kinds: dict[str, Item] = {}
        for one in consumables_of(state, soldier):
            known = CONSUMABLES.get(one.name)
            if known is not None and (activation.may_attack or not known.is_attack):
                kinds.setdefault(one.name, one)
        return [self._entry(state, soldier, one) for one in kinds.values()]

    def _entry(self, state: Battle, soldier: Soldier, item: Item) -> Candidate:
        known, use = CONSUMABLES[item.name], f"use {item.name}"
        rules = ("FR-ACT-15", "FR-LOOT-02", *known.rules)
        return Candidate(use, use, item, rules=rules, check=lambda: known.why_not(state, soldier))

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: Any) -> None:
        """The item is gone and does what it does."""
        state, known = play.state, CONSUMABLES[chosen.name]
        carried = ("FR-LOOT-03",) if state.switches.specific_carry else ()
        use_up(state, chosen)
        rules = ("FR-ACT-15", "FR-LOOT-02", *carried, *known.rules)
        play.tell("item used", *rules, figure=soldier.id, item=chosen.name)
        soldier.has_attacked = soldier.has_attacked or known.is_attack
        await known.effect(play, soldier, chosen)
