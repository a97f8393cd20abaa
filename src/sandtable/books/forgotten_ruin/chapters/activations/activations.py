"""Activations: a soldier Moves, then takes an Action, with a Free Action at any point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable.books.forgotten_ruin.chapters.activations.actions import ACTIONS, Action
from sandtable.books.forgotten_ruin.chapters.conditions import (
    recover,
    stunned_friends_brushed,
    stunned_friends_in_contact,
    why_down,
)
from sandtable.books.forgotten_ruin.chapters.movement.moving_soldiers import soldier_moves
from sandtable.books.forgotten_ruin.chapters.movement.walking import move_limit
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap, inches, nearest_of
from sandtable.books.forgotten_ruin.chapters.shooting.targets import in_melee_with
from sandtable.books.forgotten_ruin.chapters.tactics import (
    BEFORE_A_MOVE,
    BEFORE_AN_ACTION,
    Invoked,
    double_time,
    invoke,
    tactic_candidates,
    use_double_time,
)
from sandtable.books.forgotten_ruin.modifiers import ACT_FIRST, WHY_NOT_ACT, WHY_NOT_DASH, WHY_NOT_MOVE, speed
from sandtable.books.forgotten_ruin.state import Battle, Soldier
from sandtable.books.forgotten_ruin.windows import (
    ACTION_STARTS,
    ACTIVATION_ENDED,
    ACTIVATION_OVER,
    ACTIVATION_STARTED,
    COMES_ON,
    WINDOWS,
    Activation,
    Movement,
)
from sandtable.kernel import Candidate, ChooseOne, Play, Refusal, rule
from sandtable.kernel.arithmetic import total

END = "end activation"
MOVE_KEY = "move"
DASH_KEY = "dash"
DASH = "Dash"


@rule("FR-ACT-01", "FR-ACT-02", "FR-ACT-03", "FR-ACT-05", "FR-PRN-05", "FR-PRN-06", "FR-PRN-28")
async def activate(play: Play[Battle], soldier: Soldier) -> None:
    """A soldier does everything of the round at once; what is not used is lost."""
    now = Activation(soldier.seat, soldier)
    soldier.acted = True
    soldier.holding = False
    soldier.moved, soldier.shot, soldier.has_attacked = 0.0, (), False
    play.tell("soldier activates", "FR-ACT-01", "FR-ACT-02", "FR-PRN-28", figure=soldier.id)
    if not soldier.on_table:
        await WINDOWS.open(play, COMES_ON, now)
    if soldier.on_table:
        await WINDOWS.open(play, ACTIVATION_STARTED, now)
    while soldier.on_table and not now.is_over and not play.state.closed:
        candidates = _menu(play.state, soldier, now)
        if not any(one.key != END and one.refusal() is None for one in candidates):
            break
        candidates[-1:-1] = _tactics_now(play.state, now)
        chosen = await play.ask(_question(play.state, soldier, now, candidates))
        if chosen == END:
            break
        if isinstance(chosen, Invoked):
            await invoke(play, soldier.seat, chosen.tactic)
        elif chosen == MOVE_KEY:
            await _move(play, soldier, now)
        elif chosen == DASH_KEY:
            await _dash(play, soldier, now)
        else:
            await _act(play, soldier, now, *chosen)
    await end_activation(play, soldier, now)


async def end_activation(play: Play[Battle], soldier: Soldier, now: Activation) -> None:
    """Special rules have their say, the soldier recovers, and what follows upon the activation follows."""
    now.is_over = True
    if soldier.on_table:
        unused = now.moves > 0 or now.actions > 0
        play.tell("activation ends", "FR-ACT-01", *(("FR-ACT-05",) if unused else ()), figure=soldier.id)
        await WINDOWS.open(play, ACTIVATION_ENDED, now)
    if soldier.where in ("on the table", "aloft"):
        recover(play, soldier)
    await WINDOWS.open(play, ACTIVATION_OVER, now)


@rule("FR-PRN-12")
def _question(state: Battle, soldier: Soldier, now: Activation, candidates: Sequence[Candidate]) -> ChooseOne:
    """What the soldier may do, with the distance to the nearest opponent, which anybody may measure."""
    rules = ["FR-ACT-03", "FR-ACT-02", "FR-PRN-05", "FR-PRN-12"]
    rules += ["FR-ACT-13"] if now.free_actions > 0 else []
    rules += ["FR-PRN-06", *now.rules] if now.rules else []
    barred = [one.refusal() for one in candidates if one.key in (MOVE_KEY, DASH_KEY)]
    rules += dict.fromkeys(one.rule for one in barred if one is not None and one.rule not in rules)
    facts: dict[str, Any] = {"figure": soldier.id, "moves": now.moves, "actions": now.actions}
    facts["free"] = now.free_actions
    near = nearest_of(soldier, state.opponents_of(soldier))
    if near:
        rules += ["FR-PRN-10", "FR-PRN-32"]
        facts |= {"nearest": near[0].id, "inches": round(gap(soldier, near[0]), 2)}
    seat, prompt, about = soldier.seat, f"What does {soldier.name} do?", (soldier.id,)
    question = ChooseOne(seat, "activate", prompt, tuple(rules), candidates, facts, about=about)
    return question.explained(lambda _, word: _why_no_attack(state, soldier, now, word))


def _why_no_attack(state: Battle, soldier: Soldier, now: Activation, word: str) -> Refusal | None:
    """A soldier who may not attack does so neither by a spell nor by a scroll, staff or potion at hand."""
    if now.why_no_attack is None or (now.actions <= 0 and now.free_actions <= 0):
        return None
    items = (*soldier.items, *state.stock.consumables)
    held = (*soldier.spells, *(one.name for one in items), *(each for one in items for each in one.spells))
    return now.why_no_attack if any(name in word for name in held) else None


def _menu(state: Battle, soldier: Soldier, now: Activation) -> list[Candidate]:
    """Everything the soldier may do next."""
    menu: list[Candidate] = []
    if has_move_left(now):
        menu += _moves(state, soldier, now)
    elif _can_dash_on(now):
        menu.append(_dash_of(state, soldier, now, "Dash", "A little farther with the Action."))
    for one in ACTIONS.values():
        menu += _entries(state, soldier, now, one)
    means = f"{soldier.name} is done for this round; what is not used is lost."
    rules = ("FR-ACT-03", "FR-ACT-05")
    menu.append(Candidate(END, "end the activation", rules=rules, means=means, points_at=("who",)))
    return menu


@rule("FR-TAC-04")
def _tactics_now(state: Battle, now: Activation) -> list[Candidate]:
    """The Tactics that bear on what the soldier can still do."""
    acts = BEFORE_AN_ACTION if now.actions > 0 and now.may_act else ()
    moves = BEFORE_A_MOVE if may_still_move(now) else ()
    return tactic_candidates(state, *acts, *moves, acting=now.figure) if acts or moves else []


@rule("FR-ACT-02")
def has_move_left(now: Activation) -> bool:
    """The Move comes before the Action, unless a special rule lets the Action come first."""
    return now.moves > 0 and (not now.has_acted or now.acts_first)


def may_still_move(now: Activation) -> bool:
    """Whether there is a Move left and nothing against it."""
    return has_move_left(now) and now.may_move


def _moves(state: Battle, soldier: Soldier, now: Activation) -> list[Candidate]:
    move = Candidate(
        MOVE_KEY,
        "Move",
        rules=("FR-ACT-02",),
        check=lambda: now.why_no_move or WHY_NOT_MOVE.first(state, soldier),
        means=lambda: _move_in_words(state, soldier, now),
        points_at=("ground", "unit"),
    )
    if now.actions <= 0 or now.has_acted or not now.may_act:
        return [move]
    means = "Farther than a Move alone, and no Action afterwards."
    return [move, _dash_of(state, soldier, now, "Move and Dash", means)]


@rule("FR-ACT-08", "FR-MOV-11")
def _can_dash_on(now: Activation) -> bool:
    """A soldier who has Moved, not acted, may spend the Action on a Dash; the rest of the Move is gone."""
    has_both = now.has_moved and now.actions > 0 and not now.is_either and not now.is_flexible
    return has_both and not now.has_acted and now.may_act and DASH not in now.given_up


def _dash_of(state: Battle, soldier: Soldier, now: Activation, label: str, means: str) -> Candidate:
    return Candidate(
        DASH_KEY,
        label,
        rules=("FR-ACT-08", "FR-ACT-06"),
        check=lambda: why_not_dash(state, soldier, now),
        means=means,
        points_at=("ground",),
    )


def _move_in_words(state: Battle, soldier: Soldier, now: Activation) -> str:
    """How far a Move goes, and what may follow it."""
    measure = " cm" if state.switches.units == "metric" else "″"
    then = "one Action afterwards" if now.actions > 0 and not now.is_either else "no Action afterwards"
    return f"Up to {move_limit_now(state, soldier, now):g}{measure}, {then}."


@rule("FR-ACT-08")
def why_not_dash(state: Battle, soldier: Soldier, now: Activation) -> Refusal | None:
    """A Dash needs both a Move and the Action."""
    if now.is_either or now.is_flexible:
        rule_id, what = ("FR-CON-02", "Stunned") if now.is_either else ("FR-SQD-26", "Flexible now")
        reason = f"{soldier.name} is {what} and has no Move and Action together."
        return Refusal(rule_id, reason, "Move without a Dash.")
    return (
        now.why_no_move
        or WHY_NOT_MOVE.first(state, soldier)
        or WHY_NOT_DASH.first(state, soldier)
        or WHY_NOT_ACT.first(state, soldier, DASH)
    )


def _entries(state: Battle, soldier: Soldier, now: Activation, one: Action) -> list[Candidate]:
    """The candidates of one Action, with everything that can be said against it."""
    if one.name in now.given_up:
        return []
    is_second = one.free and now.free_actions <= 0
    if not now.may_act and not one.free:
        return []
    if (not one.free or is_second) and (now.actions <= 0 or (is_second and now.free_used >= MOST_FREE)):
        return []
    if not one.free and now.is_either and now.has_moved:
        return []
    return [_entry(state, soldier, one, each, is_second) for each in one.candidates(state, soldier, now)]


MOST_FREE = 2
"""Free Actions of one activation at most (FR-ACT-14)."""


def _entry(state: Battle, soldier: Soldier, one: Action, each: Candidate, is_second: bool) -> Candidate:
    """What an Action offers, as it stands in the menu."""

    def check() -> Refusal | None:
        return WHY_NOT_ACT.first(state, soldier, one.name) or each.refusal()

    return msgspec.structs.replace(
        each,
        label=f"{each.label} (instead of an Action)" if is_second else each.label,
        value=(one, each.meaning()),
        rules=(*each.rules, "FR-ACT-14") if is_second else each.rules,
        check=check,
        facts={**(each.facts or {}), "action": one.name},
        means=each.means or type(one).__doc__ or "",
        group=one.group,
    )


def move_limit_now(state: Battle, soldier: Soldier, now: Activation) -> float:
    """The inches of this Move: Speed, what Tactics add, and what a shot before it leaves."""
    added = total(one.value for one in double_time(state, soldier))
    limit = move_limit(state, soldier) + inches(state, added)
    return limit if now.move_cap is None else min(limit, inches(state, now.move_cap))


@rule("FR-ACT-02", "FR-ACT-04")
async def _move(play: Play[Battle], soldier: Soldier, now: Activation) -> None:
    """A Move; contact takes the place of the Action."""
    state = play.state
    friends, foot = stunned_friends_in_contact(state, soldier), soldier.elevation
    moved = await soldier_moves(
        play,
        soldier,
        move_limit_now(state, soldier, now),
        f"Where does {soldier.name} move?",
        may_contact=now.may_attack and not now.has_fired,
        rules=("FR-ACT-02", *(one.rule for one in double_time(state, soldier))),
        why_no_contact=now.why_no_attack,
    )
    friends += stunned_friends_brushed(state, moved, foot)
    now.left = (*now.left, *(one.id for one in friends))
    _use_move(state, soldier, now, moved)
    _settle_move(play, soldier, now, moved)


@rule("FR-ACT-08")
async def _dash(play: Play[Battle], soldier: Soldier, now: Activation) -> None:
    """Move and Dash together, out of one allowance, or a Dash after the Move; the Action is gone."""
    state, is_late = play.state, not has_move_left(now)
    rules = ("FR-ACT-08", *(() if is_late else (one.rule for one in double_time(state, soldier))))
    limit = 0.0 if is_late else move_limit_now(state, soldier, now)
    prompt = f"Where does {soldier.name} {'Dash' if is_late else 'move and Dash'}?"
    moved = await soldier_moves(
        play,
        soldier,
        limit,
        prompt,
        may_contact=False,
        kind="dash",
        rules=rules,
        topic="dash",
        came_from=now.came_from,
    )
    if not is_late:
        _use_move(state, soldier, now, moved)
    elif len(moved.path) < 2:
        now.given_up.append(DASH)
        return
    if now.has_moved:
        now.dashes = True
        now.actions -= 1
        now.has_acted = True
    _settle_move(play, soldier, now, moved)


def _use_move(state: Battle, soldier: Soldier, now: Activation, moved: Movement) -> None:
    """The Move is gone; a soldier who stayed on the spot has not moved, though."""
    now.moves -= 1
    if len(moved.path) < 2:
        return
    now.has_moved, now.came_from = True, moved.path[-2:-1]
    if now.uncounted > 0 and now.moves > 0:
        now.uncounted -= 1
        soldier.moved = 0.0
    if now.is_either:
        now.actions = 0
    use_double_time(state, soldier)


@rule("FR-ACT-04")
def _settle_move(play: Play[Battle], soldier: Soldier, now: Activation, moved: Movement) -> None:
    """A soldier who has come into contact with an opponent can do nothing else, nor can one who fell far."""
    # Who is to fight without a step, across a wall or because they touch already, has charged all the same.
    has_charged = any(one.mover == soldier.id for one in play.state.contacts)
    if not soldier.on_table or (len(moved.path) < 2 and not has_charged):
        return
    if in_melee_with(play.state, soldier):
        now.is_over = True
        play.tell("contact", "FR-ACT-04", "FR-PRN-07", "FR-PRN-08", figure=soldier.id)
    elif moved.ends_activation:
        now.is_over = True
    elif soldier.knocked_down:
        now.why_no_move = why_down(soldier)


@rule("FR-ACT-06", "FR-ACT-13", "FR-ACT-14")
async def _act(play: Play[Battle], soldier: Soldier, now: Activation, one: Action, chosen: Any) -> None:
    """An Action, or a Free Action, which costs nothing else the first time."""
    first = ACT_FIRST.first(play.state, soldier)
    await WINDOWS.open(play, ACTION_STARTS, now)
    done = await one.carry_out(play, soldier, chosen)
    if done is False:
        now.given_up.append(one.name)
        return
    if one.free:
        now.free_used += 1
        if now.free_actions > 0:
            now.free_actions -= 1
            play.tell("Free Action", "FR-ACT-13", *one.rules, figure=soldier.id, action=one.name)
            return
        play.tell("second Free Action", "FR-ACT-14", *one.rules, figure=soldier.id, action=one.name)
    else:
        play.tell("Action taken", "FR-ACT-06", *one.rules, figure=soldier.id, action=one.name)
    now.actions -= 1
    now.has_acted = True
    if now.is_either:
        now.moves = 0
    if one.name == FIRE:
        now.has_fired = soldier.has_attacked = True
    if first is not None and now.moves > 0 and not now.has_moved and soldier.on_table:
        _limit_move(play, soldier, now, first.rule)


@rule("FR-SQD-23", "FR-MOV-14")
def _limit_move(play: Play[Battle], soldier: Soldier, now: Activation, rule_id: str) -> None:
    """The Action came first; whatever it demands of movement holds for the Move that follows."""
    now.acts_first = True
    if STATIONARY in soldier.shot:
        now.moves = 0
    elif HEAVY in soldier.shot:
        now.move_cap = speed(play.state, soldier) / 2
    rules = (rule_id, "FR-MOV-14") if now.has_fired else (rule_id,)
    play.tell("Action before the Move", *rules, figure=soldier.id, moves=now.moves, cap=now.move_cap)


FIRE = "Fire"
HEAVY, STATIONARY = "heavy", "stationary"
"""What a shot relied on, as the soldier remembers it (FR-SQD-23)."""
