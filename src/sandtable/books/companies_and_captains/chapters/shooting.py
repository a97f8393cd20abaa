"""Shooting: who may shoot whom, the dice, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sandtable.books.companies_and_captains.chapters import resilience, testing_resilience
from sandtable.books.companies_and_captains.chapters.conventions import gap, inches, rules_of_sides
from sandtable.books.companies_and_captains.chapters.geometry.sight import sees, sight_rules, why_not_sees
from sandtable.books.companies_and_captains.chapters.rolling_to_hit import roll_to_hit
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken
from sandtable.books.companies_and_captains.chapters.terrain import cover_rules, has_cover
from sandtable.books.companies_and_captains.orders import Order, order_against, order_kind
from sandtable.books.companies_and_captains.printed_tables import optional_traits
from sandtable.books.companies_and_captains.state import Battle, Cause, Group
from sandtable.books.companies_and_captains.windows import ToHit
from sandtable.kernel import Candidate, Modifier, Needed, Play, Refusal, rule
from sandtable.table import NEAR
from sandtable.table.measure import said_over
from sandtable.table.units import groups as ground_groups


@rule("CC-SHO-02", "CC-SHO-08", "CC-OTR-16", "CC-SPL-16")
def why_not_shoot(state: Battle, shooter: Group, target: Group) -> Refusal | None:
    """Why nothing that counts as Shooting may hit the target, at whatever range; None if it may."""
    if not target.on_table or not state.are_enemies(shooter, target):
        reason = f"{target.name} is no enemy on the table."
        return Refusal("CC-SHO-02", reason, "Choose an enemy Group in sight.")
    if target.has("Stealthy"):
        return Refusal("CC-OTR-16", f"{target.name} is Stealthy.", "Choose a Group that is not Stealthy.")
    if target.spells and target.is_under("Obscure"):
        reason = f"{target.name} is Obscured."
        return Refusal("CC-SPL-16", reason, "Wait until the spell ends, or Counter it.")
    if target.melee and not state.switches.shoot_into_melee:
        return Refusal("CC-SHO-08", f"{target.name} is in melee.", "Choose a Group that is not in melee.")
    if not sees(state, shooter, target):
        return why_not_sees(state, shooter, target)
    return None


@rule("CC-SHO-03", "CC-GEN-03")
def why_out_of_range(state: Battle, shooter: Group, target: Group) -> Refusal | None:
    """The nearest models of both Groups must be within range; no other model is measured."""
    assert shooter.profile.mi_range is not None
    if not target.models:
        return None
    reach = inches(state, shooter.profile.mi_range)
    if ground_groups.is_within(shooter.models, shooter.radius, target.models, target.radius, reach):
        return None
    far = ground_groups.known_gap(shooter.models, shooter.radius, target.models, target.radius)
    reason = f"{target.name} is {said_over(far)} inches away."
    return Refusal("CC-SHO-03", reason, f"The range is {reach:g} inches.")


@rule("CC-SHO-01")
def why_not_order_shot(state: Battle, shooter: Group, target: Group) -> Refusal | None:
    """A Group with MI that is neither Shaken nor in melee may be ordered to Shoot a legal target in range."""
    if not shooter.profile.has_mi:
        return Refusal("CC-SHO-01", f"{shooter.name} has no MI profile.", "Give it another order.")
    if counts_as_shaken(shooter):
        return Refusal("CC-SHO-01", f"{shooter.name} is Shaken.", "It may Shoot when it has rallied.")
    if shooter.melee:
        return Refusal("CC-SHO-01", f"{shooter.name} is in melee.", "It may Attack or Retreat.")
    return why_out_of_range(state, shooter, target) or why_not_shoot(state, shooter, target)


@rule("CC-SHO-05", "CC-OTR-02")
def number_to_shoot(group: Group) -> Needed:
    """Each die at or above the MI to-hit number hits; Accurate Groups hit one better."""
    hit = group.profile.mi_hit
    assert hit is not None, f"{group.id} has no MI profile"
    if group.has("Accurate"):
        better = optional_traits()["Accurate"].numbers["better"]
        return Needed(hit + better, "CC-SHO-05", (Modifier(-better, "Accurate", "CC-OTR-02"),))
    return Needed(hit, "CC-SHO-05")


@rule("CC-SHO-04", "CC-SHO-05", "CC-SHO-06", "CC-SHO-07", "CC-SHO-09", "CC-GEN-12")
async def shoot(
    play: Play[Battle], shooter: Group, target: Group, need: Needed, how: str, because: str
) -> int:
    """Roll to hit; the target loses R for each full set of hits and tests at once if it lost any."""
    state = play.state
    cause = Cause(how, "CC-SHO-06", shooter.company, shooter.id, shooter.models)
    # A blast is no aimed shot and Cover does not help against it (CC-OTR-12).
    covered = how != "blast" and has_cover(state, shooter, target)
    fewer = resilience.fewer_dice(state, shooter, counts_as_attacking=True)
    # An order to Shoot has told already how the target is seen, and a blast needs no sight.
    seen = sight_rules(state, shooter, target) if how in ("projectile", "elusive shots") else ()
    behind = cover_rules(state, shooter, target) if covered else ()
    rules = (because, *(one.rule for one in fewer), *seen, *behind)
    dice = resilience.dice_to_hit(state, shooter, counts_as_attacking=True)
    roll = ToHit(shooter, target, need, dice, how=how, in_cover=covered, because=rules)
    hits = await roll_to_hit(play, roll)
    return await suffer_shots(play, target, hits, cause)


@rule("CC-SHO-06", "CC-SHO-07")
async def suffer_shots(play: Play[Battle], target: Group, hits: int, cause: Cause) -> int:
    """The target loses 1 R for each set of hits equal to its T, and tests if it lost any."""
    state = play.state
    amount, tough = resilience.r_lost_to(state, target, hits), resilience.toughness(state, target)
    # More dice follow where the target tests; nobody tests for nothing, at R 0, or without feeling.
    more_dice = ("CC-GEN-12",) if 0 < amount < target.r and not target.has("Unfeeling") else ()
    rules = ("CC-SHO-06", *more_dice, *resilience.rules_of_loss(state, target, hits))
    play.tell("shots suffered", *rules, group=target.id, hits=hits, toughness=tough, lost=amount)
    lost = await resilience.lose_r(play, target, amount, cause)
    if lost and target.on_table:
        play.tell("test due", "CC-SHO-07", group=target.id, lost=lost)
    await testing_resilience.take_test_for_loss(play, target, lost, cause, None)
    return lost


@order_kind
class Shoot:
    """The order to Shoot at one enemy Group."""

    name = "Shoot"

    def is_for(self, state: Battle, group: Group) -> bool:
        """Groups with an MI profile."""
        return group.profile.has_mi

    def candidates(self, state: Battle, group: Group) -> Sequence[Candidate]:
        """One for each enemy on the table."""
        return [_shot_at(state, group, enemy) for enemy in state.enemies_on_table(group)]

    def likely(self, state: Battle, group: Group) -> Sequence[Candidate]:
        """One for each enemy whose box is in range."""
        assert group.profile.mi_range is not None
        margin = inches(state, group.profile.mi_range) + group.radius + 2 * NEAR
        box = ground_groups.group_box(group.models)
        near = ground_groups.those_near(box, margin, state.enemies_on_table(group))
        return [_shot_at(state, group, one) for one in near]

    @rule("CC-ACT-07")
    def needed(self, state: Battle, group: Group, order: Order) -> Needed:
        """The first MI value."""
        assert group.profile.mi_act is not None
        return Needed(group.profile.mi_act, "CC-ACT-07")

    @rule("CC-GEN-02", "CC-GEN-03")
    async def carry_out(self, play: Play[Battle], group: Group, order: Order) -> None:
        """Shoot; the shooter stays in place."""
        target = play.state.groups[order.target]
        state, far = play.state, group.profile.mi_range
        assert far is not None
        bound = ("CC-SHO-01", "CC-SHO-02", "CC-SHO-09", "CC-SHO-03", "CC-GEN-04", *rules_of_sides(state))
        # How distances are read is told where it makes a difference.
        read: tuple[str, ...] = ("CC-GEN-02",) if len(group.models) + len(target.models) > 2 else ()
        read += ("CC-GEN-03",) if abs(gap(group, target) - inches(state, far)) <= NEAR else ()
        rules = [*bound, *read, *sight_rules(state, group, target)]
        if any(enemy.melee for enemy in state.enemies_on_table(group)):
            rules.append("CC-SHO-08")
        play.tell("shots fired", *rules, group=group.id, target=target.id)
        await shoot(play, group, target, number_to_shoot(group), "shooting", "CC-SHO-05")


def _shot_at(state: Battle, group: Group, enemy: Group) -> Candidate:
    key, label, order = order_against("Shoot", enemy.id, enemy.name)
    check = partial(why_not_order_shot, state, group, enemy)
    return Candidate(key, label, order, ("CC-SHO-02", "CC-SHO-01"), check, about=(enemy.id,), deed="shoot")
