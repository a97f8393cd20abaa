"""What happened, as a player tells it: a sentence for every kind of event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from sandtable.binding.words import Words, joined, sentence
from sandtable.books.companies_and_captains.data import read_data
from sandtable.books.companies_and_captains.naming import called, company_called, side_called
from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS
from sandtable.books.companies_and_captains.state import Battle
from sandtable.books.companies_and_captains.words_of_dice import facts_of_roll, pattern_of_roll
from sandtable.kernel.arithmetic import total
from sandtable.kernel.event import Event

NAMED = " named"
"""The end of the kind of event that gives a Group its part in the scenario."""
Facts = Mapping[str, Any]


@cache
def sentences() -> dict[str, str]:
    """The sentence of each kind of event that needs no words of its own."""
    return read_data("sentences.yaml", dict[str, str])


def sentence_of(event: Event, state: Battle) -> str:
    """The event as a player tells it."""
    return sentence(_words_of(event.kind, event.facts, state))


def _words_of(kind: str, facts: Facts, state: Battle) -> str:
    if kind == "dice rolled":
        return WORDS.filled(pattern_of_roll(facts), facts_of_roll(facts), state)
    pattern = sentences().get(kind)
    if pattern is not None:
        return WORDS.filled(pattern, facts, state)
    if kind in OWN_WORDS:
        return OWN_WORDS[kind](facts, state)
    if kind.endswith(NAMED):
        return f"{called(state, facts['group'])} became the {kind.removesuffix(NAMED)}."
    return f"{kind}."


def _companies(seats: Sequence[str], state: Battle) -> str:
    return joined([company_called(state, seat) for seat in seats])


def _points(points: Any, state: Battle) -> str:
    """Points of one Company or Group, or those of every side."""
    if not isinstance(points, dict):
        return str(points)
    return joined([f"{name} {number}" for name, number in points.items()])


def _title(scenario: str, state: Battle) -> str:
    known = SCENARIOS.get(scenario)
    return scenario if known is None else known.title


WORDS = Words[Battle](
    called,
    {
        "seat": lambda seat, state: company_called(state, seat),
        "company": lambda seat, state: company_called(state, seat),
        "side": lambda role, state: side_called(state, role),
        "first": lambda role, state: side_called(state, role),
        "winners": _companies,
        "attackers": _companies,
        "defenders": _companies,
        "scenario": _title,
        "points": _points,
        "at": lambda at, state: f"{at[0]:.0f},{at[1]:.0f}",
        "width": lambda width, state: f"{width:g}",
        "depth": lambda depth, state: f"{depth:g}",
        "inches": lambda inches, state: f"{inches:.1f}",
        "agreed": lambda is_agreed, state: "agreed" if is_agreed else "declined",
    },
)


def _company_shown(facts: Facts, state: Battle) -> str:
    groups = []
    for one, row in facts["groups"].items():
        traits = "".join(f", {trait}" for trait in (*row["traits"], *row.get("keywords", ())))
        groups.append(f"{called(state, one)} ({row['profile']}{traits}; {row['cost']})")
    return f"{company_called(state, facts['seat'])} fields {joined(groups)}."


def _switches(facts: Facts, state: Battle) -> str:
    changed = facts["switches"]
    if not changed:
        return "every switch stands as usual."
    told = joined([f"{name} is {value}" for name, value in changed.items()])
    return f"{told}; the other switches are as usual."


def _trials(facts: Facts, state: Battle) -> str:
    shares = [f"{name} {share:.0%}" for name, share in facts["shares"].items()]
    scores = [f"{company_called(state, seat)} {score:.0%}" for seat, score in facts["companies"].items()]
    scores += [f"{profile} {score:.0%}" for profile, score in facts["profiles"].items()]
    return f"seen in trials: {joined(shares)}{f'; scores: {joined(scores)}' if scores else ''}."


def _changed_roll(facts: Facts, state: Battle) -> str:
    return f"a Shrewd Captain of {_companies(facts['seats'], state)} changed the roll by {facts['by']:+d}."


def _chosen_ambitions(facts: Facts, state: Battle) -> str:
    company, chosen = company_called(state, facts["seat"]), facts["ambitions"]
    return f"{company} set out to: {joined(chosen)}." if chosen else f"{company} has no ambitions."


def _shown_ambitions(facts: Facts, state: Battle) -> str:
    chosen = facts["ambitions"]
    return f"{company_called(state, facts['seat'])} showed {joined(chosen) if chosen else 'no ambition'}."


def _counted_ambition(facts: Facts, state: Battle) -> str:
    company, how = (
        company_called(state, facts["seat"]),
        "fulfilled" if facts["fulfilled"] else "not fulfilled",
    )
    return f"{company}: {facts['ambition']} was {how}, {facts['vp']:+d} VP."


def _order(facts: Facts, state: Battle) -> str:
    order, *rest = str(facts["order"]).split()
    words = " ".join([order.capitalize(), *(called(state, one) for one in rest)])
    return f"{called(state, facts['group'])} got the order to {words}."


def _to_place(verb: str) -> Callable[[Facts, Battle], str]:
    """A Group came to a place, named by the middle of its models."""

    def tell(facts: Facts, state: Battle) -> str:
        models = facts["models"]
        x, y = (total(at[axis] for at in models) / len(models) for axis in (0, 1))
        return f"{called(state, facts['group'])} {verb} {x:.0f} east, {y:.0f} north."

    return tell


def _blows(facts: Facts, state: Battle) -> str:
    hits, lost = facts["hits"], facts["lost"]
    attacker, defender = called(state, facts["attacker"]), called(state, facts["defender"])
    return (
        f"{attacker} {_struck(hits[0])}, costing {defender} {lost[0]} R; "
        f"{defender} {_struck(hits[1])}, costing {attacker} {lost[1]} R."
    )


def _struck(hits: int) -> str:
    """How often somebody hit: never, once, twice, three times and more."""
    return {0: "did not hit", 1: "hit once", 2: "hit twice"}.get(hits, f"hit {hits} times")


OWN_WORDS: dict[str, Callable[[Facts, Battle], str]] = {
    "switches agreed": _switches,
    "Company shown": _company_shown,
    "seen in trials": _trials,
    "roll for attacker changed": _changed_roll,
    "ambitions chosen": _chosen_ambitions,
    "ambitions shown": _shown_ambitions,
    "ambition counted": _counted_ambition,
    "order given": _order,
    "group placed": _to_place("took its place at"),
    "group moved": _to_place("moved to"),
    "group evaded": _to_place("evaded to"),
    "blows exchanged": _blows,
}
"""Kinds of events whose words no pattern can say."""
