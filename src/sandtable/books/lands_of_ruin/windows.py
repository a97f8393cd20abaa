"""The moments at which special rules step in, and what is known at each."""

from __future__ import annotations

from sandtable.books.lands_of_ruin.state import AreaMarker, Battle, Card, Hit, Machine
from sandtable.books.lands_of_ruin.tables.arms import Mode
from sandtable.kernel import Moment, Play, Windows


def active_first(play: Play[Battle], _now: Moment) -> tuple[str, ...]:
    """The active player speaks first (LR-MODE-15)."""
    state = play.state
    return tuple(sorted(state.sides, key=lambda seat: seat != state.active))


WINDOWS = Windows(active_first)

ACTION_PHASE_BEGINS = "an Action phase begins"
"""LR-TURN-10: used-up areas go, noise fades, detection is rolled. Moment: `Moment`."""
ACTION_PERFORMED = "an action has been performed"
"""LR-ACT-31, LR-HID-06. Moment: `Performed`."""
ENVIRONMENT_BEGINS = "an Environment phase begins"
"""LR-GREN-06, LR-ACT-13: areas change and devices are armed before anything else. Moment: `Moment`."""
ROTTER_MOVED = "a Rotter has moved"
"""LR-GREN-12, LR-GREN-21: what lies on its way. Moment: `Walked`."""
MODEL_MOVED = "a model has moved"
"""LR-GREN-11, LR-GREN-21: markers and devices on its way. Moment: `Moved`."""
HIT_SCORED = "a hit has been scored on a hero"
"""LR-COH-20, LR-COH-25: somebody may take it instead. Moment: `Struck`."""
CARD_FELL = "a card has gone down"
"""LR-EFF-16, LR-EFF-20. Moment: `CardMoment`."""
CARD_LEFT = "a card has left the table"
"""LR-TURN-12: with all that it carries. Moment: `CardMoment`."""
DAMAGE_SETTLED = "waiting hits have been resolved"
"""LR-TURN-13: whoever has left has come through, or not. Moment: `Moment`."""
ROTTERS_ATTACKED = "Rotters have moved and attacked"
"""LR-ENV-06: other beings of the console act now, in the same way. Moment: `Moment`."""
ROTTERS_ARRIVED = "Rotters have arrived"
"""LR-NPC-03: whatever else comes over the table edge in step 5. Moment: `Moment`."""
AREA_CAUGHT = "an area has caught who is in it"
"""LR-NPC-05: what is neither character nor Rotter. Moment: `AreaCaught`."""
MACHINE_HIT = "a machine has been hit"
"""LR-NPC-05. Moment: `MachineHit`."""
TURN_ENDED = "a turn is over"
"""What scenarios count at the end of turns and rounds. Moment: `Moment`."""


class CardMoment(Moment):
    """A moment of one card."""

    def __init__(self, card: Card) -> None:
        super().__init__(card.seat)
        self.card = card


class Performed(CardMoment):
    """A card has performed an action."""

    def __init__(self, card: Card, action: str) -> None:
        super().__init__(card)
        self.action = action


class Moved(CardMoment):
    """A model of a card has walked a way."""

    def __init__(self, card: Card, model: str, path: tuple[tuple[float, float], ...]) -> None:
        super().__init__(card)
        self.model = model
        self.path = path


class Walked(Moment):
    """A Rotter has walked a way."""

    def __init__(self, seat: str, rotter: str, path: tuple[tuple[float, float], ...]) -> None:
        super().__init__(seat)
        self.rotter = rotter
        self.path = path


class Struck(CardMoment):
    """A hero is hit by one of the hits of an attack."""

    def __init__(self, card: Card, hit: Hit, attack: dict[str, int]) -> None:
        super().__init__(card)
        self.hit = hit
        self.attack = attack
        """What was rolled once for the whole attack, by target (LR-COH-25)."""
        self.taken_by = ""
        """Who takes the hit instead."""


class MachineHit(Moment):
    """A slot of an attack by a seat has hit a machine."""

    def __init__(self, seat: str, machine: Machine, mode: Mode, *, critical: bool) -> None:
        super().__init__(seat)
        self.machine, self.mode, self.critical = machine, mode, critical


class AreaCaught(Moment):
    """An area has its radius of this phase."""

    def __init__(self, seat: str, marker: AreaMarker) -> None:
        super().__init__(seat)
        self.marker = marker
