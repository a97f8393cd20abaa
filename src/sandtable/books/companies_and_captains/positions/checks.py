"""What can be wrong with a position: every fault with the place where it stands."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.binding.positions import Place
from sandtable.books.companies_and_captains.chapters.setup import steps as setup
from sandtable.books.companies_and_captains.printed_tables import (
    ambitions,
    captain_traits,
    construction,
    optional_traits,
    profile_traits,
    spells,
)
from sandtable.books.companies_and_captains.scenarios.scenario import SCENARIOS
from sandtable.books.companies_and_captains.state import Battle, Group, Token
from sandtable.kernel import Refusal
from sandtable.kernel.safe_yaml import quoted
from sandtable.table.units.groups import is_on_table, overlapping_pair, overlaps

POSITION = Place()
GROUPS, COMPANIES, TOKENS = POSITION.at("groups"), POSITION.at("companies"), POSITION.at("tokens")
OF_A_KIND = ("-Foe", "bane")
"""How the names of traits end that name a kind of Group."""


def faults_of(battle: Battle) -> list[Refusal]:
    """Everything that is wrong with the position."""
    faults = [fault for group in battle.groups.values() for fault in _faults_of_group(group, battle)]
    faults += [*_overlaps(battle), *_faults_of_companies(battle)]
    return [*faults, *_faults_of_moment(battle), *_faults_of_ids(battle)]


def _faults_of_group(group: Group, battle: Battle) -> Iterator[Refusal]:
    place = GROUPS.at(group.id)
    yield from place.unnamed(group.name)
    yield from place.outside("R", group.r, 1 if group.on_table else 0, group.profile.r, "CC-RES-02")
    limit = construction().limit("models")
    if not limit.allows(group.fielded) or len(group.models) > group.fielded:
        remedy = f"A Group is fielded with {limit.least} to {limit.most} models."
        yield place.fault(f"{len(group.models)} models of {group.fielded}.", remedy, limit.rule)
    if not 0.0 < group.radius <= 10.0:
        yield place.fault(f"bases of {2 * group.radius} inches.", "Give a diameter above 0.", "CC-GEO-02")
    if group.on_table != bool(group.models):
        reason = f"it is {group.where} and has {len(group.models)} models."
        yield place.fault(reason, "Only who is on the table has places.")
    if group.models and not is_on_table(battle.ground, group.models, group.radius):
        remedy = f"The table is {battle.ground.width:g}x{battle.ground.depth:g}."
        yield place.fault("a base is off the table.", remedy, "CC-MOV-07")
    if group.models and (pair := overlapping_pair(group.models, group.radius)) is not None:
        reason = f"the bases {pair[0]} and {pair[1]} overlap."
        yield place.at("models").fault(reason, "Set them side by side.", "CC-GEO-04")
    yield from _faults_of_state(group, battle, place)


def _faults_of_state(group: Group, battle: Battle, place: Place) -> Iterator[Refusal]:
    traits = [one for one in group.traits if not one.endswith(OF_A_KIND)]
    known = (*profile_traits(), *optional_traits())
    yield from place.at("traits").unknown("trait", traits, known, "CC-OTR-01")
    for enemy in group.melee:
        other = battle.groups.get(enemy)
        if other is None or not other.on_table or not group.on_table or not battle.are_enemies(group, other):
            reason = f"{quoted(enemy)} is no enemy on the table."
            yield place.at("melee").fault(reason, "Name enemy Groups on the table.", "CC-GEO-16")
    yield from place.at("spells").unknown("spell", [one.spell for one in group.spells], spells())
    yield from place.at("known_spells").unknown("spell", group.known_spells, spells())
    seats = [group.shaken_by, *(one for one, _ in group.harmed_by), *(one.caster for one in group.spells)]
    yield from place.unknown("seat", filter(None, seats), battle.companies)
    if group.asset and (group.asset not in battle.tokens or battle.tokens[group.asset].holder != group.id):
        reason = f"no token {quoted(group.asset)} has it as holder."
        yield place.at("asset").fault(reason, "Write holder there.")


def _overlaps(battle: Battle) -> Iterator[Refusal]:
    standing = [group for group in battle.groups_on_table() if group.models]
    for place, one in enumerate(standing):
        for other in standing[place + 1 :]:
            if overlaps(one.models, one.radius, other.models, other.radius):
                reason = f"its bases overlap those of {other.id}."
                yield GROUPS.at(one.id).fault(reason, "Set them apart.", "CC-GEO-04")


def _faults_of_companies(battle: Battle) -> Iterator[Refusal]:
    traits = [one.name for one in captain_traits().values()]
    for seat, company in battle.companies.items():
        place = COMPANIES.at(seat)
        yield from place.unnamed(company.name)
        if company.captain not in company.groups:
            reason = f"{quoted(company.captain)} is none of its Groups."
            yield place.at("captain").fault(reason, "Name one of them.", "CC-CAP-01")
        if company.captain_trait:
            yield from place.at("captain_trait").unknown(
                "trait", [company.captain_trait], traits, "CC-CAP-08"
            )
        chosen = [one.name for one in company.ambitions or ()]
        yield from place.at("ambitions").unknown("ambition", chosen, ambitions())


def _faults_of_moment(battle: Battle) -> Iterator[Refusal]:
    """The scenario, the step and the sides that are at work in it."""
    # The steps and the scenarios know positions themselves.
    from sandtable.books.companies_and_captains.book import STEPS

    is_drawn = battle.scenario or battle.step == "scenario"
    if not is_drawn or (battle.scenario and battle.scenario not in SCENARIOS):
        yield from POSITION.at("scenario").unknown("scenario", [battle.scenario], SCENARIOS, "CC-SET-04")
        return
    if not battle.closed:
        yield from POSITION.at("step").unknown("step", [battle.step], STEPS)
    yield from POSITION.at("turn").outside("turn", battle.turn, 0)
    # A battle may be over before its first turn: then nobody was to begin.
    if battle.step in setup.STEPS or (battle.closed and battle.turn == 0):
        return
    for name in ("attacker", "first", "active"):
        if getattr(battle, name) not in (0, 1):
            yield POSITION.at(name).fault("it is neither side.", "Name a seat of that side.")
    for stage in SCENARIOS[battle.scenario].plan.stages:
        if stage.do == "role" and stage.role not in battle.roles:
            reason = f"nobody is the {stage.role}."
            yield POSITION.at("roles").fault(reason, f"Write {stage.role}: B1.", stage.rule)


_STEPS_WITH_GROUPS = ("rally", "activate", "opening tests", "spells", "deploy a group")


def _faults_of_ids(battle: Battle) -> Iterator[Refusal]:
    """Names of Groups, seats and tokens that nobody has."""
    for role, group_id in battle.roles.items():
        yield from POSITION.at("roles").at(role).unknown("Group", [group_id], battle.groups)
    if battle.step in _STEPS_WITH_GROUPS:
        yield from POSITION.at("to_do").unknown("Group", battle.to_do, battle.groups)
    for event in battle.events:
        if event.company not in battle.companies or not event.reasons:
            reason = f"{quoted(event.company)} does not test."
            yield POSITION.at("events").fault(reason, "Name a seat and reasons.")
    for token in battle.tokens.values():
        yield from _faults_of_token(battle, token)


def _faults_of_token(battle: Battle, token: Token) -> Iterator[Refusal]:
    if not token.holder:
        return
    place, holder = TOKENS.at(token.id), battle.groups.get(token.holder)
    if holder is None or holder.asset != token.id:
        reason = f"{quoted(token.holder)} does not carry it."
        yield place.at("holder").fault(reason, "Write asset there too.")
    elif not 0 <= token.bearer < len(holder.models):
        yield place.at("bearer").fault(f"there is no model {token.bearer}.", "Name one of the models.")
