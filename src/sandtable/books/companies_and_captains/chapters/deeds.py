"""Deeds: what everybody has seen a Company do and suffer, and which Company gets the credit (CC-AMB-14)."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

from sandtable.books.companies_and_captains.state import Battle, Cause, Company, Group, Seat
from sandtable.kernel import For, Play, rule

HITS = ("shooting", "elusive shots", "projectile", "blast", "melee")
"""The ways in which a Group loses R to hits."""
SHOOT_ORDER = "shooting"


@rule("CC-AMB-14")
def credited(state: Battle, group: Group, cause: Cause) -> Company | None:
    """The Company with the credit for what befell the Group; harm to the own side is nobody's deed."""
    company = state.companies.get(cause.credit)
    if company is None or company.side == state.side_of(group):
        return None
    return company


@rule("CC-AMB-10")
def note_losses(state: Battle, *losses: tuple[Group, int, Cause]) -> None:
    """The losses of one exchange happen at once: the first blood of a melee may be drawn by both."""
    drawn = False
    for group, amount, cause in losses:
        company = credited(state, group, cause)
        if amount < 1 or cause.how not in HITS or company is None:
            continue
        if (company.seat, cause.how) not in group.harmed_by:
            group.harmed_by = (*group.harmed_by, (company.seat, cause.how))
        if not state.first_blood_shed:
            company.deeds.drew_first_blood = drawn = True
    if drawn:
        state.first_blood_shed = True


@rule("CC-AMB-09")
def note_rout(state: Battle, group: Group, cause: Cause) -> None:
    """A Group is Routed by the Company that gets the credit, however it was Routed."""
    company = credited(state, group, cause)
    if company is None:
        return
    company.deeds.routed = (*company.deeds.routed, group.id)
    if company.turns == 1 and company.side == state.active:
        company.deeds.routed_in_first_turn = (*company.deeds.routed_in_first_turn, group.id)


@rule("CC-AMB-07", "CC-AMB-08", "CC-AMB-11", "CC-AMB-13")
def note_shaken(state: Battle, group: Group, cause: Cause) -> None:
    """A Group has become Shaken, by a test and not by a spell, and is still in play."""
    note_wavering(state, state.companies[group.company])
    company = credited(state, group, cause)
    if company is None:
        return
    if group.id not in company.deeds.made_shaken:
        company.deeds.made_shaken = (*company.deeds.made_shaken, group.id)
    if cause.how in HITS and cause.group == company.captain:
        company.deeds.captain_made_shaken = True
    if _is_by_shooting_alone(state, group, cause):
        company.deeds.shooting_made_shaken = True


@rule("CC-AMB-07")
def note_wavering(state: Battle, own: Company) -> None:
    """So many Groups of the Company are Shaken at the same time."""
    at_once = sum(1 for one in own.groups if (other := state.groups[one]).shaken and other.on_table)
    own.deeds.most_shaken_at_once = max(own.deeds.most_shaken_at_once, at_once)


@rule("CC-AMB-13")
def _is_by_shooting_alone(state: Battle, group: Group, cause: Cause) -> bool:
    """The Shoot order decides; in the other reading, that the player has harmed the Group in no other way."""
    if state.switches.rain_hell == "activation":
        return cause.how == SHOOT_ORDER
    ways = {how for seat, how in group.harmed_by if seat == cause.credit}
    return cause.how in (SHOOT_ORDER, "projectile") and ways <= {SHOOT_ORDER, "projectile"}


@rule("CC-AMB-06")
def note_moved_or_rolled(state: Battle, group: Group) -> None:
    """The Captain's Group has moved of its own accord, or a die was rolled for it.

    Activation, reaction, to hit, test or blocked Retreat: any die counts.
    """
    if state.holds_captain(group):
        state.companies[group.company].deeds.captain_moved_or_rolled = True


def roll_for(
    play: Play[Battle], group: Group, count: int, what: For | str, *rules: str, **told: Any
) -> Awaitable[tuple[int, ...]]:
    """The owner rolls dice for a Group."""
    note_moved_or_rolled(play.state, group)
    rolled = For(what, group.id) if isinstance(what, str) else what
    return play.roll(count, rolled, *rules, seat=group.company, group=group.id, **told)


@rule("CC-AMB-12")
def note_melee(state: Battle, *groups: Group) -> None:
    """These Groups are in melee with each other."""
    for group in groups:
        group.has_fought = True


@rule("CC-AMB-09")
def fix_costliest_enemies(state: Battle, seat: Seat) -> None:
    """The costliest enemy Groups, undeployed ones included, deserters not; any of several equals will do."""
    company = state.companies[seat]
    enemies = [group for group in state.groups_of_side(1 - company.side) if group.where != "deserted"]
    most = max((group.cost for group in enemies), default=0)
    company.deeds.costliest_enemies = tuple(group.id for group in enemies if group.cost == most)
