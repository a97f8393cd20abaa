"""The whole adventure: the board, everybody on it, whose turn it is and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from sandtable.books.heroic_endeavors.state.fog import Fog
from sandtable.books.heroic_endeavors.state.groups import Group
from sandtable.books.heroic_endeavors.state.models import Model
from sandtable.books.heroic_endeavors.state.things import Door, Feature, Trap
from sandtable.books.heroic_endeavors.switches import Switches
from sandtable.kernel import State
from sandtable.table.squares.board import Board
from sandtable.table.squares.spaces import Space

Outcome = Literal["", "triumph", "success", "defeat"]
"""HE-ADV-03"""


class Adventure(State):
    """Everything that outlives a step."""

    board: Board
    id: str = "ember-crypt"
    switches: Switches = Switches()
    seats: tuple[str, ...] = ("A",)
    """The players, in seat order."""
    master: str = ""
    """The seat of a person who is the Game Master (HE-AGM-01); none where the program is."""
    fog: Fog = msgspec.field(default_factory=Fog)
    models: dict[str, Model] = {}
    doors: dict[str, Door] = {}
    features: dict[str, Feature] = {}
    traps: dict[str, Trap] = {}
    groups: dict[str, Group] = {}
    casualties: tuple[str, ...] = ()
    """Who was killed, incapacitated or has fled this turn (HE-MOT-02)."""
    exits: tuple[Space, ...] = ()
    """By which the party leaves."""
    back_doors: tuple[Space, ...] = ()
    """By which those of the Game Master flee (HE-AGM-19)."""
    lying: dict[str, Space] = {}
    """Things and weapons on the floor, by name and where they lie."""
    thrown: dict[str, int] = {}
    """Those of them that were thrown, and in which turn (HE-THR-04)."""
    out: tuple[str, ...] = ()
    """What the party has carried out."""
    ceiling: Literal["low", "open"] = "low"
    """Whether there is room above to lift off (HE-SKL-11)."""
    turns: int = 40
    """After so many turns the adventure is over."""

    round: int = 0
    """The number of the turn that all share; 0 before the first."""
    step: str = "start of turn"
    order: tuple[tuple[str, ...], ...] = ()
    """Models and units by falling initiative, those that have not had their activation (HE-INI-03)."""
    ranks: tuple[tuple[str, ...], ...] = ()
    """All models and units of the turn by falling initiative, ties decided (HE-INI-04)."""
    active: str = ""
    """The model whose activation runs."""
    activations: int = 0
    """How many activations have begun, for screens."""
    ruled: int = 0
    """How many rulings the Game Master has given in words."""
    triggers: int = 0
    """How many acts could have been reacted to, so that nobody reacts to one twice (HE-REA-04)."""
    countdown: int = 0
    """The turns that are left until everything goes; none runs at 0 (HE-ADV-27)."""
    first_alert: int = 0
    """The turn in which the first group was alerted; 0 before."""
    flight: int = 0
    """The turn from which a villain runs for it (HE-ADV-37); 0 while it stays."""
    escaped: tuple[str, ...] = ()
    """Who has got away for good."""
    came: int = 0
    """How many reinforcements have come (HE-AGM-20)."""
    outcome: Outcome = ""
    closed: str = ""
    """Why it is over; empty while it goes on."""
    closed_by: str = ""
    """The rule by which it is."""

    def on_board(self) -> Iterator[Model]:
        """Everybody who stands or lies on the board."""
        return (one for one in self.models.values() if one.on_board)

    def conscious(self) -> Iterator[Model]:
        """Everybody on the board who is not down."""
        return (one for one in self.models.values() if one.is_conscious)

    def foes_of(self, model: Model) -> list[Model]:
        """Conscious enemies on the board, in the order of the records."""
        return [one for one in self.conscious() if one.is_foe_of(model)]

    def friends_of(self, model: Model) -> list[Model]:
        """Conscious friends on the board without the model itself."""
        return [one for one in self.conscious() if one.side == model.side and one.id != model.id]

    @property
    def alone(self) -> tuple[str, ...]:
        """Who hears of what happens in the dark: the person who is the Game Master, if there is one."""
        return (self.master,) if self.master else ()

    def is_known(self, id: str) -> bool:
        """Whether the party knows of a model now: its own, and whom it sees (HE-AGM-24)."""
        return self.models[id].side == "party" or id in self.fog.sighted

    def at(self, space: Space) -> Model | None:
        """Who is in a space, standing or lying."""
        return next((one for one in self.on_board() if space in one.spaces), None)

    def acts(self, model: Model) -> bool:
        """Whether a model has activations: not those whose group is unaware (HE-AGM-02)."""
        group = self.groups.get(model.group)
        on_a_side = model.side != "nobody" or model.bond.is_loose
        return model.is_conscious and on_a_side and (group is None or group.awareness == "alerted")
