"""The Command phase: what is settled by itself, then orders, given in secret until the phase ends."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from sandtable.binding.words import joined
from sandtable.books.lands_of_ruin.chapters.action_points import POINTS_OF_DEFENCE, points_granted
from sandtable.books.lands_of_ruin.chapters.cohorts.losses import lose_model
from sandtable.books.lands_of_ruin.chapters.cohorts.sharing import assign, take_back
from sandtable.books.lands_of_ruin.chapters.damage import old_conditions, resolve_all
from sandtable.books.lands_of_ruin.chapters.effects import show_who_stands, tick
from sandtable.books.lands_of_ruin.chapters.ending import propose_end, tell_nobody_left
from sandtable.books.lands_of_ruin.chapters.hiding import REVEAL, reveal_enemy, to_reveal
from sandtable.books.lands_of_ruin.chapters.morale import calculate
from sandtable.books.lands_of_ruin.chapters.movement import allowance
from sandtable.books.lands_of_ruin.followers import leader_of, type_of
from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.orders import KINDS, can_ever, cost_of, points_left, why_not_order
from sandtable.books.lands_of_ruin.state import Battle, Card, Hit, Seat
from sandtable.books.lands_of_ruin.tables.charts import Shortcut, actions, charts
from sandtable.books.lands_of_ruin.windows import DAMAGE_SETTLED, WINDOWS
from sandtable.kernel import PASS, Candidate, ChooseOne, Moment, Play, Refusal, rule
from sandtable.kernel.decision import Brings, Purse, Spent

END, BACK, PROPOSE = "end the phase", "back", "propose the end"
FRENZY_POWER = -1
"""LR-EFF-15: so that the bonus is -20 (LR-DMG-04)."""


@rule("LR-CMD-01")
async def settle_damage(play: Play[Battle]) -> None:
    """Steps 1 to 4."""
    state = play.state
    seat = state.active
    state.phase = "command"
    play.tell("Command phase began", "LR-CMD-01", seat=seat)
    for card in state.team(seat):
        tick(play, card)
        await show_who_stands(play, card)
    await old_conditions(play, seat)
    await resolve_all(play, seat)
    for card in state.team(seat):
        card.fired = False
    tell_nobody_left(play, seat)
    state.step = "morale"
    await WINDOWS.open(play, DAMAGE_SETTLED, Moment(seat))


@rule("LR-CMD-01", "LR-SUP-07", "LR-AP-09", "LR-AP-01", "LR-EFF-15")
async def settle_morale(play: Play[Battle]) -> None:
    """Steps 5 to 9: leaders and morale, suppression, points, frenzy."""
    state = play.state
    calculate(play, state.active)
    team, cited = state.team(state.active), {"LR-AP-01": True, "LR-AP-09": True}
    for card in team:
        cited |= {"LR-SUP-07": True} if card.own.suppression else {}
        card.own.suppression = 0
        card.own.orders = ()
        card.own.points = points_granted(state, card)
        if card.own.points != state.switches.ap_per_turn:
            cited["LR-AP-10" if card.down else "LR-CMD-13"] = True
        if card.own.has("Frenzy") and card.is_cohort and card.models:
            await lose_model(play, card)  # LR-COH-06: every hit takes one
        elif card.own.has("Frenzy") and not card.own.has("Dead"):
            card.own.hits = (*card.own.hits, Hit("frenzy", FRENZY_POWER, "Frenzy"))
    counted = {card.id: card.own.points for card in team}
    play.tell("points granted", *cited, to=(state.active,), seat=state.active, counted=counted)
    state.step = "orders"


@rule("LR-CMD-04", "LR-CMD-06", "LR-CMD-07", "LR-APP-04")
async def give_orders(play: Play[Battle]) -> None:
    """The active player assigns or takes back one action, or ends the phase; nobody else learns which."""
    state = play.state
    seat = state.active

    def candidates() -> list[Candidate]:
        back = [one for card in state.team(seat) for one in _to_take_back(state, card)]
        return [*_shortcuts(state), *_to_assign(state), *back, *to_reveal(state, seat), _END, _PROPOSAL]

    def likely() -> list[Candidate]:
        return [*_to_assign(state), _END]

    rules = ("LR-CMD-04", "LR-CMD-02", "LR-CMD-03", "LR-CMD-05")
    asked = ChooseOne(
        seat, "give orders", "Give orders for your next turn.", rules, candidates,
        likely=likely, purses=lambda: purses(state, seat),
    )  # fmt: skip
    chosen = await play.ask(asked.secretly())
    if chosen == PROPOSE:
        await propose_end(play, seat)
        return
    if chosen == END:
        state.step = "environment"
        play.tell("Command phase ended", "LR-CMD-07", seat=seat)
        return
    deed, card_id, action = chosen
    if deed == REVEAL:
        reveal_enemy(play, state.cards[card_id])
    elif deed == "all":
        shortcut(play, next(one for one in charts().shortcuts if one.name == action))
    elif deed == "give":
        give(play, state.cards[card_id], action)
    else:
        card = state.cards[card_id]
        before = len(card.own.orders)
        take_back(state, card, action)
        cited = ("LR-CMD-06",) if before - len(card.own.orders) == 1 else ("LR-CMD-06", "LR-ACT-04")
        play.tell("order taken back", *cited, to=(seat,), card=card.id, action=action)


@rule("LR-CMD-04", "LR-AP-02", "LR-ACT-30")
def give(play: Play[Battle], card: Card, action: str) -> None:
    """One more order, which has been found to go with those before."""
    first = ("LR-ACT-02", "LR-ACT-03") if card.own.orders else ("LR-ACT-01", "LR-ACT-30")
    cited = (*first, *("LR-COH-11",) * (type_of(card) == "independent"))
    assign(play.state, card, action)
    left = points_left(play.state, card)
    play.tell("order given", "LR-AP-02", *cited, to=(card.seat,), card=card.id, action=action, left=left)


_END = Candidate(END, "end the Command phase", END, ("LR-APP-04",), deed=PASS)
_PROPOSAL = Candidate(PROPOSE, "propose the end of the game", PROPOSE, ("LR-END-02", "LR-END-09"))


@rule("LR-CMD-05", "LR-OCON-25")
def _means(state: Battle, card: Card, action: str) -> str:
    """What is left after it, points and inches; of an attack also what its modes need."""
    left = max(0, points_left(state, card) - cost_of(state, card, action))
    modes = "".join(f" {one}." for one in KINDS[action].modes_in_words(state, card))
    return f"Leaves {left} points, {allowance(state, card, left)}″ to walk.{modes}"


@rule("LR-CMD-04", "LR-CMD-05", "LR-CMD-06", "LR-APP-01")
def purses(state: Battle, seat: Seat) -> tuple[Purse, ...]:
    """The action points of each card: what they went to, and what comes of the rest."""
    return tuple(
        Purse(
            card.id,
            card.own.points,
            tuple(one for one in _listed() if can_ever(card, one)),
            tuple(
                Spent(one, cost_of(state, card, one), f"{card.id} {BACK} {one}") for one in card.own.orders
            ),
            _brings(state, card),
            "" if card.own.points and not card.down else f"{name_of(card)} has no points to spend.",
        )
        for card in state.team(seat)
        if card.where != "left"
    )


def _brings(state: Battle, card: Card) -> tuple[Brings, ...]:
    left = max(0, points_left(state, card))
    guard = max(0, left - POINTS_OF_DEFENCE * len(card.own.hits)) // POINTS_OF_DEFENCE
    return (
        Brings(f"{allowance(state, card, left)}″", "to walk", "LR-MOV-01"),
        Brings(f"+{guard}", "defence until then", "LR-AP-04"),
    )


@rule("LR-OCON-26")
def _listed() -> list[str]:
    """The actions in the order of the panel."""
    return sorted(KINDS, key=lambda one: actions()[one].position)


def _to_assign(state: Battle) -> list[Candidate]:
    return [
        Candidate(
            f"{card.id} {action}",
            f"{name_of(card)}: {action}, {cost_of(state, card, action)} points",
            ("give", card.id, action),
            ("LR-ACT-01",),
            partial(why_not_order, state, card, action),
            means=partial(_means, state, card, action),
            about=(card.id,),
            short=action,
            deed=action,
            cost=cost_of(state, card, action),
        )
        for card in state.team(state.active)
        for action in _listed()
        if can_ever(card, action) and card.where != "left"
    ]


def _to_take_back(state: Battle, card: Card) -> Iterator[Candidate]:
    for action in card.own.orders if leader_of(state, card) is None else ():
        yield Candidate(
            f"{card.id} {BACK} {action}",
            f"{name_of(card)}: take back {action}",
            ("back", card.id, action),
            ("LR-CMD-06",),
            about=(card.id,),
            short=f"not {action}",
            deed=f"{BACK} {action}",
        )


@rule("LR-CMD-08", "LR-CMD-11")
def _shortcuts(state: Battle) -> list[Candidate]:
    return [
        Candidate(
            one.name,
            f"all: {one.name} ({', '.join(one.assigns) or 'nothing but running'})",
            ("all", "", one.name),
            (one.rule,),
            partial(_why_not_shortcut, state, one),
            means=f"{joined(list(one.assigns)) or 'Nothing but running'}.",
            group="the whole team",
            short=one.name,
        )
        for one in charts().shortcuts
    ]


def _why_not_shortcut(state: Battle, one: Shortcut) -> Refusal | None:
    nerve = state.sides[state.active].morale.state
    levels = ("normal", "confused", "any")
    if levels.index(one.morale) >= ("normal", "confused", "panicked").index(nerve):
        return None
    return Refusal("LR-CMD-08", f"The team is {nerve}.", "Give single orders.")


@rule("LR-CMD-09", "LR-CMD-10", "LR-CMD-12")
def shortcut(play: Play[Battle], one: Shortcut) -> None:
    """Earlier orders are cleared; each character on the table gets those of the actions that it may have."""
    state = play.state
    cards = [card for card in state.team(state.active) if card.stands]
    for card in cards:
        card.own.orders = ()
    for card in cards:
        for action in one.assigns:
            if action in actions() and can_ever(card, action) and why_not_order(state, card, action) is None:
                assign(state, card, action)
    cited = (one.rule, "LR-CMD-08", "LR-CMD-09", "LR-CMD-12")
    play.tell("shortcut used", *cited, to=(state.active,), seat=state.active, shortcut=one.name)
