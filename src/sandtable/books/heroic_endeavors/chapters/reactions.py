"""Reactions: op-strikes and op-fire in other people's activations, one for each trigger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from sandtable.books.heroic_endeavors.chapters.arms import fights_with, shoots_with
from sandtable.books.heroic_endeavors.chapters.conditions import is_out
from sandtable.books.heroic_endeavors.chapters.ground import standing_at
from sandtable.books.heroic_endeavors.chapters.initiative import by_initiative
from sandtable.books.heroic_endeavors.chapters.melee.attacking import attack_on, strike, why_not_strike
from sandtable.books.heroic_endeavors.chapters.melee.throwing import throws_with
from sandtable.books.heroic_endeavors.chapters.ranged.shooting import (
    arc_of,
    is_in_arc,
    range_to,
    shoot,
    shot_at,
    why_not_shoot,
)
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.game_master.targets import edge_of
from sandtable.books.heroic_endeavors.modifiers import SHOTS, WHY_NOT_OP, WHY_NOT_REACT, Attack
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared
from sandtable.books.heroic_endeavors.windows import ENEMY_ACTED, WINDOWS, ModelMoment
from sandtable.kernel import PASS, Candidate, ChooseOne, Play, rule
from sandtable.table.squares.reach import Place

FARTHEST = 8
"""HE-REA-01: so far reaches op-fire."""
Act = Literal["leaves", "came", "turned", "acted"]
LEAVES: Act = "leaves"
CAME: Act = "came"
TURNED: Act = "turned"
ACTED: Act = "acted"
QUIET = "not again this turn"
AFTER = "after the step"


class Trigger(NamedTuple):
    """An act of a hostile model that can be reacted to (HE-REA-03)."""

    actor: Model
    kind: Act
    """It is about to leave its space, has come into one, has turned, or has finished an action."""
    to: Place | None = None
    """Where it is about to step."""


@rule("HE-REA-03", "HE-REA-04", "HE-REA-07", "HE-REA-09", "HE-REA-11", "HE-REA-15")
async def triggered(play: Play[Adventure], trigger: Trigger) -> bool:
    """Everybody who can and will reacts, by falling initiative; whether the actor can go on as before."""
    state, actor = play.state, trigger.actor
    at = {*actor.spaces}
    if trigger.kind != CAME:
        state.triggers += 1  # leaving a space and coming into the next are one step, and one trigger
    if trigger.kind != LEAVES:
        await WINDOWS.open(play, ENEMY_ACTED, ModelMoment(actor))
    for model in by_initiative(state, state.foes_of(actor)):
        if not actor.is_conscious or {*actor.spaces} != at:
            break
        if _is_through(state, model, actor):
            continue
        attacks = list(reactions_of(state, model, actor))
        if attacks:
            can_wait = trigger.kind == LEAVES and _reaches_after(state, model, trigger)
            await _react(play, model, actor, attacks, can_wait=can_wait)
    return {*actor.spaces} == at and not is_out(actor)


@rule("HE-REA-04", "HE-REA-13")
def _is_through(state: Adventure, model: Model, actor: Model) -> bool:
    """It has reacted to this act, has let it pass, or is to be left in peace about this enemy."""
    turn = model.turn
    return state.triggers in (turn.reacted_to, turn.let_pass) or actor.id in turn.quiet


@rule("HE-REA-13")
def _reaches_after(state: Adventure, model: Model, trigger: Trigger) -> bool:
    """It can attack as well when the step has been taken."""
    assert trigger.to is not None
    return any(reactions_of(state, model, standing_at(trigger.actor, trigger.to)))


@rule("HE-REA-01", "HE-REA-02", "HE-REA-05", "HE-REA-06", "HE-REA-12")
def reactions_of(state: Adventure, model: Model, actor: Model) -> Iterator[Attack]:
    """The attacks that a model could make on somebody who acts, for a single action."""
    turn = model.turn
    if not (turn.reaction or turn.actions > 0) or WHY_NOT_REACT.first(state, model):
        return
    if not state.acts(model):
        return
    for weapon in fights_with(model):
        attack = attack_on(state, model, actor, weapon)._replace(is_reaction=True)
        if why_not_strike(state, attack) is None and not WHY_NOT_OP.first(state, attack):
            yield attack
    for arm in (*shoots_with(model), *throws_with(model)):
        if arm.bands is None or not arm.shoots or arm.is_slow:
            continue
        if not is_in_arc(model, actor, arc_of(arm)):
            continue
        if range_to(state, model, actor) > FARTHEST:
            continue
        shot = shot_at(state, model, actor, arm)._replace(is_reaction=True)
        if why_not_shoot(state, shot) is None and not WHY_NOT_OP.first(state, shot):
            yield shot
    for more in SHOTS.all(state, model, actor):
        for shot in (one._replace(is_reaction=True) for one in more if one.distance <= FARTHEST):
            if why_not_shoot(state, shot) is None and not WHY_NOT_OP.first(state, shot):
                yield shot


_AFTER = Candidate(AFTER, "wait until the step has been taken", AFTER, ("HE-REA-13",), deed="wait")


def _word(attack: Attack) -> str:
    """Which deed it would be in an activation."""
    if attack.ranged is None:
        return "strike"
    return "throw" if attack.ranged.is_last else "shoot"


def _in_words(attack: Attack) -> str:
    if attack.ranged is not None and attack.ranged.thrown:
        return f"throw the {attack.weapon}"
    return f"{_word(attack)} with the {attack.weapon}"


@rule("HE-REA-02", "HE-REA-04", "HE-REA-06", "HE-REA-11", "HE-REA-14", "HE-ACT-04")
async def _react(
    play: Play[Adventure], model: Model, actor: Model, attacks: list[Attack], *, can_wait: bool
) -> None:
    """The player says whether, with what, and before or after a step; the free reaction pays first."""
    state, free = play.state, model.turn.reaction
    who, whom = name_of(state, model), name_of(state, actor)
    cost = "the free reaction" if free else "an action"
    prompt = f"{whom} acts. Does {who} react, for {cost}?"
    uses = [
        Candidate(
            f"{_word(one)} with {one.weapon}", _in_words(one), one,
            ("HE-REA-01",), facts={"edge": edge_of(state, one)}, about=(model.id, actor.id),
            deed=_word(one),
        )
        for one in attacks
    ]  # fmt: skip
    not_now = Candidate("not now", "not now", deed=PASS)
    quiet = Candidate(QUIET, f"not again at {whom} this turn", deed=PASS)
    later = [_AFTER] if can_wait else []
    facts = {"actor": actor.id, "free": free}
    asked = ChooseOne(
        model.seat,
        "react",
        prompt,
        ("HE-REA-01",),
        [*uses, *later, not_now, quiet],
        facts,
        about=(model.id, actor.id),
    )
    chosen = await CHAIR.ask(play, asked)
    if chosen == QUIET:
        model.turn.quiet += (actor.id,)
    if not isinstance(chosen, Attack):
        model.turn.let_pass = 0 if chosen == AFTER else state.triggers
        return
    model.turn.reacted_to = state.triggers
    if free:
        model.turn.reaction = False
    else:
        model.turn.actions -= 1
    model.prepared = Prepared()
    by_power = ("HE-REA-14",) if chosen.ranged is not None and chosen.ranged.arcane else ()
    play.tell("model reacted", "HE-REA-01", *by_power, model=model.id, target=actor.id, weapon=chosen.weapon)
    await (strike(play, chosen) if chosen.kind == "melee" else shoot(play, chosen))
