"""Detection: secret rolls at the start of an Action phase, of which only success is told, and to one side."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.books.lands_of_ruin.modifiers import DETECTION
from sandtable.books.lands_of_ruin.state import Battle, Card, Seat
from sandtable.books.lands_of_ruin.tables.arms import items
from sandtable.books.lands_of_ruin.tables.charts import human
from sandtable.books.lands_of_ruin.windows import ACTION_PHASE_BEGINS, WINDOWS
from sandtable.kernel import For, Modifier, Moment, Needed, Play, rule
from sandtable.kernel.dice import each

SIDES, BASE = 100, 50
"""LR-DET-06"""


@rule("LR-DET-05", "LR-HERO-23")
def detection(card: Card) -> int:
    """The figure of every human, raised by skills and gear."""
    return human().detection + card.profile.level("detection") + gear_of(card)


@rule("LR-EQP-05")
def gear_of(card: Card) -> int:
    """What it carries that helps it to look."""
    return sum(items()[name].detection * count for name, count in card.own.items.items())


@rule("LR-DET-06", "LR-DET-04")
def needed_to_detect(state: Battle, looker: Card, hidden: Card) -> Needed:
    """50 and the camouflage rating less the detection; kept within no limits."""
    rating, gear, all_of_it = hidden.profile.camouflage, gear_of(looker), detection(looker)
    parts = [
        Modifier(rating, "camouflage", "LR-DET-04"),
        Modifier(gear - all_of_it, "detection", "LR-DET-05"),
        *(Modifier(-one.value, one.reason, one.rule) for one in DETECTION.all(state, looker)),
    ]
    parts += [Modifier(-gear, "gear", "LR-EQP-05")] if gear else []
    return Needed(BASE, "LR-DET-06", tuple(parts))


@rule("LR-DET-02", "LR-DET-03")
def looks_for(looker: Card, hidden: Card) -> bool:
    """Who is on the table and neither unconscious nor dead, with a model in the same section."""
    sections = {one.section for one in looker.models.values()}
    return looker.where == "table" and not looker.own.is_out and hidden.model.section in sections


@rule("LR-DET-01", "LR-DET-09")
def pairs(state: Battle, seat: Seat) -> Iterator[tuple[Card, Card]]:
    """Every character of a player with every undetected hidden enemy in its section."""
    for looker in state.team(seat):
        for hidden in state.team(state.other(seat)):
            if hidden.hidden and not hidden.detected and hidden.models and looks_for(looker, hidden):
                yield looker, hidden


def _may_detect(play: Play[Battle], seat: Seat, now: Moment) -> list[tuple[Card, Card]]:
    return list(pairs(play.state, seat)) if seat == now.seat else []


@WINDOWS.consequence(ACTION_PHASE_BEGINS, "detection", "LR-DET-01", _may_detect)
@rule("LR-DET-07", "LR-DET-08", "LR-MODE-05", "LR-TURN-10")
async def detect(play: Play[Battle], seat: Seat, now: Moment, found: list[tuple[Card, Card]]) -> None:
    """Once a turn each of a player's characters looks for each hidden enemy in its section, unseen by all."""
    for looker, hidden in found:
        if hidden.detected:
            continue
        number = needed_to_detect(play.state, looker, hidden)
        (face,) = await play.roll(
            1, For("detection", looker.id), "LR-DET-01", "LR-DET-02", "LR-DET-03", "LR-WPN-06", sides=SIDES,
            need=number, reading=each(number.number, SIDES), to=(), is_asked=False, target=hidden.id,
        )  # fmt: skip
        if face >= number.number:
            hidden.detected = True
            play.tell(
                "character detected",
                "LR-DET-07",
                "LR-DET-08",
                "LR-DET-09",
                to=(seat,),
                reveals=True,
                card=hidden.id,
            )
