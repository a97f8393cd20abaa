"""Action points: what is not spent on orders becomes movement and defence."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.followers import leader_of
from sandtable.books.lands_of_ruin.modifiers import DEFENCE, POINTS, Shot
from sandtable.books.lands_of_ruin.orders import points_left
from sandtable.books.lands_of_ruin.state import Battle, Card, Seat
from sandtable.books.lands_of_ruin.tables.charts import effects
from sandtable.kernel import Modifier, Play, rule

POINTS_OF_DEFENCE = 5
"""LR-AP-04: for every full 5 points one more; LR-AP-11: each waiting hit takes 5 of them off."""


@rule("LR-AP-01", "LR-AP-10", "LR-CMD-13", "LR-HID-05")
def points_granted(state: Battle, card: Card) -> int:
    """What a card receives in a Command phase: nothing when down or surprised, half when burning."""
    points = state.switches.ap_per_turn
    for effect in card.own.effects:
        points += points * effects()[effect.name].points_percent // 100
    return max(0, points + sum(POINTS.all(state, card)))


@rule("LR-AP-03", "LR-AP-08", "LR-AP-06", "LR-AP-11")
def settle(state: Battle, card: Card) -> None:
    """At the start of the Action phase: what is unspent is known, and the bonus for the coming round."""
    own = card.own
    own.unspent = max(0, points_left(state, card))
    own.guard = max(0, own.unspent - POINTS_OF_DEFENCE * len(own.hits))


@rule("LR-AP-03", "LR-AP-06")
def settle_all(play: Play[Battle], seat: Seat) -> None:
    """The points of a whole team; only its player is told what is left of them."""
    team = play.state.team(seat)
    for card in team:
        settle(play.state, card)
    hampered = ("LR-AP-11",) * any(card.own.hits for card in team)
    counted = {card.id: card.own.unspent for card in team}
    rules = ("LR-AP-03", "LR-AP-05", "LR-AP-06", "LR-AP-07", *hampered)
    play.tell("points settled", *rules, to=(seat,), seat=seat, counted=counted)


@DEFENCE.source("LR-AP-04", "LR-AP-05", "LR-AP-07", "LR-COH-14", "LR-FIRE-07", "LR-HID-16")
def _unspent(state: Battle, shot: Shot) -> tuple[Modifier, ...] | None:
    """Nobody who is down has it; close support has its hero's."""
    card = shot.target and (leader_of(state, shot.target) or shot.target)
    if card is None or card.down or card.own.guard < POINTS_OF_DEFENCE:
        return None
    return (Modifier(card.own.guard // POINTS_OF_DEFENCE, "unspent action points", "LR-AP-04"),)
