"""Damage: hits wait until their owner's Command phase and are then resolved on the chart."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.books.lands_of_ruin.chapters.cohorts.losses import lose_model
from sandtable.books.lands_of_ruin.chapters.effects import CONTINUES, gain, lose, show_who_stands
from sandtable.books.lands_of_ruin.chapters.morale import hearten
from sandtable.books.lands_of_ruin.state import Battle, Card, Hit, Seat, Suffered, Wound
from sandtable.books.lands_of_ruin.tables.charts import Damage, damage_for
from sandtable.books.lands_of_ruin.tables.machines import machines
from sandtable.kernel import For, Play, rule

POWER = 10
"""LR-DMG-04"""


@rule("LR-DMG-04", "LR-DMG-05", "LR-MODE-14")
def bonus_of(hit: Hit) -> int:
    """10 for each point of power of an attack by a character, one point less for everything else."""
    power = hit.power + hit.critical
    by_character = hit.kind in ("shot", "close") and not is_by_rotter(hit) and hit.by not in machines()
    return POWER * (power if by_character else power - 1)


def is_by_rotter(hit: Hit) -> bool:
    """Whether claws scored it."""
    return hit.by in ("Shambler", "Rager", "Veteran")


@rule("LR-CMD-01", "LR-EFF-05", "LR-EFF-06", "LR-EFF-07", "LR-EFF-18", "LR-EFF-09")
async def old_conditions(play: Play[Battle], seat: Seat) -> None:
    """Steps 2 and 3: bleeding and fire, then waking up, of those that had it when the sequence began."""
    team = play.state.team(seat)
    for card in team:
        for effect, kind in (("Bleeding", "bleeding"), ("On Fire", "burn")):
            if card.own.has(effect) and not card.own.has("Dead"):
                if await _goes_on(play, card, effect):
                    wound = Wound("bleeding" if kind == "bleeding" else "burn", -1, -1)
                    card.own.wounds = (*card.own.wounds, wound)
                    play.tell(
                        "condition went on", "LR-EFF-05", "LR-EFF-07", to=(seat,), card=card.id, effect=effect
                    )
                else:
                    lose(play, card, effect)
    for card in team:
        if card.own.has("Unconscious") and not card.own.has("Dead"):
            if not await _goes_on(play, card, "Unconscious"):
                lose(play, card, "Unconscious")


async def _goes_on(play: Play[Battle], card: Card, effect: str) -> bool:
    (face,) = await play.roll(1, For(effect, card.id), "LR-EFF-05", sides=2, to=(card.seat,))
    return face == CONTINUES


@rule("LR-DMG-03", "LR-DMG-09", "LR-DMG-10", "LR-DMG-11", "LR-CMD-01", "LR-COH-06")
async def resolve_all(play: Play[Battle], seat: Seat, *, at_the_end: bool = False) -> None:
    """Step 4: card by card, hits in the order received; then the opponent reads a few words."""
    words: dict[str, list[str]] = {}
    for card in play.state.team(seat):
        lay, hits, card.own.hits = card.down, card.own.hits, ()
        card.entered = {}
        said: list[str] = []
        if card.is_cohort:
            for _ in hits[: len(card.models)]:
                await lose_model(play, card)  # LR-COH-06, where losses are delayed
            continue
        if card.own.has("Unconscious") and any(one.kind == "close" for one in hits):
            await _die(play, card)
        for number, hit in enumerate(hits):
            if not card.own.has("Dead"):
                said.append((await resolve(play, card, hit, at_the_end=at_the_end)).word)
            elif number == len(said):
                play.tell("hits dropped", "LR-DMG-09", "LR-DMG-10", to=(seat,), card=card.id)
        await show_who_stands(play, card)
        if hits and card.on_table and not card.down:
            words[card.id] = [one if one != "down" else "wounded" for one in said]
        elif hits and card.on_table and not lay:
            words[card.id] = ["down"]
    _tell_opponent(play, seat, words)


@rule("LR-DMG-15", "LR-EFF-20")
def _tell_opponent(play: Play[Battle], seat: Seat, words: dict[str, list[str]]) -> None:
    """One word for each hit on whoever stands, one alone for whoever has fallen, none for who lay."""
    to = (play.state.other(seat),)
    play.tell("hits resolved", "LR-DMG-15", to=to, reveals=True, seat=seat, words=words)


async def _die(play: Play[Battle], card: Card) -> None:
    """Without a roll (LR-DMG-11)."""
    gain(play, card, "Dead")
    play.tell("died without a roll", "LR-DMG-11", to=(card.seat,), card=card.id)


def _cited(row: Damage, hit: Hit) -> Iterator[str]:
    """The rules that have made a result what it is."""
    yield from ("LR-DMG-06", "LR-DMG-05" if hit.critical else "LR-DMG-04")
    if row.offence or row.defence:
        yield from ("LR-EFF-17",) if row.rounds else ("LR-DMG-07", "LR-DMG-08")
    yield from ("LR-EFF-06",) * row.bleeding
    yield from ("LR-GREN-25",) * hit.sets_alight


@rule("LR-DMG-06", "LR-DMG-07", "LR-EFF-17", "LR-GREN-25")
async def resolve(play: Play[Battle], card: Card, hit: Hit, *, at_the_end: bool = False) -> Damage:
    """A D100 and the bonus for power, read on the chart; its owner alone sees it."""
    state, seat = play.state, card.seat
    bonus = bonus_of(hit)
    (face,) = await play.roll(
        1,
        For("damage", card.id),
        "LR-DMG-03",
        "LR-DMG-09",
        "LR-MODE-14",
        sides=100,
        to=(seat,),
        bonus=bonus,
        target=card.id,
    )
    row = damage_for(face + bonus)
    play.tell(
        "hit resolved",
        *_cited(row, hit),
        to=(seat,),
        card=card.id,
        by=hit.by,
        total=face + bonus,
        result=row.result,
    )
    _wound(state, card, row)
    if row.dead:
        card.own.killed_by = hit.by
    if hit.by in state.cards:
        result = Suffered(hit.by, row.renown, row.dead or row.unconscious, row.result, state.round)
        card.own.suffered = (*card.own.suffered, result)
    marks = {"Pinned": row.pinned, "Bleeding": row.bleeding, "Unconscious": row.unconscious, "Dead": row.dead}
    for effect, is_had in {**marks, "On Fire": hit.sets_alight}.items():
        if is_had:
            gain(play, card, effect)
    if not at_the_end:
        hearten(play, seat, "hit resolved", card.id, -row.morale)
    return row


@rule("LR-DMG-07", "LR-DMG-08", "LR-EFF-17")
def _wound(state: Battle, card: Card, row: Damage) -> None:
    """What a result takes off its attacks and its defence, for a while or the rest of the game."""
    if row.offence or row.defence:
        until = state.round + row.rounds if row.rounds else 0
        kind = "shock" if row.rounds else "wound"
        wound = Wound("shock" if kind == "shock" else "wound", row.offence, row.defence, row.location, until)
        card.own.wounds = (*card.own.wounds, wound)
