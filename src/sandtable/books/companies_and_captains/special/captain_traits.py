"""Captain traits: what each of the sixteen does, at the moment when it may be used."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.binding.limits import use
from sandtable.books.companies_and_captains.chapters import lost_groups, resilience, testing_resilience
from sandtable.books.companies_and_captains.chapters.captains import (
    consents,
    has_working_trait,
    trait_named,
    works_near,
)
from sandtable.books.companies_and_captains.chapters.conventions import may_use_this_turn
from sandtable.books.companies_and_captains.chapters.deeds import roll_for
from sandtable.books.companies_and_captains.chapters.rolling_to_hit import choose_dice, untouched
from sandtable.books.companies_and_captains.chapters.shaken import whose_doing
from sandtable.books.companies_and_captains.state import Battle, Cause, Group, Seat
from sandtable.books.companies_and_captains.windows import (
    ACTIVATION_FAILED,
    ORDER_GIVEN,
    RALLY_FAILED,
    RECKLESS_CHECK_DUE,
    RESILIENCE_ROLLED,
    TO_HIT_ROLLED,
    WINDOWS,
    ActivationTest,
    RecklessCheck,
    ResilienceTest,
    ToHit,
)
from sandtable.kernel import Play, Refusal, rule
from sandtable.kernel.dice import each

# ---- traits that always work -----------------------------------------------------------------------------


@rule("CC-CAP-10")
async def roll_desertions(play: Play[Battle]) -> None:
    """After deployment each Group of a Reprehensible Captain but its own deserts on a 1."""
    state = play.state
    deserters: dict[Seat, list[Group]] = {}
    for seat in state.sides[state.defender] + state.sides[state.attacker]:  # CC-GEN-14
        company = state.companies[seat]
        if company.captain_trait != "Reprehensible":
            continue
        for one in company.groups:
            if one != company.captain and await _deserts(play, state.groups[one]):
                deserters.setdefault(seat, []).append(state.groups[one])
    for groups in deserters.values():
        for group in groups:
            resilience.leave_play(play, group, "deserted")
            play.tell("group deserted", "CC-CAP-10", "CC-TST-07", group=group.id)
        lost_groups.company_event(play, groups, "")
    await testing_resilience.settle_company_tests(play)


async def _deserts(play: Play[Battle], group: Group) -> bool:
    at_most = trait_named("Reprehensible").numbers["deserts_on"]
    reading = each(at_most + 1)
    (face,) = await roll_for(play, group, 1, "desert", "CC-CAP-10", "CC-GEN-15", reading=reading)
    return face <= at_most


@rule("CC-CAP-12")
def why_blood_shy(state: Battle, group: Group) -> Refusal | None:
    """The Group of a Blood-shy Captain can never be ordered to Attack."""
    if not has_working_trait(state, group, "Blood-shy"):
        return None
    return Refusal("CC-CAP-12", f"The Captain of {group.name} is Blood-shy.", "Give it another order.")


@rule("CC-CAP-24")
def why_abjured(state: Battle, caster: Group, target: Group) -> Refusal | None:
    """Enemies may not choose the Group of an Abjured Captain as the target of a spell; friends may."""
    if not state.are_enemies(caster, target) or not has_working_trait(state, target, "Abjured"):
        return None
    return Refusal("CC-CAP-24", f"The Captain of {target.name} is Abjured.", "Name another target.")


def _resolute(play: Play[Battle], seat: Seat, now: ResilienceTest) -> Group | None:
    is_fearless = seat == now.group.company and has_working_trait(play.state, now.group, "Resolute")
    return now.feared if is_fearless else None


@WINDOWS.consequence(RESILIENCE_ROLLED, "Resolute", "CC-CAP-16", _resolute)
async def ignore_fear(play: Play[Battle], _seat: Seat, now: ResilienceTest, feared: Group) -> None:
    """The Group of a Resolute Captain ignores fear, which in this book is Terrifying."""
    play.tell("fear ignored", "CC-CAP-16", "CC-OTR-18", group=now.group.id, attacker=feared.id)


# ---- once each turn, for a Group near the Captain --------------------------------------------------------


def _may_help(state: Battle, seat: Seat, group: Group, trait: str) -> bool:
    """Whether the seat's Captain has the trait, working and unused this turn, and the friend is near."""
    company = state.companies[seat]
    is_near = company.side == state.side_of(group) and works_near(state, company, trait, group)
    return is_near and may_use_this_turn(state.groups[company.captain], trait)


async def _helps(play: Play[Battle], seat: Seat, group: Group, trait: str) -> bool:
    """Use the trait up on a friend, if its owner agrees."""
    if not await consents(play, seat, group, trait):
        play.tell("help declined", "CC-ACT-15", group=group.id, trait=trait)
        return False
    captains = play.state.groups[play.state.companies[seat].captain]
    use(captains, trait)
    rules = (trait_named(trait).rule, "CC-CAP-09", "CC-GEN-08")
    play.tell("Captain trait used", *rules, trait=trait, captain=captains.id, group=group.id)
    return True


def _passes(trait: str, order: str) -> Callable[[Play[Battle], Seat, ActivationTest], bool]:
    """When a trait may let an order of this kind pass without a roll."""

    def when(play: Play[Battle], seat: Seat, now: ActivationTest) -> bool:
        return now.order == order and not now.passed_by and _may_help(play.state, seat, now.group, trait)

    return when


@WINDOWS.offer(ORDER_GIVEN, "Prodding", "CC-CAP-19", _passes("Prodding", "Move"))
async def prod(play: Play[Battle], seat: Seat, now: ActivationTest) -> None:
    """Once each turn one friendly Group near a Prodding Captain passes a Move activation without rolling."""
    if await _helps(play, seat, now.group, "Prodding"):
        now.passed_by = "CC-CAP-19"


@WINDOWS.offer(ORDER_GIVEN, "Aggressive", "CC-CAP-20", _passes("Aggressive", "Attack"))
async def drive_on(play: Play[Battle], seat: Seat, now: ActivationTest) -> None:
    """Once each turn one friendly Group near an Aggressive Captain passes an Attack or a Reckless check."""
    if await _helps(play, seat, now.group, "Aggressive"):
        now.passed_by = "CC-CAP-20"


@WINDOWS.offer(ORDER_GIVEN, "Projectile", "CC-CAP-21", _passes("Projectile", "Shoot"))
async def direct_shots(play: Play[Battle], seat: Seat, now: ActivationTest) -> None:
    """Once each turn one friendly Group near a Projectile Captain passes a Shoot without rolling."""
    if await _helps(play, seat, now.group, "Projectile"):
        now.passed_by = "CC-CAP-21"


def _compelling(play: Play[Battle], seat: Seat, now: ActivationTest) -> bool:
    return not now.rerolled and _may_help(play.state, seat, now.group, "Compelling") and not now.passed


@WINDOWS.offer(ACTIVATION_FAILED, "Compelling", "CC-CAP-18", _compelling)
async def compel(play: Play[Battle], seat: Seat, now: ActivationTest) -> None:
    """Once each turn one friendly Group near a Compelling Captain rolls a failed activation again."""
    # A test for activation opens the windows of the traits.
    from sandtable.books.companies_and_captains.chapters.activation import roll_activation

    if await _helps(play, seat, now.group, "Compelling"):
        now.rerolled = True
        await roll_activation(play, now, "CC-CAP-18", "CC-GEN-07")


def _calming(play: Play[Battle], seat: Seat, now: RecklessCheck) -> bool:
    return not now.ignored and _may_help(play.state, seat, now.group, "Calming")


@WINDOWS.offer(RECKLESS_CHECK_DUE, "Calming", "CC-CAP-23", _calming)
async def calm(play: Play[Battle], seat: Seat, now: RecklessCheck) -> None:
    """Once each turn one friendly Group near a Calming Captain ignores its Reckless compulsion this turn."""
    if await _helps(play, seat, now.group, "Calming"):
        now.ignored = True


# ---- once each turn, for the Captain's own Group ---------------------------------------------------------


def _may_reroll(trait: str) -> Callable[[Play[Battle], Seat, ToHit], bool]:
    """When the Captain's Group may use this trait on its dice to hit."""

    def when(play: Play[Battle], seat: Seat, now: ToHit) -> bool:
        return (
            seat == now.group.company
            and has_working_trait(play.state, now.group, trait)
            and may_use_this_turn(now.group, trait)
            and bool(untouched(now))
        )

    return when


async def _reroll_some(play: Play[Battle], seat: Seat, now: ToHit, trait: str) -> None:
    row = trait_named(trait)
    use(now.group, trait)
    await choose_dice(play, seat, now, untouched(now), trait, row.rule, "CC-GEN-08", most=row.numbers["dice"])


@WINDOWS.offer(TO_HIT_ROLLED, "Capable", "CC-CAP-17", _may_reroll("Capable"))
async def be_capable(play: Play[Battle], seat: Seat, now: ToHit) -> None:
    """In one to-hit roll of each turn a Capable Captain's Group rolls one die again."""
    await _reroll_some(play, seat, now, "Capable")


@WINDOWS.offer(TO_HIT_ROLLED, "Dangerous", "CC-CAP-22", _may_reroll("Dangerous"))
async def be_dangerous(play: Play[Battle], seat: Seat, now: ToHit) -> None:
    """In one to-hit roll of each turn a Dangerous Captain's Group rolls up to two dice again."""
    await _reroll_some(play, seat, now, "Dangerous")


@WINDOWS.offer(TO_HIT_ROLLED, "Incredible", "CC-CAP-25", _may_reroll("Incredible"))
async def be_incredible(play: Play[Battle], seat: Seat, now: ToHit) -> None:
    """In one to-hit roll of each turn an Incredible Captain's Group rolls up to three dice again."""
    await _reroll_some(play, seat, now, "Incredible")


# ---- Wicked ----------------------------------------------------------------------------------------------


def _wicked(play: Play[Battle], seat: Seat, now: ResilienceTest) -> bool:
    state, group = play.state, now.group
    friends = [state.companies[one] for one in state.sides[state.side_of(group)]]
    is_near = any(works_near(state, one, "Wicked", group) for one in friends)
    return seat == group.company and not now.passed and is_near


@WINDOWS.offer(RALLY_FAILED, "Wicked", "CC-CAP-14", _wicked)
async def pay_for_rally(play: Play[Battle], _seat: Seat, now: ResilienceTest) -> None:
    """A Group that fails to rally near a Wicked Captain may lose 1 R, whatever it rolled, and passes."""
    row = trait_named("Wicked")
    price = row.numbers["price_R"]
    play.tell("rally paid for", row.rule, "CC-CAP-09", "CC-TST-02", group=now.group.id, r=price)
    now.passed_by = row.rule
    await resilience.lose_r(play, now.group, price, Cause("wicked", row.rule, whose_doing(now.group)))
