"""What happened, as a player tells it: a sentence for every kind of event, and what dice are for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from sandtable.binding.instructions import bearing_in_words, length_in_words, place_in_words
from sandtable.binding.words import Words, joined, sentence
from sandtable.books.lands_of_ruin.data import read_data
from sandtable.books.lands_of_ruin.naming import called, seat_called, section_called
from sandtable.books.lands_of_ruin.state import Battle
from sandtable.kernel import Event, For, rule
from sandtable.kernel.arithmetic import total
from sandtable.table import Point
from sandtable.table.shapes import distance

PURPOSES = {
    "attack": "to hit with {name}",
    "machine": "for a shot of the {name}",
    "machine damage": "for the damage to the {name}",
    "claws": "for the claws that reach for {name}",
    "line of fire": "whether a follower takes what was meant for {name}",
    "explosion": "against the explosion by {name}",
    "detection": "for what {name} notices",
    "disarming": "for disarming by {name}",
    "damage": "for the damage of {name}",
    "Bleeding": "whether {name} bleeds on",
    "On Fire": "whether {name} burns on",
    "Unconscious": "whether {name} wakes",
}


@cache
def sentences() -> dict[str, str]:
    """The sentence of each kind of event."""
    return read_data("sentences.yaml", dict[str, str])


@rule("LR-APP-17")
def sentence_of(event: Event, state: Battle) -> str:
    """The event as a player tells it."""
    if event.kind == "dice rolled":
        return sentence(_roll(event.facts, state))
    pattern = sentences().get(event.kind)
    return sentence(f"{event.kind}." if pattern is None else WORDS.filled(pattern, event.facts, state))


def _roll(facts: Mapping[str, Any], state: Battle) -> str:
    of = str(facts.get("of", ""))
    what = roll_in_words(state, For(str(facts.get("roll", facts["why"])), of), facts, None)
    need = facts.get("need")
    reasons = "; ".join(facts.get("modifiers") or ())
    needed = "" if need is None else f", needs {need}+{f' ({reasons})' if reasons else ''}"
    bonus = f" with {facts['bonus']:+d}" if "bonus" in facts else ""
    return f"{what}{needed}: {', '.join(map(str, facts['faces']))}{bonus}."


def roll_in_words(state: Battle, what: For, facts: Mapping[str, Any], need: int | None) -> str:
    """Who rolls for what."""
    purpose = PURPOSES.get(what.kind, f"for the {what.kind}").format(name=called(state, what.of))
    if what.kind == "attack" and "target" in facts:
        purpose = f"{called(state, what.of)} on {called(state, str(facts['target']))}"
    return f"{purpose}{'' if need is None else f', needs {need}+'}"


def _orders(orders: Any, state: Battle) -> str:
    if not isinstance(orders, dict) or not orders:
        return "no orders"
    return "; ".join(f"{called(state, card)}: {joined(list(acts))}" for card, acts in orders.items())


def _counted(counts: Any, state: Battle) -> str:
    return joined([f"{called(state, card)} {count}" for card, count in dict(counts).items()])


def _told(words: Any, state: Battle) -> str:
    if not isinstance(words, dict) or not words:
        return "nothing to be seen"
    return "; ".join(f"{called(state, card)}: {joined(list(one))}" for card, one in words.items())


def _way(path: Sequence[Point]) -> str:
    """How far a way leads, and where to."""
    far = total([distance(start, end) for start, end in pairwise(path)])
    return f"{length_in_words(far, 'in')} {bearing_in_words(path[0], path[-1])}"


WORDS = Words[Battle](
    called,
    {
        "seat": lambda seat, state: seat_called(state, seat),
        "section": lambda section, state: section_called(state, section),
        "at": lambda at, state: place_in_words(at, "in"),
        "path": lambda path, state: _way(path),
        "orders": _orders,
        "counted": _counted,
        "words": _told,
        "winners": lambda seats, state: joined([seat_called(state, one) for one in seats]) or "nobody",
        "points": lambda points, state: (
            joined([f"{seat_called(state, one)} {count}" for one, count in points.items()])
            if isinstance(points, dict)
            else str(points)
        ),
    },
)
