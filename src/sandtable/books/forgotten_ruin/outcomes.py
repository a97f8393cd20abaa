"""Outcomes: what has become of every figure between two moments, so that odds can be told of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from sandtable.binding.outcomes import Telling, fates_between, words_of_fate
from sandtable.binding.words import plural
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.state import Battle, Enemy, FigureId, Soldier
from sandtable.kernel import Event, Harm
from sandtable.kernel.book import Places


class Fate(msgspec.Struct, frozen=True, order=True, omit_defaults=True):
    """What has become of one figure."""

    figure: FigureId
    gone: str = ""
    """Where it is if it is off the table now: "casualty", "fled" ..."""
    come: bool = False
    """It has come on the table."""
    points: int = 0
    """The Monster Points that it has lost; below 0 if it gained some."""
    luck: int = 0
    """The Luck that it has used."""
    stun: int = 0
    """The Stun markers that it has gained; below 0 if it is rid of some."""
    down: bool = False
    """It has been Knocked Down."""
    up: bool = False
    """It is no longer Knocked Down."""
    elsewhere: bool = False
    """It stands at another place than before."""
    effects: tuple[str, ...] = ()
    """What lies on it now and did not."""
    carrying: tuple[str, ...] = ()
    """What it carries now and did not."""


class Outcome(msgspec.Struct, frozen=True):
    """What has become of the battle; equal ones are all the same to a player."""

    fates: tuple[Fate, ...] = ()
    """Of every figure with which anything has happened, in the order of the battle."""
    acted: tuple[FigureId, ...] = ()
    """The soldiers that have acted."""
    woken: tuple[str, ...] = ()
    """The mobs that have become aware."""
    contacts: tuple[tuple[FigureId, FigureId], ...] = ()
    """Who has come into contact with whom."""
    objectives: tuple[tuple[str, str], ...] = ()
    """The Objectives that are complete or lost now."""
    events: tuple[str, ...] = ()
    """The rows of the Aggression table that have occurred."""
    aggression: int = 0
    story_points: int = 0
    """By how much both have changed."""
    phase: str = ""
    """The phase of the battle now, if it is another one."""
    closed: str = ""
    """Why the mission is over, if it is."""

    def fate(self, figure: FigureId) -> Fate:
        """What has become of this figure."""
        return next((one for one in self.fates if one.figure == figure), Fate(figure))


def outcome_between(before: Battle, after: Battle) -> Outcome:
    """What has become of the battle in between."""
    met = {(one.mover, one.other) for one in before.contacts}
    asleep = {id for id, mob in before.mobs.items() if not mob.aware}
    open_before = {id for id, one in before.objectives.items() if one.state == "open"}
    is_later = (after.round, after.phase) != (before.round, before.phase)
    return Outcome(
        fates=fates_between(_everybody(before), _everybody(after).values(), _fate),
        acted=tuple(id for id, one in after.soldiers.items() if one.acted and not _had_acted(before, id)),
        woken=tuple(id for id, mob in after.mobs.items() if mob.aware and id in asleep),
        contacts=tuple((one.mover, one.other) for one in after.contacts if (one.mover, one.other) not in met),
        objectives=tuple(
            (id, one.state)
            for id, one in after.objectives.items()
            if one.state != "open" and id in open_before
        ),
        events=after.aggression_events[len(before.aggression_events) :],
        aggression=after.aggression - before.aggression,
        story_points=after.stock.story_points - before.stock.story_points,
        phase=after.phase if is_later else "",
        closed=after.closed,
    )


def _everybody(state: Battle) -> dict[FigureId, Soldier | Enemy]:
    return {**state.soldiers, **state.enemies}


def _had_acted(before: Battle, id: FigureId) -> bool:
    return id in before.soldiers and before.soldiers[id].acted


def _fate(was: Soldier | Enemy | None, now: Soldier | Enemy) -> Fate:
    if was is None:
        return Fate(now.id, come=now.on_table)
    lost, luck, stun = 0, 0, 0
    if isinstance(was, Enemy) and isinstance(now, Enemy):
        lost = was.monster_points - now.monster_points
    if isinstance(was, Soldier) and isinstance(now, Soldier):
        luck, stun = was.luck - now.luck, now.stun - was.stun
    if was.on_table and not now.on_table:
        return Fate(now.id, gone=now.where, points=lost, luck=luck)
    return Fate(
        now.id,
        come=now.on_table and not was.on_table,
        points=lost,
        luck=luck,
        stun=stun,
        down=now.knocked_down and not was.knocked_down,
        up=was.knocked_down and not now.knocked_down,
        elsewhere=was.on_table and now.on_table and (was.at, was.elevation) != (now.at, now.elevation),
        effects=tuple(one.name for one in now.effects if not was.is_under(one.name)),
        carrying=tuple(one for one in now.carrying if one not in was.carrying),
    )


# ---- in words ----------------------------------------------------------------------------------------------


def outcome_in_words(outcome: Outcome, state: Battle) -> list[str]:
    """Each thing that the outcome brings, one sentence for every figure with which anything happens."""
    told = [f"{called(state, one.figure)} {words_of_fate(one, TELLING)}." for one in outcome.fates]
    told += [f"{called(state, one)} meets {called(state, other)}." for one, other in outcome.contacts]
    told += [f"{called(state, mob)} wake." for mob in outcome.woken]
    told += [f"The Objective is {how}: {called(state, id)}." for id, how in outcome.objectives]
    told += [f"The enemy's Aggression boils over: {event}." for event in outcome.events]
    if outcome.aggression:
        told.append(f"Aggression {outcome.aggression:+d}.")
    if outcome.story_points:
        told.append(f"Story Points {outcome.story_points:+d}.")
    if outcome.closed:
        return [*told, f"The mission is over: {outcome.closed}."]
    return [*told, f"It goes on with: {outcome.phase}."] if outcome.phase else told


def _points(points: int, fate: Fate) -> str:
    return f"{'loses' if points > 0 else 'gains'} {abs(points)} {plural(abs(points), 'Monster Point')}"


_GONE = {
    "casualty": "is a casualty",
    "left": "leaves the table",
    "fled": "flees",
    "withdrawn": "is taken off the table",
}
TELLING: Telling = {
    "points": _points,
    "luck": lambda luck, fate: f"uses {luck} Luck" if luck > 0 else f"gains {-luck} Luck",
    "gone": lambda gone, fate: _GONE.get(gone) or str(gone),
    "come": "comes on the table",
    "down": "is Knocked Down",
    "up": "stands up",
    "stun": lambda stun, fate: "is Stunned" if stun > 0 else "is rid of a Stun marker",
    "elsewhere": "moves",
    "effects": lambda effects, fate: f"is under {' and '.join(effects)}",
    "carrying": lambda carrying, fate: f"carries {' and '.join(carrying)}",
}
"""How each thing that can become of a figure is told."""


def harm_of(event: Event, state: Battle) -> Harm | None:
    """Which mob, monster or soldier an event weakened, and whose Hit or deed it was."""
    facts = event.facts
    by = _unit(state, facts.get("by", ""))
    if event.kind == "Monster Points lost":
        return Harm(facts["target"], facts["lost"], by)
    if event.kind != "figure removed" or facts["how"] != "casualty":
        return None
    figure = facts["figure"]
    # The loss of Monster Points has been told one by one.
    has_points = figure in state.enemies and state.enemies[figure].starting_points > 0
    return Harm(_unit(state, figure), 0 if has_points else 1, by)


def _unit(state: Battle, figure: FigureId) -> str:
    """Figures of a mob are one unit."""
    return (state.enemies[figure].mob or figure) if figure in state.enemies else figure


# ---- where events say that figures stand ---------------------------------------------------------

STANDS = frozenset({"figure placed", "figure shifted", "trap"})
"""Events whose `at` is where the figure stands, not where it aims, plans to go or drops something."""
LIES = frozenset({"marker placed", "marker set right", "plant marker", "artifact dropped"})
"""Events whose `at` is where the marker lies."""


def places_of(state: Battle) -> dict[str, Places]:
    """Where everybody on the table and every marker stands."""
    markers = {one.id: frozenset((one.at,)) for one in state.markers.values()}
    return {**markers, **{one.id: frozenset((one.at,)) for one in state.figures_on_table()}}


def places_told(event: Event) -> Mapping[str, Places]:
    """Where an event says that figures and markers stand from now on."""
    facts, kind = event.facts, event.kind
    if "path" in facts and "figure" in facts:
        return {facts["figure"]: _point(facts["path"][-1])}
    if kind in STANDS and "at" in facts:
        return {facts["figure"]: _point(facts["at"])}
    if kind in LIES:
        return {facts["marker"]: _point(facts["at"])}
    if kind == "teleported":
        return {facts["figure"]: _point(facts["end"])}
    return {name: _point(at) for name, at in facts.get("places", {}).items()}


def _point(at: Sequence[float]) -> Places:
    return frozenset(((at[0], at[1]),))
