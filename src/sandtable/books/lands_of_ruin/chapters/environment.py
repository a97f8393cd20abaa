"""The Environment phase: areas, Rotters, arrivals, entries, and the rolls at its end."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from sandtable.books.lands_of_ruin.chapters.attacking.carrying_out import strike
from sandtable.books.lands_of_ruin.chapters.grenades.areas import age_of, roll_exposure
from sandtable.books.lands_of_ruin.chapters.morale import hearten
from sandtable.books.lands_of_ruin.chapters.roll_to_hit import SIDES, needed
from sandtable.books.lands_of_ruin.chapters.rotters.arrivals import arrivals
from sandtable.books.lands_of_ruin.chapters.rotters.sleepers import put_down_a_sleeper, sleepers_wake
from sandtable.books.lands_of_ruin.chapters.suppression import suppress
from sandtable.books.lands_of_ruin.chapters.threat import choose_target, threat_level
from sandtable.books.lands_of_ruin.modifiers import Shot
from sandtable.books.lands_of_ruin.state import Battle, Card, Entry, Hit, Rotter
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.books.lands_of_ruin.tables.charts import RotterRow, rotter_kinds
from sandtable.books.lands_of_ruin.windows import ENVIRONMENT_BEGINS, ROTTERS_ATTACKED, WINDOWS
from sandtable.kernel import For, Moment, Play, rule
from sandtable.kernel.dice import each

KINDS = ("Shambler", "Rager", "Veteran")
"""LR-ENV-07: the order in which attacks are rolled."""


@rule("LR-ENV-01", "LR-ENV-02", "LR-OCON-43")
async def begin(play: Play[Battle]) -> None:
    """Steps 1 and 2: areas change; the loudest section and character are chosen (step 3). None is skipped."""
    state = play.state
    state.phase = "environment"
    level = threat_level(state)
    cited = ("LR-ENV-01", "LR-ENV-02", "LR-OCON-43", "LR-THR-01", "LR-THR-02")
    play.tell("Environment phase began", *cited, seat=state.active, threat=level)
    for one in state.rotters.values():
        one.victim, one.waits = "", False
    await WINDOWS.open(play, ENVIRONMENT_BEGINS, Moment(state.active))
    await choose_target(play)
    state.step = "environment: sleepers"


@rule("LR-ENV-02", "LR-ROT-03")
async def rotters_move(play: Play[Battle]) -> None:
    """Step 4: Rotters move."""
    if play.state.rotters:
        play.tell("Rotters move", "LR-ROT-03", "LR-ROT-13", "LR-ENV-06", count=len(play.state.rotters))
    await surface(play.state).rotters_move(play)
    play.state.step = "environment: arrivals"


@rule("LR-ENV-02", "LR-ENV-04", "LR-ENV-06", "LR-ROT-14", "LR-APP-13")
async def enter(play: Play[Battle]) -> None:
    """Steps 6 and 7: attacks of Rotters are entered on the cards."""
    state = play.state
    found = await surface(state).contacts(play)
    await WINDOWS.open(play, ROTTERS_ATTACKED, Moment(state.active))
    for one in found:
        card = state.cards[one.card]
        card.entered = {**card.entered, one.kind: card.entered.get(one.kind, 0) + 1}
        play.tell(
            "Rotter attack entered",
            "LR-ROT-14",
            "LR-ENV-04",
            card=card.id,
            what=one.kind,
            rotter=one.by or None,
        )
    state.entries = (*state.entries, *found)
    state.step = "environment: rolls"


@rule("LR-ENV-02", "LR-ENV-05")
async def finish(play: Play[Battle]) -> None:
    """Step 8: everything that was entered is rolled."""
    await roll_entries(play)
    play.state.step = "end of turn"


@rule("LR-ENV-07")
async def roll_entries(play: Play[Battle]) -> None:
    """The active player's team first, card by card, Rotters before exposures, by kind and by age."""
    state = play.state
    seats = (state.active, state.other(state.active))
    cards = list(state.cards)

    def place(one: Entry) -> tuple[int, int, bool, int]:
        kind = KINDS.index(one.kind) if one.is_attack else age_of(state, one)
        return (seats.index(state.cards[one.card].seat), cards.index(one.card), not one.is_attack, kind)

    left, state.entries = sorted(state.entries, key=place), ()
    for one in left:
        if not one.is_attack:
            await roll_exposure(play, one)
            continue
        if state.cards[one.card].models:  # else it is dropped
            await rotter_attacks(play, state.cards[one.card], rotter_kinds()[one.kind], one.by)


@rule("LR-ROT-16", "LR-ROT-01", "LR-EFF-12", "LR-MODE-05")
async def rotter_attacks(play: Play[Battle], card: Card, kind: RotterRow, by: str) -> None:
    """A D20 against 8 and the defence against Rotters; only its owner learns whether it hit."""
    state = play.state
    hearten(play, card.seat, "attacked by a Rotter", by)
    rotter = state.rotters.get(by) or Rotter(by, kind.kind)
    number = needed(state, Shot("rotter", target=card, rotter=rotter))
    (face,) = await play.roll(
        1, For("claws", card.id), "LR-ROT-16", "LR-ENV-07", sides=SIDES, need=number,
        reading=each(number.number), to=(card.seat,), target=card.id,
    )  # fmt: skip
    if face < number.number:
        play.tell("claws missed", "LR-ROT-16", "LR-ROT-01", to=(card.seat,), card=card.id, what=kind.kind)
        return
    play.tell("claws hit", "LR-ROT-16", "LR-ROT-01", to=(card.seat,), card=card.id, what=kind.kind)
    hearten(play, card.seat, "hit by a Rotter", by)
    suppress(play, card, kind.suppression)
    await strike(play, card, Hit("close", kind.power, kind.kind), {})


STEPS: dict[str, Callable[[Play[Battle]], Coroutine[Any, Any, None]]] = {
    "environment": begin,
    "environment: sleepers": sleepers_wake,
    "environment: woken sleepers": put_down_a_sleeper,
    "environment: Rotters": rotters_move,
    "environment: arrivals": arrivals,
    "environment: entries": enter,
    "environment: rolls": finish,
}
"""The steps of the phase in order; a chapter that has a part in it puts its step between these."""
