"""Whips and chains: they reach far, hold instead of hurting, and are busy while they do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.ground import distance_between
from sandtable.books.heroic_endeavors.chapters.successes import HARMS, Harm
from sandtable.books.heroic_endeavors.modifiers import ATTACK, NO_DAMAGE, TRAIT, WHY_NOT_STRIKE, Attack
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Entangled, Model
from sandtable.books.heroic_endeavors.windows import (
    MODEL_DOWN,
    WEAPON_LOST,
    WINDOWS,
    ModelMoment,
    WeaponMoment,
    once,
)
from sandtable.kernel import Modifier, Play, Refusal, rule


@rule("HE-ENG-04", "HE-ENG-06")
def held_by(state: Adventure, model: Model, weapon: str = "") -> Iterator[Model]:
    """Everybody whom a model holds, with one weapon or with any."""
    for one in state.on_board():
        held = one.condition.entangled
        if held is not None and held.by == model.id and weapon in ("", held.weapon):
            yield one


@ATTACK.source("HE-ENG-01")
def _strikes_too_near(state: Adventure, attack: Attack) -> Modifier | None:
    """As with a long polearm, a die less against somebody close; only where it attacks."""
    weapon = attack.melee
    near = weapon is not None and weapon.entangles and distance_between(attack.attacker, attack.target) <= 1
    return Modifier(-1, "too long at close quarters", "HE-ENG-01") if near else None


@TRAIT.source("HE-ENG-04")
def _is_clumsy(state: Adventure, model: Model, name: str) -> Modifier | None:
    """DEX is one less, and with it DEF, MEL and RNG."""
    held = name == "DEX" and model.condition.entangled is not None
    return Modifier(-1, "entangled", "HE-ENG-04") if held else None


@WHY_NOT_STRIKE.source("HE-ENG-06")
def _is_busy(state: Adventure, attack: Attack) -> Refusal | None:
    """A weapon that holds somebody attacks nobody else; it still defends."""
    if attack.melee is None or not attack.melee.entangles:
        return None
    for victim in held_by(state, attack.attacker, attack.weapon):
        if victim.id != attack.target.id:
            reason = f"The {attack.weapon} holds {name_of(state, victim)}."
            return Refusal("HE-ENG-06", reason, "Release your victim first.")
    return None


@NO_DAMAGE.source("HE-ENG-02")
def _harms_nobody_in_defence(state: Adventure, attack: Attack, winner: Model) -> str | None:
    """A counter-attack with a whip or a chain does no damage."""
    weapon = attack.defending if winner.id == attack.target.id else None
    return "HE-ENG-02" if weapon is not None and weapon.entangles else None


@HARMS.entry("entangle")
class Entangling(Harm):
    """Instead of damage: as many actions to get free as there would have been points."""

    cause = "HE-ENG-03"

    @rule("HE-ENG-03")
    def is_offered(self, state: Adventure, attack: Attack, winner: Model, loser: Model) -> bool:
        """With a whip or a chain, in attack and in counter-attack, while it holds nobody else."""
        weapon = self.weapon_of(attack, winner)
        if weapon is None or not weapon.entangles:
            return False
        return all(one.id == loser.id for one in held_by(state, winner, weapon.weapon))

    def named(self, points: int) -> str:
        """The answer that names it."""
        return f"entangle {points}"

    def label(self, points: int) -> str:
        """What it does."""
        return f"entangle: {points} action{'s' if points > 1 else ''} to get free"

    @rule("HE-ENG-03")
    async def happens(
        self, play: Play[Adventure], attack: Attack, winner: Model, loser: Model, points: int
    ) -> None:
        """The loser is held until it has spent so many actions."""
        weapon = self.weapon_of(attack, winner)
        if weapon is None or not loser.on_board:
            return
        loser.condition.entangled = Entangled(winner.id, weapon.weapon, points)
        play.tell(
            "model entangled", "HE-ENG-03", model=winner.id, target=loser.id, weapon=weapon.weapon,
            actions=points,
        )  # fmt: skip


@rule("HE-ENG-05")
def set_free(play: Play[Adventure], model: Model) -> None:
    """Nothing holds it any more."""
    model.condition.entangled = None
    play.tell("model free", "HE-ENG-05", model=model.id)


@deed
class FreeItself(DeedKind):
    """An action of its own towards getting free; they may be spread over turns (HE-ENG-05)."""

    name, rule = "free itself", "HE-ENG-05"

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """While something holds it."""
        return (Deed(self.name),) if model.condition.entangled is not None else ()

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """How much is left of it."""
        held = model.condition.entangled
        left = 0 if held is None else held.actions
        return f"work free, {left} action{'s' if left != 1 else ''} left"

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """One action less to spend; with the last it is free."""
        held = model.condition.entangled
        if held is None:
            return
        if held.actions <= 1:
            set_free(play, model)
            return
        model.condition.entangled = msgspec.structs.replace(held, actions=held.actions - 1)
        play.tell("model works free", "HE-ENG-05", model=model.id, left=held.actions - 1)


@deed
class Release(DeedKind):
    """HE-ENG-05"""

    name, rule = "release", "HE-ENG-05"

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Everybody whom it holds."""
        return [Deed(self.name, one.id) for one in held_by(state, model)]

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """Whom."""
        return f"release {name_of(state, state.models[deed.target])}"

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """The victim is free."""
        set_free(play, play.state.models[deed.target])


def _lets_go(play: Play[Adventure], seat: str, now: WeaponMoment) -> bool:
    return once(play, seat, now) and any(held_by(play.state, now.model, now.weapon))


@WINDOWS.consequence(WEAPON_LOST, "victims of the weapon", "HE-ENG-05", _lets_go)
async def free_its_victims(play: Play[Adventure], seat: str, now: WeaponMoment) -> None:
    """A weapon that is dropped, put away or struck from the hand holds nobody."""
    for victim in [*held_by(play.state, now.model, now.weapon)]:
        set_free(play, victim)


def _held_somebody(play: Play[Adventure], seat: str, now: ModelMoment) -> bool:
    return once(play, seat, now) and any(held_by(play.state, now.model))


@WINDOWS.consequence(MODEL_DOWN, "victims of the model", "HE-ENG-05", _held_somebody)
async def free_all_victims(play: Play[Adventure], seat: str, now: ModelMoment) -> None:
    """Who is killed or knocked out holds nobody."""
    for victim in [*held_by(play.state, now.model)]:
        set_free(play, victim)
