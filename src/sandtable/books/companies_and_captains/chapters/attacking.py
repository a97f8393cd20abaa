"""Attacking: who may attack whom, moving in, the exchange of blows, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from sandtable.books.companies_and_captains.chapters import moving, resilience, terrain, testing_resilience
from sandtable.books.companies_and_captains.chapters.conventions import inches, rules_of_sides
from sandtable.books.companies_and_captains.chapters.deeds import note_losses, note_melee
from sandtable.books.companies_and_captains.chapters.geometry.attack_moves import (
    is_near_enough,
    near_enough,
    reach_if_near,
    would_reach,
)
from sandtable.books.companies_and_captains.chapters.geometry.sight import sees, sight_rules, why_not_sees
from sandtable.books.companies_and_captains.chapters.geometry.standing import advance_towards
from sandtable.books.companies_and_captains.chapters.moving_in import move_in
from sandtable.books.companies_and_captains.chapters.rolling_to_hit import roll_to_hit
from sandtable.books.companies_and_captains.chapters.shaken import ONLY_SIXES, counts_as_shaken
from sandtable.books.companies_and_captains.orders import Order, order_against, order_kind
from sandtable.books.companies_and_captains.printed_tables import optional_traits
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.special.captain_traits import why_blood_shy
from sandtable.books.companies_and_captains.state import Battle, Cause, Group
from sandtable.books.companies_and_captains.windows import ATTACK_DECLARED, WINDOWS, AttackDeclared, ToHit
from sandtable.kernel import Candidate, Modifier, Needed, Play, Refusal, rule


@rule("CC-MEL-01", "CC-CAP-12", "CC-PRO-08")
def why_never_attack(state: Battle, group: Group) -> Refusal | None:
    """Why the Group may be given no Attack order at all: no value for it, Shaken, or a Blood-shy Captain."""
    if not group.profile.has_attack:
        return Refusal("CC-MEL-01", f"{group.name} has no attacking ME value.", "Give it another order.")
    if counts_as_shaken(group):
        return Refusal("CC-MEL-01", f"{group.name} is Shaken.", "It may Attack when it has rallied.")
    return why_blood_shy(state, group)


@rule("CC-MEL-02", "CC-MEL-12", "CC-MEL-16", "CC-SPL-16", "CC-RIT-04")
def why_not_attack(state: Battle, group: Group, target: Group) -> Refusal | None:
    """Why the Group may not be ordered to Attack the target, or None if it may."""
    never = why_never_attack(state, group)
    return never if never is not None else _why_not_target(state, group, target)


def _why_not_target(state: Battle, group: Group, target: Group) -> Refusal | None:
    if not target.on_table or not state.are_enemies(group, target):
        reason = f"{target.name} is no enemy on the table."
        return Refusal("CC-MEL-02", reason, "Choose an enemy Group in reach.")
    if target.spells and target.is_under("Obscure"):
        reason = f"{target.name} is Obscured."
        return Refusal("CC-SPL-16", reason, "Wait until the spell ends, or Counter it.")
    if group.melee:
        if target.id in group.melee:
            return None
        reason = f"{group.name} is not in melee with {target.name}."
        return Refusal("CC-ACT-04", reason, "Attack one it fights.")
    rooted = scenario_of(state).stands_fast(state, group)
    if rooted:
        reason = f"{group.name} may not leave its place."
        return Refusal(rooted, reason, "It may Attack who is in melee with it.")
    # Sight is looked at between the two questions of reach, since a way round costs most to find.
    if is_near_enough(state, group, target):
        if not sees(state, group, target):
            return why_not_sees(state, group, target)
        if reach_if_near(state, group, target):
            return None
    if (stuck := moving.why_not_move(state, group)) is not None:
        return stuck
    limit = moving.move_distance(state, group)
    reason = f"No model of {group.name} can reach {target.name}."
    remedy = f"Choose an enemy whom {limit:g} inches of movement reach."
    return Refusal(_what_shortens(state, group, target) or "CC-MEL-02", reason, remedy)


@rule("CC-RAI-08", "CC-SPL-15")
def _what_shortens(state: Battle, group: Group, target: Group) -> str:
    """The rule, if any, without which the Group could reach the target: that of its Asset, or of Entangle."""
    if not (group.asset or terrain.is_entangled(group)) or not sees(state, group, target):
        return ""
    limit, going = moving.move_distance(state, group), terrain.going_of(state, group)
    if group.asset and would_reach(state, group, target, inches(state, group.profile.mo_in), going):
        return "CC-RAI-08"
    if terrain.is_entangled(group) and would_reach(state, group, target, limit, terrain.ORDINARY):
        return "CC-SPL-15"
    return ""


@rule("CC-MEL-02")
def seek_attack_targets(state: Battle, group: Group) -> Iterator[Group]:
    """Every enemy that the Group may be ordered to Attack now, each looked at when somebody wants it."""
    for enemy in _likely_targets(state, group):
        if _why_not_target(state, group, enemy) is None:
            yield enemy


def those_in_reach(state: Battle, group: Group) -> list[Group]:
    """The enemies whom the Group could Attack, were it one that may Attack at all."""
    return [one for one in state.enemies_on_table(group) if _why_not_target(state, group, one) is None]


def _likely_targets(state: Battle, group: Group) -> list[Group]:
    """The enemies whom the Group fights or, where it is free, those that are not too far away for certain."""
    if why_never_attack(state, group) is not None:
        return []
    if group.melee:
        return [state.groups[one] for one in group.melee]
    return near_enough(state, group, state.enemies_on_table(group))


@rule("CC-ACT-07")
def attack_number(state: Battle, group: Group) -> Needed:
    """The number for the activation test: the first ME value."""
    assert group.profile.me_act is not None, f"{group.id} cannot Attack"
    return Needed(group.profile.me_act, "CC-ACT-07")


@rule("CC-MEL-07", "CC-SHK-03", "CC-OTR-11", "CC-PTR-06")
def number_to_hit(group: Group, counts_as_attacking: bool) -> Needed:
    """A Group that attacks or counts as attacking has its second ME value, else the third; 6 while Shaken."""
    if counts_as_shaken(group):
        return Needed(ONLY_SIXES, "CC-SHK-03")
    profile = group.profile
    if not counts_as_attacking or profile.me_attack is None:
        return Needed(profile.me_defend, "CC-MEL-07")
    if group.has("Offensive"):
        better = optional_traits()["Offensive"].numbers["better"]
        return Needed(profile.me_attack + better, "CC-MEL-07", (Modifier(-better, "Offensive", "CC-OTR-11"),))
    return Needed(profile.me_attack, "CC-MEL-07")


@rule("CC-MEL-04", "CC-MEL-05", "CC-MEL-12", "CC-MEL-16")
async def attack(play: Play[Battle], group: Group, target: Group) -> None:
    """Declare, let the target react, move in and fight; a Group in melee with the target just fights."""
    reacts = target.has("Defiant") or target.has("Elusive")
    if target.id in group.melee:
        barred = ("CC-MEL-05",) if reacts else ()
        play.tell("attacked again", "CC-MEL-12", *barred, group=group.id, target=target.id)
        await fight(play, group, target)
        return
    rules = ["CC-MEL-01", "CC-MEL-02", "CC-GEO-11", *sight_rules(play.state, group, target)]
    rules += rules_of_sides(play.state)
    if target.melee:
        rules += ["CC-MEL-14", "CC-MEL-16"]
    if reacts:
        rules.append("CC-MEL-05" if target.melee or counts_as_shaken(target) else "CC-MEL-04")
        rules += ["CC-SHK-06"] if counts_as_shaken(target) else []
    play.tell("attack declared", *dict.fromkeys(rules), group=group.id, target=target.id)
    declared = AttackDeclared(target, group)
    await WINDOWS.open(play, ATTACK_DECLARED, declared)
    if declared.attack_is_over:
        return
    if not await move_in(play, group, target):
        come_on(play, group, target)
        return
    join_melee(play, group, target)
    await fight(play, group, target, declared.counts_as_attacking)


@rule("CC-PTR-08")
def come_on(play: Play[Battle], group: Group, target: Group) -> None:
    """An attacker that cannot reach its target any more comes on as far as it may; its order is finished."""
    state, limit = play.state, moving.move_distance(play.state, group)
    came = advance_towards(state, group, target, limit)
    usual = advance_towards(state, group, target, limit, terrain.ORDINARY)
    way = moving.rules_of_cost(state, group, list(zip(group.models, came.models, strict=True)))
    way += terrain.rules_of_going(group) if usual.models != came.models else ()
    play.tell("attack out of reach", "CC-PTR-08", *way, group=group.id, target=target.id, models=came.models)
    if came.models != group.models:
        moving.displace(play, group, came.models)


@rule("CC-GEO-16", "CC-AMB-12")
def join_melee(play: Play[Battle], group: Group, target: Group) -> None:
    """The two Groups are in melee with each other from the moment the Attack is fought."""
    group.melee = (*group.melee, target.id)
    target.melee = (*target.melee, group.id)
    note_melee(play.state, group, target)
    play.tell("melee joined", "CC-GEO-16", group=group.id, target=target.id)


@rule("CC-MEL-06", "CC-MEL-08", "CC-MEL-09", "CC-MEL-14", "CC-GEN-12")
async def fight(
    play: Play[Battle], attacker: Group, defender: Group, defender_counts_as_attacking: bool = False
) -> None:
    """Both Groups roll before either loss is applied; both lose R; the defender tests, then the attacker."""
    state = play.state
    blow = Cause("melee", "CC-MEL-08", attacker.company, attacker.id, attacker.models)
    answer = Cause("melee", "CC-MEL-08", defender.company, defender.id, defender.models)
    strikes = _blows(state, attacker, defender, is_attacking=True)
    strikes_back = _blows(state, defender, attacker, is_attacking=defender_counts_as_attacking)
    hits = await roll_to_hit(play, strikes)
    hits_back = await roll_to_hit(play, strikes_back)
    harm = resilience.r_lost_to(state, defender, hits)
    harm_back = resilience.r_lost_to(state, attacker, hits_back)
    # Both may draw first blood in one exchange (CC-AMB-10): both losses are noted before either is taken.
    note_losses(state, (defender, harm, blow), (attacker, harm_back, answer))
    losses = resilience.rules_of_loss(state, defender, hits)
    losses_back = resilience.rules_of_loss(state, attacker, hits_back)
    several = ("CC-MEL-14",) if len(attacker.melee) + len(defender.melee) > 2 else ()
    rules = ("CC-MEL-08", "CC-MEL-09", *several, "CC-GEN-12", *losses, *losses_back)
    play.tell(
        "blows exchanged",
        *dict.fromkeys(rules),
        attacker=attacker.id,
        defender=defender.id,
        hits=[hits, hits_back],
        lost=[min(harm, defender.r), min(harm_back, attacker.r)],
    )
    lost = await resilience.lose_r(play, defender, harm, blow)
    lost_back = await resilience.lose_r(play, attacker, harm_back, answer)
    await _test_after_melee(play, attacker, defender, (lost, blow), (lost_back, answer))


def _blows(state: Battle, group: Group, enemy: Group, is_attacking: bool) -> ToHit:
    """The roll of one Group against the other, as it stands before the exchange."""
    covered = state.switches.cover_in_melee and terrain.has_cover(state, group, enemy)
    fewer = resilience.fewer_dice(state, group, is_attacking)
    rules = (*(one.rule for one in fewer), *(terrain.cover_rules(state, group, enemy) if covered else ()))
    dice = resilience.dice_to_hit(state, group, is_attacking)
    need = number_to_hit(group, is_attacking)
    return ToHit(
        group, enemy, need, dice, how="melee", in_cover=covered, is_attacking=is_attacking, because=rules
    )


@rule("CC-MEL-10", "CC-MEL-11", "CC-MEL-13", "CC-MEL-15")
async def _test_after_melee(
    play: Play[Battle],
    attacker: Group,
    defender: Group,
    harm: tuple[int, Cause],
    harm_back: tuple[int, Cause],
) -> None:
    """The defender tests first, then the attacker; both test even if the other has gone."""
    before = [(one, one.models) for one in (attacker, defender)]
    lost, blow = harm
    lost_back, answer = harm_back
    both = lost and lost_back and defender.on_table and attacker.on_table
    rules = ("CC-MEL-10", *(("CC-MEL-13",) if both else ()))
    if lost and defender.on_table:
        play.tell("test due", *rules, group=defender.id, lost=lost)
        await testing_resilience.take_test_for_loss(play, defender, lost, blow, attacked_by=attacker)
    if lost_back and attacker.on_table:
        play.tell("test due", *rules, group=attacker.id, lost=lost_back)
        await testing_resilience.take_test_for_loss(play, attacker, lost_back, answer, None)
    if defender.id in attacker.melee:
        play.tell("melee continues", "CC-MEL-11", attacker=attacker.id, defender=defender.id)
    else:
        # Both may be gone or have Retreated; then nobody stays.
        is_left = any(one.on_table and one.models == stood for one, stood in before)
        stays = ("CC-MEL-15",) if is_left else ()
        play.tell("melee over", *stays, "CC-GEO-16", attacker=attacker.id, defender=defender.id)


@order_kind
class Attack:
    """The order to Attack one enemy Group."""

    name = "Attack"

    def is_for(self, state: Battle, group: Group) -> bool:
        """Groups with an attacking ME value."""
        return group.profile.has_attack

    def candidates(self, state: Battle, group: Group) -> Sequence[Candidate]:
        """One for each enemy on the table."""
        return [_attack_on(state, group, enemy) for enemy in state.enemies_on_table(group)]

    def likely(self, state: Battle, group: Group) -> Sequence[Candidate]:
        """One for each enemy in melee with it, or near it."""
        return [_attack_on(state, group, enemy) for enemy in _likely_targets(state, group)]

    @rule("CC-ACT-07")
    def needed(self, state: Battle, group: Group, order: Order) -> Needed:
        """The first ME value."""
        return attack_number(state, group)

    async def carry_out(self, play: Play[Battle], group: Group, order: Order) -> None:
        """Attack the target that was named."""
        await attack(play, group, play.state.groups[order.target])


def _attack_on(state: Battle, group: Group, enemy: Group) -> Candidate:
    key, label, order = order_against("Attack", enemy.id, enemy.name)
    check = partial(why_not_attack, state, group, enemy)
    return Candidate(key, label, order, ("CC-MEL-02", "CC-MEL-01"), check, about=(enemy.id,), deed="attack")
