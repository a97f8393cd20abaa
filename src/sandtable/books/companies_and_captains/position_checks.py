"""What can be wrong with a position: every fault with the place where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from sandtable.books.companies_and_captains.company import LONGEST_NAME
from sandtable.books.companies_and_captains.printed_tables import (
    ambitions,
    captain_traits,
    construction,
    optional_traits,
    profile_traits,
    spells,
)
from sandtable.books.companies_and_captains.state import Battle, Group, Token
from sandtable.kernel.refusal import Refusal
from sandtable.kernel.safe_yaml import quoted
from sandtable.table.units.groups import is_on_table, overlapping_pair, overlaps

OF_A_KIND = ("-Foe", "bane")
"""How the names of traits end that name a kind of Group."""


def faults_of(battle: Battle) -> list[Refusal]:
    """Everything that is wrong with the position."""
    faults = [fault for group in battle.groups.values() for fault in _faults_of_group(group, battle)]
    faults += [*_overlaps(battle), *_faults_of_companies(battle)]
    return [*faults, *_faults_of_moment(battle), *_faults_of_ids(battle)]


def _fault(place: str, reason: str, remedy: str, rule: str = "") -> Refusal:
    return Refusal(rule, f"position, {place}: {reason}", remedy)


def _faults_of_group(group: Group, battle: Battle) -> Iterator[Refusal]:
    place = f"groups.{group.id}"
    yield from _faults_of_name(group.name, f"{place}.name")
    least = 1 if group.on_table else 0
    if not least <= group.r <= group.profile.r:
        yield _fault(place, f"R {group.r}.", f"R is {least} to {group.profile.r} here.", "CC-RES-02")
    limit = construction().limit("models")
    if not limit.allows(group.fielded) or len(group.models) > group.fielded:
        reason = f"{len(group.models)} models of {group.fielded}."
        yield _fault(
            place, reason, f"A Group is fielded with {limit.least} to {limit.most} models.", limit.rule
        )
    if not 0.0 < group.radius <= 10.0:
        yield _fault(place, f"bases of {2 * group.radius} inches.", "Give a diameter above 0.", "CC-GEO-02")
    if group.on_table != bool(group.models):
        yield _fault(
            place,
            f"it is {group.where} and has {len(group.models)} models.",
            "Only who is on the table has places.",
        )
    yield from _faults_of_models(group, battle, place)
    yield from _faults_of_state(group, battle, place)


def _faults_of_name(name: str, place: str) -> Iterator[Refusal]:
    """A name is printed, drawn and sent everywhere, so it holds nothing but signs that can be printed."""
    if not name.isprintable() or len(name) > LONGEST_NAME:
        yield _fault(place, f"{quoted(name)} is no name.", f"Write at most {LONGEST_NAME} plain signs.")


def _faults_of_models(group: Group, battle: Battle, place: str) -> Iterator[Refusal]:
    for number, point in enumerate(group.models):
        if not all(isfinite(one) for one in point):
            yield _fault(f"{place}.models[{number}]", f"{point} is no place.", "Give inches east and north.")
            return
    if group.models and not is_on_table(battle.ground, group.models, group.radius):
        yield _fault(
            place,
            "a base is off the table.",
            f"The table is {battle.ground.width:g}x{battle.ground.depth:g}.",
            "CC-MOV-07",
        )
    if group.models and (pair := overlapping_pair(group.models, group.radius)) is not None:
        yield _fault(
            f"{place}.models",
            f"the bases {pair[0]} and {pair[1]} overlap.",
            "Set them side by side.",
            "CC-GEO-04",
        )


def _faults_of_state(group: Group, battle: Battle, place: str) -> Iterator[Refusal]:
    known = (*profile_traits(), *optional_traits())
    for trait in group.traits:
        if trait not in known and not trait.endswith(OF_A_KIND):
            reason = f"there is no trait {quoted(trait)}."
            yield _fault(f"{place}.traits", reason, f"Name some of {', '.join(known)}.", "CC-OTR-01")
    for enemy in group.melee:
        other = battle.groups.get(enemy)
        if other is None or not other.on_table or not group.on_table or not battle.are_enemies(group, other):
            yield _fault(
                f"{place}.melee",
                f"{quoted(enemy)} is no enemy on the table.",
                "Name enemy Groups on the table.",
                "CC-GEO-16",
            )
    for one in group.spells:
        if one.spell not in spells() or one.caster not in battle.companies:
            yield _fault(
                f"{place}.spells", f"{quoted(one.spell)} by {quoted(one.caster)}.", "Name a spell and a seat."
            )
    for name in group.known_spells:
        if name not in spells():
            yield _fault(
                f"{place}.known_spells",
                f"there is no spell {quoted(name)}.",
                f"Name some of {', '.join(spells())}.",
            )
    for seat in (group.shaken_by, *(one for one, _ in group.harmed_by)):
        if seat and seat not in battle.companies:
            yield _fault(place, f"there is no seat {quoted(seat)}.", "Name a seat.")
    if group.asset and (group.asset not in battle.tokens or battle.tokens[group.asset].holder != group.id):
        yield _fault(
            f"{place}.asset", f"no token {quoted(group.asset)} has it as holder.", "Write holder there."
        )


def _overlaps(battle: Battle) -> Iterator[Refusal]:
    standing = [group for group in battle.groups_on_table() if group.models]
    for place, one in enumerate(standing):
        for other in standing[place + 1 :]:
            if overlaps(one.models, one.radius, other.models, other.radius):
                yield _fault(
                    f"groups.{one.id}",
                    f"its bases overlap those of {other.id}.",
                    "Set them apart.",
                    "CC-GEO-04",
                )


def _faults_of_companies(battle: Battle) -> Iterator[Refusal]:
    for seat, company in battle.companies.items():
        yield from _faults_of_name(company.name, f"companies.{seat}.name")
        if company.captain not in company.groups:
            yield _fault(
                f"companies.{seat}.captain",
                f"{quoted(company.captain)} is none of its Groups.",
                "Name one of them.",
                "CC-CAP-01",
            )
        traits = [one.name for one in captain_traits().values()]
        if company.captain_trait and company.captain_trait not in traits:
            reason = f"there is no trait {quoted(company.captain_trait)}."
            place = f"companies.{seat}.captain_trait"
            yield _fault(place, reason, f"Name one of {', '.join(traits)}.", "CC-CAP-08")
        for one in company.ambitions or ():
            if one.name not in ambitions():
                yield _fault(
                    f"companies.{seat}.ambitions",
                    f"there is no ambition {quoted(one.name)}.",
                    f"Name some of {', '.join(ambitions())}.",
                )


def _faults_of_moment(battle: Battle) -> Iterator[Refusal]:
    """The scenario, the step and the sides that are at work in it."""
    from sandtable.books.companies_and_captains.book import STEPS
    from sandtable.books.companies_and_captains.chapters import setup
    from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS

    is_drawn = battle.scenario or battle.step == "scenario"
    if not is_drawn or (battle.scenario and battle.scenario not in SCENARIOS):
        reason = f"there is no scenario {quoted(battle.scenario)}."
        yield _fault("scenario", reason, f"Name one of {', '.join(SCENARIOS)}.", "CC-SET-04")
        return
    if battle.step not in STEPS and not battle.closed:
        yield _fault("step", f"there is no step {quoted(battle.step)}.", f"Name one of {', '.join(STEPS)}.")
    if battle.turn < 0:
        yield _fault("turn", f"turn {battle.turn}.", "Count turns from 1.")
    # A battle may be over before its first turn: then nobody was to begin.
    if battle.step in setup.STEPS or (battle.closed and battle.turn == 0):
        return
    for name in ("attacker", "first", "active"):
        if getattr(battle, name) not in (0, 1):
            yield _fault(name, "it is neither side.", "Name a seat of that side.")
    for stage in SCENARIOS[battle.scenario].plan.stages:
        if stage.do == "role" and stage.role not in battle.roles:
            yield _fault("roles", f"nobody is the {stage.role}.", f"Write {stage.role}: B1.", stage.rule)


_STEPS_WITH_GROUPS = ("rally", "activate", "opening tests", "spells", "deploy a group")


def _faults_of_ids(battle: Battle) -> Iterator[Refusal]:
    """Names of Groups, seats and tokens that nobody has."""
    for role, group_id in battle.roles.items():
        if group_id not in battle.groups:
            reason = f"there is no Group {quoted(group_id)}."
            yield _fault(f"roles.{role}", reason, f"Name one of {', '.join(battle.groups)}.")
    if battle.step in _STEPS_WITH_GROUPS:
        for group_id in battle.to_do:
            if group_id not in battle.groups:
                yield _fault("to_do", f"there is no Group {quoted(group_id)}.", "Name Groups.")
    for event in battle.events:
        if event.company not in battle.companies or not event.reasons:
            yield _fault("events", f"{quoted(event.company)} does not test.", "Name a seat and reasons.")
    for token in battle.tokens.values():
        yield from _faults_of_token(battle, token)


def _faults_of_token(battle: Battle, token: Token) -> Iterator[Refusal]:
    place = f"tokens.{token.id}"
    if not all(isfinite(one) for one in (*token.at, *token.size)):
        yield _fault(place, "its place is no place.", "Give inches east and north.")
    if not token.holder:
        return
    holder = battle.groups.get(token.holder)
    if holder is None or holder.asset != token.id:
        yield _fault(
            f"{place}.holder", f"{quoted(token.holder)} does not carry it.", "Write asset there too."
        )
    elif not 0 <= token.bearer < len(holder.models):
        yield _fault(f"{place}.bearer", f"there is no model {token.bearer}.", "Name one of the models.")
