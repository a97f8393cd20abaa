"""What happened, as a player tells it: a sentence for every kind of event."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from sandtable.books.forgotten_ruin.instructions import instruction_of
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.books.forgotten_ruin.tables import read_data
from sandtable.kernel.event import Event

WHO = ("figure", "soldier", "mob", "target", "unit", "marker")
"""The particular that an event without a sentence of its own is about."""
OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
NAMED = re.compile(r"\{(\w+)\}")
ROLL = re.compile(r"^(\S.*?)(?: ([A-Z]+[0-9]*(?:\.[0-9]+)?\*?))?$")
"""What a roll is for, and the figure at its end."""


@cache
def sentences() -> dict[str, str]:
    """The sentence of each kind of event."""
    return read_data("sentences.yaml", dict[str, str])


def sentence_of(event: Event, state: Battle) -> str:
    """The event as a player tells it."""
    if event.kind == "dice rolled":
        return _roll(event, state)
    on_table = instruction_of(event, state)
    if on_table is not None:
        return on_table
    pattern = sentences().get(event.kind)
    told = _plain(event, state) if pattern is None else _filled(pattern, event.facts, state)
    return f"{told[:1].upper()}{told[1:]}"


def _filled(pattern: str, facts: dict[str, Any], state: Battle) -> str:
    def kept(part: re.Match[str]) -> str:
        names = NAMED.findall(part[1])
        return part[1] if all(facts.get(name) not in (None, "", [], ()) for name in names) else ""

    shortened = OPTIONAL.sub(kept, pattern)
    return NAMED.sub(lambda one: _said(one[1], facts.get(one[1]), state), shortened)


def _plain(event: Event, state: Battle) -> str:
    """A kind without a sentence of its own: who, what and why."""
    who = next((_said(name, event.facts[name], state) for name in WHO if event.facts.get(name)), "")
    why = event.facts.get("why")
    return f"{who}: {event.kind}{f' ({why})' if why else ''}." if who else f"{event.kind}."


def _said(name: str, value: Any, state: Battle) -> str:
    if value is None:
        return "nobody"
    if name == "at" and isinstance(value, list | tuple):
        return f"{value[0]:.1f}, {value[1]:.1f}"
    if isinstance(value, dict):
        return ", ".join(_called(str(one), state) for one in value) or "nobody"
    if isinstance(value, list | tuple):
        return _joined([_said("", one, state) for one in value])
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    return _called(str(value), state)


def _joined(words: list[str]) -> str:
    if len(words) < 2:
        return "".join(words) or "nobody"
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _called(id: str, state: Battle) -> str:
    """A figure, mob, Objective or feature by its name."""
    if id in state.soldiers:
        return f"{id} {state.soldiers[id].name}"
    if id in state.enemies:
        one = state.enemies[id]
        return f"{id} {one.name}" if one.name != id else id
    if id in state.mobs:
        return f"{id} {state.mobs[id].type}"
    if id in state.objectives:
        return state.objectives[id].type
    for piece in state.ground.pieces:
        if piece.id == id:
            return f"the {piece.kind}"
    return id


def _roll(event: Event, state: Battle) -> str:
    """Who rolled what for which purpose, the number needed, then the dice."""
    facts = event.facts
    found = ROLL.match(str(facts["why"]))
    what, who = (found[1], found[2]) if found else (str(facts["why"]), None)
    name = f"{_called(who, state)}: " if who else ""
    need = facts.get("need")
    needed = f" needs {need}+," if isinstance(need, int) else ""
    reasons = [str(one) for one in facts.get("modifiers") or ()]
    changed = f" ({'; '.join(reasons)})" if reasons else ""
    faces = " ".join(str(face) for face in facts["faces"])
    return f"{name}{what}{needed}{changed} rolled {faces}."
