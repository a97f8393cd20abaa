"""Rampaging: a monster goes the way on which it meets the most soldiers, and fights each as it goes."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.forgotten_ruin.asking import which
from sandtable.books.forgotten_ruin.chapters.battle_round.snap_fire import offer_snap_fire
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.fighting import fight_at_once
from sandtable.books.forgotten_ruin.chapters.movement import walking
from sandtable.books.forgotten_ruin.chapters.principles.conventions import (
    TOLERANCE,
    enemy_choice,
    gap,
    nearest_of,
    opponents_in_contact,
    pick_at_random,
    within,
)
from sandtable.books.forgotten_ruin.chapters.shooting.targets import in_melee_with
from sandtable.books.forgotten_ruin.chapters.tactics import offer_before_combat
from sandtable.books.forgotten_ruin.enemies import overruling
from sandtable.books.forgotten_ruin.enemies.movement.approaching import Approach
from sandtable.books.forgotten_ruin.enemies.movement.moving import Reach, rules_of_care
from sandtable.books.forgotten_ruin.enemies.overruling import enraged_at, goes_where_told, who_blocks
from sandtable.books.forgotten_ruin.enemies.planning import Foe, Sketch, can_move, foes_of
from sandtable.books.forgotten_ruin.modifiers import WHY_NOT_MOVE
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel import Play, rule
from sandtable.table.figures.bases import gap_from
from sandtable.table.figures.last_inches import HARDLY
from sandtable.table.figures.legs import Route, parted
from sandtable.table.figures.meeting import Meetings, Stand

MOST_FIGHTS = 12
"""More soldiers than this it never meets in one move."""
ELSEWHERE: list[Foe] = []
"""Nobody: its player moves it to a place of choice."""


# ---- whom it means to meet -----------------------------------------------------------------------------


@rule("FR-BIG-07")
def may_engage(state: Battle, figure: Enemy, foe: Foe) -> bool:
    """By its own movement a monster fights each soldier once a round."""
    return (figure.id, foe.id) not in state.engaged


def wanted(state: Battle, figure: Enemy) -> list[Foe]:
    """Whom a monster goes for; enemy and independent monsters prefer each other (FR-MIS-61)."""
    caster, foes = enraged_at(state, figure), foes_of(state, figure)
    if caster is not None:
        return [*who_blocks(figure, caster, foes), caster]
    rivals = [
        one
        for one in foes
        if isinstance(one, Enemy) and one.is_monster and {one.side, figure.side} == {"enemy", "independent"}
    ]
    return [*rivals] or foes


@rule("FR-BIG-12", "FR-BIG-17", "FR-EAI-23")
async def best_order(
    play: Play[Battle], figure: Enemy, left: float, fought: Sequence[str] = ()
) -> tuple[list[Foe], float]:
    """The soldiers a monster meets on its best way, in order: the most of them, then the shortest way."""
    state = play.state
    if not can_move(state, figure) and not opponents_in_contact(state, figure):
        return [], 0.0
    near = [
        one
        for one in wanted(state, figure)
        if may_engage(state, figure, one) and within(gap(figure, one), left)
    ]

    def go_on(before: Stand, met: tuple[str, ...], foe: Foe) -> Stand | None:
        stood = figure.at, figure.elevation
        figure.at, figure.elevation = before.at, before.elevation
        try:
            way = way_into_contact(state, figure, left - before.cost, foe, fought, met)
        finally:
            figure.at, figure.elevation = stood
        if way is None:
            return None
        return Stand(way.end, way.elevation, before.cost + way.cost, before.length + way.length)

    equal, least = Meetings(figure, left, near, go_on).best()
    if not equal:
        return [], 0.0
    return await pick_at_random(play, equal, "path of", "FR-BIG-12", of=figure.id), least


@rule("FR-BIG-05", "FR-BIG-07", "FR-BIG-17")
def way_into_contact(
    state: Battle, figure: Enemy, left: float, foe: Foe, met: Sequence[str], to_be_met: Sequence[str] = ()
) -> Route | None:
    """The way to a soldier round those it has met, or past where they were shoved, touching none of them."""
    beside = [state.figure(id) for id in met]
    for through in (to_be_met, (*met, *to_be_met)) if met else (to_be_met,):
        way = Reach(state, figure, left, through).route_to_contact(foe)
        if way is not None and all(
            gap_from(way.end, figure, one) > TOLERANCE for one in beside if one.on_table
        ):
            return way
    return None


# ---- the move --------------------------------------------------------------------------------------------


@rule("FR-BIG-04", "FR-BIG-17", "FR-EAI-19")
async def rampage(play: Play[Battle], figure: Enemy, *rules: str) -> bool:
    """A monster fights those who touch it, then goes along the best way and fights as it goes."""
    course = _Course(play, figure, rules)
    await course.fight_all_in_contact()
    if not course.is_halted and figure.on_table and WHY_NOT_MOVE.first(play.state, figure) is None:
        await course.go()
    return bool(course.fought)


@rule("FR-BIG-07", "FR-EAI-19")
def _touching(state: Battle, figure: Enemy) -> list[Foe]:
    """Opponents in contact whom it has not engaged in this round."""
    return [one for one in in_melee_with(state, figure) if may_engage(state, figure, one)]


@rule("FR-BIG-04")
async def _first_of(play: Play[Battle], figure: Enemy, touched: list[Foe]) -> Foe:
    """The player says which of several soldiers in contact the monster fights next."""
    soldiers = [one for one in touched if isinstance(one, Soldier)]
    if not soldiers:
        return touched[0]
    topic, prompt = "choose whom monster fights", f"Whom does {name_of(play.state, figure)} fight first?"
    return await which(play, soldiers[0].seat, topic, prompt, touched, "FR-BIG-04", by=figure.id)


def _why(figure: Enemy, meets: bool) -> str:
    """Why a monster goes where it goes; for the squad or for itself it goes for others than soldiers too."""
    whom = "soldier" if figure.side == "enemy" else "opponent"
    return f"it meets the most {whom}s" if meets else f"towards the nearest {whom}"


class _Course:
    """One Rampaging move: what is left of it, and the moments of Snap Fire on the way."""

    def __init__(self, play: Play[Battle], figure: Enemy, rules: tuple[str, ...]) -> None:
        self.play = play
        self.figure = figure
        self.rules = rules
        self.left = walking.move_limit(play.state, figure)
        self.gone = 0.0
        self.half = 0.0
        """The length at which the half-way moment comes; 0 once it has been offered."""
        self.is_halted = False
        self.fought: list[str] = []
        self.told: Route | None = None
        """The way that its player has chosen, without meeting anybody."""

    async def go(self) -> None:
        """Along the best way until the allowance is used up, a soldier wins, or the monster is destroyed."""
        figure = self.figure
        chosen, length = await self._decided()
        found = await self._next_way(chosen)
        if found is None:
            return
        if self._is_watched():
            self.half = max(length, found[0].length) / 2
            if await self._offer("before"):
                found = await self._next_way((await self._decided())[0]) if figure.on_table else None
        for _ in range(MOST_FIGHTS):
            if found is None or not await self._meet(*found):
                break
            found = await self._next_way((await self._decided())[0])
        if not figure.on_table:
            return
        if self.half > 0.0:
            self.half = 0.0
            await self._offer("half-way")
        await self._offer("end")

    async def _meet(self, way: Route, foe: Foe | None) -> bool:
        """To the next soldier, and the combat there; whether the monster goes on."""
        figure = self.figure
        await self._walk(way, foe)
        if foe is None or not figure.on_table or self.play.state.closed:
            return False
        await self.fight_all_in_contact()
        return self.figure.on_table and not self.is_halted and self.left > HARDLY

    def _is_watched(self) -> bool:
        return any(one.holding for one in self.play.state.soldiers_on_table())

    async def _offer(self, moment: str) -> bool:
        """A moment of Snap Fire; whether anybody fired."""
        if not self.figure.on_table or not self._is_watched():
            return False
        return await offer_snap_fire(self.play, [self.figure.id], moment)

    async def _decided(self) -> tuple[list[Foe] | None, float]:
        """Whom it means to meet, in order, and how far that is; None where its player lets it stay."""
        order, length = await best_order(self.play, self.figure, self.left, self.fought)
        chosen, self.told = await met_by_hand(self.play, self.figure, self.left, order), None
        if chosen is ELSEWHERE:
            self.told = (await goes_where_told(self.play, self.figure, Sketch(), self.left)).route
        return chosen, length if chosen is order else 0.0

    async def _next_way(self, order: Sequence[Foe] | None) -> tuple[Route, Foe | None] | None:
        """The way to the next soldier of an order; or, where nobody can be reached, towards the nearest."""
        state, figure = self.play.state, self.figure
        if order is None:
            return None
        if self.told is not None:
            return (self.told, None) if self.told.length > HARDLY else None
        for foe in order:
            way = way_into_contact(state, figure, self.left, foe, self.fought)
            if way is not None:
                return way, foe
        foes = [one for one in wanted(state, figure) if may_engage(state, figure, one)]
        if not foes or self.left <= HARDLY:
            return None
        near = nearest_of(figure, foes)
        target = await pick_at_random(self.play, near, "target of", "FR-BIG-12", of=figure.id)
        plan = Approach(state, figure, target, foes).within(self.left)
        return (plan.route, None) if plan.route is not None and plan.moves else None

    async def _walk(self, way: Route, foe: Foe | None) -> None:
        play, figure = self.play, self.figure
        target = foe.id if foe is not None else ""
        care = rules_of_care(play.state, figure, way.path, way.end)
        rules = dict.fromkeys(("FR-BIG-12", "FR-BIG-17", *self.rules, *care))
        why = _why(figure, foe is not None)
        if enraged_at(play.state, figure) is not None:
            rules, why = dict.fromkeys(("FR-SPL-30", *rules)), "it is enraged"
        elif way is self.told:
            rules, why = dict.fromkeys(("FR-COOP-05", *rules)), "its player says so"
        play.tell(
            "enemy plans", *rules, figure=figure.id, purpose="rampage", target=target, at=way.end, why=why
        )
        if self.half > 0.0 and self.gone + way.length >= self.half:
            first, second = parted(way, self.half - self.gone)
            await self._step(first)
            self.half = 0.0
            await self._offer("half-way")
            if not figure.on_table or (foe is not None and not foe.on_table):
                return
            await self._step(second)
        else:
            await self._step(way)

    async def _step(self, way: Route) -> None:
        play, figure = self.play, self.figure
        if way.length <= 0.0 and not way.contact:
            return
        self.left -= way.cost
        self.gone += way.length
        await walking.walk(play, figure, way, "move", "FR-BIG-04", "FR-BIG-17")

    @rule("FR-BIG-04", "FR-EAI-19")
    async def fight_all_in_contact(self) -> None:
        """Those whom it touches and has not engaged in this round, one by one in the player's order."""
        for _ in range(MOST_FIGHTS):
            touched = _touching(self.play.state, self.figure)
            if not touched or self.is_halted or not self.figure.on_table:
                return
            if not self.fought and any(isinstance(one, Soldier) for one in touched):
                await offer_before_combat(self.play)
            chosen = touched[0] if len(touched) == 1 else await _first_of(self.play, self.figure, touched)
            await self.fight(chosen)

    @rule("FR-BIG-04", "FR-BIG-05")
    async def fight(self, foe: Foe) -> None:
        """A combat in the middle of the move; a soldier who wins stops the monster."""
        play, state, figure = self.play, self.play.state, self.figure
        state.engaged = (*state.engaged, (figure.id, foe.id))
        self.fought.append(foe.id)
        play.tell("monster encounters", "FR-BIG-04", "FR-BIG-07", figure=figure.id, target=foe.id)
        combat = await fight_at_once(play, figure, foe, "FR-BIG-04", "FR-BIG-05")
        if combat.is_halted(figure.id):
            self.is_halted = True
            play.tell("monster halted", "FR-BIG-05", figure=figure.id, by=foe.id)


@rule("FR-COOP-05", "FR-EAI-18")
async def met_by_hand(play: Play[Battle], figure: Enemy, left: float, order: list[Foe]) -> list[Foe] | None:
    """Whom a monster goes for where somebody decides for the enemy; None if it stays."""
    state = play.state
    if overruling.is_bound(state, figure) or not (state.enemy_seat or state.switches.overrule_enemy):
        return order
    near = [
        one
        for one in foes_of(state, figure)
        if may_engage(state, figure, one) and within(gap(figure, one), left)
    ]
    options: dict[str, list[Foe] | None] = {overruling.BOOK: order}
    whom = {f"go for {one.id}": one.id for one in near if [one] != order}
    options |= {f"go for {one.id}": [one] for one in near if [one] != order}
    options |= {overruling.STAY: None, **({overruling.ELSEWHERE: ELSEWHERE} if state.enemy_seat else {})}
    prompt = f"Whom does {name_of(state, figure)} go for?"
    why = _why(figure, bool(order))
    rules = (*overruling.rules_by_hand(state), "FR-BIG-12")
    return await enemy_choice(
        play,
        "choose whom monster goes for",
        prompt,
        options,
        overruling.BOOK,
        why,
        *rules,
        about=(figure.id,),
        whom=whom,
    )
