"""Enemy behaviour: which unit acts next, and the course of its activation with the moments of Snap Fire."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from sandtable.books.forgotten_ruin.chapters.conditions import end_effects, recover, stir
from sandtable.books.forgotten_ruin.chapters.movement import standing
from sandtable.books.forgotten_ruin.chapters.movement import walking as movement
from sandtable.books.forgotten_ruin.chapters.movement.footing import rates
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    distance_to,
    gap,
    in_contact,
    pick_at_random,
    within,
)
from sandtable.books.forgotten_ruin.enemies.movement.moving import dash_along, rules_of_nature
from sandtable.books.forgotten_ruin.enemies.planning import Plan, has_just_come
from sandtable.books.forgotten_ruin.modifiers import WHY_WAITS
from sandtable.books.forgotten_ruin.naming import called
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Mob
from sandtable.books.forgotten_ruin.windows import (
    ACTIVATION_ENDED,
    ENEMY_UNIT_STARTS,
    MOB_ACTED,
    WINDOWS,
    Activation,
    MobMoment,
)
from sandtable.kernel.citation import rule
from sandtable.kernel.decision import Candidate, ChooseOne
from sandtable.kernel.play import Play
from sandtable.table.figures.legs import Route, cut, halved, used_up

Planner = Callable[[], Awaitable[list[Plan]]]


class Unit:
    """A mob, a villain or a monster: whatever activates as one (FR-EAI-02)."""

    __slots__ = ("figures", "id", "mob")

    def __init__(self, id: str, figures: list[Enemy], mob: Mob | None = None) -> None:
        self.id = id
        self.figures = figures
        self.mob = mob


@rule("FR-EAI-02", "FR-AGG-09")
def units_to_act(state: Battle) -> list[Unit]:
    """Every unit of the game on the table that has not activated in this round; arrivals have to wait."""
    units: list[Unit] = []
    for mob in state.mobs.values():
        figures = [one for one in state.members(mob.id) if not has_just_come(state, one)]
        if figures and not mob.acted:
            units.append(Unit(mob.id, figures, mob))
    for one in state.enemies_on_table():
        ready = not one.mob and not one.acted and not has_just_come(state, one) and not one.is_asleep
        # FR-LOOT-71: a monster of the squad acts with the slow.
        if ready and one.side != "squad" and WHY_WAITS.first(state, one) is None:
            units.append(Unit(one.id, [one]))
    return units


@rule("FR-EAI-05", "FR-EAI-20")
async def next_unit(play: Play[Battle]) -> Unit | None:
    """The unit closest to a soldier; an independent monster before all others."""
    state = play.state
    units = units_to_act(state)
    if not units:
        return None
    if not state.soldiers_on_table():
        play.tell("enemy waits", "FR-EAI-20", units=[one.id for one in units])
        return None
    independent = [one for one in units if one.figures[0].side == "independent"]
    chosen = bool(state.enemy_seat) or state.switches.enemy_order == "player_choice"
    if chosen and not independent and len(units) > 1:
        return await _player_picks(play, units)
    near = [(_distance(state, one), one) for one in independent or units]
    least = min(far for far, _ in near)
    return await pick_at_random(play, [one for far, one in near if within(far, least)], "unit", "FR-EAI-05")


def _distance(state: Battle, unit: Unit) -> float:
    soldiers = state.soldiers_on_table()
    return min(gap(one, other) for one in unit.figures for other in soldiers)


@rule("FR-EAI-05", "FR-COOP-05")
async def _player_picks(play: Play[Battle], units: list[Unit]) -> Unit:
    """In any order: the enemy player's, where there is one, or the player's by the switch."""
    state = play.state
    rules = ("FR-EAI-05", *(("FR-COOP-05",) if state.enemy_seat else ()))

    def candidates() -> list[Candidate]:
        return [
            Candidate(one.id, f"{called(state, one.id)} next", one, rules=rules, about=(one.id,))
            for one in units
        ]

    seat = state.enemy_seat or state.lead
    chosen: Unit = await play.ask(
        ChooseOne(seat, "choose enemy unit", "Which enemy unit activates next?", rules, candidates)
    )
    return chosen


@rule("FR-EAI-01", "FR-EAI-05", "FR-RND-12", "FR-RND-27")
async def enemy_phase_step(play: Play[Battle]) -> bool:
    """The next enemy unit activates; False once every one of them has."""
    unit = await next_unit(play)
    if unit is None:
        return False
    kind = "mob" if unit.mob is not None else unit.figures[0].kind
    play.tell("enemy unit activates", "FR-EAI-01", "FR-EAI-02", "FR-EAI-05", unit=unit.id, what=kind)
    if unit.mob is not None:
        await _mob_acts(play, unit.mob)
    else:
        await _lone_figure_acts(play, unit.figures[0])
    return True


async def _mob_acts(play: Play[Battle], mob: Mob) -> None:
    now = MobMoment(play.state.lead, mob)
    await _mob_activates(play, mob, now)
    await WINDOWS.open(play, MOB_ACTED, now)


@rule("FR-CON-11")
async def _mob_activates(play: Play[Battle], mob: Mob, now: MobMoment) -> None:
    from sandtable.books.forgotten_ruin.enemies.compelled import make_off, making_off
    from sandtable.books.forgotten_ruin.enemies.mobs import activate_mob

    state = play.state
    mob.acted = True
    await WINDOWS.open(play, ENEMY_UNIT_STARTS, now)
    for one in state.members(mob.id):
        one.acted, one.moved = True, 0.0
    if now.is_over or not state.members(mob.id) or (not mob.aware and not await stir(play, mob)):
        return
    carried = making_off(mob)
    if carried is not None:
        await make_off(play, [one for one in state.members(mob.id) if not has_just_come(state, one)], carried)
    else:
        await activate_mob(play, mob)
    end_effects(play, mob, "activation")
    for one in state.members(mob.id):
        if not has_just_come(state, one):
            recover(play, one)


@rule("FR-LOOT-71")
def summoned_to_act(state: Battle) -> list[Enemy]:
    """The monsters of the squad that have not activated in this round."""
    return [
        one
        for one in state.enemies_on_table()
        if one.side == "squad" and not one.mob and not one.acted and WHY_WAITS.first(state, one) is None
    ]


@rule("FR-LOOT-71")
async def summoned_acts(play: Play[Battle], figure: Enemy) -> None:
    """A monster that fights for the squad activates in the Slow Actions phase."""
    play.tell("summoned monster activates", "FR-LOOT-71", "FR-RND-13", figure=figure.id)
    await _lone_figure_acts(play, figure)


async def _lone_figure_acts(play: Play[Battle], figure: Enemy) -> None:
    from sandtable.books.forgotten_ruin.enemies.compelled import make_off, making_off
    from sandtable.books.forgotten_ruin.enemies.monsters.monsters import activate_monster
    from sandtable.books.forgotten_ruin.enemies.villains.villains import activate_villain

    figure.acted, figure.moved = True, 0.0
    now = Activation(play.state.seat_of(figure), figure)
    await WINDOWS.open(play, ENEMY_UNIT_STARTS, now)
    carried = making_off(figure)
    if figure.on_table and not now.is_over and carried is not None:
        await make_off(play, [figure], carried)
    elif figure.on_table and not now.is_over:
        await (activate_monster if figure.is_monster else activate_villain)(play, figure, now)
    if figure.on_table:
        await WINDOWS.open(play, ACTIVATION_ENDED, now)
        recover(play, figure)


@rule("FR-RND-27", "FR-RND-16", "FR-RND-17")
async def carry_out_moves(play: Play[Battle], figures: Sequence[Enemy], planned: Planner) -> list[Plan]:
    """Plans, and the moves of all figures of a unit with the three moments of Snap Fire between them."""
    from sandtable.books.forgotten_ruin.chapters.battle_round.snap_fire import offer_snap_fire

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
    from sandtable.books.forgotten_ruin.enemies.enemy_deeds import throw_weapons

    while await throw_weapons(play, plans, thrown):
        plans = await _prepared(play, planned)
    return plans


async def _prepared(play: Play[Battle], planned: Planner) -> list[Plan]:
    """The plans of a unit as rage, players and obstacles leave them."""
    from sandtable.books.forgotten_ruin.enemies.by_hand import reconsidered
    from sandtable.books.forgotten_ruin.enemies.compelled import with_the_enraged
    from sandtable.books.forgotten_ruin.enemies.enemy_deeds import shamble
    from sandtable.books.forgotten_ruin.enemies.movement.avoiding import decides_about_gas

    plans = await planned()
    paths = [plan.route.path for plan in plans if plan.route is not None and plan.moves]
    mob = play.state.mobs.get(plans[0].figure.mob) if plans and play.state.markers else None
    if mob is not None and await decides_about_gas(play, mob, paths):
        plans = await planned()
    return shamble(play, await reconsidered(play, with_the_enraged(play.state, plans)))


def is_figure(state: Battle, id: str) -> bool:
    """Whether a plan is about somebody on the table."""
    return id in state.soldiers or id in state.enemies


def _somebody_holds(state: Battle) -> bool:
    return any(one.holding for one in state.soldiers_on_table())


def _tell(play: Play[Battle], plans: Sequence[Plan]) -> None:
    """What every figure is about to do, with its rule and its reason."""
    from sandtable.books.forgotten_ruin.enemies.movement.avoiding import rules_of_care

    for plan in plans:
        if plan.moves:
            path = (plan.figure.at, plan.end) if plan.route is None else plan.route.path
            goal = play.state.figure(plan.target).at if is_figure(play.state, plan.target) else plan.end
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
            await movement.walk(play, plan.figure, plan.route, how, *plan.rules, *nature)


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
            await movement.walk(play, figure, left, how, "FR-RND-27", *other.rules)
        else:
            await movement.walk(play, figure, plan.route, "dash" if plan.dashes else "move", *plan.rules)


@rule("FR-RND-27")
def _shortened(state: Battle, plan: Plan, begun: Plan) -> Route:
    """As much of another way as the allowance still pays for after the first half of the one begun."""
    assert plan.route is not None
    figure, prices = plan.figure, rates(state)
    allowance = movement.move_limit(state, figure)
    allowance += dash_along(state, figure, plan.route) if plan.dashes else 0.0
    allowance -= used_up(begun.route, prices) if begun.route is not None else 0.0
    left = cut(plan.route, max(0.0, allowance), prices, rough=figure.rough)
    if plan.purpose == "charge" and left is not plan.route:
        # Who does not get there stops short of contact.
        return cut(plan.route, max(0.0, left.cost - figure.radius), prices, rough=figure.rough)
    return left


def _is_spoilt(state: Battle, plan: Plan) -> bool:
    """Whether the end of a way has become impossible, or the target is gone."""
    if is_figure(state, plan.target) and not state.figure(plan.target).on_table:
        return True
    if plan.purpose == "charge" and plan.target:
        target = state.figure(plan.target)
        there, figure = plan.end, plan.figure
        before, figure.at = figure.at, there
        touching = in_contact(state, figure, target)
        figure.at = before
        return not touching
    return (
        standing.why_not_end(state, plan.figure, plan.end, plan.route.elevation if plan.route else 0.0)
        is not None
    )
