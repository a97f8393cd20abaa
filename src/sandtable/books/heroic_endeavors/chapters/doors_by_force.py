"""Doors by force: broken open with strength, or broken down like any target, as some features are too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.arms import fights_with, shoots_with
from sandtable.books.heroic_endeavors.chapters.dice import roll_again, throw
from sandtable.books.heroic_endeavors.chapters.doors import set_door
from sandtable.books.heroic_endeavors.chapters.fate import change_by_fate
from sandtable.books.heroic_endeavors.chapters.features import start_countdown
from sandtable.books.heroic_endeavors.chapters.ground import is_beside
from sandtable.books.heroic_endeavors.chapters.melee.attacking import attack_dice, attack_on
from sandtable.books.heroic_endeavors.chapters.melee.reach import can_strike
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import (
    actions_for,
    shot_at,
    shot_dice,
    why_not_shoot,
)
from sandtable.books.heroic_endeavors.chapters.trait_checks import check
from sandtable.books.heroic_endeavors.game_master.awareness import alert_by_door
from sandtable.books.heroic_endeavors.game_master.noise import FORCED, make_noise
from sandtable.books.heroic_endeavors.modifiers import Attack
from sandtable.books.heroic_endeavors.naming import called, space_called
from sandtable.books.heroic_endeavors.state import Adventure, Defence, Door, Feature, Model, Prepared
from sandtable.books.heroic_endeavors.state.models import Traits
from sandtable.books.heroic_endeavors.tables.charts import door_types
from sandtable.books.heroic_endeavors.windows import ATTACK_MADE, WINDOWS, AttackMoment
from sandtable.kernel import Modifier, Play, Refusal, rule, total_of

SHUT = ("closed", "locked")


@rule("HE-DOOR-04", "HE-ADV-26")
def defence_of(thing: Door | Feature) -> int:
    """How much it withstands."""
    return thing.defence if isinstance(thing, Feature) else door_types()[thing.type].defence


@deed
class Force(DeedKind):
    """HE-DOOR-03"""

    name, rule = "force", "HE-DOOR-03"

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Every shut door beside the model."""
        shut = (one for one in state.doors.values() if one.state in SHUT)
        return [Deed(self.name, one.id) for one in shut if is_beside(model, one.at)]

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """How hard it is."""
        door = state.doors[deed.target]
        return f"break open the door at {space_called(door.at)}, difficulty {defence_of(door)}"

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """A beast only breaks doors down."""
        if model.handless:
            return Refusal("HE-AGM-28", "It has no hands to force a door.", "Break it down.")
        return None

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """A check of strength; it is open then, and can be closed, but no longer locked."""
        door = play.state.doors[deed.target]
        make_noise(play, door.at, FORCED, "HE-DOOR-08")
        if await check(play, model, "STR", defence_of(door), "HE-DOOR-03"):
            play.tell("door forced", "HE-DOOR-03", model=model.id, door=door.id)
            set_door(play, door, model, is_open=True)


@deed
class BreakDown(DeedKind):
    """HE-DOOR-05"""

    name, rule, keeps_preparation = "break down", "HE-DOOR-05", True

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Every shut door, and whatever else can be destroyed, that a weapon in use gets at."""
        return [Deed(self.name, thing.id, one.weapon) for thing, one in attacks_on_things(state, model)]

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """With what."""
        return f"break down {called(state, deed.target)} with the {deed.weapon}"

    def costs(self, state: Adventure, model: Model, deed: Deed) -> int:
        """Those of the weapon."""
        slow = next((one for one in shoots_with(model) if one.weapon == deed.weapon), None)
        return 1 if slow is None else actions_for(slow)

    def means(self, state: Adventure, model: Model, deed: Deed) -> str:
        """How many dice against how many."""
        attack = self._attack(state, model, deed)
        other = defence_of(_thing(state, deed.target))
        return "" if attack is None else f"{max(0, total_of(dice_of(state, attack)))} dice against {other}"

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """It is out of reach, or the weapon is empty."""
        attack = self._attack(state, model, deed)
        if attack is None:
            return Refusal("HE-DOOR-05", f"{called(state, deed.target)} is out of reach.", "Come nearer.")
        return why_not_shoot(state, attack) if attack.kind == "ranged" else None

    def _attack(self, state: Adventure, model: Model, deed: Deed) -> Attack | None:
        found = attacks_on_things(state, model)
        wanted = (deed.target, deed.weapon)
        return next((one for thing, one in found if (thing.id, one.weapon) == wanted), None)

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """An attack that is never answered."""
        attack = self._attack(play.state, model, deed)
        if attack is not None:
            await attack_thing(play, _thing(play.state, deed.target), attack)
        model.prepared = Prepared()


def _thing(state: Adventure, id: str) -> Door | Feature:
    return state.doors[id] if id in state.doors else state.features[id]


def as_target(thing: Door | Feature) -> Model:
    """A thing as attacks see one: it rolls its DEF, and nothing bears on that."""
    return Model(
        thing.id, "door", "neutral", "nobody", "door", Traits(0, 0, 0, 0, thing.dp), at=thing.at,
        where="board", dp=thing.dp, defence=Defence(armour=defence_of(thing)),
    )  # fmt: skip


def attacks_on_things(state: Adventure, model: Model) -> Iterator[tuple[Door | Feature, Attack]]:
    """With what it could attack what: by hand what is in reach, with missiles what is farther off."""
    if model.at is None:
        return
    things: list[Door | Feature] = [one for one in state.doors.values() if one.state in SHUT]
    if model.side == "party":
        things += [one for one in state.features.values() if one.dp and not one.used]
    for thing in things:
        target = as_target(thing)
        for weapon in fights_with(model):
            if can_strike(state, model, target, weapon):
                yield thing, attack_on(state, model, target, weapon)
        for arm in shoots_with(model):
            if arm.bands is not None and arm.atk is not None:
                yield thing, shot_at(state, model, target, arm)


def dice_of(state: Adventure, attack: Attack) -> list[Modifier]:
    """The dice of the attack."""
    return attack_dice(state, attack) if attack.kind == "melee" else shot_dice(state, attack)


@rule("HE-DOOR-05", "HE-DOOR-06", "HE-DOOR-08")
async def attack_thing(play: Play[Adventure], thing: Door | Feature, attack: Attack) -> None:
    """It rolls its DEF; the margin does damage and nothing else, and at no points it is gone."""
    model, target = attack.attacker, attack.target
    kind = "door" if isinstance(thing, Door) else "feature"
    cause = "HE-DOOR-04" if isinstance(thing, Door) else thing.rule
    play.tell("object attacked", "HE-DOOR-05", cause, model=model.id, of=thing.id, weapon=attack.weapon)
    make_noise(play, thing.at, FORCED, "HE-DOOR-08")
    own = await throw(play, model, "attack", dice_of(play.state, attack), attack)
    other = await throw(play, target, "defence", (Modifier(defence_of(thing), kind, cause),))
    await roll_again(play, (own, other))
    await change_by_fate(play, (own, other))
    points = own.successes - other.successes - 1
    if points > 0:
        thing.dp = max(0, thing.dp - points)
        play.tell("object damaged", "HE-DOOR-06", model=model.id, of=thing.id, points=points, left=thing.dp)
        if not thing.dp:
            destroy(play, thing, model)
    await WINDOWS.open(play, ATTACK_MADE, AttackMoment(model, attack.weapon, is_melee=attack.kind == "melee"))


@rule("HE-DOOR-06", "HE-DOOR-01", "HE-ADV-26")
def destroy(play: Play[Adventure], thing: Door | Feature, model: Model) -> None:
    """Where a door was is clear floor; what hung on a feature begins."""
    state = play.state
    if isinstance(thing, Feature):
        thing.used = True
        play.tell("feature destroyed", thing.rule, model=model.id, feature=thing.id)
        start_countdown(play, thing, thing.broken)
        return
    thing.state = "destroyed"
    state.board = state.board.with_barrier(thing.id, is_open=True)
    play.tell("door destroyed", "HE-DOOR-06", model=model.id, door=thing.id)
    alert_by_door(play, thing.id)
