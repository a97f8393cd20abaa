"""Flight: over everything that does not reach the ceiling, and up and away from a blow."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.conditions import is_out
from sandtable.books.heroic_endeavors.chapters.ground import others_than
from sandtable.books.heroic_endeavors.chapters.movement.walking import go, turn_in_the_end
from sandtable.books.heroic_endeavors.game_master.answers import move as best_move
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.game_master.ways import INSTEAD
from sandtable.books.heroic_endeavors.hidden import known
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.special.airborne import Landings, landings, planner_of
from sandtable.books.heroic_endeavors.special.skills import works
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.windows import (
    ACTIVATION_BEGINS,
    ATTACK_COMES,
    WINDOWS,
    AttackComes,
    ModelMoment,
    once,
)
from sandtable.kernel import Advice, Decision, For, Measuring, Move, Needed, Play, YesNo, rule
from sandtable.kernel.dice import each
from sandtable.table.squares.spaces import Space

SKILL = "Flight"
SPACES, MOST_TIMES = 6, 3
"""HE-SKL-07: for each time that it is assigned, in one action."""
LIFTS_OFF, HOVERS = 5, 3
"""HE-SKL-11, HE-SKL-12"""


@rule("HE-SKL-07")
def wings(model: Model) -> int:
    """The spaces that a model flies for one action."""
    return SPACES * min(MOST_TIMES, model.skills.count(SKILL))


@rule("HE-SKL-08", "HE-SKL-10")
def flights(state: Adventure, model: Model, spaces: int) -> Landings:
    """Over rough and impassable ground, and to an end on neither."""
    return landings(state, model, spaces, lambda at: _holds(state, at), others_than(state, model))


def _holds(state: Adventure, at: Space) -> bool:
    return not state.board.kind(at).rough


@rule("HE-SKL-07", "HE-SKL-09", "HE-POW-28")
async def fly(play: Play[Adventure], model: Model, spaces: int, cause: str) -> None:
    """Space by space like any movement, with reactions, and a facing in the end."""
    seen = known(play.state, model)
    planner = planner_of("HE-SKL-10", flights(seen, seen.models[model.id], spaces), spaces)
    prompt = f"Where does {name_of(play.state, model)} fly, up to {spaces} spaces?"
    form = Measuring(unit=model.id, radius=0.5, inches=float(spaces))
    plan = await CHAIR.ask(play, Move(model.seat, "fly", prompt, (cause,), planner, form, {"mov": spaces}))
    if await go(play, model, plan) and not is_out(model):
        await turn_in_the_end(play, model, plan.facing)


class _Flying(DeedKind):
    """Flight for one action, or for both."""

    times: int
    is_movement = True
    points_at = ("ground",)

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """For who has wings."""
        return (Deed(self.name),) if works(model, SKILL) else ()

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """How far."""
        return f"fly up to {self.times * wings(model)}"

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """Choose where to, and go there."""
        model.turn.gone = "flown"
        await fly(play, model, self.times * wings(model), "HE-SKL-07")


@deed
class Fly(_Flying):
    """HE-SKL-07"""

    name, rule, times = "fly", "HE-SKL-07", 1


@deed
class FlyFar(_Flying):
    """HE-SKL-07: a run doubles it."""

    name, rule, times, cost = "fly far", "HE-SKL-07", 2, 2


@CHAIR.decides("fly", "HE-SKL-07", "HE-AGM-07")
def answer_fly(state: Adventure, decision: Decision) -> Advice:
    """As with any move."""
    return best_move(state, decision)


@INSTEAD.source("HE-SKL-07")
def _rather_flies(state: Adventure, model: Model, what: Deed) -> Deed | None:
    """Whoever has wings uses them."""
    named = {"walk": "fly", "run": "fly far"}.get(what.kind)
    return Deed(named) if named is not None and works(model, SKILL) else None


def _may_lift_off(play: Play[Adventure], seat: str, now: AttackComes) -> bool:
    target = now.model
    able = works(target, SKILL) and not is_out(target) and not target.condition.hovers
    room = play.state.ceiling == "open"
    return once(play, seat, now) and now.attack.kind == "melee" and able and room


@WINDOWS.consequence(ATTACK_COMES, "lifting off", "HE-SKL-11", _may_lift_off)
@rule("HE-SKL-11", "HE-SKL-12", "HE-DICE-03")
async def lifts_off(play: Play[Adventure], seat: str, now: AttackComes) -> None:
    """On a 5 or 6 it is gone before a blow is struck; the attacker's action is spent all the same."""
    model = now.model
    prompt = f"Does {name_of(play.state, model)} try to lift off?"
    if not await CHAIR.ask(play, YesNo(model.seat, "lift off", prompt, ("HE-SKL-11",), about=(model.id,))):
        return
    (face,) = await play.roll(
        1, For("lifting off", model.id), "HE-SKL-11", seat=model.seat or None,
        need=Needed(LIFTS_OFF, "HE-SKL-11"), reading=each(LIFTS_OFF),
    )  # fmt: skip
    if face >= LIFTS_OFF:
        model.condition.hovers, now.is_off = HOVERS, True
        play.tell("model lifted off", "HE-SKL-12", model=model.id)


@CHAIR.decides("lift off", "HE-SKL-11")
def answer_lift_off(state: Adventure, decision: Decision) -> Advice:
    """Always: it costs nothing."""
    return Advice(True, 0.0, (), ("HE-SKL-11",))


def _hovers(play: Play[Adventure], seat: str, now: ModelMoment) -> bool:
    return once(play, seat, now) and bool(now.model.condition.hovers)


@WINDOWS.consequence(ACTIVATION_BEGINS, "hovering", "HE-SKL-12", _hovers)
async def comes_down(play: Play[Adventure], seat: str, now: ModelMoment) -> None:
    """With its next activation."""
    now.model.condition.hovers = 0
    play.tell("model landed", "HE-SKL-12", model=now.model.id)
