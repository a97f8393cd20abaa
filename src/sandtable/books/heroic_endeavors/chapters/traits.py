"""Character traits: the values of a model as they are now, with everything that bears on them."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.modifiers import DEF, TRAIT
from sandtable.books.heroic_endeavors.state import Adventure, Defence, Model
from sandtable.books.heroic_endeavors.tables.weapons import armours, lightening, naturals, shields
from sandtable.kernel import Modifier, rule, total_of


@rule("HE-TRT-01", "HE-TRT-23")
def trait(state: Adventure, model: Model, name: str) -> int:
    """A trait with everything that changes it now, never below 0."""
    printed: int = getattr(model.traits, name)
    return max(0, printed + total_of(TRAIT.all(state, model, name)))


@rule("HE-TRT-02", "HE-TRT-03", "HE-TRT-04", "HE-DICE-11")
def bonus(state: Adventure, model: Model, name: str) -> int:
    """Half of a trait, rounded down."""
    return trait(state, model, name) // 2


@rule("HE-TRT-10", "HE-TRT-14")
def protection(armour: str, shield: str, natural: str) -> Defence:
    """The parts of DEF that a record names; worn armour adds to what nature gives."""
    nature = naturals()[natural] if natural else 0
    lightens = lightening().get(armour, 0)
    return Defence(armours()[armour], shields().get(shield, 0), nature, shield != "none", lightens)


@rule("HE-TRT-10", "HE-SHD-01", "HE-SHD-03", "HE-MEL-13", "HE-STN-05")
def defence(state: Adventure, model: Model, *, rear: bool = False, helpless: bool = False) -> list[Modifier]:
    """The dice of DEF part by part: no shield against the rear, no dexterity where it cannot dodge."""
    worn = model.defence
    parts = [
        Modifier(worn.armour, "armour", "HE-TRT-11"),
        Modifier(worn.natural, "natural defence", "HE-TRT-14"),
    ]
    if not rear:
        parts.append(Modifier(worn.shield, "shield", "HE-SHD-01"))
    if not helpless:
        parts.append(Modifier(bonus(state, model, "DEX"), "dexterity", "HE-TRT-04"))
    return [one for one in (*parts, *DEF.all(state, model)) if one.value]


@rule("HE-TRT-10")
def defence_value(state: Adventure, model: Model) -> int:
    """DEF as the sheet shows it."""
    return total_of(defence(state, model))
