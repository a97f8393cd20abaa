"""Movement: walking and running, what a step costs, turning, and leaving by an exit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from sandtable.binding.squares.planner import ReachPlanner, SquarePlan
from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.conditions import is_out
from sandtable.books.heroic_endeavors.chapters.ground import (
    distance_between,
    distance_to,
    face,
    others_than,
    place_of,
    put,
    standing_at,
)
from sandtable.books.heroic_endeavors.chapters.movement.dangling import hang, let_go
from sandtable.books.heroic_endeavors.chapters.movement.jumping import (
    DARED,
    height_jumped,
    invites_jumps,
    lands_badly,
    leaps_across,
    too_wide,
    with_jumps,
    with_risky_jumps,
)
from sandtable.books.heroic_endeavors.chapters.movement.levels import (
    CLIMBING,
    HALVES,
    climb_as_born_to_it,
    climbing,
)
from sandtable.books.heroic_endeavors.chapters.movement.mounts import as_a_mount
from sandtable.books.heroic_endeavors.chapters.movement.riding import on_one_base, ride_along, told_at
from sandtable.books.heroic_endeavors.chapters.movement.stealth import steals_past
from sandtable.books.heroic_endeavors.chapters.reactions import CAME, LEAVES, TURNED, Trigger, triggered
from sandtable.books.heroic_endeavors.chapters.trait_checks import check
from sandtable.books.heroic_endeavors.chapters.traits import trait
from sandtable.books.heroic_endeavors.game_master.awareness import notice
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.hidden import known
from sandtable.books.heroic_endeavors.naming import SIDES, name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.windows import MOVE_ENDED, STEP_TAKEN, WINDOWS, ModelMoment, MoveMoment
from sandtable.kernel import Candidate, ChooseOne, Measuring, Move, Play, Refusal, rule
from sandtable.table.squares.going import Mover, Prices
from sandtable.table.squares.reach import Hold, Leg, Others, Place, Reach, reach, reach_from
from sandtable.table.squares.spaces import FACINGS, Facing, Space
from sandtable.table.squares.spaces import halves as steps_between

IN_THE_AIR = ("flown", "conveyed")
"""Ways to move that are not counted as MOV (HE-SKL-09)."""
MOST = 2
"""HE-ACT-07: nobody moves more than so many times its MOV in a turn."""


@rule(
    "HE-MOV-01",
    "HE-MOV-05",
    "HE-MOV-06",
    "HE-MOV-07",
    "HE-MOV-09",
    "HE-MOV-10",
    "HE-MOV-11",
    "HE-MOV-12",
    "HE-JMP-01",
    "HE-JMP-02",
    "HE-BASE-07",
    "HE-BASE-08",
    "HE-BASE-09",
)
def prices(state: Adventure) -> Prices:
    """What steps cost on foot, in halves of a space of movement."""
    return Prices(straight=2, diagonal=3, rough=2, between=2, climb=climbing(state))


def mover_of(state: Adventure, model: Model) -> Mover:
    """A model as the ground knows it: its base, and what going costs it."""
    known = prices(state)
    if model.has(CLIMBING):
        known = known._replace(climb=climb_as_born_to_it)
    return Mover(model.footprint, as_a_mount(with_jumps(known), model))


@rule("HE-ACT-06", "HE-ACT-07")
def allowance(state: Adventure, model: Model, times: int) -> int:
    """The MOV of a walk or a run, as far as the limit of the turn allows."""
    mov = trait(state, model, "MOV")
    return max(0, min(times * mov, MOST * mov - model.turn.walked))


@rule("HE-MOV-05", "HE-MOV-11", "HE-DICE-11")
def spent(halves: int) -> int:
    """The cost of a whole move, rounded down once."""
    return halves // HALVES


@rule("HE-MOV-04", "HE-MOV-05", "HE-MEL-16")
def reach_of(state: Adventure, model: Model, mov: int) -> Reach:
    """Every space that a model gets to for so much MOV."""
    assert model.at is not None
    halves = HALVES * mov + HALVES - 1 if mov else 0
    return _spread(state, model, mover_of(state, model), halves)


def _spread(state: Adventure, model: Model, mover: Mover, halves: int) -> Reach:
    """From where it stands, or hangs on a climb."""
    others, hold = barred_to(state, model), model.condition.hangs
    if hold is not None:
        return reach_from(state.board, mover, hold, halves, others)
    return reach(state.board, mover, place_of(model), halves, others)


@rule("HE-JMP-03", "HE-JMP-05")
def daring_reaches(state: Adventure, model: Model, mov: int) -> Iterator[Reach]:
    """Where it gets to if it dares to jump, by rising difficulty; none where nothing invites it to."""
    if not mov or not invites_jumps(state.board):
        return
    mover = mover_of(state, model)
    for difficulty in DARED:
        daring = mover._replace(prices=with_risky_jumps(mover.prices, difficulty))
        yield _spread(state, model, daring, HALVES * mov + HALVES - 1)


@rule("HE-ENG-04")
def barred_to(state: Adventure, model: Model) -> Others:
    """Where others are; who is entangled does not get farther away from who holds it."""
    others, held = others_than(state, model), model.condition.entangled
    if held is None:
        return others
    holder, board = state.models.get(held.by), state.board
    if holder is None or not holder.on_board:
        return others
    far = distance_between(holder, model)
    beyond = [
        (x, y)
        for x in range(board.width)
        for y in range(board.depth)
        if distance_to(holder, (x, y)) > far and (x, y) not in model.spaces
    ]
    return others._replace(standing=(*others.standing, *beyond))


class _Going(DeedKind):
    """A walk or a run."""

    times: int
    is_movement = True
    points_at = ("ground",)

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """How far it leads."""
        return f"{self.name} up to {allowance(state, model, self.times)}"

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """The limit of the turn is used up."""
        if not allowance(state, model, self.times):
            return Refusal(
                "HE-ACT-07", f"{name_of(state, model)} has moved twice its MOV.", "Do something else."
            )
        return None

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """Choose where to, and go there."""
        await move(play, model, allowance(play.state, model, self.times))


@deed
class Walk(_Going):
    """HE-ACT-06"""

    name, rule, times = "walk", "HE-ACT-06", 1


@deed
class Run(_Going):
    """HE-ACT-07"""

    name, rule, times, cost = "run", "HE-ACT-07", 2, 2


@rule("HE-MOV-02", "HE-MOV-03", "HE-MOV-05")
async def move(play: Play[Adventure], model: Model, mov: int) -> None:
    """The player says where to, the model goes space by space, and turns as it likes in the end."""
    state = play.state
    seen = known(state, model)
    myself = seen.models[model.id]
    planner = ReachPlanner(
        "HE-MOV-05",
        reach_of(seen, myself, mov),
        f"Go no farther than {mov} MOV.",
        lambda: daring_reaches(seen, myself, mov),
    )
    prompt = f"Where does {name_of(state, model)} go, with {mov} MOV?"
    form = Measuring(unit=model.id, radius=0.5 * model.footprint.wide, inches=float(mov))
    asked = Move(model.seat, "move", prompt, ("HE-MOV-01",), planner, form, {"mov": mov})
    plan: SquarePlan = await CHAIR.ask(play, asked)
    before = model.turn.walked
    came = await go(play, model, plan)
    await WINDOWS.open(play, MOVE_ENDED, MoveMoment(model, mov - (model.turn.walked - before)))
    if came and not is_out(model) and not model.steers:
        await turn_in_the_end(play, model, plan.facing)


@rule("HE-REA-08", "HE-REA-10", "HE-REA-13", "HE-ACT-07", "HE-AGM-03")
async def go(play: Play[Adventure], model: Model, plan: SquarePlan) -> bool:
    """Space by space, with a moment for reactions before one that leaves and after each; whether it came."""
    halves, start, way = 0, place_of(model).at, list[Place]()
    for number, leg in enumerate(plan.legs):
        if leg.how == "turn":
            halves += leg.price
            if not await _turns(play, model, leg):
                break
            continue
        if not await triggered(play, Trigger(model, LEAVES, leg.place)):
            break
        if is_barred(play.state, model, leg.place):
            break
        halves += leg.price
        wider = too_wide(plan.legs, number, start) if leg.gap else 0
        if wider > 0 and not await leaps_across(play, model, leg, wider):
            break
        await _steps(play, model, leg)
        way.append(leg.place)
        if not can_go_on(model, leg.place) or not await triggered(play, Trigger(model, CAME)):
            break
        if not can_go_on(model, leg.place):
            break
    else:
        if plan.hold is not None:
            await _climbs(play, model, plan.hold)
            halves = plan.price
    if model.turn.gone not in IN_THE_AIR:
        model.turn.walked += spent(halves)
    if model.is_conscious:
        await steals_past(play, model, way)
    came = plan.hold is not None or not plan.legs or can_go_on(model, plan.legs[-1].place)
    return came and not is_out(model)


@rule("HE-MNT-08", "HE-MNT-09", "HE-REA-03")
async def _turns(play: Play[Adventure], model: Model, leg: Leg) -> bool:
    """A mount turns by a quarter for 1 MOV; whether it can go on."""
    put(model, leg.place)
    ride_along(play.state, model)
    play.tell("model turned", "HE-MNT-08", model=model.id, facing=model.facing)
    notice(play)
    return await triggered(play, Trigger(model, TURNED)) and can_go_on(model, leg.place)


@rule("HE-MOV-02", "HE-JMP-05", "HE-FST-01")
async def _steps(play: Play[Adventure], model: Model, leg: Leg) -> None:
    """It is in the next space, and is noticed there; from a height only a check lands it well."""
    depth = height_jumped(play.state, model, leg)
    lands = not depth or await check(play, model, "DEX", depth // 2, "HE-JMP-05")
    before = msgspec.structs.replace(model)
    put(model, leg.place)
    assert before.at is not None
    assert model.at is not None
    old, new = min(before.spaces), min(model.spaces)
    if old != new and model.footprint.is_square and not model.steers:
        face(model, facing_along(old, new, model.facing))
        face(before, model.facing)
    model.condition.moved += steps_between(old, new)
    model.turn.came_from = before.at
    let_go(model)
    ride_along(play.state, model)
    play.tell(
        "model moved",
        *rules_of(play.state, leg, model),
        *(("HE-JMP-05",) if depth else ()),
        reveals=model.side == "opponents",
        model=model.id,
        **told_at(play.state, model),
        facing=model.facing,
    )
    if not lands:
        await lands_badly(play, model)
    await WINDOWS.open(play, STEP_TAKEN, ModelMoment(model))
    notice(play)


@rule("HE-LVL-07", "HE-REA-08")
async def _climbs(play: Play[Adventure], model: Model, hold: Hold) -> None:
    """As far as its movement goes, and it hangs there."""
    hang(play, model, hold)
    await WINDOWS.open(play, STEP_TAKEN, ModelMoment(model))
    notice(play)
    await triggered(play, Trigger(model, CAME))


def rules_of(state: Adventure, leg: Leg, model: Model) -> tuple[str, ...]:
    """The rules that made the price of a step or a jump what it is."""
    assert model.at is not None
    assert model.turn.came_from is not None
    if model.turn.gone in IN_THE_AIR:
        return ("HE-SKL-08", "HE-POW-28" if model.turn.gone == "conveyed" else "HE-SKL-07")
    found = ["HE-JMP-01" if leg.gap else "HE-MOV-01"]
    if leg.gap > 1:
        found.append("HE-JMP-02")
    if all(here != there for here, there in zip(model.at, model.turn.came_from, strict=True)):
        found.append("HE-MOV-05")
    if any(state.board.kind(one).rough for one in model.spaces):
        found.append("HE-MOV-07")
    if len(model.spaces) > 1:
        found.append("HE-BASE-07")
    if model.squeezed is not None:
        found.append("HE-BASE-09")
    if model.steers:
        found.append("HE-MNT-10" if model.gait in ("hovering", "flying") else "HE-MNT-07")
    if leg.levels:
        found.append("HE-LVL-04")
    if leg.how == "climb":
        found.append("HE-LVL-07")
    if model.has(CLIMBING) and state.board.floor(model.at) != state.board.floor(model.turn.came_from):
        found.append("HE-SKL-03")
    return tuple(found)


@rule("HE-MOV-04", "HE-AGM-24")
def is_barred(state: Adventure, model: Model, to: Place) -> bool:
    """Somebody whom its player did not know of stands in the way, or a door that was thought to be open."""
    there = standing_at(model, to).spaces
    others = [one for one in state.conscious() if one.id != model.id and not one.shares_base(model)]
    taken = {at for one in others for at in one.spaces}
    shut = {one.at for one in state.doors.values() if one.state in ("closed", "locked")}
    return any(at in taken or at in shut for at in there)


@rule("HE-REA-10")
def can_go_on(model: Model, place: Place) -> bool:
    """Neither down, stunned nor fallen, and where its own step has brought it."""
    stays = {*standing_at(model, place).spaces} == {*model.spaces}
    return stays and not is_out(model) and not model.motivation.stops


@rule("HE-MOV-02")
def facing_along(start: Space, end: Space, facing: Facing) -> Facing:
    """The side towards which a step leads; of two the one it faces already."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    sides: list[Facing] = []
    if dy:
        sides.append("N" if dy > 0 else "S")
    if dx:
        sides.append("E" if dx > 0 else "W")
    return facing if facing in sides or not sides else sides[0]


@rule("HE-MOV-03", "HE-REA-03")
async def turn_in_the_end(play: Play[Adventure], model: Model, facing: Facing | None) -> None:
    """Free on foot, by any amount; a change of facing can be reacted to."""
    if facing is None:
        prompt = f"Which way does {name_of(play.state, model)} face?"
        sides = [Candidate(one, SIDES[one], one) for one in FACINGS]
        asked = ChooseOne(
            model.seat,
            "choose facing",
            prompt,
            ("HE-MOV-03",),
            sides,
            {"now": model.facing},
            about=(model.id,),
        )
        facing = await CHAIR.ask(play, asked)
    if facing == model.facing:
        return
    face(model, facing)
    play.tell("model turned", "HE-MOV-03", model=model.id, facing=facing)
    notice(play)
    await triggered(play, Trigger(model, TURNED))


@deed
class Leave(DeedKind):
    """Off the map from an exit space (HE-ADV-18)."""

    name, rule, is_movement = "leave", "HE-ADV-18", True

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """For the party, from an exit."""
        may = model.side == "party" or model.behaviour == "stray"
        return (Deed(self.name),) if may and model.at in state.exits else ()

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """For good."""
        return "leave by the exit, for good"

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """It takes 1 MOV."""
        if not allowance(state, model, 1):
            return Refusal(
                "HE-ACT-07", f"{name_of(state, model)} has moved twice its MOV.", "Leave next turn."
            )
        return None

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """It is gone, with all that it carries."""
        for one in on_one_base(play.state, model):
            one.where, one.at = "left", None
            play.state.out += one.carried
            play.tell("model left", "HE-ADV-18", model=one.id, carried=list(one.carried))
