"""Snap Fire: soldiers who hold shoot at an enemy unit while it moves."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from sandtable.binding.limits import once, use
from sandtable.books.forgotten_ruin.chapters.activations.activations import end_activation
from sandtable.books.forgotten_ruin.chapters.movement.footing import footing_of
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    TOLERANCE,
    gap,
    inches,
    opponents_in_contact,
    within,
)
from sandtable.books.forgotten_ruin.chapters.shooting.fire_action import fire, why_not_fire
from sandtable.books.forgotten_ruin.chapters.shooting.fire_choices import ShotCandidate, fire_candidates
from sandtable.books.forgotten_ruin.chapters.shooting.targets import in_melee_with
from sandtable.books.forgotten_ruin.chapters.tactics import (
    BRING_DOWN,
    FIREPOWER,
    LIGHT,
    Invoked,
    invoke,
    tactic_candidates,
    use_firepower,
)
from sandtable.books.forgotten_ruin.modifiers import WHY_NOT_ACT
from sandtable.books.forgotten_ruin.naming import unit_called
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_STARTED,
    SNAP_EXPLOSIVE,
    WINDOWS,
    Activation,
    SnapExplosive,
)
from sandtable.kernel import PASS, Candidate, ChooseOne, Option, Play, Refusal, rule
from sandtable.kernel.arithmetic import atan2, cos, hypot, sin, total
from sandtable.table import Point

SNAP_FIRE = once("round", "Snap Fire")
"""Who has taken it does nothing else in the round (FR-RND-20)."""
WAITS = "Whoever holds may still shoot later in this phase, or else acts after the enemy."
FIRE = "Fire"


@rule("FR-RND-14", "FR-RND-15", "FR-RND-20")
def why_not_snap_fire(state: Battle, soldier: Soldier, unit: Collection[str]) -> Refusal | None:
    """Only a holding soldier out of contact, at figures of the moving unit, by the rules of shooting."""
    if not soldier.holding or not soldier.on_table:
        return Refusal("FR-RND-14", f"{soldier.name} does not hold.", "Hold a quick die.")
    if in_melee_with(state, soldier):
        return Refusal("FR-RND-15", f"{soldier.name} is in contact with an enemy.", "Choose another soldier.")
    return WHY_NOT_ACT.first(state, soldier, FIRE) or why_not_fire(state, soldier, set(unit))


@rule("FR-RND-15", "FR-RND-16", "FR-RND-27")
async def offer_snap_fire(play: Play[Battle], unit_ids: Collection[str], moment: str) -> bool:
    """At one of the three moments of an enemy's move holding soldiers may fire, one after the other."""
    state = play.state
    if moment == "before":
        state.starts = {one: state.enemies[one].at for one in unit_ids}
    fired, passed, tried = False, list[str](), list[str]()
    while any(state.enemies[one].on_table for one in unit_ids) and not state.closed:
        able = [
            one
            for one in state.soldiers_on_table()
            if one.holding
            and one.seat not in passed
            and one.id not in tried
            and why_not_snap_fire(state, one, unit_ids) is None
        ]
        if not able:
            break
        seat = able[0].seat
        own = [one for one in able if one.seat == seat]
        chosen = await play.ask(_question(state, own, unit_ids, moment))
        if isinstance(chosen, Invoked):
            await invoke(play, seat, chosen.tactic)
        elif chosen == PASS:
            passed.append(seat)
        else:
            tried.append(chosen.id)
            fired = await _snap_fire(play, chosen, unit_ids, moment) or fired
    return fired


def _question(state: Battle, able: list[Soldier], unit_ids: Collection[str], moment: str) -> ChooseOne:
    def candidates() -> list[Candidate]:
        return [
            *(_fires(state, one, unit_ids) for one in able),
            *tactic_candidates(state, LIGHT, FIREPOWER, BRING_DOWN),
            Candidate(PASS, "nobody fires now", PASS, rules=("FR-RND-16",), means=WAITS, deed=PASS),
        ]

    unit = tuple(one for one in unit_ids if state.enemies[one].on_table)
    prompt = f"{unit_called(state, state.enemies[unit[0]])} {MOMENTS[moment]}. Who takes Snap Fire?"
    rules = ("FR-RND-15", "FR-RND-16", "FR-RND-27", *(("FR-RND-17",) if len(unit_ids) > 1 else ()))
    return ChooseOne(able[0].seat, "snap fire", prompt, rules, candidates, {"moment": moment}, about=unit)


MOMENTS = {"before": "will move now", "half-way": "came half-way", "end": "ended the move"}
"""The three moments (FR-RND-16)."""
SHOWN = ("weapon", "targets")
"""What is told of a soldier's best shot."""


def _fires(state: Battle, soldier: Soldier, unit: Collection[str]) -> SnapCandidate:
    id, label, rules = soldier.id, f"{soldier.name} fires", ("FR-RND-15",)
    return SnapCandidate(
        id, label, soldier, rules=rules, state=state, soldier=soldier, unit=set(unit), about=(id,)
    )


class SnapCandidate(Candidate, kw_only=True):
    """A soldier who may fire now; the best shot is looked for only when somebody looks at it."""

    state: Battle
    soldier: Soldier
    unit: set[str]

    def option(self, refusal: Refusal | None = None) -> Option:
        """The candidate as it is shown, with the number that the best shot needs."""
        shots = fire_candidates(self.state, self.soldier, self.unit)
        options = [one.option() for one in shots if isinstance(one, ShotCandidate)]
        best = max(options, key=lambda one: (one.chance, one.facts["kills"]), default=None)
        plain = Option(self.key, self.label, self.rules, refusal, about=self.about)
        if best is None:
            return plain
        told = {name: best.facts[name] for name in SHOWN}
        return msgspec.structs.replace(plain, facts=told, need=best.need, chance=best.chance)


@rule("FR-RND-19", "FR-RND-20")
async def _snap_fire(play: Play[Battle], soldier: Soldier, unit_ids: Collection[str], moment: str) -> bool:
    """A Fire action that is never aimed; it is the soldier's whole activation of the round."""
    state, now = play.state, Activation(soldier.seat, soldier)
    now.is_snap_fire, now.moves = True, 0
    soldier.moved, soldier.has_attacked = 0.0, False
    await WINDOWS.open(play, ACTIVATION_STARTED, now)
    # What it did or suffered by activating is done, so the activation is used up even without a shot.
    soldier.holding, soldier.acted = False, True
    use(soldier, SNAP_FIRE)
    able = not now.is_over and now.may_act and now.may_attack and soldier.on_table
    now.has_fired = soldier.has_attacked = able and await fire(play, soldier, set(unit_ids))
    if now.has_fired:
        use_firepower(state, soldier)
        now.actions = 0
        rules = ("FR-RND-15", "FR-RND-16", "FR-RND-19", "FR-RND-20")
        play.tell("Snap Fire", *rules, figure=soldier.id, moment=moment)
    await end_activation(play, soldier, now)
    return now.has_fired


# Explosive Snap Fire at a mob


WIDEST = 1.0
"""The widest gap between neighbours of a mob (FR-RND-18)."""
GAPS = (1.0, 0.75, 0.5, 0.25)
"""The parts of it that are tried, the widest first."""
TURNS = (0.0, 0.4, -0.4, 0.8, -0.8)
"""How far from straight away, in radians, a figure steps aside."""


def _is_a_mob(play: Play[Battle], seat: str, now: SnapExplosive) -> bool:
    figures = [play.state.enemies[one] for one in now.unit]
    return sum(one.on_table and bool(one.mob) for one in figures) > 1


@WINDOWS.consequence(SNAP_EXPLOSIVE, "mob spreads out", "FR-RND-18", _is_a_mob)
async def spread_out(play: Play[Battle], seat: str, now: SnapExplosive) -> None:
    """The figures of the mob take the widest spacing that ground and movement allow."""
    state = play.state
    figures = [state.enemies[one] for one in now.unit if state.enemies[one].on_table]
    x = total(one.at[0] for one in figures) / len(figures)
    y = total(one.at[1] for one in figures) / len(figures)
    # FR-ACT-04: figures that have come into contact move no more.
    placed: list[Enemy] = [one for one in figures if opponents_in_contact(state, one)]
    free = [one for one in figures if one not in placed]
    waiting = sorted(free, key=lambda one: (hypot(one.at[0] - x, one.at[1] - y), one.id))
    moved: list[str] = []
    if not placed:
        placed.append(waiting.pop(0))
    while waiting:
        figure = min(waiting, key=lambda one: (min(gap(one, other) for other in placed), one.id))
        waiting.remove(figure)
        before = figure.at
        figure.at = _farther(state, figure, placed)
        placed.append(figure)
        if figure.at != before:
            moved.append(figure.id)
    places = {one: state.enemies[one].at for one in moved}
    what = "mob spreads out" if moved else "mob stays close"
    play.tell(what, "FR-RND-18", mob=figures[0].mob, figures=moved, places=places)


def _farther(state: Battle, figure: Enemy, placed: list[Enemy]) -> Point:
    """The place farthest from the nearest mate, up to the widest gap, that the figure could have reached."""
    footing = footing_of(state, figure, may_contact=False)
    # All of them step aside at once: none is in the way of another.
    way = footing.among([one for one in footing.discs if one.is_opponent])
    mate = min(placed, key=lambda one: (gap(figure, one), one.id))
    start, here = state.starts.get(figure.id, figure.at), figure.at
    straight = atan2(here[1] - mate.at[1], here[0] - mate.at[0])
    now = gap(figure, mate)
    for part in GAPS:
        apart = inches(state, WIDEST) * part
        if apart <= now:
            break
        far = mate.radius + figure.radius + apart
        for turn in TURNS:
            spot = (mate.at[0] + far * cos(straight + turn), mate.at[1] + far * sin(straight + turn))
            reached = hypot(spot[0] - start[0], spot[1] - start[1])
            near = any(hypot(spot[0] - one.at[0], spot[1] - one.at[1]) < far - TOLERANCE for one in placed)
            if not within(reached, figure.moved) or near or not footing.can_end(spot, figure.elevation):
                continue
            if way.is_clear(here, spot, figure.elevation):
                return spot
    return here
