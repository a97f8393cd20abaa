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
from sandtable.books.heroic_endeavors.tables.bases import Size, footprint_of, squeezed_into
from sandtable.table.squares.bases import Base
from sandtable.table.squares.spaces import Facing, Space

Role = Literal["hero", "cohort", "villain", "opponent", "neutral"]
Side = Literal["party", "opponents", "nobody"]
Where = Literal["waiting", "board", "left", "killed", "unseen"]
"""Before it enters, on the board, gone by an exit, removed (HE-DMG-05); and, to the party, out of sight."""


Gait = Literal["foot", "mount", "hovering", "flying"]
"""On foot, as a mount does, and as mounts that leave the ground (HE-MNT-10)."""


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
    lightens: int = 0
    """By so many levels worn armour makes a heavy weapon lighter to carry (HE-HVY-03)."""


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
    size: Size = "25 mm"
    """That of its base (HE-BASE-01)."""
    gait: Gait = "foot"
    """How it moves: mounts pay for turning (HE-MNT-07)."""
    rides: str = ""
    """The mount that it sits on, whose base it shares (HE-MNT-02)."""
    afoot: Size = "25 mm"
    """The size of its own base, while it rides."""
    is_vehicle: bool = False
    """A mount that never goes by itself (HE-MNT-02)."""
    squeezed: tuple[int, int] | None = None
    """So few spaces from west to east and from south to north it takes where it is narrow (HE-BASE-09)."""
    stays: tuple[int, int, int, int] | None = None
    """West, south, east and north of the spaces that it does not leave."""

    @property
    def footprint(self) -> Base:
        """The spaces that its base covers where there is room, told for north (HE-BASE-02)."""
        return footprint_of(self.size)

    @property
    def base(self) -> Base:
        """The spaces it covers, told for north (HE-BASE-02, HE-BASE-09)."""
        whole = footprint_of(self.size)
        return whole if self.squeezed is None else squeezed_into(whole, self.squeezed, self.facing)

    @property
    def steers(self) -> bool:
        """Whether its way depends on where it faces (HE-MNT-07, HE-MNT-08)."""
        return self.gait != "foot"

    def shares_base(self, other: Model) -> bool:
        """Whether the two are rider and mount, or ride together (HE-MNT-02)."""
        return other.id == self.rides or self.id == other.rides or bool(self.rides == other.rides != "")

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The spaces in which it stands."""
        return () if self.at is None else self.base.spaces(self.at, self.facing)

    @property
    def point(self) -> tuple[float, float]:
        """Where it is, in one point that does not change when it turns (HE-BASE-02)."""
        assert self.at is not None
        if not self.footprint.is_square:
            return (self.at[0] + 0.5, self.at[1] + 0.5)
        (left, below), (right, above) = min(self.spaces), max(self.spaces)
        return ((left + right + 1) / 2, (below + above + 1) / 2)

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
