"""Scrolls: spells that anybody may cast once."""

from __future__ import annotations

import msgspec

from sandtable.binding.limits import use
from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.chapters.activations.consumables import consumables_of, exchange
from sandtable.books.forgotten_ruin.chapters.spells.casting import (
    CAST,
    SPELLS,
    Cast,
    why_no_spell,
    work_spell,
)
from sandtable.books.forgotten_ruin.chapters.spells.spell_table import spells
from sandtable.books.forgotten_ruin.state import Battle, Item, Soldier
from sandtable.books.forgotten_ruin.windows import Activation
from sandtable.kernel import Candidate, Play, Refusal, rule


@action("Read a scroll", "FR-LOOT-39")
class ReadAScroll(Action):
    """Any soldier may cast one spell of a scroll of the squad."""

    group = "Items"

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> list[Candidate]:
        """Every spell on every scroll."""
        return [
            Candidate(
                f"read {name} {number + 1}",
                f"Cast {name} from a scroll",
                (number, name),
                rules=("FR-LOOT-39", spells()[name].rule),
                check=lambda name=name, scroll=scroll: why_not_read(state, soldier, name, scroll),  # type: ignore[misc]
            )
            for number, scroll in enumerate(_scrolls(state, soldier))
            for name in dict.fromkeys(scroll.spells)
            if activation.may_attack or not SPELLS[name].is_attack
        ]

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: tuple[int, str]) -> None:
        """Exactly the Power needed, no enhancement; the spell is gone from the scroll."""
        number, name = chosen
        scroll = _scrolls(play.state, soldier)[number]
        use(soldier, CAST)
        left = list(scroll.spells)
        left.remove(name)
        if scroll.note == "only one of the two can be cast":
            left = []
        rest = (msgspec.structs.replace(scroll, spells=tuple(left)),) if left else ()
        exchange(play.state, scroll, *rest)
        await work_spell(play, cast_from(soldier, name, scroll), "FR-LOOT-39", "FR-LOOT-38")


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
    return Cast(row, soldier, others=others)


def why_not_read(state: Battle, soldier: Soldier, name: str, scroll: Item) -> Refusal | None:
    """One spell a round, and one that finds something to work on."""
    why = why_no_spell(state, soldier, name, "Read it next round.")
    return why or SPELLS[name].why_not(state, cast_from(soldier, name, scroll))


def _scrolls(state: Battle, soldier: Soldier) -> list[Item]:
    return [one for one in consumables_of(state, soldier) if one.kind == "scroll" and one.spells]
