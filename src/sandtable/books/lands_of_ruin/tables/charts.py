"""Charts: actions, effects, damage, kinds of Rotters, areas, the human, ranges, cover and morale."""

from __future__ import annotations

from functools import cache
from typing import Literal

from sandtable.binding.tables import DiceRow, Row, row_for
from sandtable.books.lands_of_ruin.data import read_data
from sandtable.kernel import rule

Band = Literal["short", "mid", "long"]
Cover = Literal["none", "cover", "light", "heavy"]
Nerve = Literal["normal", "confused", "any"]
"""Down to which morale state something can be ordered."""


class Action(Row, frozen=True, omit_defaults=True):
    """An action that can be ordered (LR-ACT-01)."""

    name: str
    ap: int
    morale: Nerve
    position: int
    needs: str
    rule: str
    ap_if_15: int | None = None
    complex: bool = False
    noise: int = 0
    conflicts: tuple[str, ...] = ()
    extras: bool = False


class EffectRow(Row, frozen=True, omit_defaults=True):
    """What an effect does (LR-EFF-01)."""

    name: str
    lasts: Literal["turns", "round", "until ended"]
    means: str
    rule: str
    attack: int = 0
    shots: int = 0
    close: int = 0
    rotters: int = 0
    points_percent: int = 0
    movement_percent: int = 0
    turns: int = 0
    down: bool = False
    ends_on_falling: bool = False
    extras: bool = False


class Damage(DiceRow, frozen=True, omit_defaults=True):
    """A row of the damage chart (LR-DMG-06)."""

    result: str
    morale: int
    renown: float
    word: Literal["no effect", "shocked", "wounded", "down"]
    rule: str
    offence: int = 0
    defence: int = 0
    rounds: int = 0
    """How many rounds its modifiers last; 0 for the rest of the game."""
    pinned: bool = False
    bleeding: bool = False
    unconscious: bool = False
    dead: bool = False
    location: str = ""


class RotterRow(Row, frozen=True):
    """A kind of Rotter (LR-ROT-19)."""

    kind: Literal["Shambler", "Rager", "Veteran"]
    movement: float
    defence: int
    power: int
    suppression: int
    rule: str


class Arrival(DiceRow, frozen=True):
    """Which kind arrives (LR-SPWN-18)."""

    kind: Literal["Shambler", "Rager", "Veteran"]
    rule: str


class RotterTables(Row, frozen=True):
    """The tables of Rotters."""

    kinds: tuple[RotterRow, ...]
    arrivals: tuple[Arrival, ...]
    arrival_points: dict[str, tuple[tuple[float, float], ...]]


class AreaItem(Row, frozen=True, omit_defaults=True):
    """An area item by its radii (LR-GREN-07)."""

    name: str
    radius: tuple[float, ...]
    suppression: int
    noise: int
    rule: str
    range: float | None = None
    section: bool = False
    power: int | None = None
    deadly: bool = False
    adds: str = ""
    extras: bool = False
    against_armour: int = 0
    """The power that it counts as against machines (LR-NPC-05)."""
    factor: float = 1.0
    """By which the range of an arm is multiplied (LR-GREN-03)."""

    @property
    def is_noisemaker(self) -> bool:
        """Whether it has no area and is heard in each of its phases."""
        return not any(self.radius) and not self.section


class DeviceRow(Row, frozen=True, omit_defaults=True):
    """A mine or a trap (LR-GREN-21)."""

    name: str
    power: int
    suppression: int
    noise: int
    rule: str
    reach: float = 0.0
    stops: bool = False


class AreaTables(Row, frozen=True):
    """Area items and devices."""

    areas: tuple[AreaItem, ...]
    devices: tuple[DeviceRow, ...]


class Human(Row, frozen=True):
    """The figures of the one type of character (LR-HERO-23)."""

    points: int
    shoots: int
    fights: int
    leadership: int
    free_load: float
    most_factor: float
    throw: int
    detection: int
    camouflage: int
    noticed: float
    rule: str


class BandRow(Row, frozen=True):
    """A range band (LR-RNGE-02)."""

    band: Band
    rule: str
    up_to: float | None = None


class CoverRow(Row, frozen=True):
    """What a kind of cover is worth (LR-COV-04)."""

    cover: Cover
    defence: int
    rule: str


class Shortcut(Row, frozen=True):
    """A set of actions for the whole team (LR-CMD-11)."""

    name: str
    assigns: tuple[str, ...]
    morale: Nerve
    rule: str


class Charts(Row, frozen=True):
    """Numbers that stand in no other table."""

    human: Human
    bands: tuple[BandRow, ...]
    cover: tuple[CoverRow, ...]
    morale: dict[str, int]
    shortcuts: tuple[Shortcut, ...]


@cache
def charts() -> Charts:
    """The small tables, read once."""
    return read_data("charts.yaml", Charts)


@cache
@rule("LR-HERO-23")
def human() -> Human:
    """The figures of every character."""
    return charts().human


@cache
@rule("LR-ACT-01", "LR-ACT-03", "LR-OCON-26")
def actions() -> dict[str, Action]:
    """Every action by name, in the order of the panel."""
    rows = read_data("actions.yaml", tuple[Action, ...])
    return {one.name: one for one in sorted(rows, key=lambda one: one.position)}


@cache
@rule("LR-EFF-01", "LR-EFF-02")
def effects() -> dict[str, EffectRow]:
    """Every effect by name."""
    return {one.name: one for one in read_data("effects.yaml", tuple[EffectRow, ...])}


@cache
def _damage() -> tuple[Damage, ...]:
    return read_data("damage.yaml", tuple[Damage, ...])


@rule("LR-DMG-06")
def damage_for(total: int) -> Damage:
    """The row of the chart for a total; less than 1 is read as 1, more than 100 as 100."""
    return row_for(_damage(), min(100, max(1, total)))


@cache
def rotter_tables() -> RotterTables:
    """The tables of Rotters, read once."""
    return read_data("rotters.yaml", RotterTables)


@cache
@rule("LR-ROT-19")
def rotter_kinds() -> dict[str, RotterRow]:
    """The kinds of Rotters by name."""
    return {one.kind: one for one in rotter_tables().kinds}


class Campaign(Row, frozen=True):
    """What battles of a campaign bring (LR-XP-02, LR-XP-05)."""

    experience: dict[str, int]
    loot: dict[str, int]


@cache
@rule("LR-XP-02", "LR-XP-05")
def campaign() -> Campaign:
    """Points by reason, and the worth of the spoils."""
    return read_data("campaign.yaml", Campaign)


@cache
def area_tables() -> AreaTables:
    """Area items and devices, read once."""
    return read_data("areas.yaml", AreaTables)


@cache
@rule("LR-GREN-07")
def area_items() -> dict[str, AreaItem]:
    """Every area item by name."""
    return {one.name: one for one in area_tables().areas}


@cache
@rule("LR-GREN-21")
def devices() -> dict[str, DeviceRow]:
    """Every mine and trap by name."""
    return {one.name: one for one in area_tables().devices}
