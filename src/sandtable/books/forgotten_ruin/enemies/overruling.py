"""Instead of the book's plan: what the enraged do, what a player says, or the best move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast as typed

from sandtable.binding.figures.planner import Planned
from sandtable.books.forgotten_ruin.chapters.movement import footing, walking
from sandtable.books.forgotten_ruin.chapters.movement.falling import PER_HIT
from sandtable.books.forgotten_ruin.chapters.movement.planner import MoveOrDash, MovePlanner
from sandtable.books.forgotten_ruin.chapters.principles.conventions import beyond, enemy_choice, inches, told
from sandtable.books.forgotten_ruin.enemies.movement.approaching import hurry
from sandtable.books.forgotten_ruin.enemies.movement.moving import Reach
from sandtable.books.forgotten_ruin.enemies.movement.placing import COHESION
from sandtable.books.forgotten_ruin.enemies.planning import (
    Foe,
    Plan,
    Sketch,
    by_distance,
    can_dash_to_fight,
    can_move,
    foes_of,
    is_raging,
    may_attack,
    may_charge,
)
from sandtable.books.forgotten_ruin.naming import called, name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel import Answer, Chance, Option, Play, refuse, rule
from sandtable.table.figures.bases import A_HAIR, is_near_any
from sandtable.table.shapes import segment_point_distance

BOOK, STAY, ELSEWHERE = "as the book says", "stay", "go elsewhere"
"""What a figure can always be told."""


# ---- the enraged -----------------------------------------------------------------------------------------


@rule("FR-SPL-30")
def enraged_at(state: Battle, figure: Enemy) -> Foe | None:
    """The caster whom an enraged figure must go for, if still there."""
    for one in figure.effects:
        if one.name == "Enrage" and (one.by in state.soldiers or one.by in state.enemies):
            caster = state.figure(one.by)
            return caster if caster.on_table else None
    return None


@rule("FR-SPL-30")
def with_the_enraged(state: Battle, plans: Sequence[Plan]) -> list[Plan]:
    """The plans of a unit in which enraged figures go their own way."""
    if not any(enraged_at(state, plan.figure) is not None for plan in plans):
        return list(plans)
    sketch = Sketch()
    for plan in plans:
        caster = enraged_at(state, plan.figure)
        if caster is not None and can_move(state, plan.figure):
            with sketch.laid_out():
                plan = _plan_enraged(state, plan.figure, caster)
        sketch.plans.append(plan)
    return sketch.plans


def _plan_enraged(state: Battle, figure: Enemy, caster: Foe) -> Plan:
    """Into contact with the caster or one who blocks the straight way, or as near as a Dash brings it."""
    foes, rules = foes_of(state, figure), ("FR-SPL-30",)
    if may_attack(state, figure):
        wanted = [*who_blocks(figure, caster, foes), caster]
        for foe, way in Reach(state, figure, walking.move_limit(state, figure)).charges(wanted):
            return Plan(figure, "charge", way, foe.id, rules, "it is enraged")
    return hurry(state, figure, caster, foes, rules)


def who_blocks(figure: Enemy, caster: Foe, foes: Sequence[Foe]) -> list[Foe]:
    """Those who stand in the straight way of an enraged figure to the caster, the nearest first."""
    start, end, wide = figure.at, caster.at, figure.radius
    near = [one for one in foes if segment_point_distance(start, end, one.at) < wide + one.radius]
    return by_distance(figure, [one for one in near if one is not caster])


# ---- figures that somebody decides for -----------------------------------------------------------------


@rule("FR-COOP-05", "FR-ENE-11", "FR-SPL-30", "FR-MIS-61", "FR-LOOT-71")
def is_bound(state: Battle, figure: Enemy) -> bool:
    """Nobody decides for the raging and the enraged, nor for monsters that are not on the enemy's side."""
    mob = state.mobs.get(figure.mob)
    rages = mob is not None and is_raging(mob)
    return figure.side != "enemy" or rages or enraged_at(state, figure) is not None


@rule("FR-EAI-18")
async def reconsidered(play: Play[Battle], plans: Sequence[Plan]) -> list[Plan]:
    """Every figure may do something else that it could do; the book's plan stands where nobody wants that."""
    state = play.state
    is_free = bool(state.enemy_seat) or state.switches.overrule_enemy
    if not is_free and state.switches.enemy_ai == "book":
        return list(plans)
    sketch = Sketch()
    for plan in plans:
        if can_move(state, plan.figure) and not is_bound(state, plan.figure):
            with sketch.laid_out():
                options = _options(state, plan)
                best, why = _best(state, options)
            offered: dict[str, Plan | None] = {**options, **({ELSEWHERE: None} if is_free else {})}
            chosen = await enemy_choice(
                play,
                "choose enemy plan",
                f"What does {name_of(play.state, plan.figure)} do?",
                offered,
                best,
                why,
                *rules_by_hand(state),
                about=(plan.figure.id,),
                whom={key: one.target for key, one in options.items() if one.target},
            )
            plan = await goes_where_told(play, plan.figure, sketch) if chosen is None else chosen
        sketch.plans.append(plan)
    return sketch.plans


@rule("FR-COOP-05", "FR-HTH-18")
async def follows_as_told(play: Play[Battle], figure: Enemy, limit: float) -> bool:
    """An enemy player may let a victor stay or move it elsewhere; False where it follows up by the book."""
    state = play.state
    if not state.enemy_seat or figure.side != "enemy":
        return False
    options: dict[str, str] = {one: one for one in (BOOK, STAY, ELSEWHERE)}
    prompt, why = f"{name_of(state, figure)} may follow up.", "toward the nearest soldier, or toward Cover"
    rules = ("FR-COOP-05", "FR-HTH-18", "FR-HTH-20")
    chosen = await enemy_choice(
        play, "choose enemy follow-up", prompt, options, BOOK, why, *rules, about=(figure.id,)
    )
    if chosen == ELSEWHERE:
        plan = await goes_where_told(play, figure, Sketch(), limit)
        if plan.moves and plan.route is not None:
            await walking.walk(play, figure, plan.route, "follow-up", "FR-HTH-18", "FR-COOP-05")
    return chosen != BOOK


@rule("FR-EAI-18", "FR-COOP-05", "FR-COOP-06")
def rules_by_hand(state: Battle) -> tuple[str, ...]:
    """What binds a player who decides for the enemy: only what a figure could do by the book."""
    return ("FR-EAI-18", "FR-COOP-05", "FR-COOP-06") if state.enemy_seat else ("FR-EAI-18",)


def _options(state: Battle, plan: Plan) -> dict[str, Plan]:
    """What a figure could do besides its plan: stay, charge whom it can reach, close in on the nearest."""
    figure, rules = plan.figure, ("FR-EAI-18",)
    options: dict[str, Plan] = {}
    if plan.route is None or footing.why_not_end(state, figure, plan.end, plan.route.elevation) is None:
        options[BOOK] = plan
    options[STAY] = Plan(figure, "stay", None, "", rules, "its player says so")
    foes = by_distance(figure, foes_of(state, figure))
    if may_charge(state, figure):
        others = [one for one in foes if plan.purpose != "charge" or plan.target != one.id]
        for foe, way in Reach(state, figure, walking.move_limit(state, figure)).charges(others):
            options[f"charge {foe.id}"] = Plan(figure, "charge", way, foe.id, rules, "by hand")
    if foes and plan.purpose not in ("charge", "close in"):
        closing = hurry(state, figure, foes[0], foes, rules)
        if closing.moves:
            options["close in"] = closing
    return options


def _best(state: Battle, options: dict[str, Plan]) -> tuple[str, str]:
    """The book's plan; where the best move is asked for, the charge at the weakest soldier."""
    first = BOOK if BOOK in options else STAY
    if state.switches.enemy_ai != "best_move":
        return first, _in_words(state, options[first])
    charges = [key for key, plan in options.items() if plan.purpose == "charge"]
    if not charges:
        return first, f"nothing is better: {_in_words(state, options[first])}"
    best = min(charges, key=lambda key: _strength(state.figure(options[key].target)))
    return best, "the weakest soldier it can reach"


def _in_words(state: Battle, plan: Plan) -> str:
    """What a figure means to do, whom it means and why: "take cover, Harper: from Cover to Cover"."""
    whom = f", {called(state, plan.target)}" if plan.target else ""
    return f"{plan.purpose}{whom}{f': {plan.why}' if plan.why else ''}"


def _strength(foe: Foe) -> tuple[int, int, str]:
    stunned = isinstance(foe, Soldier) and foe.is_stunned
    return (foe.profile.combat_skill + foe.profile.toughness - 2 * stunned, foe.profile.toughness, foe.id)


# ---- figures that a player moves -------------------------------------------------------------------------


class EnemyMovePlanner(MoveOrDash):
    """The moves of an enemy figure, the long ones with a Dash, once its comrades stand where they mean to."""

    def __init__(
        self, state: Battle, figure: Enemy, limit: float, sketch: Sketch, charges: bool, dashes: bool
    ) -> None:
        self.sketch = sketch
        self.figure = figure
        one = typed(Soldier, figure)
        with sketch.laid_out():
            super().__init__(state, one, limit, "move", charges, False)
            self.dash = MovePlanner(state, one, limit, "dash", False, False) if dashes else None

    def proposals(self) -> Sequence[Option]:
        """Moves that are accepted."""
        with self.sketch.laid_out():
            return super().proposals()

    def sample(self, chance: Chance) -> Answer:
        """Mostly a Move, now and then with a Dash."""
        with self.sketch.laid_out():
            answer = super().sample(chance)
            return answer if self.accepts(answer) else self.stays

    @property
    def stays(self) -> Answer:
        """Staying where it is."""
        return {"models": [list(self.figure.at)]}

    def plan_of(self, answer: Answer) -> Planned:
        """The move that the answer stands for, and none that no enemy makes."""
        with self.sketch.laid_out():
            found = super().plan_of(answer)
            self._refuse_what_no_enemy_does(found)
        return found

    @rule("FR-COOP-05", "FR-COOP-06", "FR-EAI-03", "FR-EAI-23")
    def _refuse_what_no_enemy_does(self, found: Planned) -> None:
        """Enemies leap over nothing, jump into no harm, and keep within 1 in of comrades who have moved."""
        way, state = found.route, self.state
        deep = inches(state, PER_HIT)
        if any(leg.how == "leap" or (leg.how == "drop" and leg.foot - leg.top >= deep) for leg in way.legs):
            raise refuse("FR-EAI-23", "Enemies neither leap nor jump into harm.", "Go another way.")
        comrades = [one for one in self.sketch.moved if one.mob and one.mob == self.figure.mob]
        is_free = not comrades or way.contact or way.length <= A_HAIR
        near = inches(state, COHESION)
        if not is_free and not is_near_any(way.end, self.figure, comrades, near):
            reason = f"That is farther than {told(state, near)} from its mob."
            remedy = f"End within {told(state, near)} of a comrade who has moved, or charge."
            raise refuse("FR-EAI-03", reason, remedy)


@rule("FR-COOP-05")
async def goes_where_told(
    play: Play[Battle], figure: Enemy, sketch: Sketch, limit: float | None = None
) -> Plan:
    """The enemy player says where a figure goes, with a Dash if it may; the plan that comes of it."""
    state = play.state
    far = walking.move_limit(state, figure) if limit is None else limit
    charges = limit is None and may_charge(state, figure)
    dashes = limit is None and can_dash_to_fight(state, figure)
    planner = EnemyMovePlanner(state, figure, far, sketch, charges, dashes)
    by = ("FR-COOP-05", "FR-COOP-06") if state.enemy_seat else ("FR-EAI-18",)
    rules = (*by, "FR-MOV-01", *(("FR-MOV-11",) if dashes else ()))
    prompt = f"Where does {name_of(state, figure)} go?"
    planned = await planner.ask(play, state.seat_of(figure), "move enemy", prompt, rules)
    way, dashed = planned.route, beyond(planned.route.cost, planner.farthest)
    purpose = "charge" if way.contact else "go where it is told"
    return Plan(figure, purpose, way, way.contact, by[:1], "its player says so", dashed)
