"""Spells that change figures for a while: they hold, hide, protect, enrage, silence or curse."""

from __future__ import annotations

from sandtable.binding.effects import put_on, take_off
from sandtable.books.forgotten_ruin.chapters.conditions import wake
from sandtable.books.forgotten_ruin.chapters.hits.resolution import MOST_STUN, Hit
from sandtable.books.forgotten_ruin.chapters.movement.displacing import random_move
from sandtable.books.forgotten_ruin.chapters.principles.conventions import first_started
from sandtable.books.forgotten_ruin.chapters.saves import saving_throw
from sandtable.books.forgotten_ruin.chapters.spells.casting import (
    Cast,
    Spell,
    choose_figures,
    choose_some,
    enemies_in_reach,
    mobs_in_reach,
    soldiers_in_reach,
    spell,
    why_no_target,
)
from sandtable.books.forgotten_ruin.chapters.spells.resisting import lay, resists
from sandtable.books.forgotten_ruin.enemies.morale import roll_morale
from sandtable.books.forgotten_ruin.modifiers import (
    SAVES,
    WHY_NOT_ACT,
    WHY_NOT_STUNNED,
    WHY_UNTOUCHED_BY_MAGIC,
    WHY_UNTROUBLED,
    speed,
)
from sandtable.books.forgotten_ruin.state import Battle, Effect, Enemy, Figure, Mob, Soldier
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_ENDED,
    HIT_RESOLVED,
    VOLLEY_ROLLED,
    WINDOWS,
    Activation,
    Struck,
    Volley,
)
from sandtable.kernel.check import Modifier
from sandtable.kernel.citation import rule
from sandtable.kernel.dice import For
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import Refusal
from sandtable.table.terrain import Piece

BOON = 4
"""The saving throw of a Protective Boon (FR-SPL-25)."""
FRIGHT = 5
"""The Morale dice of a Fearful Image (FR-SPL-28)."""
SHOOTING = ("Fire", "Shoot")
NEXT, THEN = "next activation", "the activation after this"
"""How long a spell lies on the caster itself, before and after the activation in which it was cast."""


class AtOneEnemy(Spell):
    """A spell that is cast at an enemy in reach."""

    def able(self, state: Battle, cast: Cast) -> list[Enemy]:
        """Whom it may be cast at: whoever feels magic that does no damage."""
        return [
            one for one in enemies_in_reach(state, cast) if WHY_UNTOUCHED_BY_MAGIC.first(state, one) is None
        ]

    def why_not(self, state: Battle, cast: Cast) -> Refusal | None:
        """Somebody must be in reach."""
        return why_no_target(self.able(state, cast), cast)

    def why_apart(self, chosen: list[Enemy]) -> Refusal | None:
        """Why these cannot be its targets together."""
        return None

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """Everybody who is picked and does not resist is affected."""
        for target in await choose_figures(play, cast, self.able(play.state, cast), self.why_apart):
            if not await resists(play, cast, target):
                await self.affect(play, cast, target)

    async def affect(self, play: Play[Battle], cast: Cast, target: Enemy) -> None:
        """What the spell does to one of them."""
        raise NotImplementedError


@spell("Earth-grasp", "FR-SPL-20")
class EarthGrasp(AtOneEnemy):
    """The target is held where it stands for its next activation."""

    async def affect(self, play: Play[Battle], cast: Cast, target: Enemy) -> None:
        """It can neither move nor shoot."""
        lay(target, cast, "activation")
        play.tell("held", "FR-SPL-20", "FR-SPL-43", figure=target.id)


@WHY_NOT_ACT.source("FR-SPL-20", "FR-SPL-31", "FR-SPL-30", rank=-1)
def bound_by_spells(state: Battle, figure: Figure, action: str) -> Refusal | None:
    """The held do not shoot, unless they are monsters; the silenced do not cast; the enraged do neither."""
    if action in SHOOTING and figure.is_under("Earth-grasp") and not _is_monster(figure):
        return Refusal("FR-SPL-20", f"{figure.name} is held by the earth.", "It may fight hand-to-hand.")
    if action == "Cast" and figure.is_under("Mute"):
        return Refusal("FR-SPL-31", f"{figure.name} is silenced.", "It casts nothing in this battle.")
    if action in (*SHOOTING, "Cast") and figure.is_under("Enrage"):
        return Refusal("FR-SPL-30", f"{figure.name} is enraged.", "It only charges.")
    return None


def _is_monster(figure: Figure) -> bool:
    return isinstance(figure, Enemy) and figure.is_monster


@spell("Enrage", "FR-SPL-30")
class Enrage(AtOneEnemy):
    """The target goes straight for the caster in its next activation."""

    async def affect(self, play: Play[Battle], cast: Cast, target: Enemy) -> None:
        """A mob figure leaves its mob for this; who is enraged already goes for whoever was first."""
        before = [one for one in target.effects if one.name == "Enrage" and one.by != cast.caster.id]
        if any(play.state.figure(one.by).on_table for one in before):
            started = [*((place, one.by) for place, one in enumerate(before)), (len(before), cast.caster.id)]
            first = await first_started(play, started, "FR-SPL-30")
            play.tell("enraged already", "FR-PRN-27", "FR-SPL-30", figure=target.id, caster=first)
            return
        lay(target, cast, "activation")
        play.tell("enraged", "FR-SPL-30", "FR-SPL-43", figure=target.id, caster=cast.caster.id)


@spell("Mute", "FR-SPL-31")
class Mute(AtOneEnemy):
    """A spell-caster of the enemy is silenced."""

    def able(self, state: Battle, cast: Cast) -> list[Enemy]:
        """Sorcerers, villains with Hellfire and wizards."""
        return [one for one in enemies_in_reach(state, cast) if casts_spells(one)]

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """The caster pays with a Stun marker, whatever comes of it."""
        await super().work(play, cast)
        put_on(cast.caster, Effect("hoarse", "FR-SPL-31"))

    async def affect(self, play: Play[Battle], cast: Cast, target: Enemy) -> None:
        """It casts nothing until the battle ends."""
        lay(target, cast, "battle")
        play.tell("silenced", "FR-SPL-31", "FR-SPL-43", figure=target.id)


@rule("FR-SPL-09")
def casts_spells(enemy: Enemy) -> bool:
    """Enemies who cast spells: they use no Power and cast each time they activate."""
    return enemy.is_sorcerer or enemy.ability == "Hellfire spell" or "Wizard" in enemy.traits


@WINDOWS.consequence(
    ACTIVATION_ENDED,
    "Mute strains the caster",
    "FR-SPL-31",
    lambda play, seat, now: now.figure.is_under("hoarse"),
)
async def pay_for_mute(play: Play[Battle], seat: str, now: Activation) -> None:
    """The marker comes after the activation's own Stun removal, so it counts for the next."""
    soldier = now.figure
    assert isinstance(soldier, Soldier)
    take_off(soldier, "hoarse")
    why = WHY_NOT_STUNNED.first(play.state, soldier, None)
    if why is not None:
        play.tell("not Stunned", why.rule, "FR-SPL-31", figure=soldier.id)
        return
    left = max(0, soldier.stun - 1)
    # Recovering, which follows, takes one marker off; one more than before must be left then.
    soldier.stun = min(left + 1, MOST_STUN) + 1
    play.tell("Stunned", "FR-SPL-31", "FR-CON-01", figure=soldier.id, stun=soldier.stun - 1)


@spell("Bane", "FR-SPL-41")
class Bane(AtOneEnemy):
    """All Hits on the target hurt more for the rest of the battle."""

    async def affect(self, play: Play[Battle], cast: Cast, target: Enemy) -> None:
        """It does not add up."""
        lay(target, cast, "battle")
        play.tell("cursed with Bane", "FR-SPL-41", "FR-SPL-43", figure=target.id)


@spell("Sudden Jig", "FR-SPL-32")
class SuddenJig(AtOneEnemy):
    """The targets dance away in random directions."""

    def able(self, state: Battle, cast: Cast) -> list[Enemy]:
        """Mob enemies and villains."""
        return [one for one in enemies_in_reach(state, cast) if not one.is_monster]

    def why_apart(self, chosen: list[Enemy]) -> Refusal | None:
        """Up to three mob enemies, or one villain."""
        if len(chosen) > 1 and any(not one.mob for one in chosen):
            return Refusal("FR-SPL-32", "A villain dances alone.", "Pick the villain, or mob enemies.")
        return None

    async def affect(self, play: Play[Battle], cast: Cast, target: Enemy) -> None:
        """A full move at once; it still acts in its own activation."""
        await random_move(play, target, speed(play.state, target), "FR-SPL-32")


class AtOneMob(Spell):
    """A spell that is cast at a whole mob."""

    def why_not(self, state: Battle, cast: Cast) -> Refusal | None:
        """A mob must be in reach."""
        return why_no_target(mobs_in_reach(state, cast), cast)

    async def pick(self, play: Play[Battle], cast: Cast) -> list[Mob]:
        """Which mob, which wakes by it (FR-CON-14)."""
        mobs = mobs_in_reach(play.state, cast)
        if len(mobs) > 1:
            mobs = await choose_some(play, cast, mobs, f"Which mob does {cast.row.name} take?")
        for mob in mobs:
            wake(play, mob, "FR-CON-14")
        return mobs


@spell("Fearful Image", "FR-SPL-28")
class FearfulImage(AtOneMob):
    """A mob rolls five Morale dice at once."""

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """With its own special Morale rules."""
        for mob in await self.pick(play, cast):
            await roll_morale(play, mob, FRIGHT, "FR-SPL-28", "FR-MRL-07")


@spell("Dense Fog", "FR-SPL-33")
class DenseFog(AtOneMob):
    """The archers of a mob shoot badly in its next activation."""

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """One Resistance roll for the whole mob, with its basic value."""
        for mob in await self.pick(play, cast):
            members = play.state.members(mob.id)
            first = next((one for one in members if not one.is_champion), members[0])
            if not await resists(play, cast, first, base=first.profile.resistance - first.is_champion):
                fog = Effect("Dense Fog", "FR-SPL-33", by=cast.caster.id, until="activation")
                put_on(mob, fog)
                play.tell("in dense fog", "FR-SPL-33", "FR-SPL-43", mob=mob.id)


def _in_fog(play: Play[Battle], seat: str, now: Volley) -> bool:
    mobs = play.state.mobs
    return any(
        one.mob and any(each.name == "Dense Fog" for each in mobs[one.mob].effects) for one in now.shooters
    )


@WINDOWS.consequence(VOLLEY_ROLLED, "Dense Fog", "FR-SPL-33", _in_fog, rank=-1)
async def shoot_through_fog(play: Play[Battle], seat: str, now: Volley) -> None:
    """All hits must be rolled again once."""
    for place, (face, need) in enumerate(zip(now.faces, now.needs, strict=True)):
        if face >= need:
            what, dice = For("fog", now.shooters[place].id), play.state.enemy_dice
            (again,) = await play.roll(1, what, "FR-SPL-33", "FR-PRN-20", seat=dice)
            now.faces[place] = again


# ---- For friends --------------------------------------------------------------------------------


class ForOneSoldier(Spell):
    """A spell for a friendly soldier in reach."""

    is_attack = False

    def able(self, state: Battle, cast: Cast) -> list[Soldier]:
        """Whom it may be cast at; the caster is a friendly soldier too."""
        return soldiers_in_reach(state, cast)

    def why_not(self, state: Battle, cast: Cast) -> Refusal | None:
        """Somebody must be in reach."""
        return why_no_target(self.able(state, cast), cast)

    async def work(self, play: Play[Battle], cast: Cast) -> None:
        """One of them."""
        able = self.able(play.state, cast)
        if len(able) > 1:
            able = await choose_some(play, cast, able, f"For whom is {cast.row.name}?")
        for target in able:
            await self.affect(play, cast, target)

    async def affect(self, play: Play[Battle], cast: Cast, target: Soldier) -> None:
        """What the spell does for the soldier."""
        raise NotImplementedError


@spell("Flicker", "FR-SPL-21")
class Flicker(ForOneSoldier):
    """In the next activation the soldier walks through everything."""

    async def affect(self, play: Play[Battle], cast: Cast, target: Soldier) -> None:
        """It must end where a figure can stand."""
        # Cast in the target's own activation, the end of that one must not take it away.
        until = "activation" if target is not cast.caster else NEXT
        lay(target, cast, until)
        play.tell("flickers", "FR-SPL-21", "FR-SPL-43", figure=target.id)


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
        Effect(one.name, one.rule, by=one.by, until=turns.get(one.until, one.until), rounds=one.rounds)
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
        lay(target, cast, "battle")
        play.tell("protected", "FR-SPL-25", "FR-SPL-43", figure=target.id)


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
