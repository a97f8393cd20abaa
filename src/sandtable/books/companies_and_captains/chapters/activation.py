"""Activation: choose a Group and an order, roll 2d6, act; a failure ends the turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from sandtable.books.companies_and_captains.chapters.conventions import rules_of_leading
from sandtable.books.companies_and_captains.chapters.deeds import roll_for
from sandtable.books.companies_and_captains.chapters.end_of_game import settle_action
from sandtable.books.companies_and_captains.chapters.moving import why_not_move
from sandtable.books.companies_and_captains.chapters.shaken import counts_as_shaken, is_shaken
from sandtable.books.companies_and_captains.orders import KINDS, Order
from sandtable.books.companies_and_captains.special.profile_traits import (
    compulsory_targets,
    has_compulsory_target,
    rules_of_compulsion,
)
from sandtable.books.companies_and_captains.state import Battle, Group
from sandtable.books.companies_and_captains.windows import (
    ACTIVATION_FAILED,
    ORDER_CARRIED_OUT,
    ORDER_GIVEN,
    WINDOWS,
    ActivationTest,
)
from sandtable.kernel import Candidate, ChooseOne, For, Play, Refusal, rule
from sandtable.kernel.dice import total

END_TURN = "end turn"
DECLINE = "decline"


@rule("CC-ACT-01", "CC-ACT-08", "CC-ACT-09", "CC-ACT-13", "CC-SPL-03")
async def activate_a_group(play: Play[Battle]) -> None:
    """The active side picks one Group and gives it one order, or ends its turn."""
    group, shared = await choose_group(play), rules_of_sharing(play.state)
    led = rules_of_leading(play.state, play.state.active)
    if group is None:
        side = play.state.role(play.state.active)
        play.tell("turn ended by choice", "CC-ACT-10", "CC-TRN-01", *shared, *led, side=side)
        play.state.step = "end of turn"
        return
    order = await choose_order(play, group)
    if order is None:
        play.state.to_do = (*play.state.to_do, group.id)
        play.tell("activation declined", "CC-ACT-15", group=group.id)
        return
    play.state.to_do = ()
    group.done = True  # CC-ACT-02: whatever the outcome
    if await carry_out_if_activated(play, group, order):
        await settle_action(play)
        return
    cast = ("CC-SPL-03",) if order.name == "Cast" else ()
    play.tell("turn ended by failure", "CC-ACT-09", "CC-TRN-01", *cast, *shared, group=group.id)
    await settle_action(play)
    if not play.state.closed:
        play.state.step = "end of turn"


def rules_of_sharing(state: Battle) -> tuple[str, ...]:
    """What holds where several players of a side share its turn; one failure ends it for all of them."""
    return ("CC-ACT-13",) if len(state.sides[state.active]) > 1 else ()


async def carry_out_if_activated(play: Play[Battle], group: Group, order: Order, *by: str) -> bool:
    """Roll for the order and, if the Group is activated, carry it out."""
    kind = KINDS[order.name]
    target = play.state.groups.get(order.target)
    test = ActivationTest(group, order.name, kind.needed(play.state, group, order), target)
    rules = ("CC-ACT-05", "CC-ACT-11", *(by or ("CC-ACT-02",)))
    play.tell("order given", *rules, group=group.id, order=order.key)
    if not await takes_activation_test(play, test):
        return False
    await kind.carry_out(play, group, order)
    await WINDOWS.open(play, ORDER_CARRIED_OUT, test)
    return True


@rule("CC-ACT-06")
async def takes_activation_test(play: Play[Battle], test: ActivationTest) -> bool:
    """Roll 2d6; the order is carried out if the total is at least the number for the order."""
    await WINDOWS.open(play, ORDER_GIVEN, test)
    if test.passed_by:
        play.tell("activated without a roll", test.passed_by, group=test.group.id, order=test.order)
        return True
    await roll_activation(play, test)
    passed = test.passed
    if not passed:
        await WINDOWS.open(play, ACTIVATION_FAILED, test)
        passed = test.passed
    if passed:
        play.tell("group activated", "CC-ACT-06", "CC-ACT-08", group=test.group.id, order=test.order)
    else:
        play.tell("activation failed", "CC-ACT-06", group=test.group.id, order=test.order)
    return passed


async def roll_activation(play: Play[Battle], test: ActivationTest, *because: str) -> None:
    """Roll the two dice of the test, for the first time or again."""
    need, rules = test.need, ("CC-ACT-06", "CC-GEN-06", *because)
    # A total of 12 has a meaning of its own when an Asset is picked up (CC-RAI-07).
    reading = total(need.number, 12) if test.order == "Pick up" else total(need.number)
    told: dict[str, Any] = {"need": need, "reading": reading, "order": test.order}
    if test.faces:
        again = For("reroll activate", test.group.id, f"activate {test.group.id}")
        test.faces = await roll_for(play, test.group, 2, again, *rules, **told, was=list(test.faces))
    else:
        test.faces = await roll_for(play, test.group, 2, "activate", *rules, **told)


@rule("CC-ACT-10", "CC-ACT-15")
async def choose_group(play: Play[Battle]) -> Group | None:
    """The side leader says which Group acts next, or that the turn ends."""
    state = play.state

    def candidates() -> list[Candidate]:
        return [*[_activation_of(state, group) for group in state.side_on_table(state.active)], _END_TURN]

    def likely() -> list[Candidate | Callable[[], Candidate]]:
        waiting = [group for group in state.side_on_table(state.active) if not group.done]
        return [*[partial(_activation_of, state, group) for group in waiting], _END_TURN]

    seat = state.leader(state.active)
    rules = ("CC-ACT-01", "CC-ACT-10", *rules_of_sharing(state), *rules_of_leading(state, state.active))
    question = ChooseOne(
        seat,
        "choose group",
        "Which Group acts next?",
        rules,
        candidates,
        recalled=state.groups.get,
        likely=likely,
    )
    chosen = await play.ask(question)
    return None if chosen == END_TURN else chosen


_END_TURN = Candidate(END_TURN, "end the turn", END_TURN, ("CC-ACT-10",))


def _activation_of(state: Battle, group: Group) -> Candidate:
    check = partial(why_not_activate, state, group)
    return Candidate(
        group.id, group.name, group, ("CC-ACT-01",), check, about=(group.id,), points_at=("deed",)
    )


@rule("CC-ACT-02", "CC-ACT-03", "CC-ACT-12")
def why_not_activate(state: Battle, group: Group) -> Refusal | None:
    """A Group acts once a turn, not if it rallied or checked this turn, and not while Shaken."""
    if counts_as_shaken(group):
        until = "when it has rallied" if group.shaken else "when it has rallied or the spell has ended"
        return Refusal("CC-ACT-12", f"{group.name} {is_shaken(group)}.", f"It may act {until}.")
    if group.tested:
        reason = f"{group.name} has rallied or taken its Reckless check this turn."
        return Refusal("CC-ACT-03", reason, "Choose another Group.")
    if group.done:
        return Refusal("CC-ACT-02", f"{group.name} has been activated this turn.", "Choose another Group.")
    if group.id in state.to_do:
        reason = f"The owner of {group.name} declined."
        return Refusal("CC-ACT-15", reason, "Name another Group or end the turn.")
    if not any_order(state, group):
        return Refusal("CC-ACT-05", f"{group.name} has no order it could carry out.", "Choose another Group.")
    return None


def any_order(state: Battle, group: Group) -> bool:
    """Whether there is an order that the Group may be given now; a Move nearly always is."""
    if not group.melee and why_not_move(state, group) is None:
        return True  # or, where Reckless bars the Move, the Attack that it must make
    return any(candidate.refusal() is None for candidate in order_candidates(state, group))


@rule("CC-ACT-05", "CC-ACT-11")
async def choose_order(play: Play[Battle], group: Group) -> Order | None:
    """The owner gives the Group an order and names its target before any dice."""
    state = play.state

    shared = (_DECLINE,) if len(state.sides[state.active]) > 1 else ()
    in_melee = ("CC-ACT-04",) if group.melee else ()
    bound = rules_of_compulsion(group) if has_compulsory_target(state, group) else ()
    dash = () if group.profile.has_attack and group.profile.has_mi else ("CC-PRO-08",)
    question = ChooseOne(
        group.company,
        "choose order",
        f"What shall {group.name} do?",
        ("CC-ACT-05", "CC-ACT-11", "CC-ACT-01", *in_melee, *bound, *dash),
        lambda: [*order_candidates(state, group), *shared],
        about=(group.id,),
        likely=lambda: [*likely_orders(state, group), *shared],
    )
    chosen = await play.ask(question)
    return None if chosen == DECLINE else chosen


_DECLINE = Candidate(DECLINE, "decline to act", DECLINE, rules=("CC-ACT-15",))


@rule("CC-ACT-04")
def order_candidates(state: Battle, group: Group, *names: str) -> list[Candidate]:
    """Every order of the Group, or those of some kinds; what Reckless and melee bar is barred."""
    found: list[Candidate] = []
    for kind in [KINDS[name] for name in names or KINDS]:
        if kind.is_for(state, group):
            found += kind.candidates(state, group)
    _bar(group, found, {enemy.id for enemy in compulsory_targets(state, group)})
    return found


def likely_orders(state: Battle, group: Group) -> list[Candidate]:
    """The same without orders and targets that are barred at a glance; each that is allowed is among them."""
    bound = {enemy.id for enemy in compulsory_targets(state, group)}
    if bound:
        return [one for one in KINDS["Attack"].likely(state, group) if one.value.target in bound]
    found: list[Candidate] = []
    for kind in [KINDS[name] for name in _LEFT_IN_MELEE] if group.melee else KINDS.values():
        if kind.is_for(state, group):
            found += kind.likely(state, group)
    return found


def _bar(group: Group, found: Sequence[Candidate], bound: set[str]) -> None:
    """Bar the orders that Reckless and melee do not leave to the Group."""
    if bound or group.melee:
        for candidate in found:
            order: Any = candidate.value
            # Whom a Reckless Group does not have to Attack it cannot Attack, and its order says why.
            is_free = order.name == "Attack" and (order.target in bound or group.has("Reckless"))
            if bound and not is_free:
                candidate.check = lambda: _RECKLESS if group.has("Reckless") else _HAS_A_FOE
            elif group.melee and order.name not in _LEFT_IN_MELEE:
                candidate.check = lambda: _IN_MELEE


_LEFT_IN_MELEE = ("Attack", "Retreat")
_IN_MELEE = Refusal(
    "CC-ACT-04", "The Group is in melee.", "Only Attack and Retreat are left, where no rule bars them."
)
_RECKLESS = Refusal("CC-PTR-12", "The Group is Reckless and can Attack.", "Give it an Attack order.")
_HAS_A_FOE = Refusal("CC-OTR-08", "The Group can Attack a Foe.", "Give it an Attack order against a Foe.")
