"""What each order is worth to the automatic opponent, before the chance to activate."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.books.companies_and_captains.chapters.conventions import inches, is_beyond
from sandtable.books.companies_and_captains.chapters.moving import move_distance
from sandtable.books.companies_and_captains.chapters.terrain import has_cover
from sandtable.books.companies_and_captains.opponent.experience import numbers, scores_in
from sandtable.books.companies_and_captains.opponent.purposes import purposes
from sandtable.books.companies_and_captains.opponent.reckoning import (
    FOR_A_VOLLEY,
    FOR_AN_EXCHANGE,
    added_by_scenario,
    exchange,
    expected_from,
    worth_of_one_r,
)
from sandtable.books.companies_and_captains.opponent.scored import Scored
from sandtable.books.companies_and_captains.opponent.spells import scored_spells
from sandtable.books.companies_and_captains.opponent.styles import Style
from sandtable.books.companies_and_captains.printed_tables import optional_traits
from sandtable.books.companies_and_captains.special.self_destruct import blasted_groups
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel.citation import rule

NEAR = 0.001
"""How much a measured distance may be wrong."""


def scored_orders(state: Battle, group: Group, style: Style) -> Iterator[Scored]:
    """Every order that the automatic opponent would consider; the rules have yet to allow it."""
    enemies = state.enemies_on_table(group)
    if group.melee:
        yield from _in_melee(state, group, style)
        return
    if group.profile.has_attack:
        yield from _attacks(state, group, enemies, style)
    if group.profile.has_mi:
        yield from _volleys(state, group, enemies, style)
    yield from _specials(state, group)
    if state.scenario in ("raid", "sortie"):
        yield from _of_scenario(state, style)
    if group.known_spells:
        yield from scored_spells(state, group, enemies)
    best = max(purposes(state, group, enemies, style), key=lambda one: one.score, default=None)
    if best is not None:
        yield Scored("move", "Move", best.score, best.why, (best.rule,))


@rule("CC-BOT-04", "CC-BOT-05")
def _in_melee(state: Battle, group: Group, style: Style) -> Iterator[Scored]:
    """In melee it fights on unless the exchange is bad, and then it Retreats; an Engine can do neither."""
    if not group.profile.has_attack:
        return
    score = numbers("CC-BOT-04")
    is_bad = True
    for one in group.melee:
        target = state.groups[one]
        inflicted, suffered = exchange(state, group, target)
        balance = inflicted - style.loss * suffered
        if balance > score["fights_on_above"]:
            is_bad = False
            rules = ("CC-BOT-04", *FOR_AN_EXCHANGE)
            why = f"fights on against {target.name}"
            yield Scored(f"attack {target.id}", "Attack", balance + score["fights_on"], why, rules)
    if is_bad:
        worth = numbers("CC-BOT-05")["retreat"]
        yield Scored("retreat", "Retreat", worth, "gets out of a melee that goes badly", ("CC-BOT-05",))


@rule("CC-BOT-04", "CC-BOT-16")
def _attacks(state: Battle, group: Group, enemies: list[Group], style: Style) -> Iterator[Scored]:
    """An Attack is worth what it inflicts less what it costs, and is considered only if that is above 0."""
    reach = move_distance(state, group)
    for target in enemies:
        if is_beyond(group, target, reach):
            continue
        inflicted, suffered = exchange(state, group, target)
        balance = inflicted - style.loss * suffered
        extra = added_by_scenario(state, target)
        if balance + extra > 0:
            why = f"would cost {target.name} {inflicted:.1f} points of worth for {suffered:.1f}"
            rules = ("CC-BOT-04", *FOR_AN_EXCHANGE, *(("CC-BOT-16",) if extra else ()))
            extra += _besides(state, target, style)
            score = (balance + numbers("CC-BOT-04")["attack"]) * style.fighting + extra
            yield Scored(f"attack {target.id}", "Attack", score, why, rules)


@rule("CC-BOT-06", "CC-BOT-16")
def _volleys(state: Battle, group: Group, enemies: list[Group], style: Style) -> Iterator[Scored]:
    """A volley is worth what it may inflict, and a little more at a Group that is nearly gone."""
    assert group.profile.mi_range is not None
    score = numbers("CC-BOT-06")
    reach = inches(state, group.profile.mi_range) + NEAR
    guards = state.roles.get("bodyguards", "")
    for target in enemies:
        if target.melee and not state.switches.shoot_into_melee:
            continue
        if target.has("Stealthy") or is_beyond(group, target, reach):
            continue
        worth = _worth_of_volley(state, group, target)
        if target.id == guards:
            worth = max(scores_in("ritual")["shoot"], worth)
            yield Scored(f"shoot {target.id}", "Shoot", worth, "shoots the Bodyguards", ("CC-BOT-16",))
        elif worth >= score["least"]:
            more = score["at_few"] if target.r <= score["few"] else 0.0
            why = f"may be expected to cost {target.name} {worth:.1f} points of worth"
            rules = ("CC-BOT-06", *FOR_A_VOLLEY)
            product = (worth + score["shoot"] + more) * style.fighting + _besides(state, target, style)
            yield Scored(f"shoot {target.id}", "Shoot", product, why, rules)


def _besides(state: Battle, target: Group, style: Style) -> float:
    """What it is worth besides to hurt the Group that the scenario turns on."""
    is_key = target.id in state.roles.values() or (
        state.scenario == "retreat" and target.id == state.companies[target.company].captain
    )
    return style.key if is_key else 0.0


def _worth_of_volley(state: Battle, group: Group, target: Group) -> float:
    assert group.profile.mi_hit is not None
    score = numbers("CC-BOT-06")
    lost = expected_from(state, group, target, group.profile.mi_hit, attacking=True)
    worth = lost * worth_of_one_r(target)
    if worth >= score["least"] and has_cover(state, group, target):
        worth *= score["in_cover"]
    return worth


@rule("CC-BOT-08")
def _specials(state: Battle, group: Group) -> Iterator[Scored]:
    """Summoning, and blowing up where that takes more than it costs."""
    score = numbers("CC-BOT-08")
    if group.has("Summoner"):
        yield Scored("summon", "Summon", score["summon"], "brings another Group into play", ("CC-BOT-08",))
    if group.has("Self-Destruct"):
        net = _net_blast(state, group)
        if net > score["self_destruct_above"] * group.cost:
            why, worth = "takes more with it than it costs", net + score["self_destruct"]
            yield Scored("self-destruct", "Self-Destruct", worth, why, ("CC-BOT-08",))


def _net_blast(state: Battle, group: Group) -> float:
    """What a blast may be expected to cost the enemy, less what it costs friends."""
    need = optional_traits()["Self-Destruct"].numbers["hit"]
    net = 0.0
    for other in blasted_groups(state, group):
        worth = expected_from(state, group, other, need, attacking=True) * worth_of_one_r(other)
        net += worth if state.are_enemies(group, other) else -worth
    return net


@rule("CC-BOT-16")
def _of_scenario(state: Battle, style: Style) -> Iterator[Scored]:
    """The orders that only the scenario has; whoever may not give them is told so by the rules."""
    score = {order: worth * style.goals for order, worth in scores_in(state.scenario).items()}
    if state.scenario == "raid":
        yield Scored("pick up", "Pick up", score["pick up"], "picks the Asset up", ("CC-BOT-16",))
        yield Scored("call", "Call", score["call"], "calls another Group", ("CC-BOT-16",))
    else:
        yield Scored("destroy", "Destroy", score["destroy"], "destroys the Siege Token", ("CC-BOT-16",))
