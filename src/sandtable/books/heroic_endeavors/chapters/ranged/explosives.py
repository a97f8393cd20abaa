"""Blast weapons and indirect fire: aimed at a space or a corner, and astray where no die is a success."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sandtable.binding.squares.spots import SpotPlanner, spot_at
from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.arms import shoots_with
from sandtable.books.heroic_endeavors.chapters.attacked import begin_attack
from sandtable.books.heroic_endeavors.chapters.conditions import stun
from sandtable.books.heroic_endeavors.chapters.dice import roll_again, throw
from sandtable.books.heroic_endeavors.chapters.fate import change_by_fate
from sandtable.books.heroic_endeavors.chapters.ground import side_of
from sandtable.books.heroic_endeavors.chapters.ranged.blasts import Size, caught, covered, diameter_of
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import (
    actions_for,
    arc_of,
    band_of,
    resolve_shot,
    shot_at,
    shot_dice,
)
from sandtable.books.heroic_endeavors.chapters.ranged.sight import sees
from sandtable.books.heroic_endeavors.chapters.traits import bonus, trait
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.hidden import known
from sandtable.books.heroic_endeavors.naming import name_of, space_called
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared
from sandtable.books.heroic_endeavors.tables.charts import Band, charts
from sandtable.books.heroic_endeavors.tables.weapons import (
    Ranged,
    is_launcher,
    launcher_ammunition,
    loaded_with,
)
from sandtable.books.heroic_endeavors.windows import ATTACK_MADE, WINDOWS, AttackMoment
from sandtable.kernel import (
    Advice,
    Candidate,
    ChooseOne,
    Decision,
    For,
    Measuring,
    Modifier,
    Play,
    Refusal,
    TargetArea,
    rule,
    total_of,
)
from sandtable.table.squares.arcs import in_arc
from sandtable.table.squares.deviation import astray, drift, steps_within
from sandtable.table.squares.sight import kinds_between, sees_spot
from sandtable.table.squares.spaces import Space, gap
from sandtable.table.squares.surface import middle
from sandtable.table.squares.templates import Spot, corner_of, middle_of, spaces_at

BLIND = -2
"""HE-IND-02"""
OBSERVER, LOADED = "Forward Observer", " loaded with "
STRAY: dict[Band, int] = {"short": 1, "medium": 2, "long": 3, "extreme": 4}
"""HE-BLS-08"""


class Aimed(NamedTuple):
    """Where a blast is meant to land: its centre, and the space at which it is aimed."""

    spot: Spot
    at: Space


@rule("HE-BLS-01", "HE-WTAB-02")
def explosives(model: Model) -> Iterator[Ranged]:
    """Every blast weapon in use that has range bands; a launcher with each kind of ammunition."""
    for weapon in shoots_with(model):
        if weapon.bands is None:
            continue
        if is_launcher(weapon):
            for one in launcher_ammunition().values():
                name = f"{weapon.weapon}{LOADED}{one.ammunition}"
                loaded = loaded_with(weapon, one)
                yield Ranged(
                    name, weapon.hands, weapon.rule, weapon.bands, "", loaded.atk, loaded.blast, loaded.marks
                )
        elif weapon.blast is not None:
            yield weapon


def size_of(weapon: Ranged) -> Size:
    """By its mark (HE-BLS-02)."""
    return "large" if "B" in weapon.marks else "small"


def is_indirect(weapon: Ranged) -> bool:
    """It lobs its blast (HE-IND-01)."""
    return "In" in weapon.marks


@rule("HE-IND-04", "HE-SKL-13")
def spotter(state: Adventure, model: Model, aimed: Aimed) -> Model | None:
    """A friend who sees where it is meant to land; an observer before all others."""
    friends = [one for one in state.friends_of(model) if sees_spot(state.board, one.spaces, aimed.spot)]
    return min(friends, key=lambda one: not one.has(OBSERVER), default=None)


@rule("HE-IND-07")
def is_under_a_ceiling(state: Adventure, start: Space, end: Space) -> bool:
    """Something that reaches the ceiling lies on the line from middle to middle."""
    shut = {one.at for one in state.doors.values() if one.state in ("closed", "locked")}
    between = [(crossing.space, kind) for crossing, kind in kinds_between(state.board, start, end)]
    return any(kind.seals or at in shut for at, kind in between if at != start)


@rule("HE-BLS-03", "HE-BLS-05", "HE-BLS-11", "HE-BLS-12", "HE-IND-04", "HE-IND-07")
def why_not_at(state: Adventure, model: Model, weapon: Ranged, spot: Spot) -> Refusal | None:
    """On the map, in arc and range, and in sight past terrain, or for indirect fire in a friend's sight."""
    assert model.at is not None
    here = model.at
    spaces = spaces_at(spot)
    if not all(state.board.has(one) for one in spaces):
        return Refusal("HE-BLS-03", "That is off the map.", "Name a place on the map.")
    at = aimed_space(model, spot)
    if not in_arc(model.base, here, model.facing, at, arc_of(weapon)):
        return Refusal("HE-ARC-01", "That is not in the firing arc.", "Turn towards it.")
    if band_of(weapon, gap(model.spaces, (at,))) is None:
        return Refusal("HE-RNG-03", "That is too far.", f"Come within {(weapon.bands or (0,))[-1]} spaces.")
    seen = sees_spot(state.board, model.spaces, spot)
    if is_indirect(weapon):
        if is_under_a_ceiling(state, here, at):
            return Refusal("HE-IND-07", "There is no room above.", "Fire where nothing reaches the ceiling.")
        if not seen and spotter(state, model, Aimed(spot, at)) is None:
            return Refusal("HE-IND-04", "Nobody sees where it would land.", "Send somebody who does.")
        return None
    return None if seen else Refusal("HE-BLS-11", "That is not in sight.", "Move to see it.")


def aimed_space(model: Model, spot: Spot) -> Space:
    """Of the spaces that meet at a corner the nearest is the initial one."""
    return min(spaces_at(spot), key=lambda one: (gap(model.spaces, (one,)), one[1], one[0]))


def spots_for(state: Adventure, model: Model, weapon: Ranged) -> dict[Spot, dict[str, Any]]:
    """Where it would reach an enemy of whom the player knows, those that reach most first."""
    size = size_of(weapon)
    around = range(-(diameter_of(size) // 2), diameter_of(size) // 2 + 1)
    found: dict[Spot, dict[str, Any]] = {}
    for foe in state.foes_of(model):
        assert foe.at is not None
        near = ((foe.at[0] + dx, foe.at[1] + dy) for dy in around for dx in around)
        for spot in (one for at in near for one in (middle_of(at), corner_of(at))):
            if spot in found or why_not_at(state, model, weapon, spot) is not None:
                continue
            if foe.at in covered(state, spot, size):
                found[spot] = _judged(state, model, spot, size)
    return dict(sorted(found.items(), key=lambda one: (-one[1]["worth"], one[0])))


def _judged(state: Adventure, model: Model, spot: Spot, size: Size) -> dict[str, Any]:
    struck = caught(state, spot, size)
    worth = sum(1 if one.is_foe_of(model) else -1 for one in struck)
    named = ", ".join(name_of(state, one) for one in struck) or "nobody"
    label = f"{space_called(spaces_at(spot)[0])}: {named}"
    return {"label": label, "worth": worth, "models": [one.id for one in struck]}


@deed
class Fire(DeedKind):
    """HE-BLS-01"""

    name, rule, keeps_preparation = "fire", "HE-BLS-01", True
    points_at = ("ground",)

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Each blast weapon in use, with what it is loaded with."""
        return [Deed(self.name, weapon=one.weapon) for one in explosives(model)]

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """With what."""
        return f"fire the {deed.weapon}"

    def costs(self, state: Adventure, model: Model, deed: Deed) -> int:
        """Those of the weapon."""
        return actions_for(self._weapon(model, deed))

    def _weapon(self, model: Model, deed: Deed) -> Ranged:
        return next(one for one in explosives(model) if one.weapon == deed.weapon)

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """Empty, or nobody whom it would reach."""
        weapon = self._weapon(model, deed)
        if weapon.weapon.partition(LOADED)[0] in model.arms.empty:
            return Refusal("HE-AMMO-01", f"The {weapon.weapon} is empty.", "Reload it.")
        if not spots_for(state, model, weapon):
            return Refusal("HE-BLS-05", "It would reach nobody known.", "Move, or turn.")
        return None

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """Where it is meant to land, whether it does, and what it does there."""
        weapon = self._weapon(model, deed)
        aimed = await _aims(play, model, weapon)
        await (lob if is_indirect(weapon) else launch)(play, model, weapon, aimed)
        model.prepared = Prepared()
        name = weapon.weapon.partition(LOADED)[0]
        await WINDOWS.open(play, ATTACK_MADE, AttackMoment(model, name, is_melee=False))


@rule("HE-BLS-03", "HE-BLS-05", "HE-BLS-11")
async def _aims(play: Play[Adventure], model: Model, weapon: Ranged) -> Aimed:
    """A space, or a corner and which of its four spaces is the initial one."""
    seen = known(play.state, model)
    own = seen.models[model.id]
    planner = SpotPlanner(
        "HE-BLS-05", lambda: spots_for(seen, own, weapon), lambda spot: why_not_at(seen, own, weapon, spot)
    )
    prompt = f"Where does {name_of(play.state, model)} aim the {weapon.weapon}?"
    form = Measuring(radius=diameter_of(size_of(weapon)) / 2)
    asked = TargetArea(model.seat, "burst at", prompt, ("HE-BLS-05",), planner, form, about=(model.id,))
    spot = spot_at(await CHAIR.ask(play, asked))
    assert spot is not None
    spaces = [one for one in spaces_at(spot) if seen.board.has(one)]
    if len(spaces) == 1:
        return Aimed(spot, spaces[0])
    names = [Candidate(space_called(one), space_called(one), one, places=(middle(one),)) for one in spaces]
    which = "At which of the four spaces is it aimed?"
    asked_for = ChooseOne(model.seat, "initial space", which, ("HE-BLS-11",), names, about=(model.id,))
    at: Space = await CHAIR.ask(play, asked_for)
    return Aimed(spot, at)


@rule("HE-BLS-05", "HE-BLS-06", "HE-BLS-10", "HE-BLS-13", "HE-PBR-03")
async def launch(play: Play[Adventure], model: Model, weapon: Ranged, aimed: Aimed) -> None:
    """An attack roll against who is at the centre; beside the attacker it never goes astray."""
    state = play.state
    far = gap(model.spaces, (aimed.at,))
    direct = _replaced(weapon, weapon.atk if weapon.atk is not None else weapon.blast)
    target = state.at(aimed.at)
    if target is not None and target.id != model.id:
        attack = shot_at(state, model, target, direct)._replace(area="blast")
        pool = await resolve_shot(play, attack)
        landed = pool is not None and pool.successes > 0
    else:
        band = band_of(weapon, far) or "extreme"
        empty = shot_at(state, model, model, direct)._replace(distance=far, band=band)
        pool = await throw(play, model, "placement", shot_dice(state, empty))
        await change_by_fate(play, (pool,))
        landed, target = pool.successes > 0, None
    spot = aimed.spot
    if not landed and far > 1:
        spot, target = await stray(play, model, weapon, aimed), None
    await explode(play, model, weapon, spot, but=target)


@rule("HE-IND-01", "HE-IND-02", "HE-IND-03", "HE-IND-05", "HE-IND-06")
async def lob(play: Play[Adventure], model: Model, weapon: Ranged, aimed: Aimed) -> None:
    """A placement roll instead of an attack; then everybody is attacked by the blast."""
    state = play.state
    pool = await throw(play, model, "placement", placement_dice(state, model, weapon, aimed))
    await roll_again(play, (pool,))
    await change_by_fate(play, (pool,))
    if not pool.successes:
        await explode(play, model, weapon, await stray(play, model, weapon, aimed))
        return
    target = state.at(aimed.at)
    struck = None
    shaped = weapon.atk is not None and state.switches.shaped_charge_direct == "on"
    if shaped and target is not None and sees(state, model, target):
        attack = shot_at(state, model, target, _replaced(weapon, weapon.atk))
        await resolve_shot(play, attack._replace(area="blast", is_primary=False))
        struck = target
    await explode(play, model, weapon, aimed.spot, but=struck)


@rule("HE-IND-02", "HE-IND-04", "HE-IND-05", "HE-SKL-13")
def placement_dice(state: Adventure, model: Model, weapon: Ranged, aimed: Aimed) -> list[Modifier]:
    """Perception, the bonus of dexterity, range, and what firing blind costs; an observer spares that."""
    band = band_of(weapon, gap(model.spaces, (aimed.at,))) or "extreme"
    row = next(one for one in charts().bands if one.band == band)
    dice = [
        Modifier(trait(state, model, "PER"), "perception", "HE-IND-02"),
        Modifier(bonus(state, model, "DEX"), "dexterity", "HE-TRT-04"),
        Modifier(row.dice, f"{row.band} range", row.rule),
    ]
    if not sees_spot(state.board, model.spaces, aimed.spot):
        friend = spotter(state, model, aimed)
        helped = friend is not None and friend.has(OBSERVER)
        dice.append(Modifier(0, OBSERVER, "HE-SKL-13") if helped else Modifier(BLIND, "blind", "HE-IND-04"))
    return [one for one in dice if one.value or one.rule == "HE-SKL-13"]


@rule("HE-BLS-06", "HE-BLS-07", "HE-BLS-08")
async def stray(play: Play[Adventure], model: Model, weapon: Ranged, aimed: Aimed) -> Spot:
    """One is back towards the attacker, the others clockwise; as far as the range band says."""
    assert model.at is not None
    (face,) = await play.roll(1, For("stray", model.id), "HE-BLS-07", sides=8)
    band = band_of(weapon, gap(model.spaces, (aimed.at,))) or "extreme"
    way = astray(aimed.spot, middle_of(model.at), face - 1)
    counted = play.state.switches.deviation_diagonal == "counted"
    steps = steps_within(way, STRAY[band]) if counted else STRAY[band]
    spot = drift(play.state.board, aimed.spot, way, steps)
    play.tell("blast went astray", "HE-BLS-06", "HE-BLS-07", "HE-BLS-08", model=model.id, steps=steps)
    return spot


@rule("HE-BLS-10", "HE-BLS-13", "HE-BLS-15", "HE-IND-06")
async def explode(
    play: Play[Adventure], model: Model, weapon: Ranged, spot: Spot, but: Model | None = None
) -> None:
    """Everybody under it but who was attacked already, friends and the attacker too; all are stunned."""
    state = play.state
    struck = caught(state, spot, size_of(weapon))
    named = [one.id for one in struck if state.is_known(one.id)]
    rules = ("HE-BLS-02", "HE-BLS-03", "HE-BLS-04", "HE-BLS-10", "HE-BLS-13", "HE-BLS-15")
    play.tell("blast exploded", *rules, model=model.id, weapon=weapon.weapon, models=named)
    for target in struck:
        if target.on_board and (but is None or target.id != but.id):
            await _blasted(play, model, weapon, target, spot)
    for target in struck:
        stun(play, target)


async def _blasted(play: Play[Adventure], model: Model, weapon: Ranged, target: Model, spot: Spot) -> None:
    at = spaces_at(spot)[0]
    rear = at not in target.spaces and side_of(target, at) == "rear"
    attack = shot_at(play.state, model, target, _replaced(weapon, weapon.blast))._replace(
        area="blast", is_primary=False, centre=spot, zone="rear" if rear else "front"
    )
    if total_of(shot_dice(play.state, attack)) > 0:
        await resolve_shot(play, attack)
    else:
        await begin_attack(play, attack)


def _replaced(weapon: Ranged, atk: int | None) -> Ranged:
    return Ranged(weapon.weapon, weapon.hands, weapon.rule, weapon.bands, "", atk, weapon.blast, weapon.marks)


@CHAIR.decides("initial space", "HE-BLS-11", "HE-AGM-18")
def answer_space(state: Adventure, decision: Decision) -> Advice:
    """Where an enemy stands."""
    model = state.models[decision.about[0]]

    def worth(at: Any) -> bool:
        other = state.at((int(at[0]), int(at[1])))
        return other is None or not other.is_foe_of(model)

    best = min(decision.options(), key=lambda one: worth(one.places[0]))
    return Advice(best.answer, 0.0, (), ("HE-AGM-18",))
