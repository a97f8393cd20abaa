"""What happened, as a player tells it: names, rolls, a sentence for every kind of event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from sandtable.binding.rolls import ROLLED, Roll, facts_of_roll
from sandtable.binding.words import Words, joined, sentence
from sandtable.books.companies_and_captains.data import read_data
from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS
from sandtable.books.companies_and_captains.state import Battle, Seat
from sandtable.kernel import Event, For
from sandtable.kernel.arithmetic import total
from sandtable.kernel.book import Places


def called(state: Battle, id: str) -> str:
    """A Group by id and name: "A2 Hunters"; a token by its title; any other word stands for itself."""
    if (token := state.tokens.get(id)) is not None:
        return token.title
    group = state.groups.get(id)
    return id if group is None else f"{group.id} {group.name}"


def company_called(state: Battle, seat: Seat) -> str:
    """A Company by name and seat."""
    company = state.companies.get(seat)
    return seat if company is None else f"{company.name} ({seat})"


def side_called(state: Battle, role: str) -> str:
    """A side by its role, with the names of its Companies."""
    if state.attacker < 0:
        return f"the {role}"
    seats = state.sides[state.attacker if role == "attacker" else state.defender]
    return f"the {role} ({joined([state.companies[seat].name for seat in seats])})"


Facts = Mapping[str, Any]

OTHERWISE = "{why}: {needed}rolled {total}."
"""How a roll is told that has no sentence of its own."""
OCCASIONS = {"R lost": "having lost R", "rally": "to rally", "company": "with the Company"}
"""Why a Group tests its Resilience in a turn, in words."""


@cache
def rolls() -> dict[str, Roll]:
    """Every roll that has a sentence of its own, by what it is for."""
    return read_data("rolls.yaml", dict[str, Roll])


def pattern_of_roll(facts: Facts) -> str:
    """The sentence of a roll; the number needed and its modifiers first, then the dice."""
    roll = rolls().get(str(facts.get("roll") or facts["why"]))
    return OTHERWISE if roll is None else roll.told


IN_WORDS = {
    **ROLLED,
    "occasion": lambda facts: OCCASIONS.get(facts["reason"], "before the first turn"),
}
"""What the sentence of a roll may name besides its particulars."""


def roll_in_words(state: Battle, what: For, facts: Facts, need: int | None) -> str:
    """Who rolls for what, and the number that is needed."""
    group, company = state.groups.get(what.of), state.companies.get(what.of)
    name = group.name if group is not None else company.name if company is not None else ""
    order, roll = facts.get("order"), rolls().get(what.kind)
    purpose = f"to {order}" if order else what.kind if roll is None else roll.purpose
    needs = "" if need is None else f", needs {need}+"
    return f"{name} {purpose}{needs}".strip()


NAMED = " named"
"""The end of the kind of event that gives a Group its part in the scenario."""


@cache
def sentences() -> dict[str, str]:
    """The sentence of each kind of event that needs no words of its own."""
    return read_data("sentences.yaml", dict[str, str])


def sentence_of(event: Event, state: Battle) -> str:
    """The event as a player tells it."""
    return sentence(_words_of(event.kind, event.facts, state))


def _words_of(kind: str, facts: Facts, state: Battle) -> str:
    if kind == "dice rolled":
        of_roll = pattern_of_roll(facts)
        return WORDS.filled(of_roll, facts_of_roll(facts, of_roll, IN_WORDS), state)
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
        "seats": _companies,
        "attackers": _companies,
        "defenders": _companies,
        "scenario": _title,
        "points": _points,
        "at": lambda at, state: f"{at[0]:.0f},{at[1]:.0f}",
        "width": lambda width, state: f"{width:g}",
        "depth": lambda depth, state: f"{depth:g}",
        "inches": lambda inches, state: f"{inches:.1f} inches" if inches else "not a step",
        "where": lambda where, state: {"escaped": "has Escaped"}.get(where, "is out of play"),
        "ambitions": lambda chosen, state: joined(chosen) or "no ambition",
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
    said = {name: {"True": "on", "False": "off"}.get(str(value), value) for name, value in changed.items()}
    told = joined([f"{name.replace('_', ' ')} is {value}" for name, value in said.items()])
    return f"{told}; the other switches are as usual."


def _trials(facts: Facts, state: Battle) -> str:
    shares = [f"{name} {share:.0%}" for name, share in facts["shares"].items()]
    scores = [f"{company_called(state, seat)} {score:.0%}" for seat, score in facts["companies"].items()]
    scores += [f"{profile} {score:.0%}" for profile, score in facts["profiles"].items()]
    return f"seen in trials: {joined(shares)}{f'; scores: {joined(scores)}' if scores else ''}."


def _counted_ambition(facts: Facts, state: Battle) -> str:
    how = "fulfilled" if facts["fulfilled"] else "not fulfilled"
    return f"{company_called(state, facts['seat'])}: {facts['ambition']} was {how}, {facts['vp']:+d} VP."


def _order(facts: Facts, state: Battle) -> str:
    order, *rest = str(facts["order"]).split()
    rest = [rest[0], "at", *rest[1:]] if order == "cast" else rest
    words = " ".join([order.title(), *(called(state, one) for one in rest)])
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
    struck = _struck(attacker, hits[0], defender, lost[0])
    return f"{struck}; {_struck(defender, hits[1], attacker, lost[1])}."


def _struck(who: str, hits: int, enemy: str, lost: int) -> str:
    """How often somebody hit and what it cost: once, twice, three times and more, or never."""
    often = {1: "once", 2: "twice"}.get(hits, f"{hits} times")
    return f"{who} hit {often}, costing {enemy} {lost} R" if hits else f"{who} did not hit"


OWN_WORDS: dict[str, Callable[[Facts, Battle], str]] = {
    "switches agreed": _switches,
    "Company shown": _company_shown,
    "seen in trials": _trials,
    "ambition counted": _counted_ambition,
    "order given": _order,
    "group placed": _to_place("took its place at"),
    "group moved": _to_place("moved to"),
    "group evaded": _to_place("evaded to"),
    "blows exchanged": _blows,
}
"""Kinds of events whose words no pattern can say."""


def places_of(state: Battle) -> dict[str, Places]:
    """Where the models of every Group on the table and every token stand."""
    tokens = {one.id: frozenset((one.at,)) for one in state.tokens.values()}
    return {**tokens, **{one.id: frozenset(one.models) for one in state.groups.values()}}


def places_told(event: Event) -> Mapping[str, Places]:
    """Where an event says that a Group or a token stands from now on."""
    facts = event.facts
    models: Any = facts.get("models")
    if "group" in facts and _are_places(models):
        return {facts["group"]: frozenset((x, y) for x, y in models)}
    if "token" in facts and "at" in facts:
        return {facts["token"]: frozenset((tuple(facts["at"]),))}
    return {}


def _are_places(models: Any) -> bool:
    """Whether an event tells where models stand, and not how many or which there are."""
    return isinstance(models, list | tuple) and bool(models) and isinstance(models[0], list | tuple)
