"""What bars a word that is no answer: Groups, orders and things of the game at the wrong moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from sandtable.binding.barring import FixedWords, Vocabulary, why_not_used, why_out_of_place
from sandtable.books.companies_and_captains.chapters.attacking import why_not_attack
from sandtable.books.companies_and_captains.chapters.setup.deployment import stage_of
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken, is_shaken
from sandtable.books.companies_and_captains.data import read_data
from sandtable.books.companies_and_captains.orders import KINDS, OrderKind
from sandtable.books.companies_and_captains.printed_tables import (
    ambitions,
    captain_traits,
    optional_traits,
    profile_traits,
    spells,
    usual_traits,
)
from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS
from sandtable.books.companies_and_captains.special.profile_traits import is_compelled
from sandtable.books.companies_and_captains.state import PUBLISHED_TOKENS, Battle, Group
from sandtable.books.companies_and_captains.windows import WINDOWS
from sandtable.kernel import Decision, Refusal


def why_barred(state: Battle, question: Decision, word: str) -> Refusal | None:
    """Which rule bars a word that means something in this battle, from what the asked seat may know."""
    group = state.groups.get(word)
    if group is not None:
        return _WHO.get(question.topic, _nobody_asked_for)(state, question, group)
    return (
        _why_not_used(state, question, word)
        or _why_not_order(state, question, word)
        or _why_not_thing(state, question, word)
        or why_out_of_place(_vocabularies(), question, word)
    )


@cache
def _table(name: str) -> dict[str, str]:
    """Rules or words by which something is barred."""
    return read_data("barring.yaml", dict[str, dict[str, str]])[name]


# ---- Groups ------------------------------------------------------------------------------------------------


def _why_gone(group: Group) -> Refusal | None:
    """A Group that is not on the table, by the rule that keeps it away."""
    if group.on_table:
        return None
    rule, what = _table("gone by")[group.where], _table("gone")[group.where]
    return Refusal(rule, f"{group.name} {what}.", "Choose a Group on the table.")


def _why_not_active(state: Battle, group: Group) -> Refusal | None:
    """A Group of the side whose turn it is not."""
    if state.side_of(group) == state.active:
        return None
    return Refusal("CC-TRN-01", f"It is not the turn of {group.name}'s side.", "Choose a Group of your side.")


def _why_other_side(state: Battle, question: Decision, group: Group) -> Refusal | None:
    if group.company in state.sides[state.companies[question.seat].side]:
        return None
    return Refusal("CC-GEN-05", f"{group.name} is an enemy.", "Choose a Group of your side.")


def _nobody_asked_for(state: Battle, question: Decision, group: Group) -> Refusal:
    """A Group where none is to be named."""
    return Refusal("CC-ACT-01", f"{group.name} is a Group, and not asked for now.", "Answer the question.")


def _why_not_to_name(state: Battle, question: Decision, group: Group) -> Refusal | None:
    """Who has no part in the scenario: enemies, and those who are not on the table."""
    return _why_other_side(state, question, group) or _why_gone(group)


def _why_not_to_act(state: Battle, question: Decision, group: Group) -> Refusal | None:
    return _why_not_active(state, group) or _why_gone(group)


def _why_not_to_deploy(state: Battle, question: Decision, group: Group) -> Refusal | None:
    stage = stage_of(state).rule
    if (enemy := _why_other_side(state, question, group)) is not None:
        return enemy
    if group.on_table:
        return Refusal(stage, f"{group.name} is deployed already.", "Choose a Group that waits.")
    if group.where == "undeployed":
        reason = f"{group.name} is not deployed in this part of setup."
        return Refusal(stage, reason, "Choose a Group that waits.")
    return _why_gone(group)


def _why_not_to_rally(state: Battle, question: Decision, group: Group) -> Refusal | None:
    if group.tested:
        return Refusal("CC-ACT-03", f"{group.name} has taken its test to rally.", "Choose one that has not.")
    return (
        _why_not_active(state, group)
        or _why_gone(group)
        or Refusal("CC-TRN-04", f"{group.name} was not Shaken when the step began.", "Choose a Shaken Group.")
    )


def _why_not_to_check(state: Battle, question: Decision, group: Group) -> Refusal | None:
    """Who takes no Reckless check now."""
    if (why := _why_not_active(state, group) or _why_gone(group)) is not None:
        return why
    if not is_compelled(group):
        return Refusal("CC-PTR-12", f"{group.name} is not Reckless.", "Choose a Reckless Group.")
    if counts_as_shaken(group):
        return Refusal("CC-SHK-06", f"{group.name} {is_shaken(group)}.", "Choose another Group.")
    if group.calmed:
        return Refusal("CC-CAP-23", f"{group.name} has been calmed this turn.", "Choose another Group.")
    if group.done:
        reason = f"{group.name} has rallied or checked this turn."
        return Refusal("CC-ACT-03", reason, "Choose another Group.")
    return Refusal("CC-PTR-13", f"{group.name} has no legal target.", "Choose another Group.")


def _why_not_target(state: Battle, question: Decision, target: Group) -> Refusal | None:
    """Who is no target of a Reckless Group."""
    group = state.groups[question.about[0]]
    if (gone := _why_gone(target)) is not None:
        return gone
    if not state.are_enemies(group, target):
        return Refusal("CC-GEN-05", f"{target.name} is a friend.", "Name an enemy.")
    return why_not_attack(state, group, target) or Refusal(
        "CC-OTR-08", f"{target.name} is no Foe of {group.name}, which must Attack a Foe.", "Name a Foe."
    )


def _why_not_to_test(state: Battle, question: Decision, group: Group) -> Refusal | None:
    return (
        _why_other_side(state, question, group)
        or _why_gone(group)
        or Refusal("CC-RTR-03", f"{group.name} has taken its opening test.", "Choose one that has not.")
    )


def _why_not_to_come(state: Battle, question: Decision, group: Group) -> Refusal | None:
    """Who is not brought into play: enemies, and those who are there or will never come."""
    if (enemy := _why_other_side(state, question, group)) is not None:
        return enemy
    if group.on_table:
        return Refusal(question.rule, f"{group.name} is on the table.", "Choose an undeployed Group.")
    if group.where == "undeployed":
        return Refusal("CC-OTR-17", f"{group.name} is of another Company.", "Choose one of the own Company.")
    return _why_gone(group)


_WHO: Mapping[str, Callable[[Battle, Decision, Group], Refusal | None]] = {
    "choose group": _why_not_to_act,
    "choose group to deploy": _why_not_to_deploy,
    "choose group to rally": _why_not_to_rally,
    "choose reckless group": _why_not_to_check,
    "choose reckless target": _why_not_target,
    "choose group to test": _why_not_to_test,
    "name bodyguards": _why_not_to_name,
    "name extractees": _why_not_to_name,
    "choose whom to summon": _why_not_to_come,
    "choose whom to call": _why_not_to_come,
}
"""Who may not be named, by the topic of a question for a Group."""


# ---- orders ------------------------------------------------------------------------------------------------


def _why_not_order(state: Battle, question: Decision, word: str) -> Refusal | None:
    """An order that the Group does not have, or whose target it cannot be."""
    kind = _kind_of(word)
    if kind is None:
        return None
    if question.topic != "choose order":
        reason = f"{word} is an order, and no order is given now."
        return Refusal("CC-ACT-05", reason, "Give it when its Group has been chosen to act.")
    group = state.groups[question.about[0]]
    if not kind.is_for(state, group):
        return Refusal(
            _table("who may")[kind.name],
            f"{group.name} has no order to {kind.name}.",
            "Give it an order that it has.",
        )
    said = word[len(kind.name) :].split()
    if kind.name == "Cast":
        return _why_not_spell(state, group, " ".join(said[:1]), said[1:])
    return _why_not_at(state, kind.name, group, " ".join(said))


def _kind_of(word: str) -> OrderKind | None:
    lowered = word.lower()
    for name, kind in KINDS.items():
        if lowered == name.lower() or lowered.startswith(f"{name.lower()} "):
            return kind
    return None


def _why_not_spell(state: Battle, caster: Group, spell: str, at: list[str]) -> Refusal | None:
    if spell in spells() and spell not in caster.known_spells:
        rule = "CC-OTR-03" if caster.has("Apprentice") else "CC-SPL-01"
        return Refusal(rule, f"{caster.name} does not know {spell}.", "Cast a spell that it knows.")
    return _why_not_at(state, "Cast", caster, " ".join(at))


def _why_not_at(state: Battle, order: str, group: Group, named: str) -> Refusal | None:
    """What is wrong with what an order names; None where that is nothing of this battle."""
    cited = _table("whom").get(order, "")
    if not named or not cited:
        wanted = "names what it is against" if cited else "names nothing"
        reason = f"The order to {order} {wanted}."
        return Refusal("CC-ACT-11", reason, "Give it as the list of orders has it.")
    if (target := state.groups.get(named)) is not None:
        if (gone := _why_gone(target)) is not None:
            return gone
        friend = "itself" if target is group else f"{target.name}, a friend"
        what = target.name if state.are_enemies(group, target) else friend
        return Refusal(cited, f"{order} cannot name {what}.", "Name a legal target.")
    if (token := state.tokens.get(named)) is not None and cited == "CC-PUB-13":
        held = f"is held by {state.groups[token.holder].name}" if token.holder else "is far away"
        reason = f"{token.title} {'is not on the table any more' if token.gone else held}."
        return Refusal("CC-PUB-13", reason, "Name a token that it touches.")
    if token is not None or _is_piece(state, named):
        what = named if token is None else token.title
        return Refusal(cited, f"{order} cannot name {what}.", "Name a legal target.")
    return None


def _is_piece(state: Battle, word: str) -> bool:
    return any(piece.id == word for piece in state.ground.pieces)


# ---- special rules and things ------------------------------------------------------------------------------


def _why_not_used(state: Battle, question: Decision, word: str) -> Refusal | None:
    """A trait that has been used this turn, or that cannot be used at this moment."""
    own = state.sides[state.companies[question.seat].side]
    holder = next((one for one in state.groups.values() if one.company in own and word in one.used), None)
    if holder is not None and WINDOWS.moments_of(word):
        reason = f"{holder.name} has used {word} this turn."
        return Refusal("CC-GEN-08", reason, "It is fresh with the next turn.")
    return why_not_used(WINDOWS, question, word)


def _why_not_thing(state: Battle, question: Decision, word: str) -> Refusal | None:
    """Tokens, pieces of terrain and numbers of models, dice and parts of the table."""
    if (token := state.tokens.get(word)) is not None:
        rule = "CC-PUB-13" if token.kind in PUBLISHED_TOKENS else "CC-SCN-07"
        reason = f"{token.title} is a marker, and none is asked for now."
        return Refusal(rule, reason, "Answer the question.")
    if _is_piece(state, word):
        return Refusal("CC-SET-03", f"{word} lies on the table.", "Answer the question.")
    if word.isdecimal() and len(word) <= 3:
        if (wrong := _NUMBERED.get(question.topic)) is not None:
            about = [state.groups[one].name for one in question.about[:1]]
            reason = wrong.format(word, *about)
            return Refusal(question.rule, reason, "Name one that there is.")
        reason = f"{word} would be a model or a die; none is asked for."
        return Refusal("CC-RES-09", reason, "Answer the question.")
    return None


_NUMBERED = {
    "choose casualties": "{1} has no standing model {0}.",
    "choose rerolls": "{1} has no die {0}.",
    "choose part of table": "The table has no part {0}.",
    "change roll for attacker": "A change is +1, 0 or -1, with its sign, and not {0}.",
}
"""What is wrong with a number where a question asks for numbered things, by its topic."""


def _ambition_words() -> Mapping[str, str]:
    found = {name: row.rule for name, row in ambitions().items()}
    return {**found, **{f"{name} (revealed)": rule for name, rule in found.items()}}


def _rules_of(*tables: Callable[[], Mapping[Any, Any]]) -> Callable[[], Mapping[str, str]]:
    return lambda: {one.name: one.rule for table in tables for one in table().values()}


_WORDS = (
    Vocabulary("an ambition", _ambition_words, "Ambitions are chosen before the first turn."),
    Vocabulary("a spell", _rules_of(spells), "It is Cast by an order that names its target: cast Heal A1."),
    Vocabulary(
        "a Captain's trait",
        _rules_of(captain_traits),
        "It is rolled or picked at setup, and used when it is offered.",
    ),
    Vocabulary(
        "a trait",
        _rules_of(optional_traits, profile_traits),
        "Traits are bought with the Group, and used when they are offered.",
    ),
    Vocabulary(
        "a scenario", lambda: dict.fromkeys(SCENARIOS, "CC-SET-04"), "Scenarios are settled at setup."
    ),
    Vocabulary(
        "a kind of terrain",
        lambda: dict.fromkeys(usual_traits(), "CC-TGN-02"),
        "Terrain is placed before the battle.",
    ),
)
"""Words in the tables of this book that are said at other moments."""


@cache
def _vocabularies() -> tuple[Vocabulary, ...]:
    fixed = read_data("fixed_words.yaml", tuple[FixedWords, ...])
    return (*_WORDS, *(one.vocabulary() for one in fixed))
