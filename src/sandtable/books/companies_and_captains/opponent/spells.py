"""What each spell is worth to the automatic opponent."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sandtable.books.companies_and_captains.chapters.conventions import gap, inches
from sandtable.books.companies_and_captains.chapters.moving import move_distance
from sandtable.books.companies_and_captains.chapters.resilience import is_bloodied
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken
from sandtable.books.companies_and_captains.opponent.experience import numbers
from sandtable.books.companies_and_captains.opponent.goals import goals_of, middle_of
from sandtable.books.companies_and_captains.opponent.reckoning import expected_from, worth_of_one_r
from sandtable.books.companies_and_captains.opponent.scored import Scored
from sandtable.books.companies_and_captains.opponent.styles import temper_of
from sandtable.books.companies_and_captains.orders import KINDS
from sandtable.books.companies_and_captains.printed_tables import spells
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.kernel.arithmetic import hypot
from sandtable.kernel.citation import rule
from sandtable.table.measure import NEAR

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
    if target.melee or target.has("Stealthy"):
        return 0.0
    far = gap(caster, target)
    bands = spells()["Projectile"].hits
    need = next((band.hit for band in bands if far <= inches(state, band.within) + NEAR), 6)
    lost = expected_from(state, caster, target, need, attacking=True)
    return lost * worth_of_one_r(target) + numbers("CC-BOT-07")["projectile"]


def _confuse(state: Battle, caster: Group, target: Group) -> float:
    if counts_as_shaken(target):
        return 0.0
    if target.melee:
        return numbers("CC-BOT-07")["confuse_in_melee"]
    friends = [*state.friends_on_table(caster), caster]
    can_attack = target.profile.has_attack and _can_reach_any(state, target, friends)
    return numbers("CC-BOT-07")["confuse"] if can_attack else 0.0


def _can_reach_any(state: Battle, group: Group, targets: list[Group]) -> bool:
    reach = move_distance(state, group)
    return any(gap(group, target) <= reach for target in targets)


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
    # Nobody keeps a list of who lost R in which round; whoever is short of R and near an enemy needs it most.
    if target.r >= target.profile.r or target.is_under("Embolden") or target.has("Unfeeling"):
        return 0.0
    enemies = state.enemies_on_table(target)
    is_threatened = any(gap(enemy, target) <= move_distance(state, enemy) for enemy in enemies)
    return numbers("CC-BOT-07")["embolden"] if is_threatened else 0.0


def _prompt(state: Battle, caster: Group, target: Group) -> float:
    # The scores of orders weigh spells too.
    from sandtable.books.companies_and_captains.opponent.scores import scored_orders

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
