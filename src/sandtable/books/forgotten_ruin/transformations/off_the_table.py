"""Soldiers who act from off the table: the Green who infiltrate, and the Skyborne aloft."""

from __future__ import annotations

from functools import partial

import msgspec

from sandtable.binding.effects import put_on, take_off
from sandtable.books.forgotten_ruin.chapters.activations.actions import Action, action
from sandtable.books.forgotten_ruin.chapters.movement.placing import (
    TouchingPlanner,
    come_down,
    enter_contact,
    place_soldier,
)
from sandtable.books.forgotten_ruin.chapters.principles.conventions import inches, pick_at_random, place, told
from sandtable.books.forgotten_ruin.chapters.terrain import level_at
from sandtable.books.forgotten_ruin.modifiers import WHY_NOT_ACT, WHY_NOT_MOVE, speed
from sandtable.books.forgotten_ruin.state import Battle, Effect, Figure, Soldier, Whereabouts
from sandtable.books.forgotten_ruin.transformations.transformation_tables import has_upgrade
from sandtable.books.forgotten_ruin.windows import (
    COMES_ON,
    DEPLOYMENT,
    MOVED,
    WINDOWS,
    Activation,
    Moment,
    Movement,
)
from sandtable.kernel import Candidate, Measuring, Place, Play, Refusal, YesNo, rule
from sandtable.table import NearPoint, Point, whole_table

NEAR_A_FRIEND = 6.0
"""How near to the drawn soldier an infiltrator appears (FR-TRF-29)."""
TIRED_ROUNDS = 2
"""For how many full rounds after landing wings do not carry (FR-TRF-52)."""
INFILTRATION, TAKE_TO_THE_SKY = "Infiltration", "Take to the Sky"
INFILTRATING, ARRIVED = "infiltrating", "arrived unseen"
TIRED = "tired wings"
ALOFT: Whereabouts = "aloft"


# ---- Infiltration -------------------------------------------------------------------------------


def _waiting(state: Battle) -> list[Soldier]:
    """Soldiers who will be set up on the table."""
    waiting = (one for one in state.soldiers.values() if one.where == "waiting")
    return [one for one in waiting if not one.is_under(INFILTRATING)]


def _can_infiltrate(play: Play[Battle], seat: str, now: Moment) -> list[Soldier]:
    return [one for one in _waiting(play.state) if has_upgrade(one, INFILTRATION)]


@WINDOWS.consequence(DEPLOYMENT, "begin off the table", "FR-TRF-29", _can_infiltrate)
async def begin_off_the_table(play: Play[Battle], seat: str, now: Moment, able: list[Soldier]) -> None:
    """Soldiers who can infiltrate may begin the battle off the table, if somebody else stands on it."""
    for one in able:
        others = [each for each in _waiting(play.state) if each is not one]
        prompt = f"Does {one.name} begin the battle off the table?"
        question = YesNo(one.seat, "begin off the table", prompt, ("FR-TRF-29",), about=(one.id,))
        if others and await play.ask(question):
            put_on(one, Effect(INFILTRATING, "FR-TRF-29"))
            play.tell("soldier infiltrates", "FR-TRF-29", figure=one.id)


@WINDOWS.offer(
    COMES_ON,
    INFILTRATION,
    "FR-TRF-29",
    lambda play, seat, now: now.figure.is_under(INFILTRATING) and bool(play.state.soldiers_on_table()),
)
async def appear(play: Play[Battle], seat: str, now: Activation) -> None:
    """Near a soldier drawn at random, in contact or not; it does not move, and surprises for a round."""
    state, soldier = play.state, now.figure
    assert isinstance(soldier, Soldier)
    friends = [one for one in state.soldiers_on_table() if not one.copy_of]
    friend = await pick_at_random(play, friends, "who is near", "FR-TRF-29", of=soldier.id)
    reach = inches(state, NEAR_A_FRIEND) + friend.radius + 2 * soldier.radius
    planner = TouchingPlanner(state, soldier, NearPoint(friend.at, reach), "FR-TRF-29")
    far = told(state, inches(state, NEAR_A_FRIEND))
    prompt = f"Where does {soldier.name} appear, within {far} of {friend.name}?"
    form = Measuring(soldier.id, 1, soldier.radius, zone=msgspec.to_builtins(planner.zone))
    at: Point = await play.ask(Place(seat, "appear", prompt, ("FR-TRF-29", "FR-MOV-34"), planner, form))
    place(play, soldier, at, "FR-TRF-29", elevation=level_at(state, at))
    take_off(soldier, INFILTRATING)
    put_on(soldier, Effect(ARRIVED, "FR-TRF-29", until="round", rounds=state.round))
    now.moves = 0
    now.rules = (*now.rules, "FR-TRF-29")
    await WINDOWS.open(play, MOVED, Movement(seat, soldier, (at,), "placed"))
    enter_contact(play, soldier, now, "FR-TRF-29")


# ---- Take to the Sky ----------------------------------------------------------------------------


@rule("FR-TRF-52")
def why_wings_are_tired(state: Battle, figure: Figure) -> Refusal | None:
    """In the two rounds after the round of landing no flying ability can be used."""
    for one in figure.effects:
        if one.name == TIRED and state.round > one.number:
            reason = f"{figure.name} landed in round {one.number}."
            return Refusal("FR-TRF-52", reason, f"Walk until round {one.rounds + 1}.")
    return None


@action(TAKE_TO_THE_SKY, "FR-TRF-52")
class TakeToTheSky(Action):
    """The soldier flies off the table with its whole activation."""

    def candidates(self, state: Battle, soldier: Soldier, activation: Activation) -> list[Candidate]:
        """Move and Action together, so nothing may be spent before."""
        if not has_upgrade(soldier, TAKE_TO_THE_SKY) or activation.has_moved or activation.moves < 1:
            return []
        rules, check = ("FR-TRF-52",), partial(self._why_not, state, soldier, activation)
        return [Candidate("take to the sky", TAKE_TO_THE_SKY, True, rules=rules, check=check)]

    def _why_not(self, state: Battle, soldier: Soldier, activation: Activation) -> Refusal | None:
        if activation.is_either or activation.is_flexible or not activation.may_move:
            return Refusal("FR-TRF-52", f"{soldier.name} has no Move and Action together.", "Stay.")
        return (
            WHY_NOT_MOVE.first(state, soldier)
            or WHY_NOT_ACT.first(state, soldier, TAKE_TO_THE_SKY)
            or why_wings_are_tired(state, soldier)
        )

    async def carry_out(self, play: Play[Battle], soldier: Soldier, chosen: bool) -> None:
        """Aloft the soldier neither attacks nor is attacked, and counts as on the battlefield."""
        state = play.state
        soldier.where = ALOFT
        state.contacts = tuple(one for one in state.contacts if soldier.id not in (one.mover, one.other))
        play.tell("soldier takes to the sky", "FR-TRF-52", figure=soldier.id)


def _is_aloft(play: Play[Battle], seat: str, now: Activation) -> bool:
    return now.figure.where == ALOFT


@WINDOWS.offer(COMES_ON, "landing", "FR-TRF-52", _is_aloft, said="the wings to land")
async def land_from_the_sky(play: Play[Battle], seat: str, now: Activation) -> None:
    """Anywhere on the table, as the Move; the wings are tired afterwards."""
    state, soldier = play.state, now.figure
    assert isinstance(soldier, Soldier)
    zone = whole_table(state.ground)
    prompt = f"Where does {soldier.name} land?"
    await place_soldier(play, soldier, zone, "land", prompt, "FR-TRF-52", may_contact=now.may_attack)
    last = state.round + TIRED_ROUNDS
    put_on(soldier, Effect(TIRED, "FR-TRF-52", until="round", rounds=last, number=state.round))
    now.moves, now.has_moved = 0, True
    # The landing is a whole Move, for weapons too (FR-SHT-03).
    soldier.moved = inches(state, speed(state, soldier))
    now.rules = (*now.rules, "FR-TRF-52")
    await come_down(play, soldier, now, "glide", "FR-TRF-52")
