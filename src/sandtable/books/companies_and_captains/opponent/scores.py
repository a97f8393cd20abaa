"""What each order is worth to the automatic opponent, before the chance to activate."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

import msgspec

from sandtable.books.companies_and_captains.chapters.conventions import gap, inches
from sandtable.books.companies_and_captains.chapters.moving import move_distance
from sandtable.books.companies_and_captains.chapters.resilience import is_bloodied
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken
from sandtable.books.companies_and_captains.chapters.terrain import has_cover
from sandtable.books.companies_and_captains.opponent.goals import goals_of, middle_of
from sandtable.books.companies_and_captains.opponent.manners import Manner
from sandtable.books.companies_and_captains.opponent.reckoning import (
    COVER_LEAVES,
    FOR_A_VOLLEY,
    FOR_AN_EXCHANGE,
    exchange,
    expected_from,
    worth_of_one_r,
)
from sandtable.books.companies_and_captains.orders import Order
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.books.companies_and_captains.tables import spells
from sandtable.kernel.citation import rule
from sandtable.table.measure import Point

DANGER = 18
"""Nobody draws back from an enemy who is farther away."""


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


class Purpose(msgspec.Struct, frozen=True):
    """What a Move is for."""

    score: float
    why: str
    aim: Point | None = None
    """Where to; None to take the formation where it stands."""
    away: bool = False
    """Away from the aim instead of towards it."""
    stop_at: float = 0.0
    """How far from the aim to stop."""
    leaves: bool = False
    touches: bool = False
    """The nearest model, not the middle of the Group, goes to the aim."""
    rule: str = "CC-BOT-09"


def scored_orders(state: Battle, group: Group, manner: Manner) -> Iterator[Scored]:
    """Every order that the automatic opponent would consider; the rules have yet to allow it."""
    enemies = state.enemies_on_table(group)
    if group.melee:
        yield from _in_melee(state, group, manner)
        return
    yield from _attacks(state, group, enemies, manner)
    yield from _volleys(state, group, enemies, manner)
    yield from _specials(state, group)
    yield from _spells(state, group, enemies)
    best = max(purposes(state, group, enemies, manner), key=lambda one: one.score, default=None)
    if best is not None:
        yield Scored("move", "Move", best.score, best.why, (best.rule,))


@rule("CC-BOT-04", "CC-BOT-05")
def _in_melee(state: Battle, group: Group, manner: Manner) -> Iterator[Scored]:
    """In melee it fights on unless the exchange is bad, and then it Retreats; an Engine can do neither."""
    if not group.profile.has_attack:
        return
    worst = True
    for one in group.melee:
        target = state.groups[one]
        inflicted, suffered = exchange(state, group, target)
        balance = inflicted - manner.loss * suffered
        if balance > -0.15:
            worst = False
            why = f"fights on against {target.name}"
            yield Scored(f"attack {target.id}", "Attack", balance + 0.5, why, ("CC-BOT-04", *FOR_AN_EXCHANGE))
    if worst:
        yield Scored("retreat", "Retreat", 0.4, "gets out of a melee that goes badly", ("CC-BOT-05",))


@rule("CC-BOT-04", "CC-BOT-16")
def _attacks(state: Battle, group: Group, enemies: list[Group], manner: Manner) -> Iterator[Scored]:
    """An Attack is worth what it inflicts less what it costs, and is considered only if that is above 0."""
    if not group.profile.has_attack:
        return
    reach = move_distance(state, group)
    guards = state.roles.get("bodyguards", "")
    for target in enemies:
        if gap(group, target) > reach:
            continue
        inflicted, suffered = exchange(state, group, target)
        balance = inflicted - manner.loss * suffered
        extra = 1.2 if target.id == guards else 0.0
        if balance + extra > 0:
            why = f"would cost {target.name} {inflicted:.1f} points of worth for {suffered:.1f}"
            rules = ("CC-BOT-04", *FOR_AN_EXCHANGE, *(("CC-BOT-16",) if extra else ()))
            score = (balance + 0.3) * manner.fighting + extra
            yield Scored(f"attack {target.id}", "Attack", score, why, rules)


@rule("CC-BOT-06", "CC-BOT-16")
def _volleys(state: Battle, group: Group, enemies: list[Group], manner: Manner) -> Iterator[Scored]:
    """A volley is worth what it may inflict, and a little more at a Group that is nearly gone."""
    if not group.profile.has_mi:
        return
    assert group.profile.mi_range is not None
    assert group.profile.mi_hit is not None
    reach = inches(state, group.profile.mi_range)
    guards = state.roles.get("bodyguards", "")
    for target in enemies:
        if target.melee or target.has("Stealthy") or gap(group, target) > reach + 0.001:
            continue
        worth = expected_from(state, group, target, group.profile.mi_hit, attacking=True) * worth_of_one_r(
            target
        )
        if worth >= 0.05 and has_cover(state, group, target):
            worth *= COVER_LEAVES
        if target.id == guards:
            yield Scored(
                f"shoot {target.id}", "Shoot", max(1.2, worth), "shoots the Bodyguards", ("CC-BOT-16",)
            )
        elif worth >= 0.05:
            score = (worth + 0.4 + (0.3 if target.r <= 2 else 0.0)) * manner.fighting
            why = f"may be expected to cost {target.name} {worth:.1f} points of worth"
            yield Scored(f"shoot {target.id}", "Shoot", score, why, ("CC-BOT-06", *FOR_A_VOLLEY))


@rule("CC-BOT-08", "CC-BOT-16")
def _specials(state: Battle, group: Group) -> Iterator[Scored]:
    """Summoning, blowing up, and the orders of the scenario."""
    if group.has("Summoner"):
        yield Scored("summon", "Summon", 2.0, "brings another Group into play", ("CC-BOT-08",))
    if group.has("Self-Destruct"):
        net = _blast(state, group)
        if net > 0.35 * group.cost:
            yield Scored(
                "self-destruct",
                "Self-Destruct",
                net + 1.0,
                "takes more with it than it costs",
                ("CC-BOT-08",),
            )
    if state.scenario == "raid":
        yield Scored("pick up", "Pick up", 2.0, "picks the Asset up", ("CC-BOT-16",))
        yield Scored("call", "Call", 1.2, "calls another Group", ("CC-BOT-16",))
    if state.scenario == "sortie":
        yield Scored("destroy", "Destroy", 1.5, "destroys the Siege Token", ("CC-BOT-16",))


def _blast(state: Battle, group: Group) -> float:
    net = 0.0
    for other in state.groups_on_table():
        if other is group or gap(group, other) > inches(state, 6):
            continue
        worth = expected_from(state, group, other, 3, attacking=True) * worth_of_one_r(other)
        net += worth if state.are_enemies(group, other) else -worth
    return net


@rule("CC-BOT-07")
def _spells(state: Battle, group: Group, enemies: list[Group]) -> Iterator[Scored]:
    """What each spell is worth on each Group in reach."""
    if not group.known_spells:
        return
    reach = inches(state, 18)
    for target in [*state.friends_on_table(group), *enemies, group]:
        if target is not group and gap(group, target) > reach + 0.001:
            continue
        for spell in group.known_spells:
            score, why = _worth_of_spell(state, group, target, spell)
            if score > 0:
                yield Scored(f"cast {spell} {target.id}", "Cast", score, why, ("CC-BOT-07",))


def _worth_of_spell(state: Battle, caster: Group, target: Group, spell: str) -> tuple[float, str]:
    hostile = state.are_enemies(caster, target)
    worth = (_HOSTILE if hostile else _FRIENDLY).get(spell)
    if worth is None or (target is caster and spell != "Obscure"):
        return 0.0, ""
    return worth(state, caster, target), f"casts {spell} on {target.name}"


def _projectile(state: Battle, caster: Group, target: Group) -> float:
    if target.melee or target.has("Stealthy"):
        return 0.0
    far = gap(caster, target)
    need = next(
        (band.hit for band in spells()["Projectile"].hits if far <= inches(state, band.within) + 0.001), 6
    )
    return expected_from(state, caster, target, need, attacking=True) * worth_of_one_r(target) + 0.3


def _confuse(state: Battle, caster: Group, target: Group) -> float:
    if target.is_under("Confuse") or counts_as_shaken(target):
        return 0.0
    if target.melee:
        return 0.8
    reach = move_distance(state, target)
    can_attack = target.profile.has_attack and any(
        gap(target, friend) <= reach for friend in [*state.friends_on_table(caster), caster]
    )
    return 0.5 if can_attack else 0.0


def _entangle(state: Battle, caster: Group, target: Group) -> float:
    if target.is_under("Entangle"):
        return 0.0
    x, y = middle_of(target)
    near = any((goal.at[0] - x) ** 2 + (goal.at[1] - y) ** 2 <= 12**2 for goal in goals_of(state, target))
    return 0.3 if near else 0.0


def _heal(state: Battle, caster: Group, target: Group) -> float:
    if target.r >= target.profile.r:
        return 0.0
    ends_bloodied = is_bloodied(target) and 2 * (target.r + 1) > target.profile.r
    return 0.95 if ends_bloodied else 0.35


def _shield(state: Battle, caster: Group, target: Group) -> float:
    if target.spells:
        return 0.0
    threats = sum(
        1
        for enemy in state.enemies_on_table(target)
        if enemy.profile.has_attack and gap(enemy, target) <= move_distance(state, enemy)
    )
    return 0.4 if threats >= 2 else 0.0


def _enrage(state: Battle, caster: Group, target: Group) -> float:
    return 0.4 if target.melee and not target.is_under("Enrage") else 0.0


def _embolden(state: Battle, caster: Group, target: Group) -> float:
    return 0.3 if target.r < target.profile.r and not target.is_under("Embolden") else 0.0


def _prompt(state: Battle, caster: Group, target: Group) -> float:
    slow = target.profile.mo_act >= 7 and not target.done
    return 0.3 if slow and not target.is_under("Prompt") else 0.0


def _counter(state: Battle, caster: Group, target: Group) -> float:
    return 0.4 if target.is_under("Confuse") or target.is_under("Entangle") else 0.0


_HOSTILE = {"Projectile": _projectile, "Confuse": _confuse, "Entangle": _entangle}
_FRIENDLY = {
    "Heal": _heal,
    "Fortify": _shield,
    "Obscure": _shield,
    "Enrage": _enrage,
    "Embolden": _embolden,
    "Prompt": _prompt,
    "Counter": _counter,
}


@rule("CC-BOT-09")
def purposes(state: Battle, group: Group, enemies: list[Group], manner: Manner) -> Iterator[Purpose]:
    """What a Move could be good for."""
    yield from _towards_goals(state, group, manner)
    if not enemies:
        return
    nearest = min(enemies, key=lambda enemy: (gap(group, enemy), enemy.id))
    far = gap(group, nearest)
    aim = middle_of(nearest)
    if group.profile.has_mi:
        assert group.profile.mi_range is not None
        reach = inches(state, group.profile.mi_range)
        if far > reach:
            yield Purpose(
                0.45 * manner.closing, f"comes into range of {nearest.name}", aim, stop_at=reach - 0.5
            )
        elif far <= 5:
            yield Purpose(0.2, f"keeps away from {nearest.name}", aim, away=True)
    elif group.profile.has_attack:
        score = 0.5 if far > move_distance(state, group) else 0.15
        x, y = middle_of(group)
        # The middles are farther apart than the nearest models, which must stay 3 inches off (CC-MOV-05).
        stop = hypot(aim[0] - x, aim[1] - y) - far + inches(state, 3) + 0.05
        yield Purpose(score * manner.closing, f"closes with {nearest.name}", aim, stop_at=stop)
    if manner.drawing_back and far <= inches(state, DANGER):
        score = 0.5 * manner.drawing_back
        yield Purpose(score, f"draws back from {nearest.name}", aim, away=True)
    if group.has("Defensive") and not group.formed and far <= 14:
        yield Purpose(0.12, "takes the Defensive formation")


def _towards_goals(state: Battle, group: Group, manner: Manner) -> Iterator[Purpose]:
    x, y = middle_of(group)
    for goal in goals_of(state, group):
        off = hypot(goal.at[0] - x, goal.at[1] - y)
        if goal.leaves and off <= move_distance(state, group) + 1.0:
            yield Purpose(goal.off_score * manner.goals, goal.why, goal.at, leaves=True, rule="CC-BOT-16")
        elif goal.leaves or off > goal.near:
            yield Purpose(
                goal.score * manner.goals,
                goal.why,
                goal.at,
                leaves=goal.leaves,
                touches=goal.touches,
                rule="CC-BOT-16",
            )
