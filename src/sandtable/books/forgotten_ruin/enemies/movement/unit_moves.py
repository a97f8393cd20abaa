"""The moves of an enemy unit: planned, told, walked, with the moments of Snap Fire in between."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from sandtable.books.forgotten_ruin.chapters.battle_round.snap_fire import offer_snap_fire
from sandtable.books.forgotten_ruin.chapters.movement import standing, walking
from sandtable.books.forgotten_ruin.chapters.movement.footing import rates
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    distance_to,
    in_contact,
)
from sandtable.books.forgotten_ruin.enemies.by_hand import reconsidered
from sandtable.books.forgotten_ruin.enemies.enemy_deeds import shamble, throw_weapons
from sandtable.books.forgotten_ruin.enemies.enraged import with_the_enraged
from sandtable.books.forgotten_ruin.enemies.movement.avoiding import decides_about_gas, rules_of_care
from sandtable.books.forgotten_ruin.enemies.movement.moving import dash_along, rules_of_nature
from sandtable.books.forgotten_ruin.enemies.planning import Plan
from sandtable.books.forgotten_ruin.state import Battle, Enemy
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play
from sandtable.table.figures.legs import Route, cut, halved, used_up

Planner = Callable[[], Awaitable[list[Plan]]]


@rule("FR-RND-27", "FR-RND-16", "FR-RND-17")
async def carry_out_moves(play: Play[Battle], figures: Sequence[Enemy], planned: Planner) -> list[Plan]:
    """Plans, and the moves of all figures of a unit with the three moments of Snap Fire between them."""
    state = play.state
    plans = await _prepared(play, planned)
    if not any(plan.moves for plan in plans):
        _tell(play, plans)
        return plans
    ids = [one.id for one in figures]
    thrown: list[str] = []
    if not _somebody_holds(state):
        plans = await _after_throws(play, plans, planned, thrown)
        _tell(play, plans)
        await _walk(play, plans)
        return plans
    known = state.set_right
    if await offer_snap_fire(play, ids, "before") or state.set_right != known:
        again = any(one.on_table for one in figures)
        plans = await _prepared(play, planned) if again else []
    plans = await _after_throws(play, plans, planned, thrown)
    _tell(play, plans)
    if not any(plan.moves for plan in plans):
        # FR-RND-15: who does not move after all gives no further opportunity.
        return [plan for plan in plans if plan.figure.on_table]
    halves = [_halved(plan) for plan in plans]
    if state.switches.on_my_table and plans:
        play.tell("half of the way", "FR-RND-16", unit=figures[0].mob or figures[0].id)
    await _walk(play, [first for first, _ in halves])
    known = state.set_right
    fired = await offer_snap_fire(play, ids, "half-way") if plans else False
    await _finish(play, halves, planned, fired, state.set_right != known)
    if plans and any(plan.figure.on_table for plan in plans):
        await offer_snap_fire(play, ids, "end")
    return [plan for plan in plans if plan.figure.on_table]


@rule("FR-ENE-25")
async def _after_throws(
    play: Play[Battle], plans: list[Plan], planned: Planner, thrown: list[str]
) -> list[Plan]:
    """The plans once everybody who charges has thrown; where a target is gone they are made anew."""
    while await throw_weapons(play, plans, thrown):
        plans = await _prepared(play, planned)
    return plans


async def _prepared(play: Play[Battle], planned: Planner) -> list[Plan]:
    """The plans of a unit as rage, players and obstacles leave them."""
    plans = await planned()
    paths = [plan.route.path for plan in plans if plan.route is not None and plan.moves]
    mob = play.state.mobs.get(plans[0].figure.mob) if plans and play.state.markers else None
    if mob is not None and await decides_about_gas(play, mob, paths):
        plans = await planned()
    return shamble(play, await reconsidered(play, with_the_enraged(play.state, plans)))


def _is_figure(state: Battle, id: str) -> bool:
    """Whether a plan is about somebody on the table."""
    return id in state.soldiers or id in state.enemies


def _somebody_holds(state: Battle) -> bool:
    return any(one.holding for one in state.soldiers_on_table())


def _tell(play: Play[Battle], plans: Sequence[Plan]) -> None:
    """What every figure is about to do, with its rule and its reason."""
    for plan in plans:
        if plan.moves:
            path = (plan.figure.at, plan.end) if plan.route is None else plan.route.path
            goal = play.state.figure(plan.target).at if _is_figure(play.state, plan.target) else plan.end
            play.tell(
                "enemy plans",
                *plan.rules,
                *rules_of_care(play.state, plan.figure, path, goal),
                figure=plan.figure.id,
                purpose=plan.purpose,
                target=plan.target,
                at=plan.end,
                dashes=plan.dashes,
                why=plan.why,
            )
        elif plan.rules:
            play.tell("enemy stays", *plan.rules, figure=plan.figure.id, purpose=plan.purpose, why=plan.why)


async def _walk(play: Play[Battle], plans: Sequence[Plan]) -> None:
    for plan in plans:
        if plan.moves and plan.route is not None and plan.figure.on_table:
            how = "dash" if plan.dashes else "move"
            nature = rules_of_nature(play.state, plan.figure, plan.route)
            await walking.walk(play, plan.figure, plan.route, how, *plan.rules, *nature)


def _halved(plan: Plan) -> tuple[Plan, Plan]:
    """A plan in two parts of the same length."""
    if plan.route is None or not plan.moves:
        return plan, plan
    first, second = halved(plan.route)
    return plan.with_route(first), plan.with_route(second)


async def _finish(
    play: Play[Battle],
    halves: Sequence[tuple[Plan, Plan]],
    planned: Planner,
    fired: bool,
    corrected: bool,
) -> None:
    """The second half of every way; who has lost its target or its place spends what is left otherwise."""
    state = play.state
    for begun, plan in halves:
        figure = plan.figure
        if not figure.on_table or not plan.moves or plan.route is None or figure.knocked_down:
            continue
        # On a real table it may stand elsewhere than the program thought.
        elsewhere = corrected and distance_to(figure, plan.route.path[0]) > 0.0
        if elsewhere or ((fired or corrected) and _is_spoilt(state, plan)):
            again = await planned()
            other = next((one for one in again if one.figure is figure), None)
            if other is None or other.route is None or not other.moves:
                continue
            left = _shortened(state, other, begun)
            play.tell(
                "enemy plans",
                "FR-RND-27",
                *other.rules,
                figure=figure.id,
                purpose=other.purpose,
                target=other.target,
                at=left.end,
                dashes=other.dashes,
                why="its way has changed",
            )
            how = "dash" if other.dashes else "move"
            await walking.walk(play, figure, left, how, "FR-RND-27", *other.rules)
        else:
            await walking.walk(play, figure, plan.route, "dash" if plan.dashes else "move", *plan.rules)


@rule("FR-RND-27")
def _shortened(state: Battle, plan: Plan, begun: Plan) -> Route:
    """As much of another way as the allowance still pays for after the first half of the one begun."""
    assert plan.route is not None
    figure, prices = plan.figure, rates(state)
    allowance = walking.move_limit(state, figure)
    allowance += dash_along(state, figure, plan.route) if plan.dashes else 0.0
    allowance -= used_up(begun.route, prices) if begun.route is not None else 0.0
    left = cut(plan.route, max(0.0, allowance), prices, rough=figure.rough)
    if plan.purpose == "charge" and left is not plan.route:
        # Who does not get there stops short of contact.
        return cut(plan.route, max(0.0, left.cost - figure.radius), prices, rough=figure.rough)
    return left


def _is_spoilt(state: Battle, plan: Plan) -> bool:
    """Whether the end of a way has become impossible, or the target is gone."""
    if _is_figure(state, plan.target) and not state.figure(plan.target).on_table:
        return True
    if plan.purpose == "charge" and plan.target:
        target = state.figure(plan.target)
        there, figure = plan.end, plan.figure
        before, figure.at = figure.at, there
        try:
            return not in_contact(state, figure, target)
        finally:
            figure.at = before
    return (
        standing.why_not_end(state, plan.figure, plan.end, plan.route.elevation if plan.route else 0.0)
        is not None
    )
