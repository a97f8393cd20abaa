"""Scrolls: spells that anybody may cast once."""

from __future__ import annotations

import msgspec

from sandtable.binding.limits import use
from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.chapters.spells.casting import (
    CAST,
    SPELL_ATTACK,
    SPELLS,
    Cast,
    work_spell,
)
from sandtable.books.forgotten_ruin.chapters.spells.spell_table import spells
from sandtable.books.forgotten_ruin.modifiers import WHY_NOT_ACT
from sandtable.books.forgotten_ruin.state import Battle, Item, Soldier
from sandtable.books.forgotten_ruin.windows import Activation
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal


@action("Read a scroll", "FR-LOOT-39")
class ReadAScroll(Action):
    """Any soldier may cast one spell of a scroll of the squad."""

    group = "Items"

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> list[Candidate]:
        """Every spell on every scroll."""
        if soldier.position in ("pet", "mirror image"):
            return []
        found = []
        for number, scroll in enumerate(_scrolls(state, soldier)):
            for name in dict.fromkeys(scroll.spells):
                if SPELLS[name].is_attack and not activation.may_attack:
                    continue
                found.append(
                    Candidate(
                        f"read {name} {number + 1}",
                        f"Cast {name} from a scroll",
                        (number, name),
                        rules=("FR-LOOT-39", spells()[name].rule),
                        check=lambda name=name, scroll=scroll: why_not_read(state, soldier, name, scroll),  # type: ignore[misc]
                    )
                )
        return found

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: tuple[int, str]) -> None:
        """Exactly the Power needed, no enhancement; the spell is gone from the scroll."""
        number, name = chosen
        scroll = _scrolls(play.state, soldier)[number]
        use(soldier, CAST)
        cast = cast_from(soldier, name, scroll)
        left = list(scroll.spells)
        left.remove(name)
        if scroll.note == "only one of the two can be cast":
            left = []
        replace_item(
            play.state, soldier, scroll, msgspec.structs.replace(scroll, spells=tuple(left)) if left else None
        )
        await work_spell(play, cast, "FR-LOOT-39", "FR-LOOT-38")


@rule("FR-LOOT-38", "FR-LOOT-39")
def cast_from(soldier: Soldier, name: str, scroll: Item) -> Cast:
    """The spell as the scroll has it: some reach farther, strike more, or cannot be resisted."""
    row, others = spells()[name], 1
    if scroll.note == "range in inches doubled":
        row = msgspec.structs.replace(row, range=row.range * 2)
    elif scroll.note == "set number of targets doubled":
        row, others = msgspec.structs.replace(row, targets=row.targets * 2), 2
    elif scroll.note == "cannot be resisted":
        row = msgspec.structs.replace(row, resist=False)
    return Cast(row, soldier, from_scroll=True, others=others)


def why_not_read(state: Battle, soldier: Soldier, name: str, scroll: Item) -> Refusal | None:
    """One spell a round, and one that finds something to work on."""
    if soldier.has_used(CAST):
        return Refusal("FR-SPL-01", f"{soldier.name} has cast a spell in this round.", "Read it next round.")
    if SPELLS[name].is_attack and (why := WHY_NOT_ACT.first(state, soldier, SPELL_ATTACK)) is not None:
        return why
    return SPELLS[name].why_not(state, cast_from(soldier, name, scroll))


def _scrolls(state: Battle, soldier: Soldier) -> list[Item]:
    named = state.switches.specific_carry
    return [
        one
        for one in state.stock.consumables
        if one.kind == "scroll" and one.spells and (not named or one.carrier == soldier.id)
    ]


def replace_item(state: Battle, soldier: Soldier, item: Item, by: Item | None) -> None:
    """Another item, or nothing, in the place of one that a soldier or the squad has."""
    own = item in soldier.items
    held = list(soldier.items if own else state.stock.consumables)
    place_of = held.index(item)
    held[place_of : place_of + 1] = [] if by is None else [by]
    if own:
        soldier.items = tuple(held)
    else:
        state.stock.consumables = tuple(held)
