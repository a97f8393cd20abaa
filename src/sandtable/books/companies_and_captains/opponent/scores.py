"""What each order and each spell is worth to the automatic opponent, before the chance to activate."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec

from sandtable.books.companies_and_captains.chapters.conventions import gap, inches, is_beyond
from sandtable.books.companies_and_captains.chapters.moving import move_distance
from sandtable.books.companies_and_captains.chapters.resilience import is_bloodied
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken
from sandtable.books.companies_and_captains.chapters.terrain import has_cover
from sandtable.books.companies_and_captains.opponent.experience import Style, numbers, scores_in, temper_of
from sandtable.books.companies_and_captains.opponent.goals import goals_of, middle_of
from sandtable.books.companies_and_captains.opponent.purposes import purposes
from sandtable.books.companies_and_captains.opponent.reckoning import (
    FOR_A_VOLLEY,
    FOR_AN_EXCHANGE,
    added_by_scenario,
    exchange,
    expected_from,
    worth_of_one_r,
)
from sandtable.books.companies_and_captains.orders import KINDS, Order
from sandtable.books.companies_and_captains.printed_tables import optional_traits, spells
from sandtable.books.companies_and_captains.special.orders import blasted_groups
from sandtable.books.companies_and_captains.special.spells import number_for_projectile
from sandtable.books.companies_and_captains.state import Battle, Group, Side
from sandtable.kernel import rule
from sandtable.kernel.arithmetic import hypot
from sandtable.table import NEAR


class Scored(msgspec.Struct, frozen=True):
    """An order with what it is worth and why."""

    order: str
    """The order as text, the key of the answer."""
    name: str
    score: float
    why: str
    rules: tuple[str, ...]

    @property
    def as_order(self) -> Order:
        """The order as the rules know it, as far as its number to activate depends on it."""
        words = self.order.split(" ")
        if self.name == "Cast":
            return Order(self.name, words[-1], words[1])
        return Order(self.name, words[1] if self.name in ("Attack", "Shoot") else "")


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
    worth = expected_from(state, group, target, group.profile.mi_hit, attacking=True) * worth_of_one_r(target)
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
    """The orders that only the scenario has; a Group that may not be given them is told so by the rules."""
    score = {order: worth * style.goals for order, worth in scores_in(state.scenario).items()}
    if state.scenario == "raid":
        yield Scored("pick up", "Pick up", score["pick up"], "picks the Asset up", ("CC-BOT-16",))
        yield Scored("call", "Call", score["call"], "calls another Group", ("CC-BOT-16",))
    else:
        yield Scored("destroy", "Destroy", score["destroy"], "destroys the Siege Token", ("CC-BOT-16",))


Worth = Callable[[Battle, Group, Group], float]


@rule("CC-BOT-07")
def scored_spells(state: Battle, caster: Group, enemies: list[Group]) -> Iterator[Scored]:
    """What each spell is worth on each Group in reach."""
    for target in (*state.friends_on_table(caster), *enemies, caster):
        worths = _HOSTILE if state.are_enemies(caster, target) else _FRIENDLY
        far = 0.0 if target is caster else gap(caster, target)
        for spell in caster.known_spells:
            row = spells()[spell]
            if spell not in worths or far > inches(state, row.range_in) + NEAR:
                continue
            if target is caster and row.target == "another":
                continue
            score = worths[spell](state, caster, target)
            if score > 0:
                why = f"casts {spell} on {target.name}"
                yield Scored(f"cast {spell} {target.id}", "Cast", score, why, ("CC-BOT-07",))


def _projectile(state: Battle, caster: Group, target: Group) -> float:
    if target.has("Stealthy") or (target.melee and not state.switches.shoot_into_melee):
        return 0.0
    need = number_for_projectile(state, caster, target).number
    again = (7 - need) / 6 if has_cover(state, caster, target) else 1.0
    lost = expected_from(state, caster, target, need, attacking=True) * again
    return lost * worth_of_one_r(target) + numbers("CC-BOT-07")["projectile"]


def _confuse(state: Battle, caster: Group, target: Group) -> float:
    if counts_as_shaken(target):
        return 0.0
    if target.melee:
        return numbers("CC-BOT-07")["confuse_in_melee"]
    reach, friends = move_distance(state, target), [*state.friends_on_table(caster), caster]
    can_attack = target.profile.has_attack and any(gap(target, friend) <= reach for friend in friends)
    return numbers("CC-BOT-07")["confuse"] if can_attack else 0.0


def _entangle(state: Battle, caster: Group, target: Group) -> float:
    if target.is_under("Entangle"):
        return 0.0
    score = numbers("CC-BOT-07")
    x, y = middle_of(target)
    far = [hypot(goal.at[0] - x, goal.at[1] - y) for goal in goals_of(state, target)]
    is_near = any(one <= inches(state, score["entangle_within"]) for one in far)
    return score["entangle"] if is_near else 0.0


def _heal(state: Battle, caster: Group, target: Group) -> float:
    if target.r >= target.profile.r:
        return 0.0
    score = numbers("CC-BOT-07")
    ends_bloodied = is_bloodied(target) and 2 * (target.r + 1) > target.profile.r
    return score["heal"] + (score["heal_bloodied"] if ends_bloodied else 0.0)


def _shield(state: Battle, caster: Group, target: Group) -> float:
    if target.is_under("Fortify") or target.is_under("Obscure"):
        return 0.0
    score = numbers("CC-BOT-07")
    threats = [
        enemy
        for enemy in state.enemies_on_table(target)
        if enemy.profile.has_attack and gap(enemy, target) <= move_distance(state, enemy)
    ]
    return score["shield"] if len(threats) >= score["shield_from"] else 0.0


def _enrage(state: Battle, caster: Group, target: Group) -> float:
    return numbers("CC-BOT-07")["enrage"] if target.melee and not target.is_under("Enrage") else 0.0


def _embolden(state: Battle, caster: Group, target: Group) -> float:
    # Nobody keeps a list of who lost R in which round; a Group short of R and near an enemy needs it most.
    if target.r >= target.profile.r or target.is_under("Embolden") or target.has("Unfeeling"):
        return 0.0
    enemies = state.enemies_on_table(target)
    is_threatened = any(gap(enemy, target) <= move_distance(state, enemy) for enemy in enemies)
    return numbers("CC-BOT-07")["embolden"] if is_threatened else 0.0


def _prompt(state: Battle, caster: Group, target: Group) -> float:
    if target.done or counts_as_shaken(target) or target.is_under("Prompt") or target.known_spells:
        return 0.0
    score = numbers("CC-BOT-07")
    for one in scored_orders(state, target, temper_of(state)):
        need = KINDS[one.name].needed(state, target, one.as_order).number
        if one.score > score["prompt_above"] and need >= score["prompt_from"]:
            return score["prompt"]
    return 0.0


def _counter(state: Battle, caster: Group, target: Group) -> float:
    is_hindered = target.is_under("Confuse") or target.is_under("Entangle")
    return numbers("CC-BOT-07")["counter"] if is_hindered else 0.0


_HOSTILE: dict[str, Worth] = {"Projectile": _projectile, "Confuse": _confuse, "Entangle": _entangle}
_FRIENDLY: dict[str, Worth] = {
    "Heal": _heal,
    "Fortify": _shield,
    "Obscure": _shield,
    "Enrage": _enrage,
    "Embolden": _embolden,
    "Prompt": _prompt,
    "Counter": _counter,
}


Weighed = tuple[float, Scored, int]
"""Score times the chance to activate, the order, and the number that it needs."""
Row = tuple[Weighed, ...]

_MOST_SITUATIONS = 8
"""How many situations are remembered; a game asks again and again in the last one or two."""
_SITUATIONS: dict[tuple[Any, ...], tuple[Any, dict[tuple[Any, ...], tuple[Any, Row]]]] = {}
"""Rows by the situation and by the Group, with what these are known by kept alive beside them."""


@cache
def chance_of_2d6(need: int) -> float:
    """The chance that two dice reach the number (CC-ACT-06)."""
    return sum(1 for one in range(1, 7) for other in range(1, 7) if one + other >= need) / 36


class Weighing:
    """The orders of one side's Groups in one situation."""

    __slots__ = ("_known", "_style", "_state")

    def __init__(self, state: Battle, side: Side, style: Style) -> None:
        self._state = state
        self._style = style
        # What an order is worth depends on the enemies, on what the scenario counts, and on nobody else.
        enemies = [one for one in state.groups_of_side(1 - side) if one.on_table]
        counted = [state.groups[one] for one in state.roles.values()]
        situation = (
            style,
            state.scenario,
            id(state.switches),
            state.attacker,
            side,
            id(state.ground),
            tuple([(one.captain, one.captain_trait) for one in state.companies.values()]),
            tuple([(one.id, one.at, one.holder, one.owner, one.gone) for one in state.tokens.values()]),
            tuple(state.roles.items()),
            tuple([_standing(one) for one in enemies]),
            tuple([_standing(one) for one in counted]),
        )
        known = _SITUATIONS.get(situation)
        if known is None:
            if len(_SITUATIONS) >= _MOST_SITUATIONS:
                _SITUATIONS.clear()
            kept = (state.ground, state.switches, [(one.models, one.profile) for one in (*enemies, *counted)])
            known = _SITUATIONS[situation] = (kept, {})
        self._known = known[1]

    def row(self, group: Group) -> Row:
        """Every order considered, by score times the chance to activate, best first; none is checked yet."""
        if group.known_spells or group.has("Self-Destruct"):
            # Spells and blasts are worth what they do to friends too.
            return _weigh(self._state, group, self._style)
        standing = _standing(group)
        known = self._known.get(standing)
        if known is None:
            row = _weigh(self._state, group, self._style)
            known = self._known[standing] = ((group.models, group.profile), row)
        return known[1]


def _standing(group: Group) -> tuple[Any, ...]:
    """All of a Group that bears on what an order by it or against it is worth."""
    return (
        group.id,
        group.name,
        group.where,
        id(group.models),
        id(group.profile),
        group.radius,
        group.traits,
        group.cost,
        group.r,
        group.shaken,
        group.formed,
        group.melee,
        group.spells,
        group.asset,
    )


def _weigh(state: Battle, group: Group, style: Style) -> Row:
    found = []
    for one in scored_orders(state, group, style):
        need = KINDS[one.name].needed(state, group, one.as_order).number
        found.append((one.score * chance_of_2d6(need), one, need))
    found.sort(key=lambda row: -row[0])
    return tuple(found)
