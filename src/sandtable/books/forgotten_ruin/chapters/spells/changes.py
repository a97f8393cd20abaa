"""Spells that change figures for a while: they hold, hide, protect, enrage, silence or curse."""

from __future__ import annotations

from typing import ClassVar

from sandtable.binding.effects import put_on, take_off
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import stun
from sandtable.books.forgotten_ruin.chapters.movement.displacing import random_move
from sandtable.books.forgotten_ruin.chapters.principles.conventions import first_started
from sandtable.books.forgotten_ruin.chapters.saves import saving_throw
from sandtable.books.forgotten_ruin.chapters.shooting.archery import roll_hits_again
from sandtable.books.forgotten_ruin.chapters.spells.casting import Cast, spell
from sandtable.books.forgotten_ruin.chapters.spells.targets import (
    AtEnemies,
    AtOneMob,
    ForOneSoldier,
    enemies_in_reach,
    lay,
    resists,
    soldiers_in_reach,
)
from sandtable.books.forgotten_ruin.enemies.morale import roll_morale
from sandtable.books.forgotten_ruin.modifiers import (
    SAVES,
    WHY_NOT_ACT,
    WHY_UNTOUCHED_BY_MAGIC,
    WHY_UNTROUBLED,
    speed,
)
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Figure, Mob, Soldier
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_ENDED,
    ACTIVATION_OVER,
    HIT_RESOLVED,
    VOLLEY_ROLLED,
    WINDOWS,
    Activation,
    Struck,
    Volley,
)
from sandtable.kernel import Modifier, Play, Refusal, rule
from sandtable.table import Piece

BOON = 4
"""The saving throw of a Protective Boon (FR-SPL-25)."""
FRIGHT = 5
"""The Morale dice of a Fearful Image (FR-SPL-28)."""
SHOOTING = ("Fire", "Shoot")
NEXT, THEN = "next activation", "the activation after this"
"""How long a spell lies on the caster itself, before and after the activation in which it was cast."""


class Lasting(AtEnemies):
    """A spell that lies on an enemy in reach for a while; it does not add up."""

    told: ClassVar[str]
    until: ClassVar[str] = "activation"

    def able(self, state: Battle, cast: Cast) -> list[Enemy]:
        """Whom it may be cast at: enemies who feel magic that does no damage."""
        near = enemies_in_reach(state, cast)
        return [one for one in near if WHY_UNTOUCHED_BY_MAGIC.first(state, one) is None]

    async def affect(self, play: Play[Battle], cast: Cast, target: Enemy) -> None:
        """It lies on the target from now on."""
        lay(play, cast, target, self.until, self.told)


@spell("Earth-grasp", "FR-SPL-20")
class EarthGrasp(Lasting):
    """The target is held where it stands for its next activation: it can neither move nor shoot."""

    told = "held"


@WHY_NOT_ACT.source("FR-SPL-20", "FR-SPL-31", "FR-SPL-30", rank=-1)
def bound_by_spells(state: Battle, figure: Figure, action: str) -> Refusal | None:
    """The held do not shoot, unless they are monsters; the silenced do not cast; the enraged do neither."""
    if action in SHOOTING and figure.is_under("Earth-grasp") and not figure.is_monster:
        return Refusal("FR-SPL-20", f"{figure.name} is held by the earth.", "It may fight hand-to-hand.")
    if action == "Cast" and figure.is_under("Mute"):
        return Refusal("FR-SPL-31", f"{figure.name} is silenced.", "It casts nothing in this battle.")
    if action in (*SHOOTING, "Cast") and figure.is_under("Enrage"):
        return Refusal("FR-SPL-30", f"{figure.name} is enraged.", "It only charges.")
    return None


@spell("Enrage", "FR-SPL-30")
class Enrage(Lasting):
    """The target goes straight for the caster in its next activation."""

    async def affect(self, play: Play[Battle], cast: Cast, target: Enemy) -> None:
        """A mob figure leaves its mob for this; who is enraged already goes for the caster who was first."""
        before = [one for one in target.effects if one.name == "Enrage" and one.by != cast.caster.id]
        if any(play.state.figure(one.by).on_table for one in before):
            started = [*((place, one.by) for place, one in enumerate(before)), (len(before), cast.caster.id)]
            first = await first_started(play, started, "FR-SPL-30")
            play.tell("enraged already", "FR-PRN-27", "FR-SPL-30", figure=target.id, caster=first)
            return
        lay(play, cast, target, "activation", "enraged", caster=cast.caster.id)


@spell("Mute", "FR-SPL-31")
class Mute(Lasting):
    """A spell-caster of the enemy is silenced: it casts nothing until the battle ends."""

    told, until = "silenced", "battle"

    def able(self, state: Battle, cast: Cast) -> list[Enemy]:
        """Sorcerers, villains with Hellfire and wizards."""
        return [one for one in enemies_in_reach(state, cast) if casts_spells(one)]

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """The caster pays with a Stun marker, whatever comes of it."""
        await super().work(play, cast)
        put_on(cast.caster, Effect("hoarse", "FR-SPL-31"))


@rule("FR-SPL-09")
def casts_spells(enemy: Enemy) -> bool:
    """Enemies who cast spells: they use no Power and cast each time they activate."""
    return enemy.is_sorcerer or enemy.ability == "Hellfire spell" or "Wizard" in enemy.traits


def _hoarse(play: Play[Battle], seat: str, now: Activation) -> Soldier | None:
    one = now.figure
    return one if isinstance(one, Soldier) and one.on_table and one.is_under("hoarse") else None


@WINDOWS.consequence(ACTIVATION_OVER, "Mute strains the caster", "FR-SPL-31", _hoarse, rank=-1)
async def pay_for_mute(play: Play[Battle], seat: str, now: Activation, soldier: Soldier) -> None:
    """The marker comes after the activation's own Stun removal, so it counts for the next."""
    take_off(soldier, "hoarse")
    stun(play, soldier, "FR-SPL-31", "FR-CON-01")


@spell("Bane", "FR-SPL-41")
class Bane(Lasting):
    """All Hits on the target hurt more for the rest of the battle."""

    told, until = "cursed with Bane", "battle"


@spell("Sudden Jig", "FR-SPL-32")
class SuddenJig(AtEnemies):
    """The targets dance away in random directions."""

    def able(self, state: Battle, cast: Cast) -> list[Enemy]:
        """Mob enemies and villains."""
        return [one for one in enemies_in_reach(state, cast) if not one.is_monster]

    def why_apart(self, state: Battle, chosen: list[Enemy]) -> Refusal | None:
        """Up to three mob enemies, or one villain."""
        if len(chosen) > 1 and any(not one.mob for one in chosen):
            return Refusal("FR-SPL-32", "A villain dances alone.", "Pick the villain, or mob enemies.")
        return None

    async def affect(self, play: Play[Battle], cast: Cast, target: Enemy) -> None:
        """A full move at once; it still acts in its own activation."""
        await random_move(play, target, speed(play.state, target), "FR-SPL-32")


@spell("Fearful Image", "FR-SPL-28")
class FearfulImage(AtOneMob):
    """A mob rolls five Morale dice at once."""

    async def affect(self, play: Play[Battle], cast: Cast, target: Mob) -> None:
        """With its own special Morale rules."""
        await roll_morale(play, target, FRIGHT, "FR-SPL-28", "FR-MRL-07")


@spell("Dense Fog", "FR-SPL-33")
class DenseFog(AtOneMob):
    """The archers of a mob shoot badly in its next activation."""

    async def affect(self, play: Play[Battle], cast: Cast, target: Mob) -> None:
        """One Resistance roll for the whole mob, with its basic value."""
        members = play.state.members(target.id)
        first = next((one for one in members if not one.is_champion), members[0])
        if not await resists(play, cast, first, base=first.profile.resistance - first.is_champion):
            put_on(target, Effect("Dense Fog", "FR-SPL-33", by=cast.caster.id, until="activation"))
            play.tell("in dense fog", "FR-SPL-33", "FR-SPL-43", mob=target.id)


def _in_fog(play: Play[Battle], seat: str, now: Volley) -> bool:
    mobs = play.state.mobs
    return any(
        one.mob and any(each.name == "Dense Fog" for each in mobs[one.mob].effects) for one in now.shooters
    )


@WINDOWS.consequence(VOLLEY_ROLLED, "Dense Fog", "FR-SPL-33", _in_fog, rank=-1)
async def shoot_through_fog(play: Play[Battle], seat: str, now: Volley) -> None:
    """All hits must be rolled again once."""
    await roll_hits_again(play, now, "fog", "FR-SPL-33")


# ---- For friends --------------------------------------------------------------------------------


@spell("Flicker", "FR-SPL-21")
class Flicker(ForOneSoldier):
    """In the next activation the soldier walks through everything."""

    async def affect(self, play: Play[Battle], cast: Cast, target: Soldier) -> None:
        """It must end where a figure can stand."""
        # Cast in the target's own activation, the end of that one must not take it away.
        lay(play, cast, target, "activation" if target is not cast.caster else NEXT, "flickers")


@WHY_UNTROUBLED.source("FR-SPL-21", about=lambda one: bool(one.effects), rank=-1)
def flickering(state: Battle, figure: Figure, piece: Piece) -> Refusal | None:
    """Terrain is not there for who flickers, from the activation after the one in which it was cast."""
    if any(one.name == "Flicker" and one.until != NEXT for one in figure.effects):
        return Refusal("FR-SPL-21", f"{figure.name} flickers.", "It walks through.")
    return None


@WINDOWS.consequence(
    ACTIVATION_ENDED,
    "Flicker waits",
    "FR-SPL-21",
    lambda play, seat, now: any(one.until in (NEXT, THEN) for one in now.figure.effects),
    rank=1,
)
async def flicker_waits(play: Play[Battle], seat: str, now: Activation) -> None:
    """What was cast in this activation works in the next, and ends with that one."""
    figure, turns = now.figure, {NEXT: THEN, THEN: "activation"}
    figure.effects = tuple(
        Effect(one.name, one.rule, by=one.by, until=turns[one.until], rounds=one.rounds)
        if one.until in turns
        else one
        for one in figure.effects
    )


@spell("Protective Boon", "FR-SPL-25")
class ProtectiveBoon(ForOneSoldier):
    """A saving throw until one fails."""

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """Casting it again ends the earlier one."""
        for one in play.state.soldiers.values():
            one.effects = tuple(
                each for each in one.effects if (each.name, each.by) != ("Protective Boon", cast.caster.id)
            )
        await super().work(play, cast)

    async def affect(self, play: Play[Battle], cast: Cast, target: Soldier) -> None:
        """The soldier is protected until a saving throw fails."""
        lay(play, cast, target, "battle", "protected")


@SAVES.source("FR-SPL-25", rank=-3)
def boon(state: Battle, target: Figure, hit: Hit) -> Modifier | None:
    """Against every attack 4 or more."""
    if hit.is_attack and target.is_under("Protective Boon"):
        return Modifier(BOON, "Protective Boon", "FR-SPL-25")
    return None


def _boon_failed(play: Play[Battle], seat: str, now: Struck) -> bool:
    if not now.target.is_under("Protective Boon") or now.was_saved or now.is_negated or not now.hit.is_attack:
        return False
    return saving_throw(play.state, now.target, now.hit) is not None


@WINDOWS.consequence(HIT_RESOLVED, "the boon ends", "FR-SPL-25", _boon_failed, rank=-1)
async def boon_ends(play: Play[Battle], seat: str, now: Struck) -> None:
    """A failed saving throw ends it."""
    take_off(now.target, "Protective Boon")
    play.tell("effect ends", "FR-SPL-25", holder=now.target.id, effect="Protective Boon")


@spell("Refresh", "FR-SPL-36")
class Refresh(ForOneSoldier):
    """All Stun markers of an ally come off."""

    def able(self, state: Battle, cast: Cast) -> list[Soldier]:
        """Another soldier with markers."""
        return [one for one in soldiers_in_reach(state, cast) if one is not cast.caster and one.stun]

    async def affect(self, play: Play[Battle], cast: Cast, target: Soldier) -> None:
        """No marker is left."""
        target.stun = 0
        play.tell("refreshed", "FR-SPL-36", figure=target.id)
