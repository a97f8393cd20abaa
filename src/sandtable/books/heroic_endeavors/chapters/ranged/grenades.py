"""Hand grenades: thrown far or tossed near, round a corner, rolled aside by the enemy where no die helps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Any, ClassVar

from sandtable.binding.squares.spots import SpotPlanner, spot_at
from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.arms import shoots_with
from sandtable.books.heroic_endeavors.chapters.dice import roll_again, throw
from sandtable.books.heroic_endeavors.chapters.fate import change_by_fate
from sandtable.books.heroic_endeavors.chapters.ground import floor_of
from sandtable.books.heroic_endeavors.chapters.ranged.blasts import caught, covered, diameter_of
from sandtable.books.heroic_endeavors.chapters.ranged.explosives import (
    BLIND,
    aimed_space,
    explode,
    is_under_a_ceiling,
    size_of,
)
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import actions_for
from sandtable.books.heroic_endeavors.chapters.traits import bonus, trait
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.hidden import known
from sandtable.books.heroic_endeavors.naming import name_of, space_called
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared
from sandtable.books.heroic_endeavors.tables.charts import GrenadeRow, charts
from sandtable.books.heroic_endeavors.tables.weapons import Ranged
from sandtable.books.heroic_endeavors.windows import ATTACK_MADE, WINDOWS, AttackMoment
from sandtable.kernel import (
    PASS,
    Advice,
    Candidate,
    ChooseOne,
    Decision,
    Measuring,
    Modifier,
    Play,
    Refusal,
    TargetArea,
    rule,
)
from sandtable.table.squares.arcs import in_arc
from sandtable.table.squares.deviation import direction_towards, drift
from sandtable.table.squares.sight import kinds_between, open_parts, sees_spot
from sandtable.table.squares.spaces import DIRECTIONS, Space, gap, halves
from sandtable.table.squares.templates import Spot, corner_of, middle_of, spaces_at

CLEARED = 3
"""HE-GRN-06: over what is no higher a grenade flies at no cost."""
STAY = "leave it"


@rule("HE-GRN-01")
def grenades(model: Model) -> Iterator[Ranged]:
    """Every hand grenade in use."""
    return (one for one in shoots_with(model) if one.template == "G")


@rule("HE-GRN-06")
def further_over(height: float) -> int:
    """The spaces that an obstacle of a height adds to the distance; a part of one counts as a whole."""
    return max(0, ceil(height - CLEARED))


@rule("HE-GRN-06")
def _highest(state: Adventure, model: Model, at: Space) -> int:
    """How high above the thrower's feet the highest obstacle on the way stands."""
    assert model.at is not None
    board = state.board
    way = [(one.space, kind) for one, kind in kinds_between(board, model.at, at) if one.space != at]
    tops = (board.levels[board.number(space)] + kind.height for space, kind in way)
    return max(tops, default=0) - floor_of(state, model)


@rule("HE-GRN-04", "HE-GRN-06")
def is_in_reach(state: Adventure, model: Model, row: GrenadeRow, at: Space) -> bool:
    """The distance with what obstacles add, what is left of a space counted as the switch has it."""
    far = min(halves(one, at) for one in model.spaces) + 2 * further_over(_highest(state, model, at))
    return (far if state.switches.grenade_range == "unrounded" else far // 2 * 2) <= 2 * row.reach


@rule("HE-GRN-09")
def may_lie(state: Adventure, spot: Spot) -> bool:
    """On the map, and where nothing stands that is impassable or as high as a space."""
    shut = {one.at for one in state.doors.values() if one.state in ("closed", "locked")}
    for at in spaces_at(spot):
        if not state.board.has(at) or at in shut:
            return False
        kind = state.board.kind(at)
        if kind.going == "barred" or kind.height >= 1:
            return False
    return True


@rule("HE-GRN-02", "HE-GRN-04", "HE-GRN-06", "HE-GRN-08", "HE-GRN-09")
def why_not_there(state: Adventure, model: Model, row: GrenadeRow, spot: Spot) -> Refusal | None:
    """It can lie there, in arc and range, nothing reaches the ceiling between; it need not be in sight."""
    assert model.at is not None
    if not may_lie(state, spot):
        return Refusal("HE-GRN-09", "A grenade cannot lie there.", "Name open ground.")
    at = aimed_space(model, spot)
    if not in_arc(model.base, model.at, model.facing, at, row.arc):
        return Refusal("HE-GRN-02", f"That is not in the arc of a {row.way}.", "Turn towards it.")
    if is_under_a_ceiling(state, model.at, at) or not any(
        open_parts(state.board, spot, one) for one in model.spaces
    ):
        return Refusal("HE-GRN-06", "What stands between reaches the ceiling.", "Find a way past it.")
    if not is_in_reach(state, model, row, at):
        return Refusal("HE-GRN-04", "That is too far.", f"Come within {row.reach} spaces.")
    return None


@rule("HE-GRN-05", "HE-GRN-07", "HE-GRN-09")
def rolls_to(state: Adventure, spot: Spot) -> dict[int, Spot]:
    """Where it comes to that rolls a space on, by the number of the direction; only where it can lie."""
    ends = {way: drift(state.board, spot, way, 1) for way in range(len(DIRECTIONS))}
    return {way: end for way, end in ends.items() if end != spot and may_lie(state, end)}


def _worth(state: Adventure, model: Model, weapon: Ranged, spot: Spot) -> dict[str, Any]:
    struck = caught(state, spot, size_of(weapon))
    named = ", ".join(name_of(state, one) for one in struck) or "nobody"
    worth = sum(1 if one.is_foe_of(model) else -1 for one in struck)
    label = f"{space_called(spaces_at(spot)[0])}: {named}"
    return {"label": label, "worth": worth, "models": [one.id for one in struck]}


def throws_at(state: Adventure, model: Model, weapon: Ranged, row: GrenadeRow) -> dict[Spot, dict[str, Any]]:
    """Where it would reach an enemy, by itself or after it has rolled on, those that are worth most first."""
    assert model.at is not None
    size, (x, y) = size_of(weapon), model.at
    feet = {at for foe in state.foes_of(model) for at in foe.spaces}
    around = range(-row.reach - 1, row.reach + 2)
    spaces = [(x + dx, y + dy) for dy in around for dx in around]
    found: dict[Spot, dict[str, Any]] = {}
    for spot in (one for at in spaces for one in (middle_of(at), corner_of(at))):
        near = [foe for foe in feet if gap((foe,), spaces_at(spot)) <= diameter_of(size)]
        if not near or why_not_there(state, model, row, spot) is not None:
            continue
        ends = (spot, *(rolls_to(state, spot).values() if row.bounces else ()))
        judged = [_worth(state, model, weapon, one) for one in ends if feet & {*covered(state, one, size)}]
        if judged:
            found[spot] = max(judged, key=lambda one: one["worth"])
    return dict(sorted(found.items(), key=lambda one: (-one[1]["worth"], one[0])))


class _Grenade(DeedKind):
    """One of the two ways in which a grenade leaves the hand."""

    way: ClassVar[str]
    keeps_preparation = False
    points_at = ("ground",)

    @property
    def row(self) -> GrenadeRow:
        """How far, in which arc, and whether it bounces."""
        return next(one for one in charts().grenades if one.way == self.way)

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Each grenade in use."""
        return [Deed(self.name, weapon=one.weapon) for one in grenades(model)]

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """Which, and how far."""
        return f"{self.way} the {deed.weapon}, up to {self.row.reach} spaces"

    def costs(self, state: Adventure, model: Model, deed: Deed) -> int:
        """Those of a slow weapon."""
        return actions_for(self._weapon(model, deed))

    def _weapon(self, model: Model, deed: Deed) -> Ranged:
        return next(one for one in grenades(model) if one.weapon == deed.weapon)

    @rule("HE-GRN-11")
    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """None is left, or nobody known would be reached."""
        if model.arms.grenades == 0:
            return Refusal("HE-GRN-11", "It has no grenade left.", "Use another weapon.")
        if not throws_at(state, model, self._weapon(model, deed), self.row):
            return Refusal("HE-GRN-04", "It would reach nobody known.", "Come nearer, or turn.")
        return None

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """Where it is meant to lie, where it comes to lie, and what it does there."""
        weapon = self._weapon(model, deed)
        spot = await _aims(play, model, weapon, self.row)
        model.arms.grenades -= int(model.arms.grenades > 0)
        await land(play, model, weapon, spot, self.row)
        model.prepared = Prepared()
        await WINDOWS.open(play, ATTACK_MADE, AttackMoment(model, weapon.weapon, is_melee=False))


@deed
class ThrowGrenade(_Grenade):
    """HE-GRN-02"""

    name, rule, way = "throw grenade", "HE-GRN-02", "throw"


@deed
class TossGrenade(_Grenade):
    """HE-GRN-02"""

    name, rule, way = "toss grenade", "HE-GRN-02", "toss"


@rule("HE-GRN-02", "HE-GRN-08")
async def _aims(play: Play[Adventure], model: Model, weapon: Ranged, row: GrenadeRow) -> Spot:
    """A space or a corner, of those that the player knows."""
    seen = known(play.state, model)
    own = seen.models[model.id]
    planner = SpotPlanner(
        "HE-GRN-02",
        lambda: throws_at(seen, own, weapon, row),
        lambda spot: why_not_there(seen, own, row, spot),
    )
    prompt = f"Where does {name_of(play.state, model)} {row.way} the {weapon.weapon}?"
    form = Measuring(radius=diameter_of(size_of(weapon)) / 2)
    asked = TargetArea(model.seat, "burst at", prompt, ("HE-GRN-02",), planner, form, about=(model.id,))
    spot = spot_at(await CHAIR.ask(play, asked))
    assert spot is not None
    return spot


@rule("HE-GRN-03", "HE-GRN-08")
def grenade_dice(state: Adventure, model: Model, spot: Spot) -> list[Modifier]:
    """Perception and the bonus of dexterity whatever the range, less two where the thrower does not see."""
    dice = [
        Modifier(trait(state, model, "PER"), "perception", "HE-GRN-03"),
        Modifier(bonus(state, model, "DEX"), "dexterity", "HE-TRT-04"),
    ]
    if not sees_spot(state.board, model.spaces, spot):
        dice.append(Modifier(BLIND, "blind", "HE-GRN-08"))
    return [one for one in dice if one.value]


@rule("HE-PBR-04")
def is_beside_a_target(state: Adventure, model: Model, spot: Spot) -> bool:
    """Somebody beside the thrower stands where it lies."""
    near = [at for at in spaces_at(spot) if gap(model.spaces, (at,)) <= 1]
    return any(one is not None and one.id != model.id for one in map(state.at, near))


@rule("HE-GRN-09")
def comes_down(state: Adventure, model: Model, row: GrenadeRow, spot: Spot) -> Spot:
    """Where it was meant to, or short of what the thrower could not know of."""
    assert model.at is not None
    here = middle_of(model.at)
    while spot != here and why_not_there(state, model, row, spot) is not None:
        shorter = drift(state.board, spot, direction_towards(spot, here), 1)
        spot = here if shorter == spot else shorter
    return spot


@rule("HE-GRN-03", "HE-GRN-05", "HE-GRN-07", "HE-GRN-10", "HE-PBR-04")
async def land(play: Play[Adventure], model: Model, weapon: Ranged, spot: Spot, row: GrenadeRow) -> None:
    """A toss may roll on; then a die must be a success, or the enemy rolls it aside; then it explodes."""
    state = play.state
    spot = comes_down(state, model, row, spot)
    if row.bounces:
        spot = await _rolls(play, model, model, weapon, spot)
    if not is_beside_a_target(state, model, spot):
        pool = await throw(play, model, "placement", grenade_dice(state, model, spot))
        await roll_again(play, (pool,))
        await change_by_fate(play, (pool,))
        enemy = _nearest_enemy(state, model, spot)
        if not pool.successes and enemy is not None:
            spot = await _rolls(play, enemy, model, weapon, spot)
    await explode(play, model, weapon, spot)


@rule("HE-GRN-07")
def _nearest_enemy(state: Adventure, model: Model, spot: Spot) -> Model | None:
    """Whose owner says where it rolls: of all enemies the nearest."""
    foes = state.foes_of(model)
    return min(foes, key=lambda one: (gap(one.spaces, spaces_at(spot)), one.id), default=None)


@rule("HE-GRN-05", "HE-GRN-07", "HE-GRN-09")
async def _rolls(play: Play[Adventure], chooser: Model, model: Model, weapon: Ranged, spot: Spot) -> Spot:
    """A space on, as the thrower likes, or as an enemy does; what nobody could know of stops it."""
    seen = known(play.state, chooser)
    own = seen.models[chooser.id]
    cause = "HE-GRN-05" if chooser.id == model.id else "HE-GRN-07"
    options = [_roll(seen, own, weapon, end, way, cause) for way, end in rolls_to(seen, spot).items()]
    if chooser.id == model.id:
        stays = _worth(seen, own, weapon, spot)["worth"]
        options.append(
            Candidate(STAY, "leave it where it is", -1, (cause,), facts={"worth": stays}, deed=PASS)
        )
    if not options:
        return spot
    prompt = f"Where does the {weapon.weapon} roll?"
    asked = ChooseOne(chooser.seat, "grenade rolls", prompt, (cause,), options, about=(chooser.id,))
    way: int = await CHAIR.ask(play, asked)
    end = rolls_to(play.state, spot).get(way, spot)
    if end != spot:
        at = space_called(spaces_at(end)[0])
        play.tell("grenade rolled", cause, model=model.id, weapon=weapon.weapon, space=at)
    return end


def _roll(state: Adventure, own: Model, weapon: Ranged, end: Spot, way: int, cause: str) -> Candidate:
    facts = _worth(state, own, weapon, end)
    at = space_called(spaces_at(end)[0])
    place = (end[0] / 2, end[1] / 2)
    key = f"{DIRECTIONS[way][0]} {DIRECTIONS[way][1]}"
    return Candidate(
        key, f"to {facts['label']}", way, (cause,), facts={"worth": facts["worth"], "at": at}, places=(place,)
    )


@CHAIR.decides("grenade rolls", "HE-AGM-18")
def answer_roll(state: Adventure, decision: Decision) -> Advice:
    """Where it strikes most enemies and fewest friends."""
    best = max(decision.options(), key=lambda one: one.facts["worth"])
    return Advice(best.answer, 0.0, (), ("HE-AGM-18",))
