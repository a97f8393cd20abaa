"""The state of a mission, in the book's words: plain data that holds ids, never references."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.binding.effects import Effect as Effect
from sandtable.binding.limits import Limit
from sandtable.books.forgotten_ruin.stock import Deeds as Deeds
from sandtable.books.forgotten_ruin.stock import FigureId as FigureId
from sandtable.books.forgotten_ruin.stock import Item as Item
from sandtable.books.forgotten_ruin.stock import Profile as Profile
from sandtable.books.forgotten_ruin.stock import Stock as Stock
from sandtable.books.forgotten_ruin.stock import Weapon as Weapon
from sandtable.books.forgotten_ruin.switches import Switches
from sandtable.kernel import State
from sandtable.table import Ground, Point
from sandtable.table.edges import Edge as Edge

Seat = str
MobId = str
Side = Literal["squad", "enemy", "independent"]
Whereabouts = Literal["waiting", "on the table", "casualty", "left", "fled", "withdrawn", "aloft", "behind"]
"""To come on; standing; killed or carried off; gone over an edge; fled by Morale; taken off by an event;
in the sky above the table (FR-TRF-52)."""
Phase = Literal["", "reaction roll", "quick", "enemy", "slow", "aggression", "end"]
EDGES: tuple[Edge, ...] = ("south", "north", "west", "east")


MAKES_OFF = "makes off"
"""The effect on a mob or lone figure that carries an item to its edge, by its holder (FR-OBJ-14)."""
NO_SOLDIERS = ("pet", "mirror image")
"""Those of the squad on the table who take no part in what soldiers do together."""
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
    used: tuple[Limit, ...] = ()
    """Abilities used up in this battle, round or phase."""
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

    @property
    def is_monster(self) -> bool:
        """A soldier is none."""
        return False

    def has_used(self, ability: Limit) -> bool:
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
    has_artifact: bool = False
    """Whether it carries the artifact that is sought (FR-FIN-09)."""
    is_lost_forever: bool = False
    """Whether no rule brings it back after the battle (FR-FIN-15)."""
    is_veteran: bool = False
    """A veteran of another campaign (FR-SQD-13)."""
    recovery: int = 0
    """By how many battles its recovery is longer or shorter (FR-SQD-24)."""
    deeds: Deeds = msgspec.field(default_factory=Deeds)

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
    fell_to_squad: bool = False
    """A champion that the squad has killed (FR-VIL-04)."""

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
    boost: int = 0
    """The Boosting of the spell that made it (FR-SPL-16)."""
    gone: bool = False
    elevation: float = 0.0
    """How high it was dropped."""


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
    is_recorded: bool = False
    """Whether that type was met in this region before, so that it may be rolled anew (FR-ENE-03)."""
    enemy_names: dict[str, str] = {}
    """The names under which types of enemies are shown (FR-ENE-05)."""
    trades: dict[str, tuple[str, str]] = {}
    """Of each such type the value that is raised, and the one that is lowered for it (FR-ENE-05)."""
    objectives_to_roll: int = 0
    is_second_revealed: bool = False
    """Whether the second Objective of a chain has come up (FR-MIS-10)."""
    has_looked_around: bool = False
    """Whether a soldier has looked around at the centre in exercise 3 (FR-EXR-09)."""
    has_retreated: bool = False
    """Whether a soldier has left over the own edge since (FR-EXR-09)."""
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
    aggression_cancelled: int = 0
    """How many rolls on the Aggression table brought nothing (FR-AGG-06)."""
    rows_occurred: tuple[str, ...] = ()
    """The rows that do not occur again until all have, in the table's order (FR-AGG-20)."""
    chanted: int = 0
    """The Aggression that cultists have chanted in this phase (FR-ENE-28)."""
    monsters_at_call: int | None = None
    """How many monsters there were when an independent one began to call (FR-MIS-62)."""
    monster_queue: tuple[str, ...] = ()
    """Monsters that were rolled in advance (FR-MON-02)."""
    wanted_results: dict[str, str] = {}
    """The harder result that the player wants of the next roll on a table (FR-STP-14)."""
    used: tuple[Limit, ...] = ()
    """What the whole force has used up in this battle, round or phase."""
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
    investigations: int = 0
    """How many Investigations were completed (FR-MIS-35)."""
    last_lost_in: int = 0
    """The round in which the last open Objective was lost, unless one was completed since (FR-POST-01)."""
    sudden_death: int = 0
    """The last round to be played, once the check has been made; 0 before."""
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

    def dice_of(self, figure: Figure) -> Seat | None:
        """Whose luck the dice of an enemy or a monster are: the squad's where it serves the squad."""
        return self.lead if figure.side == "squad" else self.enemy_dice

    def has_used(self, limit: Limit) -> bool:
        """Whether a limit of the whole force is used up."""
        return limit in self.used

    def new_id(self, letter: str) -> str:
        """An id that nothing else has."""
        self.made += 1
        return f"{letter}{self.made}"
