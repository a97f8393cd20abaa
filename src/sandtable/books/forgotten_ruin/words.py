"""What happened, as a player tells it: a sentence for every kind of event."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.binding.words import Words, joined, rounded, sentence
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.instructions import instruction_of
from sandtable.books.forgotten_ruin.naming import called, item_called
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel import Event, For, rule

WHO = ("figure", "soldier", "mob", "target", "unit", "marker")
"""The particular that an event without a sentence of its own is about."""
VARIED = ("effect", "how", "goal")
"""The particulars by which a kind of event may have another sentence."""
MOST_NAMED = 12
"""So many things among which chance decides are named at most; ours."""
TABLE, BEARING = "d100", "bearing"
"""Rolls on a table, whose name they have for an owner, and rolls for a direction."""


sentences = read_data.later("sentences.yaml", dict[str, str])
"""The sentence of each kind of event."""


def sentence_of(event: Event, state: Battle) -> str:
    """The event as a player tells it."""
    if event.kind == "dice rolled":
        return _roll(event, state)
    on_table = instruction_of(event, state)
    if on_table is not None:
        return on_table
    own = (f"{event.kind}, {event.facts[one]}" for one in VARIED if one in event.facts)
    pattern = next((sentences()[kind] for kind in (*own, event.kind) if kind in sentences()), None)
    return sentence(_plain(event, state) if pattern is None else WORDS.filled(pattern, event.facts, state))


def _plain(event: Event, state: Battle) -> str:
    """A kind without a sentence of its own: who, what and why."""
    who = next((WORDS.said(name, event.facts[name], state) for name in WHO if event.facts.get(name)), "")
    why = event.facts.get("why")
    return f"{who}: {event.kind}{f' ({why})' if why else ''}." if who else f"{event.kind}."


def _inches(value: float, state: Battle) -> str:
    return f"{rounded(value)}{' cm' if state.switches.units == 'metric' else '″'}"


WORDS = Words[Battle](
    called,
    {
        "at": lambda at, state: called(state, at) if isinstance(at, str) else f"{at[0]:.1f}, {at[1]:.1f}",
        "inches": _inches,
        "item": lambda item, state: item_called(item),
        "why": lambda why, state: str(why).removesuffix("."),
    },
)


# ---- dice -----------------------------------------------------------------------------------------------


purposes = read_data.later("rolls.yaml", dict[str, str])
"""What a roll is for, in words."""
draws = read_data.later("draws.yaml", dict[str, str])
"""What chance decides, in words, for each kind of roll by which one of several is drawn."""


def _roll(event: Event, state: Battle) -> str:
    """What the dice are for, the number needed, then the dice and what was added to them."""
    facts = event.facts
    need = facts.get("need")
    needed = f", needs {max(1, need)}+" if isinstance(need, int) else ""
    what = For(str(facts.get("roll") or facts["why"]), str(facts.get("of") or ""))
    told = _purpose(what, state)
    faces = _read(what, facts["faces"])
    reasons = [str(one).removeprefix("+0 ") for one in facts.get("modifiers") or ()]
    changed = f" ({'; '.join(reasons)})" if reasons else ""
    if among := facts.get("among"):
        faces = f"{faces}, {called(state, str(among[facts['faces'][0] - 1]))}"
    return sentence(f"{told}{needed}: {faces}{changed}.")


@rule("FR-PRN-16")
def _read(what: For, faces: Sequence[int]) -> str:
    """The dice as they lie; two D10 as the number that they are read as."""
    if what.kind == TABLE and len(faces) == 2:
        return str(faces[0] % 10 * 10 + faces[1] % 10 or 100)
    return " ".join(str(face) for face in faces)


def roll_in_words(state: Battle, what: For, facts: Mapping[str, Any], need: int | None) -> str:
    """What somebody is asked to roll for, with the number that is needed."""
    if what.kind in draws():
        named = [called(state, str(id)) for id in facts.get("among", ())]
        # Nobody reads a list of twenty, or of three copses.
        is_clear = len(named) <= MOST_NAMED and len(set(named)) == len(named)
        among = [f"{number} {name}" for number, name in enumerate(named, 1)] if is_clear else []
        return f"{_drawn(what, state)} by chance{f' ({joined(among)})' if among else ''}"
    told = _purpose(what, state)
    if what.kind == TABLE:
        return f"{told}, tens first,"
    if what.kind == BEARING:
        return f"{told}: 360 from your edge straight to the other, then clockwise,"
    return told if need is None else f"{told}, {max(1, need)} or more,"


def _purpose(what: For, state: Battle) -> str:
    """A table and a choice by chance are named after their word; a roll for somebody names who it is."""
    if what.kind in draws():
        return purposes()["choose"].format(what=_drawn(what, state))
    if what.kind == TABLE:
        return purposes()[TABLE].format(what=what.of)
    said = purposes().get(what.kind, what.kind)
    if not what.of:
        return said.removesuffix(" of {who}").removesuffix(" about {who}")
    who = called(state, what.of)
    return said.format(who=who) if "{who}" in said else f"{who}, {said}"


def _drawn(what: For, state: Battle) -> str:
    """What one of several is drawn for."""
    return draws()[what.kind].format(who=called(state, what.of) if what.of else "")
