"""What happened, as a player tells it: a sentence for every kind of event, and what dice are for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from sandtable.binding.words import Words, joined, sentence
from sandtable.books.heroic_endeavors.data import read_data
from sandtable.books.heroic_endeavors.naming import SIDES, called, seat_called, space_called
from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.kernel import Event, For

PURPOSES = {
    "attack": "for the attack of {name}",
    "defence": "for the defence of {name}",
    "check": "for a check of {name}",
    "spot": "to spot a trap, for {name}",
    "trap": "for {name}",
    "ruling": "because the Game Master asks for it",
    "initiative": "for the initiative of {name}",
    "re-roll": "one die again for {name}",
    "fate": "the die that fate adds for {name}",
    "fall": "for the fall of {name}",
    "ammunition": "for the ammunition of {name}",
    "rider or mount": "for whom the attack on {name} goes to",
    "Power Attack": "for the Power Attack of {name}",
    "upkeep": "what holds the power of {name}",
    "spirit strike": "for the spirit strike of {name}",
    "spirit": "for the spirit of {name}",
    "teleport": "for the teleportation of {name}",
    "astray": "where {name} comes out",
    "control": "whether {name} can be held",
    "prey": "whom {name} goes for",
    "stray": "where the blast of {name} lands",
    "placement": "where {name} places it",
    "wandering": "where {name} wanders",
    "lifting off": "whether {name} lifts off",
}


@cache
def sentences() -> dict[str, str]:
    """The sentence of each kind of event."""
    return read_data("sentences.yaml", dict[str, str])


def sentence_of(event: Event, state: Adventure) -> str:
    """The event as a player tells it."""
    if event.kind == "dice rolled":
        return sentence(_roll(event.facts, state))
    pattern = sentences().get(event.kind)
    return sentence(f"{event.kind}." if pattern is None else WORDS.filled(pattern, event.facts, state))


def _roll(facts: Mapping[str, Any], state: Adventure) -> str:
    what = roll_in_words(
        state, For(str(facts.get("roll", facts["why"])), str(facts.get("of", ""))), facts, None
    )
    reasons = "; ".join(facts.get("modifiers") or ())
    return f"{what}{f' ({reasons})' if reasons else ''}: {', '.join(map(str, facts['faces']))}."


def roll_in_words(state: Adventure, what: For, facts: Mapping[str, Any], need: int | None) -> str:
    """Who rolls for what."""
    return PURPOSES.get(what.kind, f"for the {what.kind}").format(name=called(state, what.of))


def _place(at: Any) -> str:
    return space_called((int(at[0]), int(at[1])))


def _thing(name: Any, state: Adventure) -> str:
    return str(name).partition(" #")[0]


WORDS = Words[Adventure](
    called,
    {
        "seat": lambda seat, state: seat_called(state, seat),
        "at": lambda at, state: _place(at),
        "facing": lambda facing, state: SIDES[facing],
        "weapon": _thing,
        "thing": _thing,
        "state": lambda state, _: str(state),
        "withdraws": lambda how, _: str(how),
        "text": lambda text, _: str(text),
        "terrain": lambda name, _: str(name),
        "awareness": lambda name, _: str(name),
        "trait": lambda name, state: str(name),
        "outcome": lambda name, state: str(name),
        "why": lambda why, state: str(why),
        "group": lambda group, state: str(group),
        "bought": lambda names, state: joined(list(names)) or "nothing",
        "carried": lambda names, state: joined([_thing(one, state) for one in names]),
        "targets": lambda ids, state: joined([called(state, id) for id in ids]),
        "bonus": lambda name, state: str(name),
        "power": lambda name, state: str(name),
        "reasons": lambda reasons, state: joined(list(reasons)),
    },
)
