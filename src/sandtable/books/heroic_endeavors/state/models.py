"""Models: heroes, cohorts, villains, opponents and neutrals, with what never changes and what does."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.books.heroic_endeavors.state.arcana import Arcana, Bond
from sandtable.books.heroic_endeavors.state.arms import Arms
from sandtable.books.heroic_endeavors.state.conditions import Condition
from sandtable.books.heroic_endeavors.state.motivation import Motivation
from sandtable.books.heroic_endeavors.state.preparing import Prepared
from sandtable.books.heroic_endeavors.state.turns import Turn
from sandtable.table.squares.bases import ONE, Base
from sandtable.table.squares.spaces import Facing, Space

Role = Literal["hero", "cohort", "villain", "opponent", "neutral"]
Side = Literal["party", "opponents", "nobody"]
Where = Literal["waiting", "board", "left", "killed", "unseen"]
"""Before it enters, on the board, gone by an exit, removed (HE-DMG-05); and, to the party, out of sight."""


class Traits(msgspec.Struct, frozen=True, omit_defaults=True):
    """The traits of a record, before anything changes them (HE-TRT-01)."""

    STR: int
    PER: int
    DEX: int
    MOV: int
    DP: int
    ARC: int = 0
    MOT: int = 0


class Defence(msgspec.Struct, frozen=True, omit_defaults=True):
    """The parts of DEF, since some attacks ignore one of them (HE-TRT-10)."""

    armour: int = 0
    shield: int = 0
    natural: int = 0
    has_shield: bool = False


class Model(msgspec.Struct):
    """One miniature."""

    id: str
    name: str
    role: Role
    side: Side
    """Whose friend it is (HE-GEO-03)."""
    profile: str
    traits: Traits
    seat: str = ""
    """Who plays it; nobody for those whom the Game Master runs."""
    at: Space | None = None
    facing: Facing = "N"
    where: Where = "waiting"
    dp: int = 0
    """Current damage points (HE-TRT-19)."""
    fate: int = 1
    """HE-FATE-01"""
    defence: Defence = Defence()
    arms: Arms = msgspec.field(default_factory=Arms)
    turn: Turn = msgspec.field(default_factory=Turn)
    condition: Condition = msgspec.field(default_factory=Condition)
    prepared: Prepared = Prepared()
    arcana: Arcana = msgspec.field(default_factory=Arcana)
    bond: Bond = msgspec.field(default_factory=Bond)
    motivation: Motivation = msgspec.field(default_factory=Motivation)
    carried: tuple[str, ...] = ()
    """Things of the adventure: keys, what has to be carried out."""
    skills: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    gear: tuple[str, ...] = ()
    small: bool = False
    living: bool = True
    handless: bool = False
    """A beast, which opens no doors (HE-AGM-28)."""
    group: str = ""
    behaviour: str = ""
    """HE-AGM-05"""
    controller: str = ""
    """Who directs it, if it needs somebody to (HE-SKL-44)."""
    post: Space | None = None
    """Where a guard belongs."""
    stays: tuple[int, int, int, int] | None = None
    """West, south, east and north of the spaces that it does not leave."""

    @property
    def base(self) -> Base:
        """The spaces it covers, told for north (HE-BASE-02)."""
        return ONE

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The spaces in which it stands."""
        return () if self.at is None else self.base.spaces(self.at, self.facing)

    @property
    def on_board(self) -> bool:
        """Whether it stands or lies in some space."""
        return self.where == "board" and self.at is not None

    @property
    def is_unconscious(self) -> bool:
        """At exactly 0 damage points (HE-DMG-02)."""
        return self.on_board and self.dp == 0

    @property
    def is_conscious(self) -> bool:
        """On the board and not down."""
        return self.on_board and self.dp > 0

    @property
    def is_character(self) -> bool:
        """A hero or a villain (HE-GEO-03)."""
        return self.role in ("hero", "villain")

    def has(self, skill: str) -> bool:
        """Whether it has a skill."""
        return skill in self.skills

    def is_foe_of(self, other: Model) -> bool:
        """Whether the two are of different sides (HE-GEO-03)."""
        if self.bond.is_loose or other.bond.is_loose:
            return self.bond.is_entity != other.bond.is_entity  # HE-ENT-11: against all but its like
        return self.side != other.side and "nobody" not in (self.side, other.side)
