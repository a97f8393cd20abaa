"""Hidden characters: secret deployment, stepping out, and being revealed by the enemy."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.books.lands_of_ruin.chapters.effects import gain, lose
from sandtable.books.lands_of_ruin.naming import name_of
from sandtable.books.lands_of_ruin.orders import ActionKind, action_kind
from sandtable.books.lands_of_ruin.scenarios.scenario import scenario_of
from sandtable.books.lands_of_ruin.secrets import INFILTRATION
from sandtable.books.lands_of_ruin.state import Battle, Card, Seat
from sandtable.books.lands_of_ruin.surface import surface
from sandtable.kernel import Candidate, ChooseOne, Decision, Play, Refusal, Together, rule
from sandtable.kernel.decision import PASS

HIDDEN, SURPRISED = "Hidden", "Surprised"
READY, REVEAL = "ready", "reveal"
HIDING = ("LR-PRE-07", "LR-PRE-10", "LR-HID-02")


@rule("LR-PRE-07", "LR-HID-01", "LR-PRE-10", "LR-SCN-03", "LR-HID-03")
async def hide_infiltrators(play: Play[Battle]) -> None:
    """Whoever has a role with infiltrators says at the same time and in secret where one hides, if any does.

    A player without any is asked too, since being asked would tell the other.
    """
    state = play.state
    seats = [seat for seat in state.players if scenario_of(state).role(state, seat).infiltrators]
    waiting = {seat: _infiltrators(state, seat) for seat in seats}
    parts = {seat: _hiding_place(state, seat, cards) for seat, cards in waiting.items()}
    if parts:
        prompt = "Infiltrators hide in secret; then the game begins."
        places = await play.ask(Together("hide infiltrators", prompt, ("LR-PRE-07",), parts))
        for seat, cards in waiting.items():
            if cards and places[seat]:
                _hide(play, cards[0], places[seat])
    state.step = "preparations"


@rule("LR-SKL-03")
def _infiltrators(state: Battle, seat: Seat) -> list[Card]:
    """Those that can hide; among named heroes a tribe has one, so that one question is enough."""
    return [one for one in state.team(seat) if one.where == "waiting" and one.profile.has(INFILTRATION)]


def _hiding_place(state: Battle, seat: Seat, cards: list[Card]) -> Decision:
    if cards:
        return surface(state).hiding_place(state, seat, cards[0]).secretly()
    ready = Candidate(READY, "ready", READY, ("LR-PRE-02",), deed=PASS)
    return ChooseOne(seat, "hide infiltrators", "Nobody of yours can hide.", HIDING, [ready]).secretly()


@rule("LR-HID-01", "LR-PRE-09")
def _hide(play: Play[Battle], card: Card, place: object) -> None:
    surface(play.state).hides(play.state, card, place)
    card.where, card.hidden = "table", True
    gain(play, card, HIDDEN)
    cited = ("LR-HID-01", "LR-SKL-03", "LR-HID-03", "LR-HID-10", "LR-HID-11", "LR-HID-12", "LR-HID-18")
    play.tell("character hidden", *cited, to=(card.seat,), card=card.id)


@rule("LR-HID-06", "LR-HID-07", "LR-HID-09", "LR-HID-17", "LR-FIRE-10", "LR-HID-13")
def step_out(play: Play[Battle], card: Card, *why: str, by_order: bool = False) -> None:
    """The model is put on the table; unless it was told to reveal itself it moves no more in this phase."""
    if not card.hidden:
        return
    _put_on_the_table(play, card)
    card.stays = card.stays or not by_order
    moment = ("LR-HID-08", "LR-HID-07") if by_order else ("LR-HID-06", "LR-HID-09")
    cited = (*moment, *why, "LR-HID-13", "LR-HID-17")
    play.tell("character revealed", *cited, reveals=True, card=card.id, **surface(play.state).told_of(card))


@rule("LR-HID-14", "LR-DET-10", "LR-EFF-14", "LR-HID-19")
def reveal_enemy(play: Play[Battle], card: Card) -> None:
    """A detected character is put on the table at once, standing or lying, and is surprised."""
    _put_on_the_table(play, card)
    gain(play, card, SURPRISED)
    card.own.points = card.own.unspent = card.own.guard = 0
    told = surface(play.state).told_of(card)
    cited = ("LR-HID-14", "LR-EFF-14", "LR-DET-10", *("LR-HID-19",) * card.down)
    play.tell("enemy revealed", *cited, reveals=True, card=card.id, **told)


def _put_on_the_table(play: Play[Battle], card: Card) -> None:
    lose(play, card, HIDDEN)
    card.hidden = card.detected = False
    surface(play.state).reveals(play.state, card)


@rule("LR-DET-10")
def to_reveal(state: Battle, seat: Seat) -> Iterator[Candidate]:
    """The detected enemies that a player may reveal whenever it is asked what to do."""
    for card in state.team(state.other(seat)):
        if card.hidden and card.detected:
            name = name_of(card)
            yield Candidate(
                f"{REVEAL} {card.id}",
                f"reveal {name}",
                (REVEAL, card.id, ""),
                ("LR-DET-10",),
                about=(card.id,),
                short=REVEAL,
                deed=REVEAL,
            )


@action_kind
class Reveal(ActionKind):
    """Ends hiding without surprise, and lets the character move in the same phase (LR-HID-08)."""

    name = "Reveal"
    ends_hiding_itself = True

    @rule("LR-HID-08", "LR-ACT-01")
    def why_not_order(self, state: Battle, card: Card) -> Refusal | None:
        """Only for a hidden character."""
        if card.hidden:
            return None
        return Refusal("LR-HID-08", f"{name_of(card)} is not hidden.", "Order something else.")

    @rule("LR-HID-08")
    def why_not_perform(self, state: Battle, card: Card) -> Refusal | None:
        """Nothing is left to reveal once the enemy has done it (LR-DET-10)."""
        return (
            None if card.hidden else Refusal("LR-HID-08", f"{name_of(card)} is revealed already.", "Skip it.")
        )

    @rule("LR-HID-08", "LR-HID-09")
    async def perform(self, play: Play[Battle], card: Card) -> bool:
        """The model is placed; then it is like any other."""
        step_out(play, card, by_order=True)
        return True
