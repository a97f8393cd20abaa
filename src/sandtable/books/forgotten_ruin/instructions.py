"""On my table: what is done with the miniatures, in distances, bearings and measures from the edges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from sandtable.binding.instructions import (
    bearing_in_words,
    corners,
    length_in_words,
    place_in_words,
    turn_from,
)
from sandtable.binding.words import Words
from sandtable.books.forgotten_ruin.chapters.cover import in_cover
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap, nearest_of
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure
from sandtable.kernel import Event
from sandtable.kernel.arithmetic import hypot, total
from sandtable.table import Point

NEAR = 0.05
"""Distances that nobody lays out; ours."""
STRAIGHT = 0.3
"""How far a way may stray from the straight line before its corners are told, in inches; ours."""
AHEAD = 45.0
"""Within so many degrees of its way somebody is whom a figure goes towards; ours."""
GONE = {
    "casualty": "a casualty",
    "fled": "it has fled",
    "left": "it has left over the edge",
    "withdrawn": "it is withdrawn",
}


def measured(state: Battle, figure: Figure, path: Sequence[Point]) -> dict[str, Any]:
    """What is told with a move of an enemy on a real table: towards whom, how far from whom, its Cover."""
    if not state.switches.on_my_table or not isinstance(figure, Enemy) or not figure.on_table:
        return {}
    near = nearest_of(figure, state.opponents_of(figure))
    if not near:
        return {}
    whom = near[0]
    ahead = {"towards": whom.id} if turn_from(path[0], path[-1], whom.at) <= AHEAD else {}
    cover = in_cover(state, whom, figure)
    ends = {} if cover is None else {"ends": cover.reason, "cover": cover.rule}
    return {**ahead, "near": whom.id, "apart": round(gap(figure, whom), 2), **ends}


def instruction_of(event: Event, state: Battle) -> str | None:
    """What to do on the table because of an event; None where there is nothing to be done."""
    if not state.switches.on_my_table:
        return None
    if event.kind in TELLINGS:
        return TELLINGS[event.kind](event.facts, state)
    pattern = patterns().get(event.kind)
    return None if pattern is None else WORDS.filled(pattern, event.facts, state)


patterns = read_data.later("instructions.yaml", dict[str, str])
"""What is done because of each kind of event that one sentence tells."""


# ---- measures -----------------------------------------------------------------------------------


def unit(state: Battle) -> str:
    """In what is measured on this table."""
    return "cm" if state.switches.units == "metric" else "in"


def length(state: Battle, far: float) -> str:
    """A distance as one lays it out."""
    return length_in_words(far, unit(state))


def place(state: Battle, at: Sequence[float]) -> str:
    """A place by its distances from two edges."""
    return place_in_words(at, unit(state))


WORDS = Words[Battle](
    called,
    {
        "at": lambda at, state: place(state, at),
        "end": lambda at, state: place(state, at),
        "marker": lambda id, state: str(id),
    },
)


def _name(facts: dict[str, Any], state: Battle) -> str:
    return called(state, str(facts["figure"]))


# ---- tellings -----------------------------------------------------------------------------------


def _moved(facts: dict[str, Any], state: Battle) -> str | None:
    """A soldier was moved by the player already; an enemy is moved now."""
    id, path = str(facts["figure"]), facts["path"]
    if id not in state.enemies or len(path) < 2:
        return None
    # All that is laid out counts, what is climbed or crossed too.
    far = total(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(path))
    whom = f" towards {called(state, str(facts['towards']))}" if facts.get("towards") else ""
    dash = ", with a Dash" if facts.get("how") == "dash" else ""
    slack = STRAIGHT * (2.5 if unit(state) == "cm" else 1.0)
    ways = [place(state, one) for one in corners(path, slack)]
    by_way = f", by way of {'; then '.join(ways)};" if ways else ","
    to = f"{place(state, path[-1])}{_end_of_move(facts, state)}"
    where = f"{length(state, far)} {bearing_in_words(path[0], path[-1])}{whom}{dash}"
    return f"Move {called(state, id)} by {where}{by_way} to {to}."


def _end_of_move(facts: dict[str, Any], state: Battle) -> str:
    if "apart" not in facts:
        return ""
    whom, apart = called(state, str(facts["near"])), facts["apart"]
    near = f"in contact with {whom}" if apart <= NEAR else f"{length(state, apart)} from {whom}"
    cover = f", in Cover ({facts['ends']})" if facts.get("ends") else ""
    return f"; it ends {near}{cover}"


def _displaced(word: str) -> Callable[[dict[str, Any], Battle], str | None]:
    def told(facts: dict[str, Any], state: Battle) -> str | None:
        if "path" not in facts:
            return f"{word} {_name(facts, state)} to {place(state, facts['at'])}."
        start, end = facts["path"][0], facts["path"][-1]
        far = hypot(end[0] - start[0], end[1] - start[1])
        where = f"{length(state, far)} {bearing_in_words(start, end)}"
        return f"{word} {_name(facts, state)} by {where}, to {place(state, end)}."

    return told


def _placed(facts: dict[str, Any], state: Battle) -> str | None:
    height = facts.get("elevation") or 0.0
    up = f", {length(state, height)} up" if height > NEAR else ""
    return f"Put {_name(facts, state)} at {place(state, facts['at'])}{up}."


def _spread(facts: dict[str, Any], state: Battle) -> str | None:
    if not facts["places"]:
        return None
    places = [f"{called(state, id)} at {place(state, at)}" for id, at in facts["places"].items()]
    return f"{called(state, facts['mob'])} spread out: put {'; '.join(places)}."


def _removed(facts: dict[str, Any], state: Battle) -> str | None:
    by = f" of {called(state, str(facts['by']))}" if facts.get("by") and facts["how"] == "casualty" else ""
    return f"Take {_name(facts, state)} off the table: {GONE.get(facts['how'], facts['how'])}{by}."


def _faces(facts: dict[str, Any], state: Battle) -> str | None:
    turn = round(float(facts["facing"])) % 360
    whom = f" to {called(state, str(facts['target']))}" if facts.get("target") else ""
    return f"Turn {_name(facts, state)}{whom}: {turn} degrees clockwise from the way you look over the table."


def _set_right(facts: dict[str, Any], state: Battle) -> str | None:
    if facts["gone"]:
        return f"Marker {facts['marker']} is taken away."
    return f"Marker {facts['marker']} lies at {place(state, facts['at'])}."


def _marked(facts: dict[str, Any], state: Battle) -> str | None:
    names = {"stun": "Stun markers", "luck": "Luck", "points": "Monster Points"}
    told = [f"{names[name]} {facts[name]}" for name in names if name in facts]
    if "knocked_down" in facts:
        told.append("Knocked Down" if facts["knocked_down"] else "not Knocked Down")
    return f"{_name(facts, state)} is set right: {', '.join(told)}."


def _terrain_moves(facts: dict[str, Any], state: Battle) -> str | None:
    at = place(state, facts["at"])
    return f"Move {called(state, str(facts['piece']))} {facts['piece']}: its middle is {at}."


TELLINGS: dict[str, Callable[[dict[str, Any], Battle], str | None]] = {
    "figure moved": _moved,
    "figure pushed": _displaced("Push"),
    "figure backs up": _displaced("Move back"),
    "figure shifted": _displaced("Shift"),
    "figure placed": _placed,
    "mob spreads out": _spread,
    "figure removed": _removed,
    "monster faces": _faces,
    "marker set right": _set_right,
    "figure set right": _marked,
    "terrain moves": _terrain_moves,
}
"""What is done on the table because of other kinds of events."""
