"""Toxic Cloud: a wall of gas that nobody sees through and that hurts everybody who touches it."""

from __future__ import annotations

from sandtable.binding.limits import Limit, once, use
from sandtable.books.forgotten_ruin.chapters.hits.harm import Hit
from sandtable.books.forgotten_ruin.chapters.hits.resolution import strike
from sandtable.books.forgotten_ruin.chapters.principles.conventions import TOLERANCE, distance_to, inches
from sandtable.books.forgotten_ruin.chapters.spells.casting import Cast, spell
from sandtable.books.forgotten_ruin.chapters.spells.spell_table import spells
from sandtable.books.forgotten_ruin.chapters.spells.targets import AtAPoint, resists
from sandtable.books.forgotten_ruin.modifiers import WHY_NOT_SEE
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Marker, Soldier
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_ENDED,
    MOB_ACTED,
    MOVED,
    ROUND_STARTED,
    WINDOWS,
    Activation,
    MobMoment,
    Moment,
    Movement,
)
from sandtable.kernel import Candidate, ChooseOne, Play, Refusal, rule
from sandtable.table import Point
from sandtable.table.shapes import edges_of, segment_outline_distance
from sandtable.table.terrain import rectangle

CLOUD = (5.0, 2.0)
"""The wall of gas (FR-SPL-26)."""
TURNS = (0, 45, 90, 135)


def clouds(state: Battle) -> list[Marker]:
    """The walls of gas on the table."""
    return [one for one in state.markers.values() if one.kind == "toxic cloud" and not one.gone]


def outline_of(state: Battle, cloud: Marker) -> tuple[Point, ...]:
    """Where the gas lies."""
    return rectangle(cloud.at, inches(state, CLOUD[0]), inches(state, CLOUD[1]), cloud.turn)


@spell("Toxic Cloud", "FR-SPL-26")
class ToxicCloud(AtAPoint):
    """A wall of gas that nobody sees through."""

    radius, prompt = CLOUD[0] / 2, "Where does the gas rise?"

    async def burst(self, play: Play[Battle], cast: Cast, at: Point) -> None:
        """It lasts this round and the whole next round."""
        state, caster, rules = play.state, cast.caster, ("FR-SPL-26",)
        turns = [Candidate(str(one), f"turned by {one} degrees", one, rules=rules) for one in TURNS]
        prompt, facts, about = "How does the gas lie?", {"at": list(at)}, (caster.id,)
        turn = await play.ask(ChooseOne(caster.seat, "turn gas", prompt, rules, turns, facts, about=about))
        id, last = state.new_id("C"), state.round + 1
        cloud = Marker(id, "toxic cloud", at, caster.id, last, turn=float(turn), boost=cast.boost)
        state.markers[id] = cloud
        play.tell("toxic cloud", "FR-SPL-26", "FR-SPL-43", marker=id, at=at, until=last)
        for one in state.figures_on_table():
            if touches(state, one, (one.at, one.at), cloud):
                await breathe(play, one, cloud)


def touches(state: Battle, figure: Figure, path: tuple[Point, ...], cloud: Marker) -> bool:
    """Whether a figure contacts the gas anywhere on a way."""
    edges = edges_of(outline_of(state, cloud))
    steps = zip(path, path[1:], strict=False) if len(path) > 1 else ((figure.at, figure.at),)
    return any(segment_outline_distance(a, b, edges) <= figure.radius + TOLERANCE for a, b in steps)


@rule("FR-SPL-26")
async def breathe(play: Play[Battle], figure: Soldier | Enemy, cloud: Marker) -> None:
    """Who touches the gas resists or takes a Hit that ignores saving throws."""
    caster = play.state.soldiers.get(cloud.objective)
    row = spells()["Toxic Cloud"]
    if caster is not None and await resists(play, Cast(row, caster, boost=cloud.boost), figure):
        return
    hit = Hit(
        how="spell",
        rules=("FR-SPL-26",),
        attacker=cloud.objective,
        unit=cloud.id,
        traits=("magical", "no saves"),
        at=cloud.at,
        outline=outline_of(play.state, cloud),
    )
    await strike(play, figure, [hit], "FR-SPL-26", "FR-SPL-17")


def breathed(cloud: Marker) -> Limit:
    """The mark on a figure that has tested for this gas in its activation."""
    return once("phase", "gas", cloud.id)


def _in_gas(state: Battle, figure: Figure, path: tuple[Point, ...]) -> list[Marker]:
    return [
        one
        for one in clouds(state)
        if not figure.has_used(breathed(one)) and touches(state, figure, path, one)
    ]


async def _breathe_once(play: Play[Battle], figure: Soldier | Enemy, gas: list[Marker]) -> None:
    for cloud in gas:
        if figure.on_table:
            use(figure, breathed(cloud))
            await breathe(play, figure, cloud)


def _moves_through(play: Play[Battle], seat: str, now: Movement) -> list[Marker]:
    return _in_gas(play.state, now.figure, now.path)


@WINDOWS.consequence(MOVED, "touch the gas", "FR-SPL-26", _moves_through, rank=-2)
async def move_through_gas(play: Play[Battle], seat: str, now: Movement, gas: list[Marker]) -> None:
    """Once an activation for moving in, through or within it."""
    await _breathe_once(play, now.figure, gas)


def _stands_in(play: Play[Battle], seat: str, now: Activation) -> list[Marker]:
    return _in_gas(play.state, now.figure, (now.figure.at,))


@WINDOWS.consequence(ACTIVATION_ENDED, "stand in the gas", "FR-SPL-26", _stands_in)
async def stand_in_gas(play: Play[Battle], seat: str, now: Activation, gas: list[Marker]) -> None:
    """So does a figure that stands in it for an activation."""
    await _breathe_once(play, now.figure, gas)


@WINDOWS.consequence(
    MOB_ACTED, "a mob stands in the gas", "FR-SPL-26", lambda play, seat, now: bool(clouds(play.state))
)
async def mob_stands_in_gas(play: Play[Battle], seat: str, now: MobMoment) -> None:
    """The figures of a mob that has acted test as well, before the Morale of the phase (FR-RND-22)."""
    for one in play.state.members(now.mob.id):
        await _breathe_once(play, one, _in_gas(play.state, one, (one.at,)))


@WHY_NOT_SEE.source("FR-SPL-26")
def gas_hides(state: Battle, observer: Figure, at: Point) -> Refusal | None:
    """Nobody sees through the gas, except what lies at the own feet."""
    if distance_to(observer, at) <= 0.0:
        return None
    for cloud in clouds(state):
        if segment_outline_distance(observer.at, at, edges_of(outline_of(state, cloud))) <= 0.0:
            return Refusal("FR-SPL-26", "Gas lies between them.", "Wait until it is gone.")
    return None


def _over(play: Play[Battle], seat: str, now: Moment) -> list[Marker]:
    return [one for one in clouds(play.state) if one.number < play.state.round]


@WINDOWS.consequence(ROUND_STARTED, "the gas is gone", "FR-SPL-26", _over)
async def gas_goes(play: Play[Battle], seat: str, now: Moment, over: list[Marker]) -> None:
    """After the whole next round."""
    for cloud in over:
        cloud.gone = True
        play.tell("effect ends", "FR-SPL-26", "FR-RND-28", holder=cloud.id, effect="Toxic Cloud")
