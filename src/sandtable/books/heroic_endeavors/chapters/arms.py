"""Melee weapons and hands: what a model fights with now, and how weapons change hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.modifiers import FIGHTS
from sandtable.books.heroic_endeavors.naming import name_of, things_at
from sandtable.books.heroic_endeavors.state import Adventure, Arms, Model
from sandtable.books.heroic_endeavors.tables.weapons import (
    Melee,
    Ranged,
    hands_for,
    melee_weapons,
    ranged_weapons,
)
from sandtable.books.heroic_endeavors.windows import WEAPON_LOST, WINDOWS, WeaponMoment
from sandtable.kernel import Play, Refusal, rule
from sandtable.table.squares.contact import adjacent
from sandtable.table.squares.spaces import Space

HANDS = 2
"""HE-WPN-01"""
UNARMED, CLUB = "unarmed", "rifle butt"


def needs_no_hands(weapon: str) -> bool:
    """Natural weapons and the body alone are always in use."""
    return hands_for(weapon) == 0


@rule("HE-WPN-01")
def free_hands(model: Model) -> int:
    """Hands that hold neither weapon nor shield."""
    return HANDS - int(model.defence.has_shield) - sum(hands_for(one) for one in model.arms.in_use)


@rule("HE-TRT-16", "HE-WPN-01", "HE-WPN-02", "HE-WTAB-04")
def fights_with(model: Model) -> list[Melee]:
    """Every melee weapon in use, a long gun as a club, and the bare body."""
    known = melee_weapons()
    found = [known[one] for one in model.arms.melee if one in model.arms.in_use or needs_no_hands(one)]
    if any(one in model.arms.ranged and hands_for(one) == HANDS for one in model.arms.in_use):
        found.append(known[CLUB])
    for more in FIGHTS.all(model):
        found += more
    return found or [known[UNARMED]]


@rule("HE-TRT-18", "HE-WPN-01")
def shoots_with(model: Model) -> list[Ranged]:
    """Every ranged weapon in use, and what is hurled by nature."""
    known = ranged_weapons()
    return [known[one] for one in model.arms.ranged if one in model.arms.in_use or needs_no_hands(one)]


@rule("HE-ADV-02", "HE-WPN-01")
def ready_arms(
    melee: Sequence[str], ranged: Sequence[str], *, shield: bool, shoots: bool, grenades: int = -1
) -> Arms:
    """What is in use at the start: the ranged weapon of those who shoot, else the first melee weapon."""
    arms = Arms(tuple(melee), tuple(ranged), grenades=grenades)
    left = HANDS - int(shield)
    for one in _in_turn(ranged, melee) if shoots else _in_turn(melee, ranged):
        if 0 < hands_for(one) <= left:
            arms.in_use += (one,)
            left -= hands_for(one)
    return arms


def _in_turn(first: Iterable[str], then: Iterable[str]) -> list[str]:
    return [*first, *then]


def _carried(model: Model) -> list[str]:
    return [one for one in (*model.arms.melee, *model.arms.ranged) if not needs_no_hands(one)]


@deed
class Draw(DeedKind):
    """HE-ACT-13"""

    name, rule, cost, keeps_preparation = "draw", "HE-ACT-13", 0, True

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Each weapon that is carried and not in use."""
        idle = [one for one in _carried(model) if one not in model.arms.in_use]
        return tuple(Deed(self.name, weapon=one) for one in idle)

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """The weapon."""
        return f"draw the {deed.weapon}"

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """It needs free hands."""
        if hands_for(deed.weapon) > free_hands(model):
            return Refusal("HE-WPN-01", "There is no hand free for it.", "Stow or drop a weapon first.")
        return None

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """It is in use."""
        model.arms.in_use += (deed.weapon,)
        play.tell("weapon drawn", "HE-ACT-13", model=model.id, weapon=deed.weapon)


@deed
class Stow(DeedKind):
    """HE-ACT-14"""

    name, rule = "stow", "HE-ACT-14"

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Each weapon in use."""
        return tuple(Deed(self.name, weapon=one) for one in model.arms.in_use)

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """The weapon."""
        return f"put the {deed.weapon} away"

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """It is in use no more."""
        model.arms.in_use = tuple(one for one in model.arms.in_use if one != deed.weapon)
        play.tell("weapon stowed", "HE-ACT-14", model=model.id, weapon=deed.weapon)
        await WINDOWS.open(play, WEAPON_LOST, WeaponMoment(model, deed.weapon))


@deed
class Drop(DeedKind):
    """HE-ACT-14"""

    name, rule, cost, keeps_preparation = "drop", "HE-ACT-14", 0, True

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Each weapon in use."""
        return tuple(Deed(self.name, weapon=one) for one in model.arms.in_use)

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """The weapon."""
        return f"drop the {deed.weapon}"

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """It lies in the model's space."""
        await drop(play, model, deed.weapon, "HE-ACT-14")


@rule("HE-ACT-14", "HE-MEL-12")
async def drop(play: Play[Adventure], model: Model, weapon: str, cause: str) -> None:
    """A weapon lies in the space of who held it."""
    assert model.at is not None
    arms = model.arms
    arms.in_use = tuple(one for one in arms.in_use if one != weapon)
    arms.melee = tuple(one for one in arms.melee if one != weapon)
    arms.ranged = tuple(one for one in arms.ranged if one != weapon)
    lay_down(play.state, weapon, model.at)
    play.tell("weapon dropped", cause, model=model.id, weapon=weapon)
    await WINDOWS.open(play, WEAPON_LOST, WeaponMoment(model, weapon))


def lay_down(state: Adventure, weapon: str, at: Space) -> str:
    """A weapon lies in a space, under a name of its own."""
    taken = [one for one in state.lying if one.partition(" #")[0] == weapon]
    numbers = (f"{weapon} #{number}" for number in range(2, len(taken) + 3))
    name = weapon if weapon not in state.lying else next(one for one in numbers if one not in taken)
    state.lying[name] = at
    return name


@rule("HE-THR-04", "HE-THR-05")
def why_not_retrieve(state: Adventure, model: Model, thing: str) -> Refusal | None:
    """What was thrown is left alone in the same turn, and while an enemy is in its space or beside it."""
    if thing not in state.thrown:
        return None
    weapon = thing.partition(" #")[0]
    if state.thrown[thing] >= state.round:
        return Refusal("HE-THR-04", f"The {weapon} was thrown in this turn.", "Take it up in a later one.")
    near = [one for one in state.on_board() if one.is_foe_of(model) and _is_near(state, one, thing)]
    if near:
        reason = f"{name_of(state, near[0])} is too close to the {weapon}."
        return Refusal("HE-THR-04", reason, "Drive every enemy away from it first.")
    return None


def _is_near(state: Adventure, foe: Model, thing: str) -> bool:
    at = state.lying[thing]
    return at in foe.spaces or any(adjacent(state.board, one, at) for one in foe.spaces)


@deed
class PickUp(DeedKind):
    """HE-ACT-14"""

    name, rule = "pick up", "HE-ACT-14"

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Whatever lies in the model's own space."""
        assert model.at is not None
        return tuple(Deed(self.name, weapon=one) for one in things_at(state, model.at))

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """The thing."""
        return f"pick up the {deed.weapon.partition(' #')[0]}"

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """It was thrown, and may not be taken up yet."""
        return why_not_retrieve(state, model, deed.weapon)

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """It carries it; a weapon is in use at once where a hand is free."""
        del play.state.lying[deed.weapon]
        play.state.thrown.pop(deed.weapon, None)
        thing, arms = deed.weapon.partition(" #")[0], model.arms
        if thing in melee_weapons():
            arms.melee += (thing,)
        elif thing in ranged_weapons():
            arms.ranged += (thing,)
        else:
            model.carried += (thing,)
        if arms.carries(thing) and hands_for(thing) <= free_hands(model):
            arms.in_use += (thing,)
        play.tell("thing picked up", "HE-ACT-14", model=model.id, thing=thing)


@deed
@rule("HE-AMMO-02")
class Reload(DeedKind):
    """HE-ACT-15"""

    name, rule = "reload", "HE-ACT-15"

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Each empty weapon in use."""
        return tuple(Deed(self.name, weapon=one) for one in model.arms.empty if one in model.arms.in_use)

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """The weapon."""
        return f"reload the {deed.weapon}"

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """It is loaded."""
        model.arms.empty = tuple(one for one in model.arms.empty if one != deed.weapon)
        play.tell("weapon reloaded", "HE-ACT-15", model=model.id, weapon=deed.weapon)


def empty(play: Play[Adventure], model: Model, weapon: str, cause: str) -> None:
    """A weapon must be reloaded before it attacks again (HE-AMMO-01)."""
    model.arms.empty += (weapon,)
    play.tell("weapon empty", cause, model=model.id, weapon=weapon)


@rule("HE-MEL-12")
def can_be_disarmed(model: Model) -> list[str]:
    """The weapons in its hands."""
    return list(model.arms.in_use)
