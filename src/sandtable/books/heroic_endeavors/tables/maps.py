"""Adventures as data: map, party, opponents, doors, features and groups (HE-ADV-01)."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import msgspec

from sandtable.binding.tables import Row
from sandtable.books.heroic_endeavors.data import read_data
from sandtable.books.heroic_endeavors.state.groups import Alertness, Awareness
from sandtable.books.heroic_endeavors.state.models import Gait, Role, Traits
from sandtable.books.heroic_endeavors.tables.bases import Size
from sandtable.kernel import rule
from sandtable.table.squares.board import Barrier, Board, Kind
from sandtable.table.squares.spaces import Facing, Space


class Person(Row, frozen=True, omit_defaults=True):
    """The record of a model (HE-SHT-01)."""

    id: str
    name: str
    role: Role
    profile: str
    at: Space
    facing: Facing
    traits: Traits
    fate: int = 1
    armour: str = "none, clothes"
    shield: str = "none"
    natural: str = ""
    melee: tuple[str, ...] = ()
    ranged: tuple[str, ...] = ()
    grenades: int = -1
    """How many it has (HE-GRN-11)."""
    skills: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
    gear: tuple[str, ...] = ()
    small: bool = False
    base: Size = "25 mm"
    gait: Gait = "foot"
    rides: str = ""
    is_vehicle: bool = False
    living: bool = True
    handless: bool = False
    group: str = ""
    behaviour: str = ""
    controller: str = ""
    stays: tuple[int, int, int, int] | None = None


class Lock(Row, frozen=True, omit_defaults=True):
    """The lock of a door (HE-DOOR-07)."""

    kind: str
    difficulty: int
    key: str = ""
    hacking: bool = False
    """Whether a hacker may open it too (HE-DOOR-07)."""


class DoorOnMap(Row, frozen=True, omit_defaults=True):
    """A door as it stands at the start."""

    id: str
    at: Space
    type: str
    state: str
    rule: str
    lock: Lock | None = None


class TrapOnMap(Row, frozen=True, omit_defaults=True):
    """A trap (HE-TRAP-01)."""

    id: str
    triggers: tuple[Space, ...]
    kind: str
    difficulty: int
    lethality: int
    rule: str
    wakes: str = ""
    resets: bool = False


class FeatureOnMap(Row, frozen=True, omit_defaults=True):
    """Something to use, by how many actions, and what it gives."""

    id: str
    at: Space
    name: str
    actions: int
    gives: str
    rule: str
    wakes: bool = False
    needs: str = ""
    difficulty: int = 0
    effect: str = ""
    counts: int = 0
    frees: str = ""
    user: str = ""
    spaces: tuple[Space, ...] = ()
    inside: bool = False
    defence: int = 0
    dp: int = 0
    broken: int = 0


class GroupOnMap(Row, frozen=True, omit_defaults=True):
    """A group of opponents and what wakes it."""

    id: str
    alertness: Alertness
    rule: str
    doors: tuple[str, ...] = ()
    hears: bool = False
    """Whether noise alerts it although doors do (HE-AGM-03)."""
    start: Awareness = "unaware"
    wakes_at: int = 0
    """At the start of this turn it is alerted."""


class Reinforcements(Row, frozen=True):
    """Who comes when and where (HE-AGM-20)."""

    turns: tuple[int, ...]
    spawn: tuple[Space, ...]
    like: str
    """The record of which they are more."""
    group: str
    limit: int
    rule: str


class AdventureRow(Row, frozen=True, omit_defaults=True):
    """One adventure."""

    adventure: str
    title: str
    rule: str
    turns: int
    rows: tuple[str, ...] = ()
    heights: tuple[str, ...] = ()
    like: dict[str, str] = {}
    """Glyphs of this map that stand for one of the usual legend."""
    depths: dict[str, int] = {}
    """How deep a pit is, by its glyph."""
    exits: tuple[Space, ...] = ()
    back_doors: tuple[Space, ...] = ()
    """Where opponents who withdraw leave the map."""
    ceiling: Literal["low", "open"] = "low"
    """Whether there is room above (HE-SKL-11); indoors there is none."""
    party: tuple[Person, ...] = ()
    opponents: tuple[Person, ...] = ()
    doors: tuple[DoorOnMap, ...] = ()
    features: tuple[FeatureOnMap, ...] = ()
    traps: tuple[TrapOnMap, ...] = ()
    groups: tuple[GroupOnMap, ...] = ()
    neutrals: tuple[Person, ...] = ()
    reinforcements: Reinforcements | None = None
    whole: str = msgspec.field(name="from", default="")
    """The adventure of which it is a part; all that it does not say itself is as there."""
    groups_of: tuple[str, ...] = ()
    """The groups that such a part keeps."""


@cache
@rule("HE-ADV-01")
def adventure(id: str) -> AdventureRow:
    """An adventure by its id, a part with what it takes from its whole."""
    row = read_data(f"adventures/{id}.yaml", AdventureRow)
    if not row.whole:
        return row
    whole = adventure(row.whole)
    return msgspec.structs.replace(
        whole,
        adventure=row.adventure,
        title=row.title,
        rule=row.rule,
        turns=row.turns,
        opponents=tuple(one for one in whole.opponents if one.group in row.groups_of),
        groups=tuple(one for one in whole.groups if one.id in row.groups_of),
        features=(),
        traps=(),
    )


@cache
@rule("HE-GEO-11", "HE-MOV-08", "HE-FOL-01")
def terrain() -> tuple[Kind, ...]:
    """The usual legend."""
    return read_data("terrain.yaml", tuple[Kind, ...])


@rule("HE-GEO-10", "HE-GEO-04", "HE-DOOR-01", "HE-ADV-11", "HE-ADV-21", "HE-ADV-31")
def board_of(row: AdventureRow) -> Board:
    """The map of an adventure with its doors as they stand at the start."""
    known = {one.glyph: one for one in terrain()}
    glyphs = sorted({glyph for line in row.rows for glyph in line})
    legend = []
    for glyph in glyphs:
        changes: dict[str, Any] = {"glyph": glyph}
        if glyph in row.depths:
            changes["depth"] = row.depths[glyph]
        legend.append(msgspec.structs.replace(known[row.like.get(glyph, glyph)], **changes))
    heights = tuple(tuple(int(one) for one in line) for line in row.heights)
    doors = tuple(Barrier(one.id, one.at, None, "door", one.state == "open") for one in row.doors)
    return Board(row.rows, tuple(legend), heights, doors)
