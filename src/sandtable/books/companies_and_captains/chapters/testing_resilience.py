"""Testing Resilience: the roll, its modifiers, what a failure brings, and the tests of a whole Company."""

from __future__ import annotations

from functools import partial

from sandtable.books.companies_and_captains.chapters import resilience, retreating, shaken
from sandtable.books.companies_and_captains.chapters.captains import captain_bonus, is_counted_once
from sandtable.books.companies_and_captains.chapters.deeds import roll_for
from sandtable.books.companies_and_captains.chapters.lost_groups import in_play_points
from sandtable.books.companies_and_captains.state import Battle, Cause, CompanyEvent, Group
from sandtable.books.companies_and_captains.windows import (
    RALLY_FAILED,
    RESILIENCE_ROLLED,
    WINDOWS,
    ResilienceTest,
)
from sandtable.kernel import Modifier, Needed, Play, rule, total_of
from sandtable.kernel.dice import LOWEST, Reading, total

LESS_THAN_HALF = -1
"""The modifier of a Company with less than half of its points in play (CC-TST-10)."""
FAILING_SHAKEN = 1
"""The R that a failed test costs a Shaken Group (CC-TST-15)."""


@rule("CC-TST-01", "CC-TST-12")
async def take_test_for_loss(
    play: Play[Battle], group: Group, lost: int, cause: Cause, attacked_by: Group | None
) -> None:
    """A Group that lost R to hits and has R left tests once for the whole loss."""
    if lost <= 0 or not group.on_table:
        return
    test = resilience_test(play.state, group, "R lost", lost)
    test.attacked_by = attacked_by
    await roll_resilience(play, test, "CC-TST-01")
    if not test.passed:
        await suffer_failure(play, test, cause)


@rule("CC-TST-02")
async def take_test_for_other_loss(play: Play[Battle], group: Group, lost: int, cause: Cause) -> None:
    """R that was not lost to hits causes no test, unless the players agreed that any loss does."""
    if lost <= 0 or not group.on_table:
        return
    if play.state.switches.test_on_any_loss:
        await take_test_for_loss(play, group, lost, cause, None)
    else:
        play.tell("no test for this loss", "CC-TST-02", group=group.id, lost=lost)


@rule("CC-TST-06", "CC-TRN-04", "CC-SHK-01")
async def take_test_to_rally(play: Play[Battle], group: Group) -> None:
    """A Shaken Group tests with no modifier for lost R; passed, it is no longer Shaken."""
    cause = Cause("rally", "CC-TRN-04", shaken.whose_doing(group))
    test = resilience_test(play.state, group, "rally")
    why = "CC-SHK-01" if group.shaken else "CC-SPL-14"
    await roll_resilience(play, test, "CC-TST-06", "CC-TRN-04", why, "CC-ACT-03", "CC-ACT-12")
    before = group.r
    if not test.passed:
        await WINDOWS.open(play, RALLY_FAILED, test)
    if not group.on_table:
        return
    if test.passed:
        shaken.rally(play, group)
        await take_test_for_other_loss(play, group, before - group.r, cause)
    else:
        await suffer_failure(play, test, cause)


@rule("CC-RTR-03")
async def opening_test(play: Play[Battle], group: Group) -> None:
    """A Group that fails before the first turn starts Shaken; it loses no R and does not Retreat."""
    test = resilience_test(play.state, group, "opening")
    await roll_resilience(play, test, "CC-RTR-03")
    if not test.passed:
        shaken.become_shaken(play, group, Cause("opening test", "CC-RTR-03"), "CC-RTR-03")


def resilience_test(state: Battle, group: Group, reason: str, lost: int = 0) -> ResilienceTest:
    """The test as it stands before the dice: the R rating and every modifier."""
    need = Needed(group.profile.r_rating, "CC-TST-13")
    return ResilienceTest(group, reason, need, modifiers(state, group, lost))


@rule("CC-TST-18", "CC-TST-09", "CC-TST-10", "CC-TST-12", "CC-RES-05")
def modifiers(state: Battle, group: Group, lost: int = 0) -> tuple[Modifier, ...]:
    """Everything that changes a Resilience roll of this Group now."""
    found: list[Modifier] = []
    if lost:
        found.append(Modifier(-lost, f"{lost} R lost", "CC-TST-12"))
    company = state.companies[group.company]
    if 2 * in_play_points(state, company) < company.points:
        found.append(Modifier(LESS_THAN_HALF, "less than half of the points in play", "CC-TST-10"))
    captain = captain_bonus(state, group)
    if captain is not None:
        found.append(captain)
    penalty = state.switches.bloodied_morale_penalty
    if penalty and resilience.is_bloodied(group):
        found.append(Modifier(-penalty, "Bloodied", "CC-RES-05"))
    return tuple(found)


@rule("CC-TST-08", "CC-GEN-06", "CC-OTR-21")
async def roll_resilience(play: Play[Battle], test: ResilienceTest, *because: str) -> None:
    """Roll 2d6, apply rerolls, add modifiers; an Unfeeling Group passes without rolling."""
    group = test.group
    if group.has("Unfeeling"):
        test.passed_by = "CC-OTR-21"
        cited = ("CC-OTR-21", *because)
        play.tell("Resilience passed without a roll", *cited, group=group.id, reason=test.reason)
        return
    once = ("CC-GEN-11",) if is_counted_once(play.state, group) else ()
    rules = ("CC-TST-08", "CC-GEN-06", *because, *_rules_of(test), *once)
    facts = {"reason": test.reason, "rating": test.need.number}
    modifiers = [str(one) for one in test.modifiers]
    reading = partial(_what_matters, play, test)
    rolled = await roll_for(
        play, group, 2, "resilience", *rules, reading=reading, **facts, modifiers=modifiers
    )
    test.faces = list(rolled)
    await WINDOWS.open(play, RESILIENCE_ROLLED, test)
    kind = "Resilience passed" if test.passed else "Resilience failed"
    play.tell(kind, "CC-TST-13", "CC-TST-08", **test.facts)


def _rules_of(test: ResilienceTest) -> tuple[str, ...]:
    """The rules of every modifier, and those that say there is none."""
    found = ["CC-TST-13", "CC-TST-18"]
    for one in test.modifiers:
        found.append(one.rule)
        if one.value > 0:
            found.append("CC-TST-09")
    if resilience.is_bloodied(test.group) and "CC-RES-05" not in found:
        found.append("CC-RES-05")
    return tuple(dict.fromkeys(found))


def _what_matters(play: Play[Battle], test: ResilienceTest) -> Reading:
    """Passing and staying above 0 matter; of a roll whose higher die is rolled again only the lower one."""
    # The traits know what a test needs.
    from sandtable.books.companies_and_captains.special.optional_traits import is_frightened

    if test.group.has("Cowardly") or is_frightened(play.state, test):
        return LOWEST
    return total(*numbers_that_matter(test))


def numbers_that_matter(test: ResilienceTest) -> tuple[int, int]:
    """The totals of the dice with which the test is passed, and with which the Group is not Routed."""
    change = total_of(test.modifiers)
    return test.need.number - change, 1 - change


@rule("CC-TST-14", "CC-TST-15", "CC-TST-16", "CC-TST-17", "CC-TST-20", "CC-RET-02", "CC-SHK-04")
async def suffer_failure(play: Play[Battle], test: ResilienceTest, cause: Cause) -> None:
    """At 0 or less the Group is Routed; else it Retreats and is Shaken, or loses 1 R first if it was."""
    group = test.group
    if test.result <= 0:
        await resilience.rout(play, group, cause, "CC-TST-16")
        return
    lost = 0
    was_shaken = shaken.counts_as_shaken(group)
    if was_shaken:
        rules = ("CC-TST-15", "CC-SHK-04", "CC-TST-17", *(() if group.shaken else ("CC-SPL-14",)))
        play.tell("failed while Shaken", *rules, group=group.id, state=shaken.is_shaken(group))
        lost = await resilience.lose_r(play, group, FAILING_SHAKEN, _for_failing(cause))
    if not group.on_table:
        return
    before = group.r
    await retreating.retreat(play, group, cause)
    blocked = before - group.r
    if not was_shaken:
        shaken.become_shaken(play, group, cause, "CC-TST-14", "CC-TST-20")
    await take_test_for_other_loss(play, group, lost, cause)
    await take_test_for_other_loss(play, group, blocked, cause)


def _for_failing(cause: Cause) -> Cause:
    """The same cause and credit, but R that was lost to no hits."""
    return Cause("failed test", "CC-TST-15", cause.credit, cause.group, cause.stood)


EXPLODING = "Self-Destruct"
"""What a Group has used in the turn in which it explodes."""


def is_exploding(group: Group) -> bool:
    """An exploding Group takes no test itself (CC-OTR-29)."""
    return EXPLODING in group.used


@rule("CC-TST-19", "CC-GEN-14", "CC-GEN-12")
async def settle_company_tests(play: Play[Battle]) -> None:
    """Company tests are taken event by event, first come first served, until no event is left."""
    state = play.state
    while state.events:
        event, state.events = state.events[0], state.events[1:]
        due = [
            group for one in state.companies[event.company].groups if (group := state.groups[one]).on_table
        ]
        if due:
            in_order = ("CC-GEN-14",) if len(due) > 1 else ()
            play.tell("Company tests", "CC-TST-19", *in_order, *event.reasons, company=event.company)
        for group in due:
            if is_exploding(group):
                play.tell("no test while exploding", "CC-OTR-29", group=group.id)
            elif group.on_table:  # CC-GEN-14: a Group that has left play when its place comes is skipped
                await take_test_for_event(play, group, event)


async def take_test_for_event(play: Play[Battle], group: Group, event: CompanyEvent) -> None:
    """One Group's test for an event of its Company; it tests once for all the reasons together."""
    test = resilience_test(play.state, group, "company")
    once = ("CC-TST-11",) if len(event.reasons) > 1 else ()
    await roll_resilience(play, test, *event.reasons, *once, "CC-TST-19")
    if not test.passed:
        await suffer_failure(play, test, Cause("company test", event.reasons[0], event.credit))
