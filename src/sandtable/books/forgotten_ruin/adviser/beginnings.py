"""Before the battle: edge, deployment, Support, cargo and whatever else the preparation asks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from sandtable.binding.plotting import written
from sandtable.books.forgotten_ruin.adviser.aims import MANY_SHOTS
from sandtable.books.forgotten_ruin.chapters.conventions import depth_of, on_grid, width_of
from sandtable.books.forgotten_ruin.chapters.placing import PlacePlanner
from sandtable.books.forgotten_ruin.missions.deployment import WIDE_TABLE
from sandtable.books.forgotten_ruin.missions.objectives.carrying import LEAST_CARGO
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.advice import Advice
from sandtable.kernel.decision import Decision, Place
from sandtable.table.figures.room import places_around

BETWEEN, BEHIND, IN_FRONT = 3.0, 3.0, 5.4
"""Inches from soldier to soldier, and from the own edge for most and for the grenade launchers."""
TRIED = 200
"""How many places are tried for one soldier."""

Advising = Callable[[Battle, str, Decision], Iterable[Advice]]


def first_option(why: str) -> Advising:
    """Whatever is proposed first."""

    def advise(state: Battle, seat: str, decision: Decision) -> Iterator[Advice]:
        yield from (Advice(one.answer, -float(place), (why,)) for place, one in enumerate(decision.options()))

    return advise


def one_of(*keys: str, why: str) -> Advising:
    """One of the answers with these names, else whatever is proposed first."""

    def advise(state: Battle, seat: str, decision: Decision) -> Iterator[Advice]:
        for key in keys:
            yield Advice(key, 1.0, (why,))
        yield from first_option(why)(state, seat, decision)

    return advise


def spend_support(state: Battle, seat: str, decision: Decision) -> Iterator[Advice]:
    """Every Support Point that is there is spent."""
    yield Advice(state.stock.support_points, 1.0, ("Support that is not called helps nobody",))


def load_cargo(state: Battle, seat: str, decision: Decision) -> Iterator[Advice]:
    """Everybody takes cargo: any two who get across are enough."""
    keys = [one.answer for one in decision.options()]
    yield Advice(keys, 1.0, ("any two of them who get across are enough",))


def load_riflemen(state: Battle, seat: str, decision: Decision) -> Iterator[Advice]:
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
    yield from load_cargo(state, seat, decision)


def all_of_them(state: Battle, seat: str, decision: Decision) -> Iterator[Advice]:
    """Everybody who may."""
    keys = [one.answer for one in decision.options()]
    yield Advice(keys, 1.0, ("all hands are needed",))
    most = getattr(decision, "most", None)
    if most is not None:
        yield Advice(keys[:most], 0.5, ("as many as may",))


def set_up_by_weapon(state: Battle, seat: str, decision: Decision) -> Iterator[Advice]:
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
    yield from first_option("fire teams together, as proposed")(state, seat, decision)


def _depth(state: Battle, decision: Place) -> float:
    """How far from the own edge a soldier stands."""
    soldier = state.soldiers[decision.about[0]]
    is_launcher = any("under_barrel" in one.traits for one in soldier.weapons)
    return IN_FRONT if is_launcher and depth_of(state) >= WIDE_TABLE else BEHIND


BY_TOPIC: dict[str, Advising] = {
    "set up squad": one_of("proposed", why="fire teams together, as proposed"),
    "set up soldier": one_of("proposed", why="fire teams together, as proposed"),
    "add terrain": first_option("a few pieces are enough"),
    "choose fire team": first_option("any fire team will do"),
    "choose other fire team": first_option("the other fire team"),
    "choose edge": first_option("any edge will do"),
    "choose leader of the way": first_option("any edge will do"),
    "spend support": spend_support,
    "load cargo": load_cargo,
    "reroll objective": one_of("reroll", why="two different Objectives are easier than the same twice"),
    "remove objective": first_option("the others are done more easily"),
}

EXACTLY: dict[str, Advising] = {
    "set up squad": set_up_by_weapon,
    "set up soldier": set_up_by_weapon,
    "load cargo": load_riflemen,
}
"""The same for whoever reckons with weapons and the ground."""
