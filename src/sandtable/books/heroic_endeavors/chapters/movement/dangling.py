"""Dangling: who runs out of movement on a climb hangs there, and is clumsy until it moves again."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.modifiers import ATTACK, CHECK, DEFENCE, Attack
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.windows import (
    ACTIVATION_BEGINS,
    ACTIVATION_ENDS,
    WINDOWS,
    ModelMoment,
    once,
)
from sandtable.kernel import Modifier, Play, rule
from sandtable.table.squares.reach import Hold
from sandtable.table.squares.spaces import Space


@rule("HE-LVL-07")
def space_of(state: Adventure, hold: Hold) -> Space:
    """The space it climbs from going up, or towards going down."""
    ends = (hold.place.at, hold.towards)
    return min(ends, key=state.board.floor)


@rule("HE-LVL-07", "HE-LVL-08")
def hang(play: Play[Adventure], model: Model, hold: Hold) -> None:
    """At the height reached, in whole spaces; nobody hangs on a slope or on stairs, which are no climb."""
    state = play.state
    model.turn.came_from, model.at = model.at, space_of(state, hold)
    model.condition.hangs = hold
    play.tell("model hangs", "HE-LVL-07", model=model.id, at=model.point, height=_height(state, hold))


def _height(state: Adventure, hold: Hold) -> int:
    """How high above the lower end."""
    goes_up = state.board.floor(hold.towards) > state.board.floor(hold.place.at)
    return hold.levels if goes_up else hold.of - hold.levels


@rule("HE-LVL-07")
def height_on_climb(state: Adventure, model: Model) -> int:
    """How high a model hangs above its space; 0 for everybody else."""
    hold = model.condition.hangs
    return 0 if hold is None else _height(state, hold)


def _dangles(model: Model) -> Modifier | None:
    return Modifier(-1, "dangling", "HE-LVL-07") if model.condition.dangles else None


@ATTACK.source("HE-LVL-07")
def _attacks_badly(state: Adventure, attack: Attack) -> Modifier | None:
    """A die less on every roll that it makes."""
    return _dangles(attack.attacker)


@DEFENCE.source("HE-LVL-07")
def _defends_badly(state: Adventure, attack: Attack) -> Modifier | None:
    """Defence rolls too."""
    return _dangles(attack.target)


@CHECK.source("HE-LVL-07")
def _is_unsure(state: Adventure, model: Model, name: str) -> Modifier | None:
    """And checks."""
    return _dangles(model)


def _hangs(play: Play[Adventure], seat: str, now: ModelMoment) -> bool:
    return once(play, seat, now) and now.model.condition.hangs is not None


@WINDOWS.consequence(ACTIVATION_ENDS, "dangling", "HE-LVL-07", _hangs)
async def dangle(play: Play[Adventure], seat: str, now: ModelMoment) -> None:
    """Whose activation ends on the climb dangles until the next."""
    now.model.condition.dangles = True
    play.tell("model dangles", "HE-LVL-07", model=now.model.id)


@WINDOWS.consequence(ACTIVATION_BEGINS, "climbs on", "HE-LVL-07", _hangs)
async def climb_on(play: Play[Adventure], seat: str, now: ModelMoment) -> None:
    """With its next activation it has its hands free again."""
    now.model.condition.dangles = False


@rule("HE-LVL-07")
def let_go(model: Model) -> None:
    """Whoever comes to another space hangs no more."""
    model.condition.hangs, model.condition.dangles = None, False
