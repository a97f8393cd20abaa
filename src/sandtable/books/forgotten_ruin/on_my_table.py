"""On my table: the player moves real miniatures and tells the program what the table shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import isfinite
from typing import Any

import msgspec

from sandtable.books.forgotten_ruin.chapters.conventions import TOLERANCE, gap, place, remove
from sandtable.books.forgotten_ruin.chapters.squad.characters import change_aspect
from sandtable.books.forgotten_ruin.chapters.story_uses import make_harder
from sandtable.books.forgotten_ruin.chapters.terrain import level_at
from sandtable.books.forgotten_ruin.missions.victory import BattleOver, close
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.real_places import place_for, standing, who_is_under
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel.book import Needs, Ruling
from sandtable.kernel.citation import rule
from sandtable.kernel.form import Correction, FormChoice, FormField
from sandtable.kernel.play import Play
from sandtable.kernel.refusal import refuse
from sandtable.table.measure import Point
from sandtable.table.terrain import Ground

MOST_STUN = 3
"""FR-CON-01."""
WAYS_TO_GO = ("casualty", "left", "fled", "withdrawn")
STATES = ("open", "complete", "lost")
MOST_POINTS = 99
MARKS = ("stun", "luck", "points", "knocked_down")
"""What lies beside a figure, or what it does itself."""


# ---- reading ------------------------------------------------------------------------------------


def _figure(state: Battle, facts: Mapping[str, Any]) -> Soldier | Enemy:
    id = facts.get("figure")
    if not isinstance(id, str) or (id not in state.soldiers and id not in state.enemies):
        named = ", ".join(one.id for one in state.figures_on_table())
        raise refuse("FR-PRN-07", f"There is no figure {id!r}.", f"Name one of: {named}.")
    return state.figure(id)


def _number(facts: Mapping[str, Any], name: str, most: int) -> int:
    number = facts.get(name)
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= most:
        raise refuse("FR-PRN-24", f"{name} is {number!r}.", f"Give a whole number from 0 to {most}.")
    return number


def _place(state: Battle, facts: Mapping[str, Any]) -> Point:
    at = facts.get("at")
    numbers = isinstance(at, list | tuple) and len(at) == 2
    if not numbers or not all(type(one) in (int, float) and isfinite(one) for one in at or ()):
        raise refuse(
            "FR-PRN-10", f"{at!r} is no place.", "Give inches from the west and the south edge: [x, y]."
        )
    assert isinstance(at, list | tuple)
    x, y = float(at[0]), float(at[1])
    if not (0.0 <= x <= state.ground.width and 0.0 <= y <= state.ground.depth):
        raise refuse("FR-MOV-34", f"{x:g}, {y:g} lies off the table.", "Give a place on the table.")
    return x, y


def _chosen(facts: Mapping[str, Any], name: str, known: Mapping[str, Any], rule_id: str) -> str:
    id = facts.get(name)
    if not isinstance(id, str) or id not in known:
        raise refuse(rule_id, f"There is no {name} {id!r}.", f"Name one of: {', '.join(known) or 'none'}.")
    return id


# ---- figures ------------------------------------------------------------------------------------


@rule("FR-PRN-09", "FR-PRN-28")
async def stands_at(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """A figure stands elsewhere than the program thinks, or is back: {"figure": "S1", "at": [x, y]}."""
    state = play.state
    figure = _figure(state, facts)
    if figure.riding:
        mount = called(state, figure.riding)
        raise refuse("FR-TRF-13", f"{figure.name} rides {mount}.", f"Say where {mount} stands.")
    at, elevation = place_for(state, figure, _place(state, facts))
    if isinstance(figure, Enemy) and figure.starting_points:
        # Whoever is back on the table has something left.
        figure.monster_points = max(1, figure.monster_points)
    place(play, figure, at, "FR-PRN-09", "FR-PRN-28", elevation=elevation)
    for rider in (one for one in state.soldiers.values() if one.riding == figure.id):
        rider.at, rider.elevation = figure.at, figure.elevation
    state.contacts = tuple(
        one
        for one in state.contacts
        if one.across or gap(state.figure(one.mover), state.figure(one.other)) <= TOLERANCE
    )
    state.set_right += 1


async def is_in_state(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """Markers on a figure: {"figure": "S1", "stun": 1, "knocked_down": false, "luck": 1, "points": 3}."""
    figure = _figure(play.state, facts)
    told = {name: facts[name] for name in MARKS if name in facts}
    if not told:
        raise refuse("FR-CON-06", f"Nothing is said of {figure.name}.", f"Say one of: {', '.join(MARKS)}.")
    if not figure.on_table:
        raise refuse("FR-CON-06", f"{figure.name} is not on the table.", "Say first where it stands.")
    if "stun" in told or "luck" in told:
        if not isinstance(figure, Soldier):
            raise refuse("FR-CON-05", f"{figure.name} is no soldier.", "Only soldiers have Stun and Luck.")
        figure.stun = _number(facts, "stun", MOST_STUN) if "stun" in facts else figure.stun
        figure.luck = _number(facts, "luck", MOST_POINTS) if "luck" in facts else figure.luck
    if "points" in told:
        if not isinstance(figure, Enemy) or not figure.starting_points:
            raise refuse("FR-BIG-08", f"{figure.name} has no Monster Points.", "Name a figure that has some.")
        figure.monster_points = max(1, _number(facts, "points", figure.starting_points))
    if "knocked_down" in told:
        if not isinstance(facts["knocked_down"], bool):
            raise refuse("FR-CON-06", f"knocked_down is {facts['knocked_down']!r}.", "Give true or false.")
        figure.knocked_down = facts["knocked_down"]
    play.tell("figure set right", "FR-CON-06", "FR-CON-01", figure=figure.id, **told)


async def is_gone(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """A figure has left the real table: {"figure": "M1.2", "how": "casualty"}."""
    figure, how = _figure(play.state, facts), facts.get("how")
    if how not in WAYS_TO_GO:
        raise refuse("FR-HIT-03", f"{how!r} is no way to go.", f"Say one of: {', '.join(WAYS_TO_GO)}.")
    if not figure.on_table:
        raise refuse("FR-HIT-03", f"{figure.name} is not on the table.", "Name a figure that stands on it.")
    with suppress(BattleOver):
        # What is asked at the moment is answered all the same; then the battle is over.
        await remove(play, figure, how, "FR-HIT-03", means="ruling")
    play.state.set_right += 1


# ---- the rest of the table ----------------------------------------------------------------------


async def piece_lies_at(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """The middle of a piece of terrain lies elsewhere on the real table: {"piece": "T3", "at": [x, y]}."""
    state = play.state
    pieces = {one.id: one for one in state.ground.pieces if "opening" not in one.traits}
    id = _chosen(facts, "piece", pieces, "FR-TER-01")
    x, y = _place(state, facts)
    dx, dy = x - pieces[id].centre[0], y - pieces[id].centre[1]
    moved = tuple(
        msgspec.structs.replace(one, outline=tuple((u + dx, v + dy) for u, v in one.outline))
        if one.id == id or one.id.startswith(f"{id} ")
        else one
        for one in state.ground.pieces
    )
    outlines = [point for one in moved if one.id == id for point in one.outline]
    width, depth = state.ground.width, state.ground.depth
    if not all(
        -TOLERANCE <= u <= width + TOLERANCE and -TOLERANCE <= v <= depth + TOLERANCE for u, v in outlines
    ):
        raise refuse("FR-TER-01", f"{id} would lie over an edge.", "Give the place of its middle.")
    before = standing(state)
    state.ground = Ground(width, depth, moved)
    for one in state.figures_on_table():
        one.elevation = level_at(state, one.at)
    if under := who_is_under(before, standing(state)):
        reason = f"{called(state, under)} stands where {id} would lie."
        raise refuse("FR-TER-01", reason, f"Say first where {called(state, under)} stands.")
    state.set_right += 1
    play.tell("terrain moves", "FR-TER-01", "FR-PRN-09", piece=id, at=(x, y))


async def marker_lies_at(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """A marker lies elsewhere, or has been taken away: {"marker": "I1", "at": [x, y]} or {"gone": true}."""
    state = play.state
    marker = state.markers[_chosen(facts, "marker", state.markers, "FR-INV-01")]
    if facts.get("gone") is True:
        marker.gone = True
    else:
        marker.at, marker.gone = _place(state, facts), False
    play.tell("marker set right", "FR-INV-01", "FR-PRN-09", marker=marker.id, at=marker.at, gone=marker.gone)


async def aggression_is(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """The Aggression score as it is counted beside the table: {"points": 4}."""
    play.state.aggression = _number(facts, "points", MOST_POINTS)
    play.tell("Aggression set right", "FR-AGG-01", score=play.state.aggression)


async def objective_is(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """An Objective as the players see it: {"objective": "O1", "state": "complete"}."""
    state = play.state
    objective = state.objectives[_chosen(facts, "objective", state.objectives, "FR-OBJ-01")]
    wanted = facts.get("state")
    if wanted not in STATES:
        raise refuse("FR-OBJ-01", f"{wanted!r} is no state.", f"Say one of: {', '.join(STATES)}.")
    objective.state = wanted
    objective.completed_in = state.round if wanted == "complete" else 0
    kind = {"open": "Objective", "complete": "Objective complete", "lost": "Objective lost"}[wanted]
    play.tell(kind, "FR-OBJ-01", "FR-PRN-09", objective=objective.id, type=objective.type)


async def battle_is_over(play: Play[Battle], seat: str, facts: dict[str, Any]) -> None:
    """The players stop here: {"why": "it is late"}; who has won is as it stands."""
    why = facts.get("why")
    if not isinstance(why, str) or not why.strip():
        raise refuse("FR-RND-26", "No reason is given.", "Say why the battle ends.")
    close(play, why.strip()[:80], "FR-RND-26")


def _counted(name: str, most: int = MOST_POINTS) -> FormField:
    return FormField(name, name.capitalize(), "number", default=0, least=0, most=most)


def _one_of(name: str, label: str, values: Sequence[str]) -> FormField:
    return FormField(name, label, "one of", tuple(FormChoice(one) for one in values), values[0])


_OF_OBJECTIVES = (
    FormField("objective", "Which, as the sheet calls it", "words", default="O1", most=4),
    _one_of("state", "It is", STATES),
)

RULINGS: Mapping[str, Ruling] = {
    "stands at": stands_at,
    "is in state": is_in_state,
    "is gone": is_gone,
    "piece lies at": piece_lies_at,
    "marker lies at": marker_lies_at,
    "aggression is": aggression_is,
    "harder": make_harder,
    "aspect": change_aspect,
    "objective is": objective_is,
    "battle is over": battle_is_over,
}
"""What a player who plays on a real table may tell the program."""

CORRECTIONS = (
    Correction("stands at", "stands elsewhere, or is back", "figure", asks_place=True, rule="FR-PRN-09"),
    Correction("is in state", "lies on the ground", "figure", facts={"knocked_down": True}, rule="FR-CON-06"),
    Correction("is in state", "has stood up", "figure", facts={"knocked_down": False}, rule="FR-CON-06"),
    Correction(
        "is in state",
        "has other Stun markers",
        "figure",
        False,
        (_counted("stun", MOST_STUN),),
        rule="FR-CON-01",
    ),
    Correction(
        "is in state", "has another number of Luck", "figure", False, (_counted("luck"),), rule="FR-LCK-01"
    ),
    Correction(
        "is in state", "has other Monster Points", "figure", False, (_counted("points"),), rule="FR-BIG-08"
    ),
    Correction(
        "is gone", "is off the table", "figure", False, (_one_of("how", "How", WAYS_TO_GO),), rule="FR-HIT-03"
    ),
    Correction("marker lies at", "lies elsewhere", "marker", asks_place=True, rule="FR-INV-01"),
    Correction("marker lies at", "is taken away", "marker", facts={"gone": True}, rule="FR-INV-01"),
    Correction("piece lies at", "lies elsewhere", "piece", asks_place=True, rule="FR-TER-01"),
    Correction(
        "aggression is", "Aggression is another number", fields=(_counted("points"),), rule="FR-AGG-01"
    ),
    Correction("objective is", "An Objective stands otherwise", fields=_OF_OBJECTIVES, rule="FR-OBJ-01"),
    Correction(
        "battle is over",
        "We stop here",
        fields=(FormField("why", "Why", "words", most=80),),
        rule="FR-RND-26",
    ),
)
"""The same for whoever points at the table instead of writing."""


# ---- in words -----------------------------------------------------------------------------------

WORDS = (
    "S1 at 10.5,6",
    "S1 stun 1",
    "S1 down",
    "S1 up",
    "M1.2 gone casualty",
    "B1 points 3",
    "T3 at 12,14",
    "aggression 4",
    "O1 complete",
    "over it is late",
)
"""How corrections are said."""


def read_correction(state: Battle, said: str) -> tuple[str, dict[str, Any]]:
    """A correction in a few words: "S1 at 10.5,6"."""
    words = " ".join(said.split())
    who, _, rest = words.partition(" ")
    if who.casefold() == "over" and rest:
        return "battle is over", {"why": rest}
    if who.casefold() == "aggression" and rest.isdecimal():
        return "aggression is", {"points": int(rest)}
    known = _known(state)
    # The longest name comes first: "Orc 1.3" before "Orc".
    for name in sorted(known, key=len, reverse=True):
        if words.casefold().startswith(f"{name} "):
            word, _, value = words[len(name) + 1 :].partition(" ")
            found = _of_thing(state, known[name], word.casefold(), value)
            if found is not None:
                return found
    raise refuse("", f'"{said}" is not understood.', "Say it like " + "; ".join(WORDS) + ".")


def _known(state: Battle) -> dict[str, str]:
    """Everything on the table by its id and by what players call it."""
    figures = [*state.soldiers, *state.enemies]
    pieces = [one.id for one in state.ground.pieces]
    names = {called(state, id).casefold(): id for id in figures}
    return names | {id.casefold(): id for id in [*pieces, *state.objectives, *state.markers, *figures]}


def _of_thing(state: Battle, id: str, word: str, value: str) -> tuple[str, dict[str, Any]] | None:
    """What is said of a figure, a marker, an Objective or a piece of terrain."""
    if id in state.objectives:
        return ("objective is", {"objective": id, "state": word}) if word in STATES else None
    kind = (
        "figure"
        if id in state.soldiers or id in state.enemies
        else "marker"
        if id in state.markers
        else "piece"
    )
    if word == "at" and value:
        rulings = {"figure": "stands at", "marker": "marker lies at", "piece": "piece lies at"}
        return rulings[kind], {kind: id, "at": _numbers(value)}
    if word == "gone" and kind == "marker":
        return "marker lies at", {"marker": id, "gone": True}
    return None if kind != "figure" else _of_figure(id, word, value)


def _of_figure(id: str, word: str, value: str) -> tuple[str, dict[str, Any]] | None:
    if word == "gone":
        return "is gone", {"figure": id, "how": value or WAYS_TO_GO[0]}
    if word in ("down", "up") and not value:
        return "is in state", {"figure": id, "knocked_down": word == "down"}
    if word in ("stun", "luck", "points") and value.isdecimal():
        return "is in state", {"figure": id, word: int(value)}
    return None


def _numbers(value: str) -> list[float]:
    parts = [one for one in value.replace(",", " ").split() if one]
    try:
        return [float(one) for one in parts]
    except ValueError:
        return []


def needs_of(state: Battle) -> Needs:
    """What lies ready beside a real table."""
    markers = sum(not one.gone for one in state.markers.values())
    ready = [
        "a ruler or tape, and something to mark a bearing with",
        "six-sided dice, one for each soldier and a few more; two ten-sided dice for tables (FR-PRN-16)",
        "a token for each soldier who has acted, and one for each who holds (FR-RND-14)",
        "Stun markers, three for each soldier at most (FR-CON-01); who is Knocked Down lies down (FR-CON-06)",
    ]
    if markers:
        ready.append(f"tokens for what lies on the table: {markers} (see the map)")
    if not state.mission.kind.startswith("exercise"):
        ready.append("something to count Aggression with, up to 10 (FR-AGG-05)")
    return Needs(tuple(ready), state.edge)
