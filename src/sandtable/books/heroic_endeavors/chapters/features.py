"""Non-combat actions: using what an adventure has laid out, and handing on what was found."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandtable.binding.registry import Registry
from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.ground import is_adjacent, touches
from sandtable.books.heroic_endeavors.chapters.trait_checks import check
from sandtable.books.heroic_endeavors.game_master.awareness import alert_all
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.special.medic import heal
from sandtable.books.heroic_endeavors.special.skills import works
from sandtable.books.heroic_endeavors.state import Adventure, Feature, Model
from sandtable.books.heroic_endeavors.tables.tasks import tasks
from sandtable.kernel import Play, Refusal, rule

KIT = "medical kit"
AID = tasks()["first aid without the Medic skill"]
Effect = Callable[[Play[Adventure], Model, Feature], None]
USES: Registry[Effect] = Registry("what the use of a feature brings about")


@rule("HE-ACT-17")
def can_use(state: Adventure, model: Model, feature: Feature) -> bool:
    """Whether somebody stands where a feature is used, and is of those who use it."""
    if (
        feature.used
        or model.at is None
        or (model.id != feature.user if feature.user else model.side != "party")
    ):
        return False
    if feature.spaces:
        return model.at in feature.spaces
    return model.at == feature.at if feature.inside else touches(state, model, feature.at)


@deed
class Use(DeedKind):
    """HE-ACT-17"""

    name, rule = "use", "HE-ACT-17"

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Every feature in reach that was not used yet."""
        return [Deed(self.name, one.id) for one in state.features.values() if can_use(state, model, one)]

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """What is taken from where, or done to what."""
        feature = state.features[deed.target]
        hard = f", difficulty {feature.difficulty}" if feature.difficulty else ""
        if feature.gives:
            return f"take the {feature.gives} from the {feature.name}{hard}"
        return f"{'free' if feature.frees else 'use'} the {feature.name}{hard}"

    def costs(self, state: Adventure, model: Model, deed: Deed) -> int:
        """As the adventure says (HE-ADV-16)."""
        return state.features[deed.target].actions

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """It takes a skill."""
        feature = state.features[deed.target]
        if feature.needs and not works(model, feature.needs):
            reason = f"The {feature.name} takes {feature.needs}."
            return Refusal("HE-SKL-16", reason, "Find somebody who has learned it.")
        return None

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """The model carries what it gives, and what else it brings about begins."""
        feature = play.state.features[deed.target]
        if feature.difficulty and not await check(play, model, "PER", feature.difficulty, "HE-SKL-16"):
            return
        feature.used = True
        if feature.gives:
            model.carried += (feature.gives,)
            play.tell("thing taken", feature.rule, model=model.id, feature=feature.id, thing=feature.gives)
        if feature.effect:
            USES[feature.effect](play, model, feature)
        if feature.wakes:
            alert_all(play, "HE-ADV-17")


@USES.entry("overload")
@rule("HE-ADV-26", "HE-ADV-27")
def sets_overload(play: Play[Adventure], model: Model, feature: Feature) -> None:
    """From now on the turns are counted."""
    start_countdown(play, feature, feature.counts)


def start_countdown(play: Play[Adventure], feature: Feature, turns: int) -> None:
    """The turns that are left; this one does not count."""
    play.state.countdown = turns + 1
    play.tell("overload set", feature.rule, feature=feature.id, turns=turns)


@USES.entry("free")
@rule("HE-ADV-33", "HE-ADV-36", "HE-AGM-27", "HE-INI-06")
def frees(play: Play[Adventure], model: Model, feature: Feature) -> None:
    """Who was bound is now a cohort of the party, run by whoever has freed it."""
    freed = play.state.models[feature.frees]
    freed.role, freed.side, freed.seat = "cohort", "party", model.seat
    freed.turn.done = True
    play.tell("model freed", feature.rule, model=model.id, target=freed.id)


@USES.entry("escape")
@rule("HE-ADV-36", "HE-ADV-37")
def escapes(play: Play[Adventure], model: Model, feature: Feature) -> None:
    """It is away, and its followers go on fighting."""
    play.state.escaped += (model.id,)
    play.tell("model escaped", feature.rule, model=model.id, feature=feature.id)
    model.where, model.at = "left", None


class _ForSomebody(DeedKind):
    """Something that is done to somebody beside oneself."""

    points_at = ("unit",)

    def fits(self, state: Adventure, model: Model, other: Model) -> bool:
        """Whether it can be done to that one."""
        raise NotImplementedError

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """To every one whom it fits."""
        return [
            Deed(self.name, one.id)
            for one in state.on_board()
            if one.side == model.side and self.fits(state, model, one)
        ]

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """To whom."""
        return f"{self.name}: {name_of(state, state.models[deed.target])}"


@deed
class UseKit(_ForSomebody):
    """HE-ADV-26"""

    name, rule = "medical kit", "HE-ADV-26"

    def fits(self, state: Adventure, model: Model, other: Model) -> bool:
        """Itself or somebody beside it who is wounded."""
        near = other.id == model.id or is_adjacent(state, model, other)
        return KIT in model.carried and near and other.dp < other.traits.DP

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """One point, once."""
        model.carried = tuple(one for one in model.carried if one != KIT)
        heal(play, play.state.models[deed.target], "HE-ADV-26")


@deed
class FirstAid(_ForSomebody):
    """HE-AGM-21"""

    name, rule, cost = "first aid", "HE-AGM-21", AID.actions

    def fits(self, state: Adventure, model: Model, other: Model) -> bool:
        """Somebody beside it who is dying, and whom no medic helps."""
        return bool(other.condition.clock) and is_adjacent(state, model, other) and not works(model, "Medic")

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """The clock is stopped; it stays unconscious."""
        if await check(play, model, AID.check, AID.difficulty, "HE-AGM-21"):
            play.state.models[deed.target].condition.clock = 0
            play.tell("clock stopped", "HE-AGM-21", model=model.id, target=deed.target)


@deed
class HandOver(_ForSomebody):
    """HE-AGM-21"""

    name, rule = "hand over", "HE-AGM-21"

    def fits(self, state: Adventure, model: Model, other: Model) -> bool:
        """A conscious friend beside it."""
        return other.id != model.id and other.is_conscious and is_adjacent(state, model, other)

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Every thing to every friend."""
        if not model.carried:
            return ()
        return [
            Deed(self.name, one.target, thing)
            for one in super().deeds(state, model)
            for thing in model.carried
        ]

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """What, and to whom."""
        return f"hand the {deed.weapon} to {name_of(state, state.models[deed.target])}"

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """The other carries it."""
        other = play.state.models[deed.target]
        model.carried = tuple(one for one in model.carried if one != deed.weapon)
        other.carried += (deed.weapon,)
        play.tell("thing handed over", "HE-AGM-21", model=model.id, target=other.id, thing=deed.weapon)
