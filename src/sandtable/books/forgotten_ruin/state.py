"""The state of a mission, in the book's words: plain data that holds ids, never references."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from sandtable.binding.effects import Effect as Effect
from sandtable.books.forgotten_ruin.switches import Switches
from sandtable.kernel.state import State
from sandtable.table.measure import Point
from sandtable.table.terrain import Ground

Seat = str
FigureId = str
"""Soldiers "S1" to "S9", "PL", "PS"; mob figures "M1.3"; villains "V1"; monsters "B1"."""
MobId = str
Side = Literal["squad", "enemy", "independent"]
Whereabouts = Literal["waiting", "on the table", "casualty", "left", "fled", "withdrawn", "aloft", "behind"]
"""To come on; standing; killed or carried off; gone over an edge; fled by Morale; taken off by an event;
in the sky above the table (FR-TRF-52)."""
Phase = Literal["", "reaction roll", "quick", "enemy", "slow", "aggression", "end"]
Edge = Literal["south", "north", "west", "east"]


class Profile(msgspec.Struct, frozen=True, omit_defaults=True):
    """The values of a figure as they are printed, before any modifier."""

    speed: float = 5.0
    combat_skill: int = 0
    toughness: int = 3
    reactions: int = 0
    wits: int = 0
    resistance: int = 0
    save: int | None = None
    monster_points: int = 0


class Weapon(msgspec.Struct, frozen=True, omit_defaults=True):
    """A weapon that somebody carries."""

    name: str
    """As in the armory: "assault rifle", "sword", "bow" ..."""
    range_moving: float = 0.0
    range_stationary: float = 0.0
    """Both 0 for a weapon that only fights hand-to-hand."""
    shots: int = 0
    radius: float = 0.0
    """The blast of an explosive."""
    damage: int = 0
    traits: tuple[str, ...] = ()
    hit_bonus: int = 0
    damage_bonus: int = 0
    ability: str = ""
    """The special ability of a magical weapon."""
    magical: bool = False
    oiled: bool = False
    """Enchanted Oil lies on it."""
    fired: int = 0
    """How often it was fired in this battle, where that is limited."""

    @property
    def is_melee(self) -> bool:
        """Whether it is made for hand-to-hand combat."""
        return self.range_moving == 0.0 and not self.is_explosive

    @property
    def is_explosive(self) -> bool:
        """Whether it uses the explosion rules."""
        return "explosive" in self.traits


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """A find: scroll, potion, staff, armour or another item."""

    name: str
    """As in its subtable: "Potion of Strength", "Staff of Fire Bolt", "Armor of Hurry" ..."""
    kind: str
    """ "armour", "scroll", "potion", "staff", "item", "artifact" or, in the Stash, "weapon"."""
    uses: int | None = None
    """How often it can still be used; None for always."""
    spells: tuple[str, ...] = ()
    note: str = ""
    carrier: FigureId = ""
    """Who alone may use it, where consumables are carried by named soldiers (FR-LOOT-03)."""
    weapon: Weapon | None = None
    """The magical weapon with all its details, while it lies in the Stash (FR-LOOT-01)."""


FROZEN = "frozen in time"
"""The effect of the Pearls of Time (FR-LOOT-72)."""
GHOST = "Ghost Form"
"""The effect of a potion (FR-LOOT-44)."""


class Figure(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A playing piece. Every field is a value that is never changed in place."""

    id: FigureId
    name: str
    profile: Profile
    side: Side = "squad"
    where: Whereabouts = "waiting"
    taken_by: str = ""
    """The rule that withdrew it."""
    at: Point = (0.0, 0.0)
    elevation: float = 0.0
    """The height of its feet over the table."""
    radius: float = 0.5
    height: float = 1.25
    knocked_down: bool = False
    effects: tuple[Effect, ...] = ()
    used: tuple[str, ...] = ()
    """Abilities used up in this battle; those of one round or phase begin with "round:" or "phase:"."""
    carrying: tuple[str, ...] = ()
    """Things of the mission: ids of markers and of cargo."""
    acted: bool = False
    """Activated in this round, or unable to."""
    moved: float = 0.0
    """Inches moved in the current activation."""
    rough: float = 0.0
    """Of these, inches in Difficult terrain (FR-MOV-04)."""
    riding: FigureId = ""
    """The centaur on whose back it sits, at the same place (FR-TRF-13)."""

    @property
    def on_table(self) -> bool:
        """Whether it stands on the table."""
        return self.where == "on the table"

    def is_under(self, effect: str) -> bool:
        """Whether this effect lies on it."""
        return bool(self.effects) and any(one.name == effect for one in self.effects)

    @property
    def is_frozen(self) -> bool:
        """Frozen in time: it does nothing, nothing is done to it, no ability works (FR-LOOT-72)."""
        return self.is_under(FROZEN)

    @property
    def is_ghost(self) -> bool:
        """A ghost can pick nothing up (FR-LOOT-44)."""
        return self.is_under(GHOST)

    def has_used(self, ability: str) -> bool:
        """Whether an ability of once a battle, round or phase is used up."""
        return ability in self.used


class Soldier(Figure, omit_defaults=True, kw_only=True):
    """A figure that the player commands."""

    seat: Seat = "A"
    """Who commands it where several share the squad."""
    position: str = "soldier"
    """A rank from "soldier" to "platoon leader" (FR-SQD-15), or "diplomat", "pet", "mirror image"."""
    team: int = 0
    """Fire team 1 or 2 (3 and 4 in the second squad); 0 for all others."""
    is_personality: bool = False
    is_main_character: bool = False
    traits: tuple[str, ...] = ()
    knack: str = ""
    aspect: str = ""
    luck: int = 0
    """Points of Luck not yet used in this battle."""
    weapons: tuple[Weapon, ...] = ()
    armour: Item | None = None
    items: tuple[Item, ...] = ()
    """Permanent items besides weapons and armour."""
    spells: tuple[str, ...] = ()
    transformation: str = ""
    upgrades: tuple[str, ...] = ()
    die: int | None = None
    """The Reaction die assigned in this round."""
    holding: bool = False
    """A quick die was not used: it may Snap Fire or act with the slow."""
    stun: int = 0
    shot: tuple[str, ...] = ()
    """What the shots of this activation relied on: "heavy", "stationary" (FR-SQD-23)."""
    has_attacked: bool = False
    """Whether it has attacked by a shot, a spell or an item in this activation (FR-MIS-71)."""
    copy_of: FigureId = ""
    """The caster whose Mirror Image this is."""
    readied: str = ""
    """The ordinary melee weapon picked in this round."""
    deeds: dict[str, int] = {}
    """What personal tasks and the campaign ask of it, counted."""

    @property
    def is_stunned(self) -> bool:
        """Knocked Down wins over Stunned (FR-CON-10)."""
        return self.stun > 0 and not self.knocked_down


class Goal(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a villain is after."""

    kind: str
    """ "objective", "investigation", "soldiers", "centre", "leader" or "eliminate"."""
    target: str = ""
    at: Point | None = None


class Enemy(Figure, omit_defaults=True, kw_only=True):
    """A figure that the game commands: of a mob, a villain or a monster; one summoned has side "squad"."""

    kind: str = "mob figure"
    """ "mob figure", "villain" or "monster"."""
    type: str = ""
    """The enemy type or monster, as its table names it: "Orcs", "Giant spider"."""
    mob: MobId = ""
    is_champion: bool = False
    is_sorcerer: bool = False
    training: str = ""
    """For a villain; the figures of a mob have that of their mob."""
    ability: str = ""
    """The villain ability."""
    traits: tuple[str, ...] = ()
    """The specific traits of a monster; Undead, Fearless and the like of a villain."""
    monster_points: int = 0
    """What is left; 0 for figures without."""
    starting_points: int = 0
    points_lost_this_round: int = 0
    facing: float = 180.0
    """Degrees, clockwise, 0 from the player's edge to the enemy's; only monsters have one that matters."""
    goal: Goal | None = None
    last_attacker: FigureId = ""
    arrived: int = 0
    """The round in which it came; it acts from the next one on."""
    is_asleep: bool = False
    note: str = ""
    """What an event made of it: "artifact", "revelation", "high-value target"."""

    @property
    def is_monster(self) -> bool:
        """A villain or champion with Monster Points is no monster (FR-VPL-08)."""
        return self.kind == "monster"


class Mob(msgspec.Struct, omit_defaults=True):
    """Enemy figures that move and fight together; its members are the enemies with its id."""

    id: MobId
    type: str
    training: str = "Warriors"
    aware: bool = True
    tally: int = 0
    """Towards 10, at which it wakes."""
    killed_in_phase: int = 0
    extra_morale: int = 0
    """Additional dice for its next Morale roll of this phase."""
    is_fearless: bool = False
    acted: bool = False
    effects: tuple[Effect, ...] = ()
    number: int = 0
    """Its place in the order of generation."""


class Marker(msgspec.Struct, omit_defaults=True):
    """Something that lies on the table: an Investigation, a dropped thing, a trap, a cloud, a chest."""

    id: str
    kind: str
    """ "investigation", "objective", "dig site", "cargo", "item", "intel", "trap", "treasure", "chest" ..."""
    at: Point
    objective: str = ""
    number: int = 0
    """The face that lies on it, or the last round in which it is there."""
    checked: bool = False
    turn: float = 0.0
    """How a rectangle lies, in degrees."""
    gone: bool = False


class Objective(msgspec.Struct, omit_defaults=True):
    """One Objective of the mission."""

    id: str
    """ "O1", "O2" ..."""
    type: str
    """As its table names it: "Scout the Area"."""
    rolled: str = ""
    """As what it was rolled, where it has become another type since (FR-OBJ-09)."""
    features: tuple[str, ...] = ()
    """Terrain pieces to be dealt with."""
    scouted: tuple[str, ...] = ()
    target: FigureId = ""
    is_revealed: bool = False
    """Whether the roll that reveals a target to be eliminated was made, or one was drawn (FR-OBJ-21)."""
    failures: tuple[int, ...] = ()
    """The rounds in which an Interact failed."""
    tried: tuple[tuple[str, int], ...] = ()
    """Feature and round of every Interact attempt."""
    since: int = 1
    """The round from which its own count runs."""
    state: Literal["open", "complete", "lost", "void"] = "open"
    completed_in: int = 0
    perks: tuple[str, ...] = ()
    """What a battle condition put on it: "vital", "loot cache", "high value", "something bad"."""


class Mission(msgspec.Struct, omit_defaults=True):
    """What the battle is about."""

    kind: str = "regular"
    """ "regular", "special", "artifact", "final", "exercise 1", "exercise 2" or "exercise 3"."""
    campaign_turn: int = 5
    region: str = "Plains"
    magic: Literal["normal", "high", "low"] = "normal"
    requirement: str = "single"
    """ "single", "both", "either", "in order", "chain", "two of three" or "none"."""
    condition: str = ""
    """The battle condition."""
    special_condition: str = ""
    personal_task: str = ""
    task_soldier: FigureId = ""
    artifact: str = ""
    """Which artifact is sought."""
    enemy_type: str = ""
    support: tuple[str, ...] = ()
    """What Support the rolls gave."""
    sniper_shots: int = 0
    ammunition: int = 0
    fire_support_number: int = 4
    special_feature: str = ""


class Contact(msgspec.Struct, frozen=True):
    """Somebody moved into contact: who, with whom, and whether across a Linear piece."""

    mover: FigureId
    other: FigureId
    across: str = ""
    """The Linear piece between them."""


class Stock(msgspec.Struct, omit_defaults=True):
    """The resources of the campaign as far as a battle touches them."""

    story_points: int = 5
    support_points: int = 0
    exposure: int = 0
    kit_points: int = 0
    victory_points: int = 0
    exposure_owed: int = 0
    """Exposure that comes after the mission (FR-AGG-16)."""
    loot_rolls: int = 0
    """Bonus Loot rolls owed after the battle."""
    consumables: tuple[Item, ...] = ()
    """Scrolls, potions and the like that belong to the squad."""
    stash: tuple[Item, ...] = ()
    met_monsters: dict[str, int] = {}
    """Monster types fought in earlier missions, and in how many."""
    enemy_player_battles: int = 0
    """Battles fought against an enemy player (FR-COOP-07)."""
    villains: tuple[str, ...] = ()
    """The roster of living villains, as "name|type|ability|points"."""


class Battle(State, omit_defaults=True):
    """The whole mission on the table."""

    seats: tuple[Seat, ...]
    """The players of the squad, in seat order; an enemy player's seat comes last."""
    soldiers: dict[FigureId, Soldier]
    enemies: dict[FigureId, Enemy] = {}
    mobs: dict[MobId, Mob] = {}
    mission: Mission = msgspec.field(default_factory=Mission)
    stock: Stock = msgspec.field(default_factory=Stock)
    switches: Switches = Switches()
    enemy_seat: Seat = ""
    """Who decides for the enemy; empty where the book's procedures do."""
    ground: Ground = Ground(36.0, 36.0, ())
    edge: Edge = "south"
    """The player's edge; the enemy's is opposite."""
    step: str = "requirements"
    """The step of preparation or of a round that comes next."""
    phase: Phase = ""
    to_do: tuple[str, ...] = ()
    round: int = 0
    dice: tuple[int, ...] = ()
    """The faces of this round's Reaction Roll."""
    objectives: dict[str, Objective] = {}
    markers: dict[str, Marker] = {}
    contacts: tuple[Contact, ...] = ()
    """Moves into contact whose combat is still to come."""
    fought: tuple[FigureId, ...] = ()
    """Who has had its combat of this phase."""
    engaged: tuple[tuple[FigureId, FigureId], ...] = ()
    """Monster and soldier who have met by the monster's movement in this round."""
    aggression: int = 0
    aggression_events: tuple[str, ...] = ()
    """The rows that occurred in this battle, in order."""
    used: tuple[str, ...] = ()
    """Limits of the whole force; those of one round or phase begin with "round:" or "phase:"."""
    grenades_in_round: int = 0
    grenades_in_battle: int = 0
    tactics: tuple[str, ...] = ()
    """Tactics used in this battle."""
    active_tactics: tuple[str, ...] = ()
    extra_tactics: int = 0
    tactic_target: FigureId = ""
    starts: dict[FigureId, Point] = {}
    """Where the figures of the moving enemy unit stood when its move began (FR-RND-18)."""
    ignored: tuple[FigureId, ...] = ()
    """Enemy figures whose attacks a Story Point has cancelled for this round."""
    killed: int = 0
    """Enemies killed or removed by Morale, as Hold off the Enemy counts them."""
    sudden_death: int = 0
    """The last round to be played, once the check has been made; 0 before."""
    notes: dict[str, int] = {}
    """What special rules count."""
    set_right: int = 0
    """How often a player has set right what the program believed of a real table."""
    hinted: tuple[str, ...] = ()
    """The hints that were given, each once."""
    made: int = 0
    """How many figures, mobs and markers have been made, for their ids."""
    closed: str = ""
    """Why the battle is over; empty while it runs."""
    closed_by: tuple[str, ...] = ()
    won: bool = False
    """The required Objectives are complete."""
    extra: dict[str, Any] = {}
    """What the campaign hands over and takes back unread."""

    def figure(self, id: FigureId) -> Soldier | Enemy:
        """The figure of that id."""
        found = self.soldiers.get(id)
        return self.enemies[id] if found is None else found

    def soldiers_on_table(self) -> list[Soldier]:
        """Every soldier that stands on the table, in squad order."""
        return [one for one in self.soldiers.values() if one.where == "on the table"]

    def enemies_on_table(self) -> list[Enemy]:
        """Every figure of the game's side, and independent or summoned monsters, on the table."""
        return [one for one in self.enemies.values() if one.where == "on the table"]

    def figures_on_table(self) -> list[Soldier | Enemy]:
        """Everybody on the table."""
        return [*self.soldiers_on_table(), *self.enemies_on_table()]

    def members(self, mob: MobId) -> list[Enemy]:
        """The figures of a mob on the table."""
        return [one for one in self.enemies.values() if one.mob == mob and one.where == "on the table"]

    def opponents_of(self, figure: Figure) -> list[Soldier | Enemy]:
        """Everybody on the table who fights on another side; riders are met with the centaur."""
        side, there = figure.side, "on the table"
        soldiers, enemies = self.soldiers.values(), self.enemies.values()
        found: list[Soldier | Enemy]
        found = [one for one in soldiers if one.side != side and one.where == there and not one.riding]
        found += [one for one in enemies if one.side != side and one.where == there and not one.riding]
        return found

    def seat_of(self, figure: Figure) -> Seat:
        """Who decides for a figure: its commander, the enemy player, or the first player."""
        if isinstance(figure, Soldier):
            return figure.seat
        return self.lead if figure.side == "squad" else self.enemy_seat or self.lead

    @property
    def lead(self) -> Seat:
        """Who decides for all: the Officer, or the first player who has a soldier left (FR-COOP-04)."""
        squad = [one for one in self.seats if one != self.enemy_seat]
        if len(squad) < 2 or self.switches.coop_officer:
            return self.seats[0]
        present = ("on the table", "aloft", "waiting")
        here = {one.seat for one in self.soldiers.values() if one.where in present}
        return next((one for one in squad if one in here), self.seats[0])

    @property
    def enemy_dice(self) -> Seat | None:
        """Whose luck the dice of the enemy are: the enemy player's, or nobody's."""
        return self.enemy_seat or None

    def has_used(self, limit: str) -> bool:
        """Whether a limit of the whole force is used up."""
        return limit in self.used

    def new_id(self, letter: str) -> str:
        """An id that nothing else has."""
        self.made += 1
        return f"{letter}{self.made}"
