"""Cards: heroes and cohorts with their models, and what of them only their owner knows."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.books.lands_of_ruin.tables.people import PLAIN, Profile, cohorts, heroes
from sandtable.table import Point

Where = Literal["waiting", "table", "left"]
"""Before it enters (LR-TURN-08), on the table, and after it has left (LR-TURN-12)."""
HitKind = Literal["shot", "close", "explosion", "frenzy"]
RADIUS, HEIGHT, EYES, LYING = 0.5, 1.25, 1.1, 0.4
"""LR-MODE-10: half the width of a base, how tall a model is, how high its eyes, and its height when down."""


class Hit(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hit that waits for the owner's next Command phase (LR-DMG-02)."""

    kind: HitKind
    power: int
    by: str = ""
    """The card or the kind of thing that scored it."""
    critical: bool = False
    sets_alight: bool = False
    """LR-GREN-25"""


class Wound(msgspec.Struct, frozen=True, omit_defaults=True):
    """Modifiers from a wound, a shock, bleeding or burns (LR-EFF-04)."""

    kind: Literal["wound", "shock", "bleeding", "burn"]
    offence: int = 0
    defence: int = 0
    location: str = ""
    until: int = 0
    """The last round in which it counts; 0 for the rest of the game."""


class Effect(msgspec.Struct, frozen=True, omit_defaults=True):
    """An effect of LR-EFF-01 that lies on a card; what it does stands in the table of effects."""

    name: str
    turns: int = 0
    """How many of the owner's Command phases it still outlasts, where it counts them (LR-EFF-03)."""
    until: int = 0
    """The last round of one that counts rounds."""
    fresh: bool = False
    """Gained in the owner's own turn, in which it does not tick."""
    with_what: str = ""
    """The weapon that is deployed, the object that is carried."""
    facing: float = 0.0
    """Where a deployed weapon points, in degrees from the east towards the north (LR-ACT-15)."""


class Suffered(msgspec.Struct, frozen=True):
    """A damage result, for the experience and the renown of whoever scored the hit (LR-XP-02, LR-XP-06)."""

    by: str
    renown: float
    is_out: bool
    """It put the target unconscious or dead."""
    result: str = ""
    round: int = 0


class Attacked(msgspec.Struct, frozen=True):
    """One die of an attack, for the lists and sums of the final screen (LR-REP-07)."""

    round: int
    target: str
    weapon: str
    kind: str
    """A shot, or close combat."""
    result: str
    """A miss, a hit or a critical hit."""
    band: str
    cover: str
    of_opportunity: bool


class Own(msgspec.Struct, omit_defaults=True):
    """What only the owner knows of a card (LR-APP-11); to others it looks as here, and is not known."""

    known: bool = True
    points: int = 0
    """Action points granted in the last Command phase (LR-AP-01)."""
    orders: tuple[str, ...] = ()
    """Given in the Command phase, secret until the next Action phase begins (LR-CMD-07)."""
    hidden_acts: tuple[str, ...] = ()
    """Those of them that stay secret while the Action phase runs: Place Device, Observe (LR-APP-12)."""
    unspent: int = 0
    """The points without orders of the running turn: inches (LR-AP-03)."""
    guard: int = 0
    """The points that count for defence until the owner's next Action phase (LR-AP-06, LR-AP-11)."""
    suppression: int = 0
    hits: tuple[Hit, ...] = ()
    effects: tuple[Effect, ...] = ()
    wounds: tuple[Wound, ...] = ()
    killed_by: str = ""
    """Who scored the hit of which it died (LR-SCN-27)."""
    attacks: tuple[Attacked, ...] = ()
    """Every die of its attacks: what has hit, the player of a hidden attacker alone knows by whom."""
    suffered: tuple[Suffered, ...] = ()
    """Every damage result of hits by characters."""
    deeds: dict[str, int] = {}
    """What it has done that counts as experience: objectives, Rotters, First Aid."""
    experience: int = 0
    """What it had gained before this battle (LR-XP-02)."""
    fell_with: int | None = None
    """The defensive sum with which it went down, used as long as it lies (LR-EFF-20)."""
    rounds: dict[str, dict[str, int]] = {}
    """By model and weapon: the ammunition that is left (LR-AMMO-01, LR-AMMO-06)."""
    items: dict[str, int] = {}
    """Consumables that are left (LR-CONS-01)."""
    made: Profile | None = None
    """Skills and gear of its own, where they are not those of the book (LR-TEAM-09, LR-HERO-06)."""
    used: tuple[str, ...] = ()
    """What may be used a number of times in a game, once for each use (LR-ACT-31)."""

    def has(self, effect: str) -> bool:
        """Whether an effect lies on it."""
        return any(one.name == effect for one in self.effects)

    @property
    def is_out(self) -> bool:
        """Unconscious or dead: it neither leads nor looks."""
        return self.has("Unconscious") or self.has("Dead")


class Model(msgspec.Struct, omit_defaults=True):
    """One miniature of a card; a hero has one of the card's own name."""

    id: str
    at: Point | None = None
    """Where it stands, in inches; a physical table may leave it open (LR-SYNC-03)."""
    elevation: float = 0.0
    section: int = 0
    """The section it is in, from 1; 0 while it is in none (LR-MAP-02)."""
    path: tuple[Point, ...] = ()
    """The way walked in its latest Action phase (LR-SYNC-07)."""
    moved: float = 0.0
    """The inches it has moved in this Action phase."""
    slowed: bool = False
    """Its way has crossed an obstacle or difficult ground in this Action phase (LR-MOV-08)."""
    gone: bool = False
    """It has left the table (LR-TURN-12)."""


class Card(msgspec.Struct, omit_defaults=True):
    """A hero or a cohort."""

    id: str
    """Made of seat and name, so that it tells neither order nor number (LR-MODE-18)."""
    seat: str
    name: str
    """Its row among heroes or cohorts."""
    hero: str = ""
    """The id of its hero, for a cohort."""
    models: dict[str, Model] = {}
    icons: tuple[str, ...] = ()
    """The classes of its weapons, the most prominent first, for all to see (LR-CARD-02)."""
    trade: str = ""
    """What it is in its band, for all to see: medic, gunner (LR-CARD-14)."""
    full: int = 1
    """The models it started with (LR-CARD-15)."""
    where: Where = "waiting"
    hidden: bool = False
    """Off everybody's table but its owner's (LR-HID-03)."""
    detected: bool = False
    """Known to the enemy while hidden; its owner is never shown it (LR-DET-07)."""
    down: bool = False
    """Pinned, unconscious or dead; which of them only its owner knows (LR-EFF-11)."""
    fired_at: tuple[str, ...] = ()
    """The enemy cards it has fired at in this Action phase (LR-HERO-19)."""
    orders: tuple[str, ...] = ()
    """What it may still perform in the running Action phase, for all to see (LR-APP-12)."""
    left_over: str = ""
    """The edge over which its last model left (LR-TURN-12)."""
    fired: bool = False
    """It has fired since its owner's last Command phase (LR-SCN-15)."""
    stays: bool = False
    """It moves no more in this Action phase (LR-MOV-15, LR-HID-09)."""
    held: bool = False
    """Its player was asked where it goes in this Action phase, and left it where it is."""
    noise: int = 0
    """LR-THR-04"""
    noise_due: int = 0
    """The half of its noise that goes to the section it ends in (LR-THR-05)."""
    entered: dict[str, int] = {}
    """Attacks and exposures entered since its owner's last damage resolution, by kind (LR-APP-13)."""
    crossed: tuple[str, ...] = ()
    """Markers whose area it has moved through (LR-GREN-11)."""
    own: Own = msgspec.field(default_factory=Own)

    @property
    def profile(self) -> Profile:
        """Skills and gear, as far as they are known."""
        return self.own.made or heroes().get(self.name) or cohorts().get(self.name) or PLAIN

    def did(self, what: str) -> None:
        """Something that counts as experience is remembered of it (LR-XP-02)."""
        self.own.deeds = {**self.own.deeds, what: self.own.deeds.get(what, 0) + 1}

    @property
    def is_cohort(self) -> bool:
        """Whether it is a cohort of some hero."""
        return bool(self.hero)

    @property
    def on_table(self) -> bool:
        """Whether it is on the table for all to see."""
        return self.where == "table" and not self.hidden and bool(self.models)

    @property
    def stands(self) -> bool:
        """Whether it is on the table, seen, and not down."""
        return self.on_table and not self.down

    @property
    def model(self) -> Model:
        """The miniature of a hero, or the first of a cohort."""
        return next(iter(self.models.values()))
