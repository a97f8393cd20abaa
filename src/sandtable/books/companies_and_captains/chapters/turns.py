"""Turns: the steps in which a side's turn is played."""

from __future__ import annotations

from sandtable.binding.choosing import choose
from sandtable.books.companies_and_captains.chapters import attacking, testing_resilience
from sandtable.books.companies_and_captains.chapters.activation import takes_activation_test
from sandtable.books.companies_and_captains.chapters.conventions import choose_next, name_of
from sandtable.books.companies_and_captains.chapters.end_of_game import close, settle_action
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken
from sandtable.books.companies_and_captains.scenarios.scenario import scenario_of
from sandtable.books.companies_and_captains.special.captain_traits import why_blood_shy
from sandtable.books.companies_and_captains.special.optional_traits import by_keyword, kind_among
from sandtable.books.companies_and_captains.special.profile_traits import (
    compels,
    compulsory_targets,
    has_compulsory_target,
    is_compelled,
    rules_of_compulsion,
)
from sandtable.books.companies_and_captains.special.spells import expire_spells
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.books.companies_and_captains.windows import (
    RECKLESS_CHECK_DUE,
    WINDOWS,
    ActivationTest,
    RecklessCheck,
)
from sandtable.kernel import Play, rule


@rule("CC-TRN-01", "CC-TRN-02", "CC-TRN-03")
async def start_turn(play: Play[Battle]) -> None:
    """A turn starts: the closing roll of the scenario, spells expire, then reserves."""
    state = play.state
    state.turn += 1
    for group in state.groups.values():
        group.used = ()  # CC-GEN-08: at the start of each side's turn
        group.calmed = False
        group.done = group.tested = False
    for seat in state.sides[state.active]:
        state.companies[seat].turns += 1
    side = state.role(state.active)
    play.tell("turn started", "CC-TRN-01", "CC-TRN-02", side=side, turn=state.turn, round=state.round)
    scenario = scenario_of(state)
    await scenario.closing_roll(play)
    if state.closed:
        return
    expire_spells(play, state.active)
    await scenario.bring_reserves(play)
    own = state.side_on_table(state.active)
    state.to_do = tuple([group.id for group in own if counts_as_shaken(group)])
    state.step = "rally"


@rule("CC-TRN-04", "CC-TRN-05")
async def rally_a_group(play: Play[Battle]) -> None:
    """Each Group that was Shaken when the step started must test; the side leader orders the tests."""
    state = play.state
    waiting = [group for one in state.to_do if (group := state.groups[one]).on_table]
    if not waiting:
        state.to_do = ()
        state.step = "reckless"
        return
    rules = ("CC-TRN-05", "CC-TRN-04")
    group = await choose_next(play, "choose group to rally", "Which Group rallies next?", rules, waiting)
    state.to_do = tuple(one.id for one in waiting if one is not group)
    group.done = group.tested = True  # CC-ACT-03
    await testing_resilience.take_test_to_rally(play, group)
    await settle_action(play)


@rule("CC-TRN-06", "CC-TRN-07", "CC-TRN-09")
async def check_a_reckless_group(play: Play[Battle]) -> None:
    """Each Reckless Group with a legal target must try to Attack; the step goes on while one is left."""
    state = play.state
    due = [group for group in state.groups_of_side(state.active) if is_due_for_reckless_check(state, group)]
    if not due:
        _tell_who_is_not_forced(play)
        state.to_do = ()
        state.step = "activate"
        return
    prompt = "Which Reckless Group checks next?"
    group = await choose_next(play, "choose reckless group", prompt, ("CC-TRN-06",), due)
    check = RecklessCheck(group)
    await WINDOWS.open(play, RECKLESS_CHECK_DUE, check)
    if check.ignored:
        group.calmed = True
        return
    group.done = group.tested = True  # CC-ACT-03, passed or failed
    target = await _choose_reckless_target(play, group)
    test = ActivationTest(group, "Attack", attacking.attack_number(state, group), target)
    rules = (*_rules_of_check(group, target), "CC-TRN-09", "CC-ACT-03")
    play.tell("Reckless check", *rules, group=group.id, target=target.id)
    if await takes_activation_test(play, test):
        await attacking.attack(play, group, target)
    else:
        play.tell("Reckless check failed", "CC-TRN-07", group=group.id)
    await settle_action(play)


async def _choose_reckless_target(play: Play[Battle], group: Group) -> Group:
    prompt = f"Whom does the Reckless {group.name} Attack?"
    targets = compulsory_targets(play.state, group)
    rules = _rules_of_check(group, *targets)
    about = (group.id,)
    return await choose(
        play, group.company, "choose reckless target", prompt, rules, targets, name_of, about=about
    )


def _rules_of_check(group: Group, *targets: Group) -> tuple[str, ...]:
    """Why the Group checks in this step: it is Reckless, or these of its Foes can be Attacked."""
    if group.has("Reckless"):
        return ("CC-TRN-06", *rules_of_compulsion(group))
    keywords = [one for foe in targets for one in by_keyword(kind_among(group.foes, foe), foe)]
    return ("CC-TRN-06", *rules_of_compulsion(group), "CC-TRN-08", *dict.fromkeys(keywords))


@rule("CC-TRN-08", "CC-SHK-06")
def is_due_for_reckless_check(state: Battle, group: Group) -> bool:
    """A Reckless Group checks if it has a target and has not checked, rallied or been calmed this turn."""
    return (
        is_compelled(group)
        and group.on_table
        and not group.done
        and not group.calmed
        and not counts_as_shaken(group)
        and has_compulsory_target(state, group)
    )


@rule("CC-CAP-12", "CC-GEN-09")
def _tell_who_is_not_forced(play: Play[Battle]) -> None:
    """What forbids beats what compels: a Reckless Group with a Blood-shy Captain takes no check."""
    state = play.state
    for group in state.side_on_table(state.active):
        if not is_compelled(group) or group.done or why_blood_shy(state, group) is None:
            continue
        if any(compels(group, enemy) for enemy in attacking.those_in_reach(state, group)):
            play.tell("not forced to Attack", "CC-CAP-12", "CC-GEN-09", group=group.id)


@rule("CC-TRN-02")
async def end_turn(play: Play[Battle]) -> None:
    """The turn ends with the scenario's rules for it; then the other side has its turn."""
    state = play.state
    await end_of_turn(play)
    if state.closed:
        return
    play.tell("turn ended", "CC-TRN-01", "CC-TRN-02", side=state.role(state.active))
    state.active = 1 - state.active
    state.step = "start of turn"


async def end_of_turn(play: Play[Battle]) -> None:
    """The end-of-turn rules of the scenario, then whether the game is over."""
    state = play.state
    scenario = scenario_of(state)
    await scenario.turn_rules(play)
    if not state.closed:
        await testing_resilience.settle_company_tests(play)
    closing = None if state.closed else scenario.closing_condition(state) or scenario.why_time_is_up(state)
    if closing is not None:
        close(play, *closing)
