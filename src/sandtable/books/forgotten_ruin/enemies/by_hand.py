"""Playing the enemy by hand: a second player, or the best move, instead of the book's behaviour."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.forgotten_ruin.chapters.movement import standing, walking
from sandtable.books.forgotten_ruin.chapters.principles.conventions import enemy_choice, gap
from sandtable.books.forgotten_ruin.enemies.enraged import enraged_at
from sandtable.books.forgotten_ruin.enemies.hand_planner import goes_where_told
from sandtable.books.forgotten_ruin.enemies.movement.approaching import hurry
from sandtable.books.forgotten_ruin.enemies.movement.moving import Reach
from sandtable.books.forgotten_ruin.enemies.planning import Plan, Sketch, can_move, foes_of, may_charge
from sandtable.books.forgotten_ruin.naming import called, name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier
from sandtable.kernel.citation import rule
from sandtable.kernel.play import Play

BOOK = "as the book says"
STAY = "stay"
ELSEWHERE = "go elsewhere"


def is_by_hand(state: Battle) -> bool:
    """Whether anybody, or the best move, decides instead of the book."""
    switches = state.switches
    return bool(state.enemy_seat) or switches.overrule_enemy or switches.enemy_ai != "book"


@rule("FR-COOP-05", "FR-ENE-11", "FR-SPL-30", "FR-MIS-61", "FR-LOOT-71")
def is_bound(state: Battle, figure: Enemy) -> bool:
    """Nobody decides for the raging and the enraged, nor for monsters that are not on the enemy's side."""
    mob = state.mobs.get(figure.mob)
    rages = mob is not None and any(one.name == "War Rage" for one in mob.effects)
    return figure.side != "enemy" or rages or enraged_at(state, figure) is not None


@rule("FR-EAI-18")
async def reconsidered(play: Play[Battle], plans: Sequence[Plan]) -> list[Plan]:
    """Every figure may do something else that it could do; the book's plan stands where nobody wants that."""
    state = play.state
    if not is_by_hand(state):
        return list(plans)
    sketch = Sketch()
    for plan in plans:
        if not can_move(state, plan.figure) or is_bound(state, plan.figure):
            sketch.add(plan)
            continue
        with sketch.laid_out():
            options = _options(state, plan)
            best, why = _best(state, options)
        prompt = f"What does {name_of(play.state, plan.figure)} do?"
        is_free = state.enemy_seat or state.switches.overrule_enemy
        offered: dict[str, Plan | None] = {**options, **({ELSEWHERE: None} if is_free else {})}
        chosen = await enemy_choice(
            play,
            "choose enemy plan",
            prompt,
            offered,
            best,
            why,
            *rules_by_hand(state),
            about=(plan.figure.id,),
            whom={key: one.target for key, one in options.items() if one.target},
        )
        sketch.add(await goes_where_told(play, plan.figure, sketch) if chosen is None else chosen)
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
    """What binds whoever decides for the enemy: only what a figure could do under the book's behaviour."""
    return ("FR-EAI-18", "FR-COOP-05", "FR-COOP-06") if state.enemy_seat else ("FR-EAI-18",)


def _options(state: Battle, plan: Plan) -> dict[str, Plan]:
    """What a figure could do besides its plan: stay, charge whom it can reach, close in on the nearest."""
    figure = plan.figure
    options: dict[str, Plan] = {}
    if plan.route is None or standing.why_not_end(state, figure, plan.end, plan.route.elevation) is None:
        options[BOOK] = plan
    options[STAY] = Plan(figure, "stay", None, "", ("FR-EAI-18",), "its player says so")
    foes = foes_of(state, figure)
    limit = walking.move_limit(state, figure)
    reached = Reach(state, figure, limit)
    for foe in sorted(foes, key=lambda one: gap(figure, one)) if may_charge(state, figure) else ():
        if gap(figure, foe) <= limit + 0.01 and (plan.purpose != "charge" or plan.target != foe.id):
            route = reached.route_to_contact(foe)
            if route is not None:
                options[f"charge {foe.id}"] = Plan(figure, "charge", route, foe.id, ("FR-EAI-18",), "by hand")
    if foes and plan.purpose not in ("charge", "close in"):
        nearest = min(foes, key=lambda one: gap(figure, one))
        closing = hurry(state, figure, nearest, foes, ("FR-EAI-18",))
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


def _strength(foe: Soldier | Enemy) -> tuple[int, int, str]:
    stunned = isinstance(foe, Soldier) and foe.is_stunned
    return (foe.profile.combat_skill + foe.profile.toughness - 2 * stunned, foe.profile.toughness, foe.id)
