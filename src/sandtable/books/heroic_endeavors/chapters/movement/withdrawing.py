"""Withdrawing: how a cohort that falls back or retreats gets to the exit, and what it still does."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.binding.squares.planner import SquarePlan
from sandtable.books.heroic_endeavors.chapters.actions import KINDS, Deed, DeedKind, deed, pay
from sandtable.books.heroic_endeavors.chapters.arms import fights_with
from sandtable.books.heroic_endeavors.chapters.conditions import is_out
from sandtable.books.heroic_endeavors.chapters.ground import others_than
from sandtable.books.heroic_endeavors.chapters.melee.reach import zones_of
from sandtable.books.heroic_endeavors.chapters.motivation import add_casualty
from sandtable.books.heroic_endeavors.chapters.movement.levels import HALVES
from sandtable.books.heroic_endeavors.chapters.movement.walking import (
    allowance,
    go,
    mover_of,
    prices,
    reach_of,
)
from sandtable.books.heroic_endeavors.hidden import known
from sandtable.books.heroic_endeavors.modifiers import WHY_NOT_ACT, WHY_NOT_OP, Attack
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.windows import (
    ACTIVATION_ENDS,
    MOVE_ENDED,
    WINDOWS,
    ModelMoment,
    MoveMoment,
)
from sandtable.kernel import Play, Refusal, rule
from sandtable.table.squares.going import Mover
from sandtable.table.squares.reach import Leg, Others, Place, Reach, reach
from sandtable.table.squares.spaces import Space, gap, laid

WALK, RUN = 1, 2
FAR = 400
"""Halves of a space: no way to an exit is longer."""
DREAD = 4
"""HE-AGM-19: so many halves more costs a space that an enemy reaches."""
IDLE = frozenset({"open", "close", "use", "pick up", "draw", "stow", "drop", "sentry", "end"})
"""What a withdrawing cohort has no time for, beside moving elsewhere (HE-MOT-07)."""


@rule("HE-AGM-19")
def exits_of(state: Adventure, model: Model) -> tuple[Space, ...]:
    """Where its side leaves the map."""
    return state.exits if model.side == "party" else state.back_doors


@rule("HE-AGM-19", "HE-MOT-06")
def ways_out(state: Adventure, model: Model) -> Reach:
    """Every space that it gets to in the end, those dearer that an enemy reaches."""
    assert model.at is not None
    dreaded: set[Space] = set()
    for foe in state.foes_of(model):
        assert foe.at is not None
        for weapon in fights_with(foe):
            dreaded |= {*laid(zones_of(foe.base, weapon), foe.at, foe.facing)}
    others = others_than(state, model)
    wary = Others(others.standing, others.lying, tuple(sorted(dreaded)), DREAD)
    # Who withdraws does not jump: each step is weighed by itself.
    on_foot = Mover(model.base, prices(state))
    return reach(state.board, on_foot, Place(model.at, model.facing), FAR, wary)


@rule("HE-AGM-19")
def exit_for(state: Adventure, model: Model, whole: Reach) -> Space | None:
    """The nearest exit of its side, by the cheapest way."""
    ends = [at for at in exits_of(state, model) if at in whole.spaces]
    return min(ends, key=lambda at: (whole.spaces[at], at[1], at[0]), default=None)


@rule("HE-AGM-19", "HE-MOT-12")
def way_out(state: Adventure, model: Model, mov: int) -> SquarePlan | None:
    """As far as it comes on the way to the exit; without one away from the enemies in sight."""
    whole = ways_out(state, model)
    end = exit_for(state, model, whole)
    legs = _away(state, model, mov) if end is None else _towards(whole, Place(end, model.facing), mov)
    if not legs:
        return None
    return SquarePlan(legs[-1].place.at, tuple(legs), sum(one.price for one in legs), model.facing)


def _towards(whole: Reach, end: Place, mov: int) -> list[Leg]:
    """The part of the way that it can pay; what it dreads it does not pay for."""
    dear, left, legs = {*whole.others.dear}, HALVES * mov + HALVES - 1, list[Leg]()
    for leg in whole.way(end) or ():
        leg = leg._replace(price=leg.price - (whole.others.more if leg.place.at in dear else 0))
        left -= leg.price
        if left < 0:
            break
        legs.append(leg)
    while legs and whole.price(legs[-1].place) is None:
        legs.pop()
    return legs


def _away(state: Adventure, model: Model, mov: int) -> list[Leg]:
    near = reach_of(state, model, mov)
    foes = [at for one in state.foes_of(model) for at in one.spaces]
    best = min(near.spaces, key=lambda at: (-gap((at,), foes) if foes else 0, at[1], at[0]))
    return list(near.way(Place(best, model.facing)) or ())


# ---- the deed -----------------------------------------------------------------------------------


@deed
class Withdraw(DeedKind):
    """HE-MOT-12"""

    name, rule, is_movement = "withdraw", "HE-MOT-12", True

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """For who falls back or retreats and has not moved yet."""
        heart = model.motivation
        return (Deed(self.name),) if heart.withdraws and (heart.breaks_off or not heart.moved) else ()

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """How fast."""
        return "run for the exit" if model.motivation.withdraws == "retreats" else "fall back to the exit"

    def costs(self, state: Adventure, model: Model, deed: Deed) -> int:
        """A walk, or a run if it retreats and has the actions for it."""
        times = RUN if model.motivation.withdraws == "retreats" else WALK
        return max(1, min(times, model.turn.actions))

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """The program moves it (HE-AGM-29)."""
        times = RUN if model.motivation.withdraws == "retreats" else WALK
        await withdraw(play, model, allowance(play.state, model, times))


@rule("HE-MOT-06", "HE-MOT-10", "HE-MOT-13", "HE-AGM-29")
async def withdraw(play: Play[Adventure], model: Model, mov: int) -> None:
    """Towards the exit by the least dangerous way; whoever reaches it has fled."""
    model.motivation.moved, model.motivation.stops = True, False
    seen = known(play.state, model)
    plan = way_out(seen, seen.models[model.id], mov)
    if plan is not None:
        play.tell("model withdraws", "HE-AGM-19", model=model.id, withdraws=model.motivation.withdraws)
        await go(play, model, plan)
    if model.is_conscious and model.at in exits_of(play.state, model):
        flee(play, model)


@rule("HE-MOT-13")
def flee(play: Play[Adventure], model: Model) -> None:
    """It is gone, and a casualty; what it carries goes with it."""
    model.motivation.fled = True
    add_casualty(play.state, model)
    if model.side == "party":
        play.state.out += model.carried
    play.tell("model fled", "HE-MOT-13", model=model.id)
    model.where, model.at = "left", None


def _must_go(play: Play[Adventure], seat: str, now: ModelMoment) -> bool:
    model = now.model
    due = bool(model.motivation.withdraws) and (model.motivation.breaks_off or not model.motivation.moved)
    return seat == play.state.seats[0] and due and not is_out(model) and model.turn.actions > 0


@WINDOWS.consequence(ACTIVATION_ENDS, "withdrawing", "HE-MOT-12", _must_go, rank=-1)
async def goes_in_the_end(play: Play[Adventure], seat: str, now: ModelMoment) -> None:
    """Whoever has not moved towards the exit yet does so before its activation is over."""
    model, kind = now.model, KINDS["withdraw"]
    what = Deed("withdraw")
    while kind.deeds(play.state, model) and model.turn.actions > 0 and not is_out(model):
        pay(play, model, kind.costs(play.state, model, what))
        before = model.at
        await kind.perform(play, model, what)
        if model.at == before:
            return


def _breaks_off(play: Play[Adventure], seat: str, now: MoveMoment) -> bool:
    heart = now.model.motivation
    return seat == play.state.seats[0] and heart.breaks_off and now.left > 0 and not is_out(now.model)


@WINDOWS.consequence(MOVE_ENDED, "breaking off", "HE-SKL-17", _breaks_off)
async def turns_to_flight(play: Play[Adventure], seat: str, now: MoveMoment) -> None:
    """What is left of the move leads towards the exit."""
    await withdraw(play, now.model, now.left)


# ---- what it does besides -----------------------------------------------------------------------


@WHY_NOT_ACT.source("HE-MOT-07", "HE-MOT-11", "HE-MOT-12")
def _withdraws(state: Adventure, model: Model, kind: str) -> Refusal | None:
    """It attacks with what the walk leaves it, and does nothing else; who retreats only runs."""
    heart = model.motivation
    if not heart.withdraws or kind == "withdraw":
        return None
    name = name_of(state, model)
    if heart.withdraws == "retreats" or heart.breaks_off:
        return Refusal("HE-MOT-11", f"{name} retreats.", "Let it run for the exit.")
    if KINDS[kind].is_movement or kind in IDLE:
        return Refusal("HE-MOT-12", f"{name} falls back.", "Let it fall back, or attack.")
    if not heart.moved and model.turn.actions <= WALK:
        return Refusal("HE-MOT-07", f"{name} needs its last action to fall back.", "Let it fall back.")
    return None


@WHY_NOT_OP.source("HE-MOT-11")
def _retreats(state: Adventure, attack: Attack) -> str | None:
    """It never begins a melee, and shoots only at who could cut it off."""
    model = attack.attacker
    if model.motivation.withdraws != "retreats":
        return None
    if attack.kind == "melee":
        return "HE-MOT-11"
    return None if could_cut_off(state, model, attack.target) else "HE-MOT-11"


@rule("HE-MOT-11")
def could_cut_off(state: Adventure, model: Model, foe: Model) -> bool:
    """Somebody is nearer to the exit by path, or within a run of the way to it."""
    whole = ways_out(state, model)
    end = exit_for(state, model, whole)
    if end is None or foe.at is None:
        return True
    from_foe = reach(state.board, mover_of(state, foe), Place(foe.at, foe.facing), FAR)
    if from_foe.spaces.get(end, FAR) < whole.spaces[end]:
        return True
    run = 2 * RUN * foe.traits.MOV + 1
    way = whole.way(Place(end, model.facing)) or ()
    return any(from_foe.spaces.get(leg.place.at, FAR) <= run for leg in way)
