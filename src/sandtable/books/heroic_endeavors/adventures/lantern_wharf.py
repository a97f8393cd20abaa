"""Lantern Wharf: free the hostage and bring him back, before the boss is away."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.books.heroic_endeavors.adventures.adventure import (
    Ended,
    Kind,
    adventure_kind,
    adventure_of,
    conscious_heroes,
)
from sandtable.books.heroic_endeavors.chapters.actions import Deed
from sandtable.books.heroic_endeavors.chapters.features import can_use
from sandtable.books.heroic_endeavors.game_master.awareness import alert
from sandtable.books.heroic_endeavors.modifiers import WHY_NOT_ACT, WHY_NOT_REACT
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.windows import ACTIVATION_ENDS, TURN_BEGINS, WINDOWS, once
from sandtable.kernel import Moment, Play, Refusal, rule
from sandtable.table.squares.spaces import Space

BOSS, CLERK, BODYGUARD = "O11", "N1", "O10"
LEDGER, CAR, DESK, BOUND = "ledger", "F3", "F2", "F1"
LATEST, AFTER = 6, 2
"""HE-ADV-37: the turn of his flight at the latest if anybody was alerted, or so many turns after that."""
FOES_OF_PEACE = frozenset({"strike", "shoot", "throw", "push", "sentry", "aim", "focus", "break down"})


@adventure_kind
class LanternWharf(Kind):
    """A clerk in a warehouse, and a car at the kerb."""

    id, ends_by = "lantern-wharf", "HE-ADV-38"

    @rule("HE-ADV-38", "HE-AGM-25")
    def outcome(self, state: Adventure, *, time_is_up: bool) -> Ended | None:
        """The hostage must leave by an exit; more is a triumph."""
        clerk, boss = state.models[CLERK], state.models[BOSS]
        if clerk.where == "killed":
            return ("defeat", "the hostage is dead")
        if clerk.where == "left":
            beaten = boss.where == "killed" or boss.is_unconscious
            if LEDGER in state.out and beaten:
                return ("triumph", "the clerk and the ledger are out, and the boss is beaten")
            return ("success", "the hostage is safe")
        if not conscious_heroes(state):
            return ("defeat", "no hero is left on the wharf")
        return ("defeat", "the time is up") if time_is_up else None

    @rule("HE-ADV-30")
    def goal(self, state: Adventure, model: Model) -> Space | None:
        """The clerk, and out with him."""
        clerk = state.models.get(CLERK)
        if clerk is not None and clerk.side == "party":
            desk = state.features.get(DESK)
            takes = model.role == "hero" and desk is not None and not desk.used and model.id != CLERK
            return desk.at if takes and desk is not None else min(state.exits)
        bound = state.features.get(BOUND)
        return None if bound is None else bound.at


def _is_wharf(play: Play[Adventure], seat: str, now: Moment) -> bool:
    return once(play, seat, now) and play.state.id == LanternWharf.id and not play.state.flight


@rule("HE-ADV-37")
def flees(state: Adventure) -> bool:
    """From turn 6 or two turns after the first alert, or as soon as half of the warehouse is down."""
    if BOSS not in state.models:
        return False
    if state.first_alert and (state.round >= LATEST or state.round >= state.first_alert + AFTER):
        return True
    house = [one for one in state.models.values() if one.group == "warehouse"]
    return bool(house) and 2 * sum(not one.is_conscious for one in house) >= len(house)


@WINDOWS.consequence(TURN_BEGINS, "flight of the boss", "HE-ADV-37", _is_wharf)
@WINDOWS.consequence(ACTIVATION_ENDS, "flight of the boss", "HE-ADV-37", _is_wharf)
async def boss_flees(play: Play[Adventure], seat: str, now: Moment) -> None:
    """It alerts the office; from now on he makes for his car."""
    state = play.state
    if flees(state):
        state.flight = state.round
        alert(play, state.models[BOSS].group, "HE-ADV-37")
        play.tell("villain flees", "HE-ADV-37", model=BOSS)


@rule("HE-ADV-37", "HE-AGM-27")
def flight(state: Adventure, model: Model) -> Iterator[tuple[Deed, str]]:
    """Events of the adventure come before the usual behaviour."""
    if state.id != LanternWharf.id or not state.flight or model.id != BOSS:
        return
    if can_use(state, model, state.features[CAR]):
        yield Deed("use", CAR), "gets into the car"
        return
    for door in state.doors.values():
        yield Deed("open", door.id), "opens the door in its way"
    yield Deed("run"), "runs for the car"
    yield Deed("walk"), "runs for the car"


def aim_of_flight(state: Adventure, model: Model) -> Space | None:
    """Where somebody runs who flees, or who stays beside one who does."""
    if state.id != LanternWharf.id or not state.flight:
        return None
    boss = state.models[BOSS]
    if model.id == BOSS:
        return adventure_of(state).row.features[-1].spaces[1]
    return boss.at if model.id == BODYGUARD and boss.is_conscious else None


def _is_clerk(state: Adventure, model: Model) -> bool:
    return model.behaviour == "hostage"


@WHY_NOT_ACT.source("HE-ADV-33")
def _peaceful(state: Adventure, model: Model, kind: str) -> Refusal | None:
    """A hostage does not attack."""
    if _is_clerk(state, model) and kind in FOES_OF_PEACE:
        return Refusal("HE-ADV-33", f"{model.name} does not fight.", "Bring it out.")
    return None


@WHY_NOT_REACT.source("HE-ADV-33")
def _does_not_react(state: Adventure, model: Model) -> str | None:
    return "HE-ADV-33" if _is_clerk(state, model) else None
