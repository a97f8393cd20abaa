"""The sequence of a turn: it begins, initiative, activations one by one, and what comes at its end."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from sandtable.books.heroic_endeavors.chapters.actions import (
    KINDS,
    Deed,
    candidates_of,
    pay,
)
from sandtable.books.heroic_endeavors.chapters.conditions import get_up, is_out, recover
from sandtable.books.heroic_endeavors.chapters.ending import check_end
from sandtable.books.heroic_endeavors.chapters.initiative import roll_initiative
from sandtable.books.heroic_endeavors.chapters.movement.riding import on_one_base
from sandtable.books.heroic_endeavors.chapters.reactions import ACTED, Trigger, triggered
from sandtable.books.heroic_endeavors.game_master.awareness import notice
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.hidden import known
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared, Turn
from sandtable.books.heroic_endeavors.windows import (
    ACTIVATION_BEGINS,
    ACTIVATION_ENDS,
    ACTIVATIONS_OVER,
    DEED_DECLARED,
    MOTIVATION_PHASE,
    TURN_BEGINS,
    TURN_ENDS,
    WINDOWS,
    DeedMoment,
    ModelMoment,
)
from sandtable.kernel import PASS, Candidate, ChooseOne, Moment, Play, rule

END = "end"


@rule("HE-INI-02", "HE-ACT-01", "HE-ACT-02", "HE-ACT-03", "HE-ACT-19")
async def start_turn(play: Play[Adventure]) -> None:
    """Pools and free reactions are refilled, less what was lost; preparation outlasts one turn."""
    state = play.state
    state.round += 1
    play.tell("turn began", "HE-INI-02", turn=state.round)
    for model in state.on_board():
        lost = model.turn.lost
        model.turn = Turn()
        model.turn.actions = max(0, model.turn.actions - lost)
        if model.prepared.turn < state.round - 1:
            model.prepared = Prepared()
    await WINDOWS.open(play, TURN_BEGINS, Moment())
    notice(play)
    state.step = "initiative"


@rule("HE-INI-01", "HE-INI-02")
async def initiative(play: Play[Adventure]) -> None:
    """Everybody who acts this turn rolls."""
    await roll_initiative(play)
    play.state.step = "activate"


@rule("HE-INI-03", "HE-INI-05", "HE-INI-07", "HE-STN-02", "HE-FBK-05")
async def activate(play: Play[Adventure]) -> None:
    """The next model has its activation; the members of a unit in the order that their owner likes."""
    state = play.state
    members = [state.models[id] for unit in state.order[:1] for id in unit if state.models[id].is_conscious]
    if not members:
        state.order = state.order[1:]
        if not state.order:
            state.step = "end of activations"
        return
    model = members[0] if len(members) == 1 else await _who_acts(play, members)
    together = [one for one in on_one_base(state, model) if one.is_conscious]
    rest = tuple(one.id for one in members if one not in together)
    state.order = ((rest,) if rest else ()) + state.order[1:]
    state.active, state.step = model.id, "act"
    state.activations += 1
    for one in together:
        await _begin(play, one)


@rule("HE-INI-03", "HE-STN-02", "HE-FBK-05")
async def _begin(play: Play[Adventure], model: Model) -> None:
    """Its activation begins; the stunned recover, and the fallen get up."""
    model.turn.activated = True
    play.tell("model activated", "HE-INI-03", model=model.id, initiative=model.turn.initiative)
    await WINDOWS.open(play, ACTIVATION_BEGINS, ModelMoment(model))
    if model.condition.stunned:
        recover(play, model)
    elif model.condition.fallen:
        get_up(play, model)


@rule("HE-INI-05")
async def _who_acts(play: Play[Adventure], members: list[Model]) -> Model:
    """The owner of a unit names the next of it."""
    state = play.state
    names = [
        Candidate(one.id, name_of(state, one), one, about=(one.id,), points_at=("deed",)) for one in members
    ]
    owner = members[0].seat
    about = tuple(one.id for one in members)
    asked = ChooseOne(owner, "choose member", "Who of the unit acts?", ("HE-INI-05",), names, about=about)
    model: Model = await CHAIR.ask(play, asked)
    return model


@rule("HE-ACT-18", "HE-ACT-05", "HE-REA-07", "HE-AGM-25")
async def act(play: Play[Adventure]) -> None:
    """The active model does one thing, or keeps what it has left; reactions to it come afterwards."""
    state = play.state
    model = state.models[state.active]
    partner = _who_goes_on(state, model)
    if is_out(model) or model.turn.actions <= 0:
        await _hand_on(play, model, partner)
        return
    prompt = f"What does {name_of(state, model)} do? It has {model.turn.actions} of 2 actions."
    facts = {"actions": model.turn.actions, "reaction": model.turn.reaction}
    asked = ChooseOne(
        model.seat, "choose act", prompt, ("HE-ACT-05",),
        lambda: [*_candidates(state, model), *_turns_with(state, partner), _END], facts, about=(model.id,),
    )  # fmt: skip
    chosen = await CHAIR.ask(play, asked)
    if chosen == END:
        await _hand_on(play, model, partner)
    elif isinstance(chosen, Model):
        state.active = chosen.id
    else:
        await carry_out(play, model, chosen)
        if is_out(model):
            await _hand_on(play, model, partner)


@rule("HE-MNT-02")
def _who_goes_on(state: Adventure, model: Model) -> Model | None:
    """Who shares its base and its activation, and has not ended its part of it."""
    others = [one for one in on_one_base(state, model) if one.id != model.id and not one.turn.done]
    return next((one for one in others if not is_out(one) and one.turn.actions > 0), None)


def _turns_with(state: Adventure, partner: Model | None) -> list[Candidate]:
    """Rider and mount act by turns, as they like."""
    if partner is None:
        return []
    name = f"let {name_of(state, partner)} act"
    return [
        Candidate(f"let {partner.id} act", name, partner, ("HE-MNT-02",), about=(partner.id,), deed="let")
    ]


@rule("HE-MNT-02")
async def _hand_on(play: Play[Adventure], model: Model, partner: Model | None) -> None:
    """Its part is over; the activation is when nobody of its base goes on."""
    if partner is None or partner.turn.done or is_out(partner) or partner.turn.actions <= 0:
        await end_activation(play, model)
        return
    model.turn.done = True
    play.state.active = partner.id


@rule("HE-AGM-24")
def _candidates(state: Adventure, model: Model) -> list[Candidate]:
    """What a player may think of is made from what the party knows."""
    seen = known(state, model)
    return candidates_of(seen, seen.models[model.id])


_END = Candidate(END, "end, and keep what is left for reactions", END, ("HE-ACT-18",), deed=PASS)


@rule("HE-ACT-04", "HE-ACT-18", "HE-REA-03", "HE-REA-07", "HE-REA-14", "HE-SEN-10")
async def carry_out(play: Play[Adventure], model: Model, what: Deed) -> None:
    """Declared, paid, done if it still can be, and then reacted to; what costs nothing triggers nothing."""
    state, kind = play.state, KINDS[what.kind]
    cost = kind.costs(state, model, what)
    pay(play, model, cost, keeps=kind.keeps_preparation)
    await WINDOWS.open(play, DEED_DECLARED, DeedMoment(model, what.kind, what.target))
    if is_out(model):
        return
    if what not in kind.deeds(state, model) or kind.why_not(state, model, what) is not None:
        play.tell("action came to nothing", "HE-SEN-10", model=model.id)
        return
    await kind.perform(play, model, what)
    notice(play)
    if cost and not kind.is_movement and model.is_conscious:
        await triggered(play, Trigger(model, ACTED))


@rule("HE-INI-03", "HE-AGM-25")
async def end_activation(play: Play[Adventure], model: Model) -> None:
    """Its activation is over; then it is looked whether the adventure is."""
    state = play.state
    for one in on_one_base(state, model):
        one.turn.done = True
        await WINDOWS.open(play, ACTIVATION_ENDS, ModelMoment(one))
    state.active, state.step = "", "activate"
    check_end(play)


@rule("HE-INI-02", "HE-SEN-06", "HE-MOT-01")
async def end_activations(play: Play[Adventure]) -> None:
    """Sentries that have waited, then the motivation of cohorts."""
    await WINDOWS.open(play, ACTIVATIONS_OVER, Moment())
    await WINDOWS.open(play, MOTIVATION_PHASE, Moment())
    play.state.step = "end of turn"


@rule("HE-INI-02", "HE-ACT-02", "HE-AGM-25")
async def end_turn(play: Play[Adventure]) -> None:
    """Clocks run on, and it is looked whether the adventure is over."""
    state = play.state
    await WINDOWS.open(play, TURN_ENDS, Moment())
    play.tell("turn ended", "HE-INI-02", turn=state.round)
    state.step = "start of turn"
    check_end(play, turn_is_over=True)


STEPS: dict[str, Callable[[Play[Adventure]], Coroutine[Any, Any, None]]] = {
    "start of turn": start_turn,
    "initiative": initiative,
    "activate": activate,
    "act": act,
    "end of activations": end_activations,
    "end of turn": end_turn,
}
"""HE-INI-02: every step of a turn, by the name that the state remembers."""
