"""Two ranged weapons at a time: both at one target, or each at its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

import msgspec

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.arms import shoots_with
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import (
    actions_for,
    dodge_dice,
    resolve_shot,
    shot_at,
    shot_dice,
    why_not_shoot,
)
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.hidden import known
from sandtable.books.heroic_endeavors.modifiers import ATTACK, Attack
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared
from sandtable.books.heroic_endeavors.tables.weapons import Ranged
from sandtable.kernel import Advice, Candidate, ChooseOne, Decision, Modifier, Play, Refusal, rule, total_of

SECOND, GUNSLINGER = "second ", "Gunslinger"
AT_ONE, AT_TWO = -1, -2
"""HE-DUAL-01, HE-DUAL-03"""
Pair = tuple[Ranged, Ranged]


@rule("HE-DUAL-01")
def pairs(model: Model) -> Iterator[Pair]:
    """Two weapons in use with range bands, the one or the other first; none that is heavy or a sniper's."""
    held = [
        one
        for one in shoots_with(model)
        if one.bands is not None and one.shoots and not one.is_heavy and "Sn" not in one.marks
    ]
    yield from permutations([one for one in held if one.hands == 1], 2)
    for one in held:
        if f"{SECOND}{one.weapon}" in model.gear and one.hands == 1:
            yield (one, one)


@rule("HE-DUAL-01", "HE-DUAL-02")
def both(pair: Pair) -> Ranged:
    """As one weapon: ATK added, the worse range, and only the marks that help where both have them."""
    one, other = pair
    assert one.bands is not None
    assert other.bands is not None
    a, b, c, d = (min(far, near) for far, near in zip(one.bands, other.bands, strict=True))
    shared = {*one.marks} & {*other.marks}
    slow = {"S"} & ({*one.marks} | {*other.marks})
    return Ranged(
        f"{one.weapon} + {other.weapon}", 2, "HE-DUAL-01", (a, b, c, d),
        atk=(one.atk or 0) + (other.atk or 0), marks=tuple(sorted(shared & {"P", "Sc"} | slow)), paired=1,
    )  # fmt: skip


@ATTACK.source("HE-DUAL-01", "HE-DUAL-03", "HE-SKL-14", "HE-SKL-15")
def _two_at_a_time(state: Adventure, attack: Attack) -> Modifier | None:
    """A die less at one target, two at two; a gunslinger is spared one of them."""
    paired = 0 if attack.ranged is None else attack.ranged.paired
    if not paired:
        return None
    skilled = attack.attacker.has(GUNSLINGER)
    if paired == 1:
        return None if skilled else Modifier(AT_ONE, "two weapons", "HE-DUAL-01")
    if skilled:
        return Modifier(AT_TWO + 1, "two weapons, Gunslinger", "HE-SKL-15")
    return Modifier(AT_TWO, "two weapons", "HE-DUAL-03")


class _WithTwo(DeedKind):
    """A shot with both hands."""

    keeps_preparation = True
    points_at = ("unit",)

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Every enemy, with each pair."""
        known_pairs = self.pairs(model)
        foes = state.foes_of(model) if known_pairs else []
        return [Deed(self.name, foe.id, both(pair).weapon) for foe in foes for pair in known_pairs]

    def pairs(self, model: Model) -> list[Pair]:
        """The pairs, in every order."""
        return list({both(pair).weapon: pair for pair in pairs(model)}.values())

    def pair_of(self, model: Model, deed: Deed) -> Pair:
        """The pair of a deed."""
        return next(pair for pair in pairs(model) if both(pair).weapon == deed.weapon)

    def costs(self, state: Adventure, model: Model, deed: Deed) -> int:
        """The higher cost of the two, once (HE-DUAL-02)."""
        return max(actions_for(one) for one in self.pair_of(model, deed))

    def attack(self, state: Adventure, model: Model, deed: Deed) -> Attack:
        """The attack as it is looked at."""
        return shot_at(state, model, state.models[deed.target], both(self.pair_of(model, deed)))

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """An empty weapon, or whatever bars the shot."""
        if any(one.weapon in model.arms.empty for one in self.pair_of(model, deed)):
            return Refusal("HE-AMMO-01", "One of them is empty.", "Reload it.")
        return why_not_shoot(state, self.attack(state, model, deed))

    def means(self, state: Adventure, model: Model, deed: Deed) -> str:
        """How many dice against how many."""
        attack = self.attack(state, model, deed)
        own, other = total_of(shot_dice(state, attack)), total_of(dodge_dice(state, attack))
        return f"{max(0, own)} dice against {max(0, other)}"


@deed
class ShootBoth(_WithTwo):
    """HE-DUAL-01"""

    name, rule = "shoot both", "HE-DUAL-01"

    def pairs(self, model: Model) -> list[Pair]:
        """Which of the two comes first makes no difference here."""
        return [pair for pair in super().pairs(model) if pair[0].weapon <= pair[1].weapon]

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """At whom."""
        return f"shoot {name_of(state, state.models[deed.target])} with {deed.weapon}"

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """One attack with one roll."""
        attack = self.attack(play.state, model, deed)
        skilled = ("HE-SKL-14",) if model.has(GUNSLINGER) else ()
        play.tell("both weapons fired", "HE-DUAL-01", "HE-DUAL-02", *skilled, model=model.id)
        await resolve_shot(play, attack)
        model.prepared = Prepared()


@deed
class ShootTwo(_WithTwo):
    """HE-DUAL-03"""

    name, rule = "shoot at two", "HE-DUAL-03"

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """At whom first, with what."""
        first, second = self.pair_of(model, deed)
        whom = name_of(state, state.models[deed.target])
        return f"shoot {whom} with the {first.weapon}, and somebody else with the {second.weapon}"

    def attack(self, state: Adventure, model: Model, deed: Deed) -> Attack:
        """The first of the two."""
        return self._with(state, model, state.models[deed.target], self.pair_of(model, deed)[0])

    def _with(self, state: Adventure, model: Model, target: Model, weapon: Ranged) -> Attack:
        return shot_at(state, model, target, msgspec.structs.replace(weapon, paired=2))

    def others(self, state: Adventure, model: Model, deed: Deed) -> list[Model]:
        """Whom the second weapon could be fired at."""
        second = self.pair_of(model, deed)[1]
        foes = [one for one in state.foes_of(model) if one.id != deed.target]
        return [one for one in foes if why_not_shoot(state, self._with(state, model, one, second)) is None]

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """There must be a second target."""
        refusal = super().why_not(state, model, deed)
        if refusal is None and not self.others(state, model, deed):
            return Refusal("HE-DUAL-03", "There is no second target.", "Shoot at one.")
        return refusal

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """Two rolls; what was aimed counts for the first, and only one of them has dice rolled again."""
        seen = known(play.state, model)
        others = self.others(seen, seen.models[model.id], deed)
        second = self.pair_of(model, deed)[1]
        names = [Candidate(one.id, name_of(play.state, one), one.id, about=(one.id,)) for one in others]
        prompt = f"At whom does {name_of(play.state, model)} shoot with the {second.weapon}?"
        about = (model.id, *(one.id for one in others))
        asked = ChooseOne(model.seat, "second target", prompt, ("HE-DUAL-03",), names, about=about)
        other: str = await CHAIR.ask(play, asked)
        play.tell("both weapons fired", "HE-DUAL-03", "HE-DUAL-02", model=model.id)
        again = await resolve_shot(play, self.attack(play.state, model, deed))
        model.prepared = Prepared()
        target = play.state.models[other]
        if target.on_board:
            shot = self._with(play.state, model, target, second)
            used = again is not None and bool(again.again)
            await resolve_shot(play, shot._replace(has_re_rolled=used))


@CHAIR.decides("second target", "HE-DUAL-03", "HE-AGM-06")
def answer_second(state: Adventure, decision: Decision) -> Advice:
    """Whoever has fewest points left."""
    best = min((one.answer for one in decision.options()), key=lambda id: (state.models[id].dp, id))
    return Advice(best, 0.0, (), ("HE-AGM-06",))
