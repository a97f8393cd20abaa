"""Starting the game and the turn sequence: Action, Sync, Command, Environment, player after player."""

from __future__ import annotations

from functools import partial

from sandtable.books.lands_of_ruin.chapters.action_points import settle_all
from sandtable.books.lands_of_ruin.chapters.attacking.modes import private
from sandtable.books.lands_of_ruin.chapters.climbing import CLIMB, climb, climbs_of
from sandtable.books.lands_of_ruin.chapters.effects import end_with_the_round
from sandtable.books.lands_of_ruin.chapters.ending import propose_end, suggest_end
from sandtable.books.lands_of_ruin.chapters.hiding import REVEAL, reveal_enemy, step_out, to_reveal
from sandtable.books.lands_of_ruin.chapters.movement import inches_left, move, why_not_move
from sandtable.books.lands_of_ruin.chapters.threat import credit_the_rest, make_noise
from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.orders import KINDS
from sandtable.books.lands_of_ruin.scenarios.scenario import scenario_of
from sandtable.books.lands_of_ruin.state import Battle, Card
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.tables.charts import actions
from sandtable.books.lands_of_ruin.windows import (
    ACTION_PERFORMED,
    ACTION_PHASE_BEGINS,
    TURN_ENDED,
    WINDOWS,
    Performed,
)
from sandtable.kernel import PASS, Candidate, ChooseOne, Moment, Play, Refusal, rule
from sandtable.table.edges import EDGES

END, PROPOSE = "end the phase", "propose the end"
UNSEEN = ("Place Device", "Observe")
"""LR-APP-12: never shown while the Action phase runs."""
UNSAID = ("Aim", "Reveal")
"""Orders that are part of others, or cost nothing to leave."""


@rule("LR-TURN-03", "LR-TURN-04", "LR-MODE-13")
async def start_turn(play: Play[Battle]) -> None:
    """A turn of the next player begins, and with the starting player's a round."""
    state = play.state
    state.turn += 1
    if state.active == state.first:
        state.round += 1
        play.tell("round began", "LR-MODE-13", round=state.round)
        for card in state.cards.values():
            end_with_the_round(play, card)
    state.phase = "action"
    play.tell("turn began", "LR-TURN-03", "LR-TURN-04", seat=state.active, round=state.round)
    await begin_action_phase(play)
    side = state.sides[state.active]
    waits = any(one.where == "waiting" for one in state.team(state.active))
    state.step = "entry" if waits and side.entry is None else "action"


@rule("LR-TURN-10", "LR-AP-06", "LR-CMD-07", "LR-APP-12", "LR-SYNC-07", "LR-TURN-05")
async def begin_action_phase(play: Play[Battle]) -> None:
    """Automatic work; then the orders are there for all to see."""
    state = play.state
    await WINDOWS.open(play, ACTION_PHASE_BEGINS, Moment(state.active))
    settle_all(play, state.active)
    for card in state.team(state.active):
        card.stays, card.held, card.fired_at = False, False, ()
        for model in card.models.values():
            model.moved, model.slowed = 0.0, False
            model.path = (model.at,) if model.at is not None else ()
        card.own.hidden_acts = tuple(one for one in card.own.orders if one in UNSEEN)
        card.orders = tuple(one for one in card.own.orders if one not in UNSEEN)
        card.own.orders = ()
    shown = {one.id: list(one.orders) for one in state.team(state.active) if not one.hidden and one.orders}
    play.tell(
        "orders shown", "LR-CMD-07", "LR-APP-12", "LR-TURN-10", reveals=True, seat=state.active, orders=shown
    )


@rule("LR-TURN-06", "LR-SCN-06")
async def choose_entry(play: Play[Battle]) -> None:
    """The active player picks one point on its own table edge."""
    state = play.state
    kind = scenario_of(state)
    anywhere = kind.role(state, state.active).deploys == "any edge"
    edges = EDGES if anywhere else (state.sides[state.active].edge,)
    await surface(state).enters(play, state.active, edges)
    state.step = "action"


@rule("LR-TURN-11", "LR-MOV-14", "LR-APP-04", "LR-ACT-18")
async def act(play: Play[Battle]) -> None:
    """One character moves or performs one of its orders, in any order the player likes; or the phase ends."""
    state = play.state
    seat = state.active

    def candidates() -> list[Candidate]:
        return [*_deeds(state), *to_reveal(state, seat), _end(state), _PROPOSAL]

    def likely() -> list[Candidate]:
        return [*_deeds(state), *to_reveal(state, seat), _end(state)]

    facts = {"left": sum(len(one.orders) for one in state.team(seat))}
    prompt = "Who acts? Each carries out its orders and moves, in any order."
    rules = ("LR-TURN-11", "LR-MOV-14", "LR-ACT-06" if state.sides[seat].has_acted else "LR-TURN-05")
    asked = ChooseOne(seat, "choose act", prompt, rules, candidates, facts, likely=likely)
    chosen = await play.ask(asked)
    if chosen == END:
        _end_action_phase(play)
    elif chosen == PROPOSE:
        await propose_end(play, seat)
    elif chosen[0] == REVEAL:
        reveal_enemy(play, state.cards[chosen[1]])
    else:
        card, deed = state.cards[chosen[0]], chosen[1]
        private(card, asked)  # only what is chosen tells whether it may be known (LR-HID-06)
        if deed == CLIMB:
            climb(play, card, card.models[chosen[2]])
        else:
            await (move(play, card) if deed == "move" else perform(play, card, deed))


@rule("LR-ACT-06", "LR-ACT-31", "LR-AP-08")
async def perform(play: Play[Battle], card: Card, action: str) -> None:
    """An order is carried out and struck off, with the noise that it makes."""
    if not KINDS[action].ends_hiding_itself:
        step_out(play, card)
    if not await KINDS[action].perform(play, card):
        return
    card.orders = tuple(one for one in card.orders if one != action)
    play.tell(
        "action performed", KINDS[action].row.rule, "LR-ACT-18", "LR-ACT-31", card=card.id, action=action
    )
    if noise := actions()[action].noise:
        make_noise(play, card, noise, is_attack=False)
    await WINDOWS.open(play, ACTION_PERFORMED, Performed(card, action))


def _end_action_phase(play: Play[Battle]) -> None:
    """What was not performed is lost (LR-AP-08)."""
    state = play.state
    for card in state.team(state.active):
        card.orders = ()
        card.own.hidden_acts = ()
    state.sides[state.active].has_acted = True
    play.tell("Action phase ended", "LR-APP-04", "LR-AP-08", seat=state.active)
    state.step = "sync"


@rule("LR-APP-05")
def _end(state: Battle) -> Candidate:
    """What is not carried out is lost; that is said once."""
    left = [one for card in state.team(state.active) for one in card.orders if one not in UNSAID]
    many = "1 order is" if len(left) == 1 else f"{len(left)} orders are"
    warns = f"{many} not carried out and will be lost." if left else ""
    return Candidate(END, "end the Action phase", END, ("LR-APP-04",), deed=PASS, warns=warns)


_PROPOSAL = Candidate(PROPOSE, "propose the end of the game", PROPOSE, ("LR-END-02",))


def _deeds(state: Battle) -> list[Candidate]:
    """What each card may do now: its orders, then moving."""
    found = []
    for card in state.team(state.active):
        if not card.models or card.where == "left":
            continue
        for action in card.orders:
            if action in KINDS and action not in ("Aim", "Reveal"):
                found.append(_deed(state, card, action))
        if card.hidden and ("Reveal" in card.orders or not state.sides[card.seat].has_acted):
            found.append(_deed(state, card, "Reveal"))  # LR-TURN-05: needs no points, so no order at first
        if not surface(state).knows_places:
            continue  # miniatures are moved by hand, and the Sync phase asks where they are
        found += climbs_of(state, card)
        left = max(inches_left(state, card, one) for one in card.models.values())
        word = "enters" if card.where == "waiting" else "moves"
        found.append(
            Candidate(
                f"{card.id} move",
                f"{name_of(card)} {word}, up to {left:.3g} inches",
                (card.id, "move"),
                ("LR-MOV-03",),
                partial(why_not_move, state, card),
                about=(card.id,),
                short=f"move {left:.3g}″",
                deed="move",
                points_at=("ground",),
            )
        )
    return found


def _deed(state: Battle, card: Card, action: str) -> Candidate:
    return Candidate(
        f"{card.id} {action}",
        f"{name_of(card)}: {action}",
        (card.id, action),
        (KINDS[action].row.rule,),
        partial(why_not_act, state, card, action),
        about=(card.id,),
        short=action,
        deed=action,
        points_at=KINDS[action].points_at,
    )


@rule("LR-EFF-11", "LR-ACT-06", "LR-TURN-09")
def why_not_act(state: Battle, card: Card, action: str) -> Refusal | None:
    """What bars a card from carrying out an order now."""
    if card.down:
        return Refusal("LR-EFF-11", f"{name_of(card)} is down.", "Let somebody else act.")
    if card.where != "table":
        return Refusal("LR-TURN-09", f"{name_of(card)} is off the table.", "Move it on first.")
    return KINDS[action].why_not_perform(state, card)


@rule("LR-SYNC-01", "LR-SYNC-04", "LR-THR-05")
async def sync(play: Play[Battle]) -> None:
    """The console learns where everybody is; then the rest of their noise is heard there."""
    state = play.state
    state.phase = "sync"
    play.tell("Sync phase began", "LR-SYNC-01", "LR-SYNC-04", "LR-SYNC-05", seat=state.active)
    await surface(state).syncs(play, state.active)
    credit_the_rest(state, state.active)
    state.step = "damage"


@rule("LR-ENV-05", "LR-TURN-04", "LR-SCN-08")
async def end_turn(play: Play[Battle]) -> None:
    """The turn passes; after the last turn of the last round the scenario is over."""
    state = play.state
    await WINDOWS.open(play, TURN_ENDED, Moment(state.active))
    play.tell("turn ended", "LR-ENV-05", "LR-TURN-04", seat=state.active)
    if scenario_of(state).is_decided(state):
        await suggest_end(play)
    if state.step == "end":
        return
    if (state.is_solo or state.active != state.first) and state.round >= state.scenario.rounds:
        state.step = "end"
        play.tell("last round over", "LR-SCN-08", round=state.round)
        return
    state.active = state.active if state.is_solo else state.other(state.active)
    state.step = "turn"
