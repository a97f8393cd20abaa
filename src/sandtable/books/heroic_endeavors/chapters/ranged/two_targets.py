"""Two ranged weapons at two targets: for the cost of one attack, with two rolls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.arms import shoots_with
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import (
    actions_for,
    resolve_shot,
    shot_at,
    why_not_shoot,
)
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.hidden import known
from sandtable.books.heroic_endeavors.modifiers import ATTACK, Attack
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared
from sandtable.books.heroic_endeavors.tables.weapons import Ranged
from sandtable.kernel import Advice, Candidate, ChooseOne, Decision, Modifier, Play, Refusal, rule

SECOND, GUNSLINGER = "second ", "Gunslinger"
EACH, SPARED = -2, 1
"""HE-DUAL-03, HE-SKL-15"""
Pair = tuple[Ranged, Ranged]


@rule("HE-DUAL-03", "HE-DUAL-01")
def pairs(model: Model) -> dict[str, Pair]:
    """Two weapons in use with range bands, the one or the other first; none that is heavy or a sniper's."""
    fit = (one for one in shoots_with(model) if one.bands is not None and one.shoots and one.hands == 1)
    held = [one for one in fit if not one.is_heavy and "Sn" not in one.marks]
    return {f"{one.weapon}, {other.weapon}": (one, other) for one, other in _both(model, held)}


def _both(model: Model, held: Sequence[Ranged]) -> Iterator[Pair]:
    yield from permutations(held, 2)
    yield from ((one, one) for one in held if f"{SECOND}{one.weapon}" in model.gear)


@ATTACK.source("HE-DUAL-03", "HE-SKL-15")
def _divided(state: Adventure, attack: Attack) -> Modifier | None:
    """Two dice less on each roll, and one for a gunslinger."""
    if not attack.is_divided:
        return None
    if attack.attacker.has(GUNSLINGER):
        return Modifier(EACH + SPARED, "two targets, Gunslinger", "HE-SKL-15")
    return Modifier(EACH, "two targets", "HE-DUAL-03")


@deed
class ShootTwo(DeedKind):
    """HE-DUAL-03"""

    name, rule, keeps_preparation = "shoot at two", "HE-DUAL-03", True
    points_at = ("unit",)

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Every enemy first, with each pair."""
        names = list(pairs(model))
        foes = state.foes_of(model) if names else []
        return [Deed(self.name, foe.id, name) for foe in foes for name in names]

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """At whom first, with what."""
        first, second = pairs(model)[deed.weapon]
        whom = name_of(state, state.models[deed.target])
        return f"shoot {whom} with the {first.weapon}, and somebody else with the {second.weapon}"

    def costs(self, state: Adventure, model: Model, deed: Deed) -> int:
        """The higher cost of the two, once (HE-DUAL-02)."""
        return max(actions_for(one) for one in pairs(model)[deed.weapon])

    def attack(self, state: Adventure, model: Model, target: Model, weapon: Ranged) -> Attack:
        """One of the two."""
        return shot_at(state, model, target, weapon)._replace(is_divided=True)

    def others(self, state: Adventure, model: Model, deed: Deed) -> list[Model]:
        """Whom the second weapon could be fired at."""
        second = pairs(model)[deed.weapon][1]
        foes = [one for one in state.foes_of(model) if one.id != deed.target]
        return [one for one in foes if why_not_shoot(state, self.attack(state, model, one, second)) is None]

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """Whatever bars the first shot, or no second target."""
        first = pairs(model)[deed.weapon][0]
        refusal = why_not_shoot(state, self.attack(state, model, state.models[deed.target], first))
        if refusal is None and not self.others(state, model, deed):
            return Refusal("HE-DUAL-03", "There is no second target.", "Shoot at one.")
        return refusal

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """Two rolls; what was aimed counts for the first, and only one of them has dice rolled again."""
        seen = known(play.state, model)
        others = self.others(seen, seen.models[model.id], deed)
        first, second = pairs(model)[deed.weapon]
        names = [Candidate(one.id, name_of(play.state, one), one.id, about=(one.id,)) for one in others]
        prompt = f"At whom does {name_of(play.state, model)} shoot with the {second.weapon}?"
        about = (model.id, *(one.id for one in others))
        asked = ChooseOne(model.seat, "second target", prompt, ("HE-DUAL-03",), names, about=about)
        other: str = await CHAIR.ask(play, asked)
        play.tell("both weapons fired", "HE-DUAL-03", "HE-DUAL-02", model=model.id)
        pool = await resolve_shot(play, self.attack(play.state, model, play.state.models[deed.target], first))
        model.prepared = Prepared()
        target = play.state.models[other]
        if target.on_board:
            shot = self.attack(play.state, model, target, second)
            await resolve_shot(play, shot._replace(has_re_rolled=pool is not None and bool(pool.again)))


@CHAIR.decides("second target", "HE-DUAL-03", "HE-AGM-06")
def answer_second(state: Adventure, decision: Decision) -> Advice:
    """Whoever has fewest points left."""
    best = min((one.answer for one in decision.options()), key=lambda id: (state.models[id].dp, id))
    return Advice(best, 0.0, (), ("HE-AGM-06",))
