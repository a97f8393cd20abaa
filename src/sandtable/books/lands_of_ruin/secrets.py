"""What is secret: what of each card, side and section only some know, and what others may believe of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from sandtable.binding.mechanisms.secrets import Secret
from sandtable.books.lands_of_ruin.state import (
    Battle,
    Card,
    Effect,
    Hit,
    Model,
    Morale,
    Own,
    Seat,
    Side,
)
from sandtable.kernel import Chance, copy_state, rule

INFILTRATION = "Infiltration"


class Kept(NamedTuple):
    """A kind of secret: where they are, how they look to others, and what others may believe."""

    listed: Callable[[Battle], Iterator[Secret]]
    unknown: Callable[[Any], Any]
    """From the value: what stands in its place."""
    guess: Callable[[Battle, Any, Chance], Any]
    """From the state and the holder: something that may be."""


@rule("LR-APP-11", "LR-CMD-07", "LR-SUP-08", "LR-EFF-11", "LR-DMG-02", "LR-AMMO-04")
def _cards(state: Battle) -> Iterator[Secret]:
    """Orders, hits, wounds, effects, suppression, the kind of down, ammo and items: the owner's alone."""
    return (Secret(card, "own", (card.seat,)) for card in state.cards.values())


@rule("LR-DET-07")
def _detections(state: Battle) -> Iterator[Secret]:
    """That a hidden character has been detected is kept from its owner."""
    return (Secret(card, "detected", (state.other(card.seat),)) for card in state.cards.values())


@rule("LR-MOR-14", "LR-APP-02")
def _sides(state: Battle) -> Iterator[Secret]:
    """Pool, state and events of a team."""
    return (Secret(side, "morale", (side.seat,)) for side in state.sides.values())


@rule("LR-GREN-22")
def _finds(state: Battle) -> Iterator[Secret]:
    """That a device has been found is kept from its owner."""
    return (Secret(one, "found", (state.other(one.seat),)) for one in state.devices.values())


@rule("LR-TUT-04")
def _tips(state: Battle) -> Iterator[Secret]:
    """What a player was taught tells what has befallen it."""
    return (Secret(side, "tips", (side.seat,)) for side in state.sides.values())


def _aims(state: Battle) -> Iterator[Secret]:
    """What a player has named or drawn in secret."""
    return (Secret(side, "secret", (side.seat,)) for side in state.sides.values())


@rule("LR-SCN-24")
def _caches(state: Battle) -> Iterator[Secret]:
    """Nobody is told which sections were drawn."""
    yield Secret(state.scenario, "drawn", ())


@rule("LR-ROT-20")
def _sleepers(state: Battle) -> Iterator[Secret]:
    """Nobody is shown how many lie where."""
    yield Secret(state, "sleepers", ())


def _own_of(state: Battle, card: Card, chance: Chance) -> Own:
    """What may be true of an enemy's card, from what anybody sees of it."""
    draw = chance.random
    kind = ("Pinned", "Unconscious", "Dead")[int(draw() * 3)]
    effects = (Effect(kind, turns=1 if kind == "Pinned" else 0),) if card.down else ()
    hits = tuple(Hit("shot", 1) for _ in range(int(draw() * 3)))
    points = 0 if card.down else state.switches.ap_per_turn
    orders = (
        () if card.down or state.active == card.seat else (("Fire",), ("Fire", "Aim"), ())[int(draw() * 3)]
    )
    profile = card.profile
    can_fire = any(not one.row.close for one in profile.arms)
    return Own(
        points=points,
        orders=orders if can_fire and card.where == "table" else (),
        unspent=points if not card.orders else points // 2,
        guard=0 if card.down else 5 * int(draw() * 5),
        suppression=5 * int(draw() * 12),
        hits=hits,
        effects=effects,
        fell_with=0 if card.down else None,
        rounds={model: {one.weapon: one.reserve for one in profile.arms} for model in card.models},
        items=dict(profile.items),
    )


def _morale_of(state: Battle, side: Side, chance: Chance) -> Morale:
    if side.panicked:
        return Morale(pool=0, state="panicked")
    return Morale(pool=25 - int(chance.random() * 12))


def _sleepers_of(state: Battle, holder: Battle, chance: Chance) -> tuple[int, ...]:
    return tuple(int(chance.random() * 2) for _ in state.sleepers)


KEPT = (
    Kept(_cards, lambda own: Own(known=False), _own_of),
    Kept(_detections, lambda detected: False, lambda state, card, chance: False),
    Kept(_finds, lambda found: False, lambda state, device, chance: False),
    Kept(_sides, lambda morale: Morale(known=False), _morale_of),
    Kept(_tips, lambda tips: (), lambda state, side, chance: ()),
    Kept(_aims, lambda secret: {}, lambda state, side, chance: {}),
    Kept(_caches, lambda drawn: (), lambda state, holder, chance: ()),
    Kept(_sleepers, lambda sleepers: (0,) * len(sleepers), _sleepers_of),
)
"""Every kind of secret; a chapter that brings a new one adds its line here."""


@rule("LR-MODE-06", "LR-MODE-18", "LR-MODE-19", "LR-HID-03", "LR-TEAM-11", "LR-END-07")
def hide(state: Battle, seat: Seat | None) -> Battle:
    """A copy without what the seat may not know; when the game is over everything is laid open."""
    seen = copy_state(state)
    if seen.closed or seen.phase == "over":
        return seen
    seen.cards = {id: _seen_of(one, seat) for id, one in seen.cards.items() if _may_see(one, seat)}
    seen.devices = {id: one for id, one in seen.devices.items() if one.seat == seat or one.found}
    seen.areas = {id: one for id, one in seen.areas.items() if one.caller in ("", seat)}
    seen.entries = tuple(one for one in seen.entries if one.card in seen.cards)
    for kept in KEPT:
        for one in list(kept.listed(seen)):
            if seat not in one.known_to:
                one.become(kept.unknown(one.value))
    return seen


@rule("LR-DET-08", "LR-HID-19", "LR-TURN-13")
def _seen_of(card: Card, seat: Seat | None) -> Card:
    """Of a detected enemy only the place and what the card is; neither what it does nor whether it lies."""
    if card.where == "left" and card.seat != seat:
        models = {id: Model(id, gone=True) for id in card.models}
        return Card(
            card.id, card.seat, card.name, card.hero, models, card.icons, card.trade, card.full, "left",
            left_over=card.left_over,
        )  # fmt: skip
    if not card.hidden or card.seat == seat:
        return card
    models = {id: Model(id, one.at, one.elevation, one.section) for id, one in card.models.items()}
    return Card(card.id, card.seat, card.name, models=models, where="table", hidden=True, detected=True)


@rule("LR-HID-03", "LR-TEAM-11", "LR-APP-10")
def _may_see(card: Card, seat: Seat | None) -> bool:
    """Whoever is hidden is there for its owner, and for the enemy who has found it."""
    if card.where == "waiting" and card.seat != seat and card.profile.has(INFILTRATION):
        return False
    return not card.hidden or card.seat == seat or (card.detected and seat is not None)


def imagine(state: Battle, seat: Seat, chance: Chance) -> Battle:
    """A copy of what a seat sees, in which every secret is something that it may believe."""
    world = copy_state(state)
    if world.closed or world.phase == "over":
        return world
    for kept in KEPT:
        for one in list(kept.listed(world)):
            if seat not in one.known_to:
                one.become(kept.guess(world, one.holder, chance))
    return world
