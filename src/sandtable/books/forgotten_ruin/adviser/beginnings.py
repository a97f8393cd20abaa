"""Before the battle: edge, deployment, Support, cargo and whatever else the preparation asks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from sandtable.binding.advising import Advise, all_listed, as_listed
from sandtable.binding.plotting import written
from sandtable.books.forgotten_ruin.adviser.aims import MANY_SHOTS
from sandtable.books.forgotten_ruin.adviser.styles import Style
from sandtable.books.forgotten_ruin.chapters.movement.placing import PlacePlanner
from sandtable.books.forgotten_ruin.chapters.principles.conventions import depth_of, on_grid, width_of
from sandtable.books.forgotten_ruin.missions.deployment import WIDE_TABLE
from sandtable.books.forgotten_ruin.missions.objectives.carrying import LEAST_CARGO
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel import Advice, Decision, Place
from sandtable.table.figures.room import places_around

BETWEEN, BEHIND, IN_FRONT = 3.0, 3.0, 5.4
"""Inches from soldier to soldier, and from the own edge for most and for the grenade launchers."""
TRIED = 200
"""How many places are tried for one soldier."""

TOGETHER = "fire teams together, as proposed"
_SIDE_BY_SIDE: Advise[Battle, Style] = as_listed(TOGETHER, first=("proposed",))
_EVERYBODY_LOADS: Advise[Battle, Style] = all_listed("any two of them who get across are enough")


def _spend_support(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """Every Support Point that is there is spent."""
    yield Advice(state.stock.support_points, 1.0, ("Support that is not called helps nobody",))


def _load_cargo(state: Battle, seat: str, decision: Decision, style: Style) -> Iterable[Advice]:
    """Everybody takes cargo, or the riflemen alone where weapons are reckoned with."""
    return (_load_riflemen if style.is_exact else _EVERYBODY_LOADS)(state, seat, decision, style)


def _load_riflemen(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """The riflemen take cargo: who fires for the others need not get across, and can still Dash."""
    keys = [
        str(one.answer)
        for one in decision.options()
        if not any(
            weapon.shots >= MANY_SHOTS or "under_barrel" in weapon.traits
            for weapon in state.soldiers[str(one.answer)].weapons
        )
    ]
    if len(keys) > LEAST_CARGO and len(state.objectives) > 1:
        yield Advice(keys, 1.0, ("the riflemen go across, the others fire for them",))
    yield from _EVERYBODY_LOADS(state, seat, decision, style)


def _set_up(state: Battle, seat: str, decision: Decision, style: Style) -> Iterable[Advice]:
    """Side by side, or by weapon where weapons and the ground are reckoned with."""
    return (_set_up_by_weapon if style.is_exact else _SIDE_BY_SIDE)(state, seat, decision, style)


def _set_up_by_weapon(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """Side by side as proposed, the grenade launchers in front, from where they reach the enemy at once."""
    is_usual = state.mission.kind == "regular" and not state.mission.special_condition
    if isinstance(decision, Place) and isinstance(decision.planner, PlacePlanner) and is_usual:
        ids = [one.id for one in state.soldiers.values() if one.where in ("waiting", "on the table")]
        wide = width_of(state)
        step = min(BETWEEN, wide / (len(ids) + 1))
        place = ids.index(decision.about[0]) if decision.about[0] in ids else 0
        wanted = on_grid(state, wide / 2 + (place - (len(ids) - 1) / 2) * step, _depth(state, decision))
        for at in islice(places_around(wanted), TRIED):
            if decision.planner.is_free(at):
                yield Advice({"models": [written(at)]}, 1.0, ("grenade launchers in front",))
                break
    elif is_usual:
        yield Advice("one by one", 1.0, ("grenade launchers stand in front",))
    yield from as_listed(TOGETHER)(state, seat, decision, style)


def _depth(state: Battle, decision: Place) -> float:
    """How far from the own edge a soldier stands."""
    soldier = state.soldiers[decision.about[0]]
    is_launcher = any("under_barrel" in one.traits for one in soldier.weapons)
    return IN_FRONT if is_launcher and depth_of(state) >= WIDE_TABLE else BEHIND


BY_TOPIC: dict[str, Advise[Battle, Style]] = {
    "set up squad": _set_up,
    "set up soldier": _set_up,
    "add terrain": as_listed("a few pieces are enough"),
    "choose fire team": as_listed("any fire team will do"),
    "choose other fire team": as_listed("the other fire team"),
    "choose edge": as_listed("any edge will do"),
    "choose leader of the way": as_listed("any edge will do"),
    "spend support": _spend_support,
    "load cargo": _load_cargo,
    "reroll objective": as_listed(
        "two different Objectives are easier than the same twice", first=("reroll",)
    ),
    "remove objective": as_listed("the others are done more easily"),
}
