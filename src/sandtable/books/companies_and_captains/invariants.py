"""What can never be true of a battle between two steps of play, however it is played."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.binding.invariants import Invariants, each
from sandtable.books.companies_and_captains.chapters.casualties import standing_models
from sandtable.books.companies_and_captains.chapters.lost_groups import in_play_points
from sandtable.books.companies_and_captains.chapters.setup import steps as setup
from sandtable.books.companies_and_captains.chapters.terrain import ORDINARY, PONDEROUS
from sandtable.books.companies_and_captains.positions.checks import faults_of
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.state import Battle, Company, Group, Token
from sandtable.table import CONTACT, Area
from sandtable.table.units.going import Going
from sandtable.table.units.groups import gap_below
from sandtable.table.units.paths import Mover, check_place

LONGEST_UNCAPPED = 10_000
"""Turns after which a battle without a cap on its rounds is taken to have no end."""


def is_set_up(state: Battle) -> bool:
    """Whether setup is over."""
    return state.step not in setup.STEPS


# ---- Groups ------------------------------------------------------------------------------------------------


def _of_group(state: Battle, group: Group) -> Iterator[str]:
    if len(set(group.used)) != len(group.used):
        yield f"CC-GEN-08 {group.id} has used {', '.join(group.used)} in one turn"
    names = [one.spell for one in group.spells]
    if len(set(names)) != len(names):
        yield f"CC-SPL-08 {group.id} is twice under one of {', '.join(names)}"
    if group.known_spells and not (group.has("Apprentice") or group.has("Caster")):
        yield f"CC-SPL-01 {group.id} knows spells and may not Cast"
    if group.formed and not group.has("Defensive"):
        yield f"CC-PTR-01 {group.id} is formed and not Defensive"
    if group.shaken_by and not group.shaken:
        yield f"CC-SHK-02 {group.id} is not Shaken, by {group.shaken_by}"
    if group.company not in state.companies or group.id not in state.companies[group.company].groups:
        yield f"CC-CON-01 {group.id} is in no Company"
    if group.on_table and group.models:
        yield from _of_models(state, group)
    yield from _of_who_is_gone(group)
    yield from _of_melee(state, group)


def _of_models(state: Battle, group: Group) -> Iterator[str]:
    wanted = standing_models(state, group)
    if len(group.models) + group.absent_models != wanted:
        reason = f"{len(group.models)} models and {group.absent_models} absent at R {group.r}"
        yield f"CC-RES-08 {group.id} has {reason}, not {wanted}"
    blocked = check_place(Mover(state.ground, group.models, group.radius, _usual_going(group)))
    if blocked is not None:
        yield f"CC-TER-08 model {blocked.path + 1} of {group.id} stands on {blocked}"


def _usual_going(group: Group) -> Going:
    """How the Group takes ground while no spell lies on it."""
    is_heavy = group.has("Ponderous") or group.has("Chariot")
    return PONDEROUS if is_heavy and not group.has("Move Freely") else ORDINARY


def _of_who_is_gone(group: Group) -> Iterator[str]:
    if group.on_table:
        return
    held = {
        "models": group.models,
        "absent models": group.absent_models,
        "a melee": group.melee,
        "spells": group.spells,
        "a formation": group.formed,
        "an Asset": group.asset,
        "been Shaken": group.shaken,
    }
    for name, value in held.items():
        if value:
            yield f"CC-RES-07 {group.id} is {group.where} and has {name}"
    if group.where == "undeployed" and group.r != group.profile.r:
        yield f"CC-RES-01 {group.id} is undeployed with R {group.r}"
    if group.where in ("escaped", "exited") and group.r < 1:
        yield f"CC-PUB-08 {group.id} is {group.where} with R {group.r}"


def _of_melee(state: Battle, group: Group) -> Iterator[str]:
    if len(set(group.melee)) != len(group.melee):
        yield f"CC-GEO-16 {group.id} is in melee twice with one of {', '.join(group.melee)}"
    for one in group.melee:
        other = state.groups.get(one)
        if other is None or group.id not in other.melee:
            yield f"CC-GEO-16 {group.id} is in melee with {one}, which is not in melee with it"
        elif not (_is_near(state, group, other) or _has_too_few(group) or _has_too_few(other)):
            yield f"CC-GEO-17 {group.id} is in melee with {one} and out of its reach"
    if group.melee and not group.has_fought:
        yield f"CC-AMB-12 {group.id} is in melee and has not fought"


def _is_near(state: Battle, group: Group, other: Group) -> bool:
    """In contact, or across an obstacle; casualties may open a gap that nobody can close (CC-GEO-17)."""
    reach = CONTACT + group.profile.mo_in + other.profile.mo_in
    widest = max((_thickness(area) for area in state.ground.obstacles), default=0.0)
    return gap_below(group.models, group.radius, other.models, other.radius, reach + widest)


def _has_too_few(group: Group) -> bool:
    """A Group with fewer models than melees cannot touch everybody; no link is lost by that (CC-GEO-17)."""
    return len(group.models) < len(group.melee)


def _thickness(area: Area) -> float:
    return min(area.east - area.west, area.north - area.south)


# ---- Companies, markers and the clock ----------------------------------------------------------------------


def _of_company(state: Battle, company: Company) -> Iterator[str]:
    seat = company.seat
    if seat not in state.sides[company.side]:
        yield f"CC-SET-06 {seat} is not on its side"
    if any(one not in state.groups or state.groups[one].company != seat for one in company.groups):
        yield f"CC-CON-01 {seat} has Groups of others"
    chosen = [one.name for one in company.ambitions or ()]
    if len(chosen) != len(set(chosen)):
        yield f"CC-AMB-01 {seat} has chosen {', '.join(chosen)}"
    if not is_set_up(state):
        return
    points = sum(state.groups[one].cost for one in company.groups)
    if company.points != points:
        yield f"CC-CON-14 {seat} fields {company.points} points, its Groups cost {points}"
    if not 0 <= in_play_points(state, company) <= company.points:
        yield f"CC-TST-07 {seat} has {in_play_points(state, company)} of {company.points} points in play"
    if not 0 <= company.turns <= state.turn:
        yield f"CC-TRN-01 {seat} has begun {company.turns} turns of {state.turn}"


def _of_token(state: Battle, token: Token) -> Iterator[str]:
    if token.holder and token.gone:
        yield f"CC-PUB-13 {token.id} is {token.gone} and held by {token.holder}"
    east, north = token.at
    if not token.gone and not (0 <= east <= state.ground.width and 0 <= north <= state.ground.depth):
        yield f"CC-PUB-13 {token.id} is off the table at {token.at}"
    if token.value < 0:
        yield f"CC-SCN-07 {token.id} is worth {token.value}"


def _of_clock(state: Battle) -> Iterator[str]:
    setup = state.setup
    if min(setup.stage, *setup.wider, setup.wider_for_tokens, setup.free_choices, setup.passes) < 0:
        yield f"CC-PUB-10 counts below nothing: {setup}"
    if not is_set_up(state):
        if state.turn:
            yield f"CC-SET-01 turn {state.turn} during setup"
        return
    begun = [state.companies[seats[0]].turns for seats in state.sides]
    if sum(begun) != state.turn or abs(begun[0] - begun[1]) > 1:
        yield f"CC-TRN-01 the sides have begun {begun[0]} and {begun[1]} turns of {state.turn}"
    if state.events:
        yield f"CC-TST-19 Company tests are waiting: {len(state.events)}"
    last = _last_turn(state)
    if state.turn > last:
        yield f"CC-PUB-12 turn {state.turn} is played, the last one is {last}"


def _last_turn(state: Battle) -> int:
    rounds = scenario_of(state).plan.rounds or state.switches.published_round_cap
    return 2 * rounds if rounds else LONGEST_UNCAPPED


INVARIANTS = Invariants[Battle](
    faults_of,
    each(lambda state: state.groups.values(), _of_group),
    each(lambda state: state.companies.values(), _of_company),
    each(lambda state: state.tokens.values(), _of_token),
    _of_clock,
)
what_is_wrong = INVARIANTS.what_is_wrong
