"""The moves of an enemy unit: planned, told, walked, with the moments of Snap Fire in between."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence

import msgspec

from sandtable.books.forgotten_ruin.chapters.battle_round.snap_fire import offer_snap_fire
from sandtable.books.forgotten_ruin.chapters.battle_round.watching import Watch
from sandtable.books.forgotten_ruin.chapters.movement import footing, walking
from sandtable.books.forgotten_ruin.chapters.movement.footing import rates
from sandtable.books.forgotten_ruin.chapters.principles.conventions import distance_to, in_contact
from sandtable.books.forgotten_ruin.enemies.enemy_deeds import shamble, throw_weapons
from sandtable.books.forgotten_ruin.enemies.movement.moving import (
    decides_about_gas,
    rules_of_care,
    rules_of_nature,
)
from sandtable.books.forgotten_ruin.enemies.overruling import reconsidered, with_the_enraged
from sandtable.books.forgotten_ruin.enemies.planning import Plan
from sandtable.books.forgotten_ruin.state import Battle, Enemy, FigureId
from sandtable.kernel import Play, rule
from sandtable.table.figures.legs import Route, cut, halved, used_up

Planner = Callable[[], Awaitable[list[Plan]]]


@rule("FR-RND-27", "FR-RND-16", "FR-RND-17")
async def carry_out_moves(play: Play[Battle], figures: Sequence[Enemy], planned: Planner) -> list[Plan]:
    """The moves of all figures of a unit: planned, fired at, begun with throws, told and walked."""
    plans, watch = await _prepared(play, planned), Watch()
    is_watched = any(one.holding for one in play.state.soldiers_on_table())
    if _is_going(plans):
        watch.ahead = {"half-way": _ways(_halved(one)[0] for one in plans), "end": _ways(plans)}
        if is_watched and any(await _fired_at(play, figures, "before", watch)):
            plans = await _prepared(play, planned) if any(one.on_table for one in figures) else []
        plans = await _after_throws(play, plans, planned)
    _tell(play, plans)
    if not is_watched:
        await _walk(play, plans)
    elif _is_going(plans):  # FR-RND-15: a unit that does not move after all gives no further opportunity.
        await _walk_under_fire(play, figures, plans, planned, watch)
    return plans


async def carry_out_move(play: Play[Battle], figure: Enemy, plan: Callable[[], Plan | None]) -> list[Plan]:
    """The same for a figure that moves alone."""

    async def planned() -> list[Plan]:
        found = plan() if figure.on_table else None
        return [] if found is None else [found]

    return await carry_out_moves(play, [figure], planned)


def _is_going(plans: Sequence[Plan]) -> bool:
    return any(plan.moves for plan in plans)


async def _prepared(play: Play[Battle], planned: Planner) -> list[Plan]:
    """The plans of a unit as gas, rage, players and obstacles leave them."""
    plans = await planned()
    paths = [plan.route.path for plan in plans if plan.route is not None and plan.moves]
    mob = play.state.mobs.get(plans[0].figure.mob) if plans and play.state.markers else None
    if mob is not None and await decides_about_gas(play, mob, paths):
        plans = await planned()
    return shamble(await reconsidered(play, with_the_enraged(play.state, plans)))


def _ways(plans: Iterable[Plan]) -> dict[FigureId, Route]:
    """Where those go who move."""
    return {plan.figure.id: plan.route for plan in plans if plan.route is not None and plan.moves}


async def _fired_at(
    play: Play[Battle], figures: Sequence[Enemy], moment: str, watch: Watch
) -> tuple[bool, bool]:
    """A moment of Snap Fire: whether anybody fired, and whether a real table was set right meanwhile."""
    known = play.state.set_right
    fired = await offer_snap_fire(play, [one.id for one in figures], moment, watch)
    return fired, play.state.set_right != known


@rule("FR-ENE-25")
async def _after_throws(play: Play[Battle], plans: list[Plan], planned: Planner) -> list[Plan]:
    """The plans once everybody who charges has thrown; where a target is gone they are made anew."""
    thrown: list[str] = []
    while await throw_weapons(play, plans, thrown):
        plans = await _prepared(play, planned)
    return plans


def _tell(play: Play[Battle], plans: Sequence[Plan]) -> None:
    """What every figure is about to do, with its rule and its reason."""
    for plan in plans:
        if plan.moves:
            path = (plan.figure.at, plan.end) if plan.route is None else plan.route.path
            goal = play.state.figure(plan.target).at if _is_figure(play.state, plan.target) else plan.end
            _tell_plan(play, plan, *plan.rules, *rules_of_care(play.state, plan.figure, path, goal))
        elif plan.rules:
            play.tell("enemy stays", *plan.rules, figure=plan.figure.id, purpose=plan.purpose, why=plan.why)


def _tell_plan(play: Play[Battle], plan: Plan, *rules: str) -> None:
    play.tell(
        "enemy plans",
        *rules,
        figure=plan.figure.id,
        purpose=plan.purpose,
        target=plan.target,
        at=plan.end,
        dashes=plan.dashes,
        why=plan.why,
    )


def _is_figure(state: Battle, id: str) -> bool:
    """Whether a plan is about somebody, not about a place or a thing."""
    return id in state.soldiers or id in state.enemies


async def _walk(play: Play[Battle], plans: Sequence[Plan]) -> None:
    for plan in plans:
        if plan.moves and plan.route is not None and plan.figure.on_table:
            await _go(play, plan, *plan.rules, *rules_of_nature(play.state, plan.figure, plan.route))


async def _go(play: Play[Battle], plan: Plan, *rules: str) -> None:
    assert plan.route is not None
    await walking.walk(play, plan.figure, plan.route, "dash" if plan.dashes else "move", *rules)


@rule("FR-RND-16", "FR-RND-17")
async def _walk_under_fire(
    play: Play[Battle], figures: Sequence[Enemy], plans: Sequence[Plan], planned: Planner, watch: Watch
) -> None:
    """Half of every way, Snap Fire, the other half, and Snap Fire once more."""
    halves = [_halved(plan) for plan in plans]
    if play.state.switches.on_my_table:
        play.tell("half of the way", "FR-RND-16", unit=figures[0].mob or figures[0].id)
    await _walk(play, [first for first, _ in halves])
    watch.ahead = {"end": _ways(rest for _, rest in halves)}
    fired, corrected = await _fired_at(play, figures, "half-way", watch)
    for begun, rest in halves:
        if rest.figure.on_table and rest.moves and not rest.figure.knocked_down:
            await _go_on(play, begun, rest, planned, fired, corrected)
    if any(plan.figure.on_table for plan in plans):
        watch.ahead = {}
        await _fired_at(play, figures, "end", watch)


def _halved(plan: Plan) -> tuple[Plan, Plan]:
    """A plan in two parts of the same length."""
    if plan.route is None or not plan.moves:
        return plan, plan
    first, second = halved(plan.route)
    return msgspec.structs.replace(plan, route=first), msgspec.structs.replace(plan, route=second)


async def _go_on(
    play: Play[Battle], begun: Plan, rest: Plan, planned: Planner, fired: bool, corrected: bool
) -> None:
    """The second half of a way; a figure that has lost its target or its place spends the rest otherwise."""
    assert rest.route is not None
    # On a real table it may stand elsewhere than the program thought.
    elsewhere = corrected and distance_to(rest.figure, rest.route.path[0]) > 0.0
    if not elsewhere and not ((fired or corrected) and _is_spoilt(play.state, rest)):
        return await _go(play, rest, *rest.rules)
    other = next((one for one in await planned() if one.figure is rest.figure), None)
    if other is not None and other.moves:
        left = _shortened(play.state, other, begun)
        other = msgspec.structs.replace(other, route=left, why="its way has changed")
        _tell_plan(play, other, "FR-RND-27", *other.rules)
        await _go(play, other, "FR-RND-27", *other.rules)
    return None


@rule("FR-RND-27", "FR-MOV-11")
def _shortened(state: Battle, plan: Plan, begun: Plan) -> Route:
    """As much of another way as the allowance still pays for after the first half of the one begun."""
    assert plan.route is not None
    figure, prices = plan.figure, rates(state)
    allowance = walking.move_limit(state, figure)
    if plan.dashes:
        allowance += walking.dash_inches(state, figure)[1 if plan.route.is_straight else 0]
    allowance -= used_up(begun.route, prices) if begun.route is not None else 0.0
    left = cut(plan.route, max(0.0, allowance), prices, rough=figure.rough)
    if plan.purpose == "charge" and left is not plan.route:
        # A charge that does not get there stops short of contact.
        return cut(plan.route, max(0.0, left.cost - figure.radius), prices, rough=figure.rough)
    return left


def _is_spoilt(state: Battle, plan: Plan) -> bool:
    """Whether the end of a way has become impossible, or the target is gone."""
    if _is_figure(state, plan.target) and not state.figure(plan.target).on_table:
        return True
    if plan.purpose == "charge" and plan.target:
        there = msgspec.structs.replace(plan.figure, at=plan.end)
        return not in_contact(state, there, state.figure(plan.target))
    height = plan.route.elevation if plan.route else 0.0
    return footing.why_not_end(state, plan.figure, plan.end, height) is not None
