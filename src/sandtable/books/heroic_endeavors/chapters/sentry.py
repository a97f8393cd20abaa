"""Sentry: an attack that is held until an enemy shows itself, even before it can act."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.arms import shoots_with
from sandtable.books.heroic_endeavors.chapters.conditions import is_out
from sandtable.books.heroic_endeavors.chapters.ground import face
from sandtable.books.heroic_endeavors.chapters.initiative import by_initiative
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import (
    actions_for,
    shoot,
    shot_at,
    why_not_shoot,
)
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.game_master.targets import edge_of
from sandtable.books.heroic_endeavors.modifiers import HELD, SHOTS, Attack
from sandtable.books.heroic_endeavors.naming import SIDES, name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared
from sandtable.books.heroic_endeavors.windows import (
    ACTIVATION_BEGINS,
    ACTIVATION_ENDS,
    ACTIVATIONS_OVER,
    ATTACKED,
    DEED_DECLARED,
    ENEMY_ACTED,
    WINDOWS,
    ModelMoment,
    once,
)
from sandtable.kernel import PASS, Candidate, ChooseOne, Moment, Play, Refusal, rule
from sandtable.table.squares.spaces import FACINGS, Facing


@deed
class Sentry(DeedKind):
    """HE-SEN-01"""

    name, rule, keeps_preparation = "sentry", "HE-SEN-01", True

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """With every ranged weapon in use that has range bands."""
        weapons = [one for one in shoots_with(model) if one.bands is not None and one.shoots]
        more = [name for names in HELD.all(state, model) for name in names]
        return tuple(Deed(self.name, weapon=one) for one in (*(one.weapon for one in weapons), *more))

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """The weapon that is held."""
        return f"hold the {deed.weapon} on sentry"

    def costs(self, state: Adventure, model: Model, deed: Deed) -> int:
        """One action, unless that was taken in the turn before, and at the same time those of the attack."""
        weapon = next((one for one in shoots_with(model) if one.weapon == deed.weapon), None)
        own = 0 if _was_made_ready(state, model, deed.weapon) else 1
        return own + (1 if weapon is None else actions_for(weapon))

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """An empty weapon is not held."""
        if deed.weapon in model.arms.empty:
            return Refusal("HE-AMMO-01", f"The {deed.weapon} is empty.", "Reload it.")
        return None

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """It holds the weapon, and may turn by a quarter."""
        model.turn.sentry = deed.weapon
        model.prepared = msgspec.structs.replace(model.prepared, sentry="")
        play.tell("on sentry", "HE-SEN-01", model=model.id, weapon=deed.weapon)
        await _turn(play, model)


@rule("HE-SEN-03")
def _was_made_ready(state: Adventure, model: Model, weapon: str) -> bool:
    """In the turn before this one."""
    return model.prepared.sentry == weapon and model.prepared.turn == state.round - 1


@deed
class MakeReady(DeedKind):
    """HE-SEN-03"""

    name, rule, keeps_preparation = "make ready", "HE-SEN-03", True

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """With every slow weapon in use, where the players want it."""
        if state.switches.slow_sentry_carry == "off":
            return ()
        slow = [one for one in shoots_with(model) if one.is_slow and one.bands is not None and one.shoots]
        return tuple(Deed(self.name, weapon=one.weapon) for one in slow)

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """For what."""
        return f"make the {deed.weapon} ready, to hold it on sentry in the next turn"

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """It is loaded, and this is the last action of the turn."""
        if deed.weapon in model.arms.empty:
            return Refusal("HE-AMMO-01", f"The {deed.weapon} is empty.", "Reload it.")
        if model.turn.actions > 1:
            return Refusal("HE-SEN-03", "It has more than one action left.", "Do something else first.")
        return None

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """What it has aimed is kept."""
        model.prepared = msgspec.structs.replace(model.prepared, sentry=deed.weapon, turn=play.state.round)
        play.tell("made ready", "HE-SEN-03", model=model.id, weapon=deed.weapon)


@rule("HE-SEN-02")
async def _turn(play: Play[Adventure], model: Model) -> None:
    """Once, left or right, when the sentry begins; a mounted unit turns by its movement alone."""
    if model.rides or model.steers:
        return
    now = FACINGS.index(model.facing)
    turns: list[Facing] = [FACINGS[(now + one) % 4] for one in (3, 1)]
    sides = [Candidate(one, SIDES[one], one) for one in turns]
    stay = Candidate("stay", f"stay, to the {SIDES[model.facing]}", model.facing, deed=PASS)
    prompt = f"Which way does {name_of(play.state, model)} watch?"
    asked = ChooseOne(model.seat, "sentry facing", prompt, ("HE-SEN-02",), [*sides, stay], about=(model.id,))
    facing = await CHAIR.ask(play, asked)
    if facing != model.facing:
        face(model, facing)
        play.tell("model turned", "HE-SEN-02", model=model.id, facing=facing)


def held_shot(state: Adventure, sentry: Model, target: Model) -> Attack | None:
    """The attack that a sentry could make on somebody now, wherever in sight and arc."""
    weapon = next((one for one in shoots_with(sentry) if one.weapon == sentry.turn.sentry), None)
    if is_out(sentry):
        return None
    attack = None if weapon is None else shot_at(state, sentry, target, weapon)
    for more in SHOTS.all(state, sentry, target):
        attack = next((one for one in more if one.weapon == sentry.turn.sentry), attack)
    if attack is None:
        return None
    return attack if why_not_shoot(state, attack) is None else None


def sentries_against(state: Adventure, target: Model) -> list[Model]:
    """Who holds an attack and is hostile to somebody, by falling initiative."""
    return by_initiative(state, [one for one in state.foes_of(target) if one.turn.sentry])


def _watched(play: Play[Adventure], seat: str, now: ModelMoment) -> bool:
    return once(play, seat, now) and bool(sentries_against(play.state, now.model))


@WINDOWS.consequence(ACTIVATION_BEGINS, "sentries", "HE-SEN-04", _watched, rank=1)
@WINDOWS.consequence(DEED_DECLARED, "sentries", "HE-SEN-04", _watched)
@WINDOWS.consequence(ENEMY_ACTED, "sentries", "HE-SEN-04", _watched)
@WINDOWS.consequence(ACTIVATION_ENDS, "sentries", "HE-SEN-04", _watched)
@rule("HE-SEN-04", "HE-SEN-05", "HE-SEN-08", "HE-SEN-10", "HE-SEN-11")
async def interrupt(play: Play[Adventure], seat: str, now: ModelMoment) -> None:
    """Each sentry that sees the enemy may attack it now, or wait; everyone decides after the one before."""
    for sentry in sentries_against(play.state, now.model):
        if not now.model.is_conscious:
            return
        attack = held_shot(play.state, sentry, now.model)
        if attack is not None and await _attacks(play, sentry, [attack]):
            continue


@rule("HE-SEN-04", "HE-SEN-09")
async def _attacks(play: Play[Adventure], sentry: Model, attacks: Sequence[Attack]) -> bool:
    """The owner names a target, or waits; whether the attack was made."""
    state = play.state
    prompt = f"Does {name_of(state, sentry)} use its held attack?"
    targets = [
        Candidate(
            f"attack {one.target.id}", f"attack {name_of(state, one.target)}", one, ("HE-SEN-04",),
            facts={"edge": edge_of(state, one)}, about=(sentry.id, one.target.id), deed="shoot",
        )
        for one in attacks
    ]  # fmt: skip
    about = (sentry.id, *(one.target.id for one in attacks))
    asked = ChooseOne(sentry.seat, "sentry", prompt, ("HE-SEN-04",), [*targets, _WAIT], about=about)
    chosen = await CHAIR.ask(play, asked)
    if not isinstance(chosen, Attack):
        return False
    sentry.turn.sentry = ""
    play.tell("sentry attacked", "HE-SEN-04", model=sentry.id, target=chosen.target.id)
    await shoot(play, chosen)
    sentry.prepared = Prepared()
    return True


_WAIT = Candidate("wait", "wait", deed=PASS)


def _is_left(play: Play[Adventure], seat: str, now: Moment) -> bool:
    return once(play, seat, now) and any(one.turn.sentry for one in play.state.conscious())


@WINDOWS.consequence(ACTIVATIONS_OVER, "last sentries", "HE-SEN-06", _is_left)
async def attack_at_the_end(play: Play[Adventure], seat: str, now: Moment) -> None:
    """Who has waited may attack anybody in sight and arc; then the held attack is lost."""
    state = play.state
    for sentry in by_initiative(state, list(state.conscious())):
        if sentry.turn.sentry:
            shots = [held_shot(state, sentry, foe) for foe in state.foes_of(sentry)]
            attacks = [one for one in shots if one is not None]
            if attacks:
                await _attacks(play, sentry, attacks)
            sentry.turn.sentry = ""


def _holds(play: Play[Adventure], seat: str, now: ModelMoment) -> bool:
    return once(play, seat, now) and bool(now.model.turn.sentry)


@WINDOWS.consequence(ATTACKED, "sentry lost", "HE-SEN-07", _holds)
async def lose_sentry(play: Play[Adventure], seat: str, now: ModelMoment) -> None:
    """Whoever is attacked first, in any way, loses the held attack."""
    now.model.turn.sentry = ""
    play.tell("sentry lost", "HE-SEN-07", model=now.model.id)
