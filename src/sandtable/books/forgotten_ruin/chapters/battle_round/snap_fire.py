"""Snap Fire: soldiers who hold shoot at an enemy unit while it moves."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import msgspec

from sandtable.binding.limits import once, use
from sandtable.books.forgotten_ruin.chapters.activations.activations import end_activation
from sandtable.books.forgotten_ruin.chapters.battle_round.watching import MOMENTS, Watch, standing
from sandtable.books.forgotten_ruin.chapters.cover import in_cover
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
from sandtable.books.forgotten_ruin.naming import name_of, unit_called
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
HOLDS = "Whoever holds may fire at the next enemies, or acts after them; asked again if this goes otherwise."
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
async def offer_snap_fire(
    play: Play[Battle], unit: Collection[str], moment: str, watch: Watch | None = None
) -> bool:
    """Holding soldiers may fire at a moment of an enemy's move, or say that they will at a later one."""
    state, watch = play.state, watch or Watch()
    if moment == "before":
        state.starts = {one: state.enemies[one].at for one in unit}
    shots = watch.shots
    await _keep_words(play, unit, moment, watch)
    done = [one.id for one in state.soldiers_on_table() if watch.still_holds(one.id, state, unit, moment)]
    done += [seat for seat in state.seats if watch.still_holds(seat, state, unit, moment)]
    while any(state.enemies[one].on_table for one in unit) and not state.closed:
        able = _able(state, unit, moment, watch, done)
        if not able:
            break
        seat = able[0].soldier.seat
        own = [one for one in able if one.soldier.seat == seat]
        chosen = await play.ask(_question(state, own, unit, moment, watch))
        if isinstance(chosen, Invoked):
            await invoke(play, seat, chosen.tactic)
        elif chosen == PASS:
            done.append(seat)
            watch.say(seat, state, unit)
        else:
            done.append(chosen.soldier.id)
            await _take(play, chosen, unit, moment, watch)
    return watch.shots > shots


class Opportunity(msgspec.Struct, frozen=True):
    """Somebody who may fire at one of the moments, on the table as it stands then."""

    soldier: Soldier
    moment: str
    scene: Battle
    places: Mapping[str, Point] = {}
    """Where the figures of the unit will stand then; nothing for the moment that has come."""


def _able(
    state: Battle, unit: Collection[str], moment: str, watch: Watch, done: Collection[str]
) -> list[Opportunity]:
    """Who may fire now or at a later moment that can be foreseen, in squad order."""
    holding = [one for one in state.soldiers_on_table() if one.holding]
    left = [one for one in holding if one.id not in done and one.seat not in done]
    if not left:
        return []
    scenes: dict[str, tuple[Battle, Mapping[str, Point]]] = {moment: (state, {})}
    for later in watch.ahead:
        scene = watch.scene(state, later)
        scenes[later] = scene, standing(scene, unit)
    return [
        Opportunity(one, name, scene, places)
        for one in left
        for name, (scene, places) in scenes.items()
        if why_not_snap_fire(scene, one, unit) is None
    ]


async def _take(
    play: Play[Battle], chosen: Opportunity, unit: Collection[str], moment: str, watch: Watch
) -> None:
    """A shot now, or the word that there will be one."""
    state, soldier = play.state, chosen.soldier
    if chosen.moment != moment:
        watch.say(soldier.id, state, unit, chosen.moment, _odds(chosen.scene, soldier, unit))
        play.tell("Snap Fire to come", "FR-RND-16", figure=soldier.id, moment=chosen.moment)
    elif await _snap_fire(play, soldier, unit, moment):
        watch.shots += 1
        if moment == MOMENTS[0]:
            # FR-RND-27: the ways of those who are left are worked out anew.
            watch.ahead = {}


async def _keep_words(play: Play[Battle], unit: Collection[str], moment: str, watch: Watch) -> None:
    """Who said so fires now, unless what it was said on has changed; then all is open again."""
    state = play.state
    for one in state.soldiers_on_table():
        word = watch.words.get(one.id)
        if word is None or state.closed:
            continue
        is_kept = one.holding and watch.still_holds(one.id, state, unit, moment)
        if is_kept and word.moment != moment:
            continue
        del watch.words[one.id]
        if is_kept and why_not_snap_fire(state, one, unit) is None and _odds(state, one, unit) == word.odds:
            await _take(play, Opportunity(one, moment, state), unit, moment, watch)


def _question(
    state: Battle, able: list[Opportunity], unit_ids: Collection[str], moment: str, watch: Watch
) -> ChooseOne:
    seat = able[0].soldier.seat
    is_foreseen = moment == MOMENTS[-1] or bool(watch.ahead)

    def candidates() -> list[Candidate]:
        hold = "hold fire" if is_foreseen else "nobody fires now"
        means = HOLDS if is_foreseen else WAITS
        return [
            *(_fires(one, unit_ids, moment) for one in able),
            *tactic_candidates(state, LIGHT, FIREPOWER, BRING_DOWN),
            Candidate(PASS, hold, PASS, rules=("FR-RND-16",), means=means, deed=PASS),
        ]

    unit = tuple(one for one in unit_ids if state.enemies[one].on_table)
    prompt = f"{unit_called(state, state.enemies[unit[0]])} {SAID[moment]}. Who takes Snap Fire?"
    rules = ("FR-RND-15", "FR-RND-16", "FR-RND-27", *(("FR-RND-17",) if len(unit_ids) > 1 else ()))
    return ChooseOne(seat, "snap fire", prompt, rules, candidates, {"moment": moment}, about=unit)


SAID = {"before": "will move now", "half-way": "came half-way", "end": "ended the move"}
"""What the unit does at each of the moments."""
SHORT = {"half-way": "half-way", "end": "at the end"}
SHOWN = ("weapon", "targets", "kills")
"""What is told of a soldier's best shot."""


def _fires(one: Opportunity, unit: Collection[str], moment: str) -> SnapCandidate:
    id, when = one.soldier.id, SHORT[one.moment] if one.moment != moment else "now"
    key, rules = (id if one.moment == moment else f"{id} {one.moment}"), ("FR-RND-15", "FR-RND-16")
    label = f"{one.soldier.name} fires {when}"
    verb = f"fire {when} with {one.soldier.name}"
    return SnapCandidate(
        key, label, one, rules=rules, one=one, unit=set(unit), about=(id,), places=tuple(one.places.values()),
        short=when, verb=verb,
    )  # fmt: skip


def _best(scene: Battle, soldier: Soldier, unit: Collection[str]) -> Option | None:
    """The likeliest shot at the unit, as it stands in the scene."""
    shots = fire_candidates(scene, soldier, set(unit))
    options = [one.option() for one in shots if isinstance(one, ShotCandidate)]
    return max(options, key=lambda one: (one.chance, one.facts["kills"]), default=None)


def _odds(scene: Battle, soldier: Soldier, unit: Collection[str]) -> tuple[int | None, float | None]:
    best = _best(scene, soldier, unit)
    return (None, None) if best is None else (best.need, best.chance)


class SnapCandidate(Candidate, kw_only=True):
    """A soldier who may fire; the best shot is looked for only when somebody looks at it.

    Its target is the second whom it is about, and stands at the first of the places.
    """

    one: Opportunity
    unit: set[str]

    def option(self, refusal: Refusal | None = None) -> Option:
        """The candidate as it is shown, with what the best shot needs, and how far it is."""
        plain, one, scene = super().option(refusal), self.one, self.one.scene
        best = _best(scene, one.soldier, self.unit)
        if best is None:
            return plain
        target = scene.enemies[best.about[0]]
        places = [one.places[id] for id in sorted(one.places, key=lambda id: id != target.id)]
        far, measure = gap(one.soldier, target), " cm" if scene.switches.units == "metric" else "″"
        place = "in Cover" if in_cover(scene, one.soldier, target) is not None else "in the open"
        facts = {name: best.facts[name] for name in SHOWN} | {"moment": one.moment}
        return msgspec.structs.replace(
            plain,
            facts=facts,
            means=f"{name_of(scene, target)}, {far:.1f}{measure}, {place}.",
            about=(one.soldier.id, target.id),
            places=tuple(places),
            need=best.need,
            chance=best.chance,
        )


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
