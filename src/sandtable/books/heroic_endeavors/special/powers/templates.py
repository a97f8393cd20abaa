"""Powers with a template: assaults that burst or spray, and the Arcane Blast."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from sandtable.binding.squares.spots import SpotPlanner, spot_at
from sandtable.books.heroic_endeavors.chapters.actions import Deed, deed
from sandtable.books.heroic_endeavors.chapters.attacked import begin_attack
from sandtable.books.heroic_endeavors.chapters.conditions import stun
from sandtable.books.heroic_endeavors.chapters.ground import levels_between, side_of
from sandtable.books.heroic_endeavors.chapters.ranged.blasts import Size, caught, covered, diameter_of
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import resolve_shot, shot_at, shot_dice
from sandtable.books.heroic_endeavors.chapters.ranged.sight import sees
from sandtable.books.heroic_endeavors.chapters.ranged.sprays import AXES, Laid, Length, sprays, victims_of
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.hidden import known
from sandtable.books.heroic_endeavors.modifiers import Area, Attack
from sandtable.books.heroic_endeavors.naming import name_of, space_called
from sandtable.books.heroic_endeavors.special.powers.assault import NEAR, POWER, weapon_of
from sandtable.books.heroic_endeavors.special.powers.casting import Power, spend_levels
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared
from sandtable.books.heroic_endeavors.tables.powers import PowerRow
from sandtable.kernel import (
    Advice,
    Candidate,
    ChooseOne,
    Decision,
    Measuring,
    Play,
    Refusal,
    TargetArea,
    rule,
    total_of,
)
from sandtable.table.squares.arcs import in_arc
from sandtable.table.squares.sight import sees_spot
from sandtable.table.squares.spaces import Space, gap
from sandtable.table.squares.surface import middle
from sandtable.table.squares.templates import Spot, corner_of, middle_of, spaces_at

LAID = ("HE-POW-11", "HE-BLS-02", "HE-BLS-03", "HE-BLS-04", "HE-BLS-15")
SPRAYED = ("HE-SPR-03", "HE-SPR-04", "HE-SPR-05", "HE-SPR-06", "HE-SPR-07", "HE-SPR-08")
"""The rules by which those under a template are told."""
SPRAYS: dict[str, Length] = {"full spray": "large", "half spray": "small"}


@rule("HE-POW-10", "HE-BLS-11")
def why_not_there(state: Adventure, caster: Model, spot: Spot) -> Refusal | None:
    """A spot must be on the map, in the arc and in clear sight."""
    assert caster.at is not None
    at = caster.at
    spaces = spaces_at(spot)
    if not all(state.board.has(one) for one in spaces):
        return Refusal("HE-POW-10", "That is off the map.", "Name a place on the map.")
    if not any(in_arc(caster.base, at, caster.facing, one, 180) for one in spaces):
        return Refusal("HE-POW-10", "That is not in the arc.", "Turn towards it.")
    if not sees_spot(state.board, caster.spaces, spot):
        return Refusal("HE-POW-10", "That is not in sight.", "Move to see it.")
    return None


def spots_worth(state: Adventure, caster: Model, size: Size) -> dict[Spot, dict[str, Any]]:
    """Where the template would reach an enemy in sight, those that reach most of them first."""
    around = range(-(diameter_of(size) // 2), diameter_of(size) // 2 + 1)
    found: dict[Spot, dict[str, Any]] = {}
    for foe in state.foes_of(caster):
        if foe.at is None or not sees(state, caster, foe):
            continue
        for dy in around:
            for dx in around:
                at = (foe.at[0] + dx, foe.at[1] + dy)
                for spot in (middle_of(at), corner_of(at)):
                    if not all(state.board.has(one) for one in spaces_at(spot)):
                        continue
                    if spot not in found and foe.at in covered(state, spot, size):
                        found[spot] = _judged(state, caster, spot, size)
    return dict(sorted(found.items(), key=lambda one: (-one[1]["worth"], one[0])))


def _judged(state: Adventure, caster: Model, spot: Spot, size: Size) -> dict[str, Any]:
    """Whom of those in sight it reaches, and how many more enemies than friends that are."""
    seen = [one for one in caught(state, spot, size) if one.id != caster.id and sees(state, caster, one)]
    worth = sum(1 if one.is_foe_of(caster) else -1 for one in seen)
    named = ", ".join(name_of(state, one) for one in seen) or "nobody"
    return {
        "label": f"{space_called(spaces_at(spot)[0])}: {named}",
        "worth": worth,
        "models": [one.id for one in seen],
    }


class _Round(Power):
    """A power with a round template."""

    area: ClassVar[Area]
    points_at = ("ground",)
    keeps_preparation = True

    @rule("HE-POW-07")
    def bars(self, state: Adventure, model: Model, deed: Deed, row: PowerRow) -> Refusal | None:
        """There must be an enemy in sight to reach, and dice against one, unless it stuns."""
        spots = [
            one for one in spots_worth(state, model, _size(row)) if why_not_there(state, model, one) is None
        ]
        if not spots:
            return Refusal("HE-POW-10", "It would reach nobody in sight.", "Move, or turn.")
        attacks = (
            self._attack(state, model, one, row, spot)
            for spot in spots
            for one in self._under(state, model, spot, row)
        )
        if self.area == "template" and not any(total_of(shot_dice(state, one)) > 0 for one in attacks):
            return Refusal("HE-POW-07", "The assault has no dice against anybody.", "Spend more levels.")
        return None

    def _under(self, state: Adventure, model: Model, spot: Spot, row: PowerRow) -> list[Model]:
        return [one for one in caught(state, spot, _size(row)) if one.id != model.id]

    @rule("HE-POW-06", "HE-POW-12", "HE-POW-14")
    def _attack(self, state: Adventure, model: Model, target: Model, row: PowerRow, spot: Spot) -> Attack:
        """An assault is defended as a shot by the caster; a blast comes from its centre."""
        far = gap(model.spaces, spaces_at(spot)) + levels_between(state, model, target)
        attack = shot_at(state, model, target, weapon_of(row, far))._replace(area=self.area)
        if self.area == "template":
            return attack
        at = spaces_at(spot)[0]
        rear = at not in target.spaces and side_of(target, at) == "rear"
        return attack._replace(centre=spot, zone="rear" if rear else "front")

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """Where it bursts, who is aimed at, and then everybody under it."""
        row = self.row_of(deed)
        spot = await _aimed(play, model, row, self.rule)
        await spend_levels(play, model, self.power, row.levels, self.rule)
        struck = self._under(play.state, model, spot, row)
        attacks = [self._attack(play.state, model, one, row, spot) for one in struck]
        play.tell(
            "template laid", self.rule, *LAID, *(("HE-BLS-13",) if self.area == "blast" else ()),
            model=model.id, power=self.power, models=_named(play.state, struck),
        )  # fmt: skip
        await strike_all(play, model, attacks, stuns=self.area == "blast")


def _named(state: Adventure, struck: Iterable[Model]) -> list[str]:
    """Those under a template of whom the party knows."""
    return [one.id for one in struck if state.is_known(one.id)]


def _size(row: PowerRow) -> Size:
    return "small" if row.form == "small" else "large"


async def _aimed(play: Play[Adventure], model: Model, row: PowerRow, cause: str) -> Spot:
    state, size = known(play.state, model), _size(row)
    model = state.models[model.id]
    planner = SpotPlanner(
        "HE-POW-10", lambda: spots_worth(state, model, size), lambda spot: why_not_there(state, model, spot)
    )
    form = Measuring(radius=diameter_of(size) / 2)
    prompt = f"Where does the {row.power} of {name_of(state, model)} burst?"
    asked = TargetArea(model.seat, "burst at", prompt, (cause,), planner, form, about=(model.id,))
    spot = spot_at(await CHAIR.ask(play, asked))
    assert spot is not None
    return spot


@deed
class AssaultWithATemplate(_Round):
    """HE-POW-12"""

    name, rule, power, area = "assault with a template", "HE-POW-12", POWER, "template"
    forms = ("small", "large")


@deed
class Blast(_Round):
    """HE-POW-14"""

    name, rule, power, area = "blast", "HE-POW-14", "Arcane Blast", "blast"


@deed
class SprayOfPower(Power):
    """HE-POW-10: along any axis of the arc of 180 degrees."""

    name, rule, power, forms = "assault by spray", "HE-POW-10", POWER, ("full spray", "half spray")
    points_at = ("ground",)
    keeps_preparation = True

    def bars(self, state: Adventure, model: Model, deed: Deed, row: PowerRow) -> Refusal | None:
        """There must be an enemy under one of the templates."""
        if any(_worth(state, model, one) is not None for one in sprays(state, model, SPRAYS[row.form], 180)):
            return None
        return Refusal("HE-POW-10", "It would reach nobody in sight.", "Go nearer, or turn.")

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """Along one axis, everybody under it."""
        row, state = self.row_of(deed), play.state
        spray = await _laid(play, model, SPRAYS[row.form])
        await spend_levels(play, model, POWER, row.levels, "HE-POW-10")
        struck = [one for one, _ in victims_of(state, model, spray.spaces)]
        weapon = weapon_of(row, NEAR)
        attacks = [shot_at(state, model, one, weapon)._replace(area="spray") for one in struck]
        play.tell(
            "template laid", "HE-POW-10", "HE-POW-11", *SPRAYED, model=model.id, power=POWER,
            models=_named(play.state, struck),
        )  # fmt: skip
        await strike_all(play, model, attacks, stuns=False)


def _worth(state: Adventure, caster: Model, spray: Laid) -> int | None:
    """How many more enemies than friends it reaches in sight; none if it reaches no enemy."""
    seen = [one for one, _ in victims_of(state, caster, spray.spaces) if sees(state, caster, one)]
    foes = sum(one.is_foe_of(caster) for one in seen)
    return 2 * foes - len(seen) if foes else None


async def _laid(play: Play[Adventure], model: Model, length: Length) -> Laid:
    state = known(play.state, model)
    model = state.models[model.id]
    worth = ((one, _worth(state, model, one)) for one in sprays(state, model, length, 180))
    axes = [
        Candidate(
            _key(one.axis, one.start), f"spray {AXES[one.axis]}", one, ("HE-POW-10",),
            facts={"worth": number},
            places=tuple(middle(at) for at in one.spaces),
        )
        for one, number in worth
        if number is not None
    ]  # fmt: skip
    prompt = f"Along which line does {name_of(state, model)} spray?"
    asked = ChooseOne(model.seat, "spray", prompt, ("HE-POW-10",), axes, about=(model.id,))
    spray: Laid = await CHAIR.ask(play, asked)
    return spray


def _key(axis: Space, start: Space) -> str:
    return AXES[axis] if start == (0, 0) else f"{AXES[axis]} from {start[0]} {start[1]}"


@rule("HE-POW-06", "HE-POW-07", "HE-POW-11", "HE-POW-14", "HE-BLS-13", "HE-BLS-15")
async def strike_all(play: Play[Adventure], caster: Model, attacks: list[Attack], *, stuns: bool) -> None:
    """The primary target first, the others with the plain ATK; friends too, the caster never."""
    state = play.state
    primary = await _primary(play, caster, [one.target for one in attacks])
    for attack in sorted(attacks, key=lambda one: one.target.id != primary):
        attack = attack._replace(is_primary=attack.target.id == primary)
        if not attack.target.on_board:
            continue
        if total_of(shot_dice(state, attack)) > 0:
            await resolve_shot(play, attack)
        elif stuns:
            await begin_attack(play, attack)
        if stuns:
            stun(play, attack.target)
    caster.prepared = Prepared()


@rule("HE-POW-06", "HE-POW-14")
async def _primary(play: Play[Adventure], caster: Model, struck: Iterable[Model]) -> str:
    """At whom it is aimed: perception and aim count against this one alone."""
    seen = [one for one in struck if sees(play.state, caster, one)]
    if len(seen) < 2:
        return seen[0].id if seen else ""
    targets = [Candidate(one.id, name_of(play.state, one), one.id, about=(one.id,)) for one in seen]
    prompt = f"At whom does {name_of(play.state, caster)} aim?"
    asked = ChooseOne(
        caster.seat,
        "primary target",
        prompt,
        ("HE-POW-06",),
        targets,
        about=(caster.id, *(one.id for one in seen)),
    )
    chosen: str = await CHAIR.ask(play, asked)
    return chosen


@CHAIR.decides("burst at", "HE-AGM-11", "HE-AGM-18")
def answer_burst(state: Adventure, decision: Decision) -> Advice:
    """Where it reaches most enemies, and fewest friends."""
    return Advice(decision.options()[0].answer, 0.0, (), ("HE-AGM-18",))


@CHAIR.decides("spray", "HE-AGM-11", "HE-AGM-18")
def answer_spray(state: Adventure, decision: Decision) -> Advice:
    """The same."""
    best = max(decision.options(), key=lambda one: one.facts["worth"])
    return Advice(best.answer, 0.0, (), ("HE-AGM-18",))


@CHAIR.decides("primary target", "HE-AGM-06", "HE-AGM-11")
def answer_primary(state: Adventure, decision: Decision) -> Advice:
    """The enemy with fewest points left."""
    caster = state.models[decision.about[0]]
    names = [one.answer for one in decision.options()]
    best = min(names, key=lambda id: (not state.models[id].is_foe_of(caster), state.models[id].dp, id))
    return Advice(best, 0.0, (), ("HE-AGM-06",))
