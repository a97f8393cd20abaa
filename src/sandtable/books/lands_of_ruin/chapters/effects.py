"""Effects: what lies on a card, for how long, what it does to attack and defence; going down, standing up."""

from __future__ import annotations

import msgspec

from sandtable.books.lands_of_ruin.modifiers import ATTACK, DEFENCE, Shot
from sandtable.books.lands_of_ruin.state import Battle, Card, Effect
from sandtable.books.lands_of_ruin.tables.charts import effects
from sandtable.books.lands_of_ruin.windows import CARD_FELL, WINDOWS, CardMoment
from sandtable.kernel import Modifier, Play, rule

CONTINUES, STOPS = 1, 2
"""LR-EFF-05, LR-EFF-09, LR-EFF-18: what a D2 shows."""


@rule("LR-EFF-01", "LR-EFF-03")
def gain(play: Play[Battle], card: Card, name: str, *, with_what: str = "", facing: float = 0.0) -> None:
    """An effect comes to lie on a card; gaining it again changes nothing."""
    if card.own.has(name):
        return
    row, state = effects()[name], play.state
    until = state.round + 1 if row.lasts == "round" else 0
    fresh = card.seat == state.active
    card.own.effects = (*card.own.effects, Effect(name, row.turns, until, fresh, with_what, facing))
    cited = "LR-EFF-02" if row.lasts == "until ended" else "LR-EFF-03"
    play.tell("effect gained", row.rule, "LR-EFF-01", cited, to=(card.seat,), card=card.id, effect=name)


def lose(play: Play[Battle], card: Card, name: str) -> None:
    """An effect is gone."""
    if card.own.has(name):
        card.own.effects = tuple(one for one in card.own.effects if one.name != name)
        play.tell("effect ended", effects()[name].rule, to=(card.seat,), card=card.id, effect=name)


@rule("LR-EFF-03", "LR-EFF-08", "LR-EFF-14", "LR-CMD-01")
def tick(play: Play[Battle], card: Card) -> None:
    """Step 1: effects that last for turns count down."""
    found = (
        msgspec.structs.replace(one, turns=one.turns - (not one.fresh), fresh=False)
        if effects()[one.name].lasts == "turns"
        else one
        for one in card.own.effects
    )
    card.own.effects = tuple(found)
    for one in card.own.effects:
        if effects()[one.name].lasts == "turns" and one.turns <= 0:
            lose(play, card, one.name)


@rule("LR-EFF-03", "LR-EFF-17", "LR-MODE-13")
def end_with_the_round(play: Play[Battle], card: Card) -> None:
    """What lasts for rounds ends when the number of the round has passed."""
    state = play.state
    for one in card.own.effects:
        if effects()[one.name].lasts == "round" and state.round > one.until:
            lose(play, card, one.name)
    card.own.wounds = tuple(one for one in card.own.wounds if not one.until or state.round <= one.until)


@rule("LR-EFF-11", "LR-EFF-13", "LR-EFF-20")
async def show_who_stands(play: Play[Battle], card: Card) -> None:
    """A model lies down or is set upright, for all to see; which kind of down it is stays secret."""
    if card.is_cohort:
        return  # LR-COH-08: its models stand or are gone
    is_down = any(effects()[one.name].down for one in card.own.effects)
    if is_down == card.down:
        return
    card.down = is_down
    told = None if card.on_table else (card.seat,)
    if not is_down:
        card.own.fell_with = None
        play.tell("stood up", "LR-EFF-13", to=told, reveals=True, card=card.id)
        return
    for one in card.own.effects:
        if effects()[one.name].ends_on_falling:
            lose(play, card, one.name)
    card.own.fell_with = _defence_of_wounds(card)
    card.own.guard = card.own.unspent = 0
    play.tell("went down", "LR-EFF-11", "LR-EFF-12", "LR-EFF-20", to=told, reveals=True, card=card.id)
    await WINDOWS.open(play, CARD_FELL, CardMoment(card))


def _defence_of_wounds(card: Card) -> int:
    return sum(one.defence for one in card.own.wounds)


@ATTACK.source("LR-EFF-04", "LR-DMG-07", "LR-DMG-08")
def _wounds_of_the_attacker(state: Battle, shot: Shot) -> tuple[Modifier, ...] | None:
    """Wound, shock, bleeding and burn modifiers, which do not count in Frenzy (LR-EFF-15)."""
    card = shot.attacker
    if card is None or card.own.has("Frenzy"):
        return None
    value = sum(one.offence for one in card.own.wounds)
    return (Modifier(value, "wounds", "LR-EFF-04"),) if value else None


@DEFENCE.source("LR-EFF-04", "LR-EFF-20")
def _wounds_of_the_target(state: Battle, shot: Shot) -> tuple[Modifier, ...] | None:
    """As they are; of one who lies, as they were when it went down."""
    card = shot.target
    if card is None:
        return None
    value = card.own.fell_with if card.down and card.own.fell_with is not None else _defence_of_wounds(card)
    return (Modifier(value, "wounds", "LR-EFF-04"),) if value else None


@ATTACK.source("LR-EFF-01", "LR-EFF-18", "LR-HITR-04")
def _effects_of_the_attacker(state: Battle, shot: Shot) -> tuple[Modifier, ...] | None:
    if shot.attacker is None:
        return None
    rows = [effects()[one.name] for one in shot.attacker.own.effects]
    return tuple(Modifier(one.attack, one.name, one.rule) for one in rows if one.attack)


@DEFENCE.source("LR-EFF-01", "LR-ACT-08", "LR-EFF-14", "LR-EFF-19", "LR-HITR-04")
def _effects_of_the_target(state: Battle, shot: Shot) -> tuple[Modifier, ...] | None:
    if shot.target is None:
        return None
    rows = [effects()[one.name] for one in shot.target.own.effects]
    column = {"shot": "shots", "close": "close", "rotter": "rotters"}[shot.kind]
    found = [(one, getattr(one, column)) for one in rows if not one.down]
    return tuple(Modifier(value, one.name, one.rule) for one, value in found if value)
