"""The state of a battle, in the book's words: plain data that holds ids, never references."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.books.companies_and_captains.printed_tables import Profile
from sandtable.books.companies_and_captains.switches import Switches
from sandtable.kernel import State, rule
from sandtable.kernel.citation import written_here
from sandtable.table import Ground, Point

Seat = str
GroupId = str
Side = int
"""0 for the side of the first seat, 1 for the other; who of them attacks is rolled during setup."""

Whereabouts = Literal["undeployed", "on the table", "routed", "deserted", "escaped", "exited"]


class LastingSpell(msgspec.Struct, frozen=True, gc=False):
    """A spell that lies on a Group until its caster's side starts its next turn."""

    spell: str
    caster: Seat
    """The Company that cast it: its side's next turn ends it, and it gets the credit."""


class Group(msgspec.Struct, omit_defaults=True, gc=False):
    """One or more models that act together. Every field is a value that is never changed in place."""

    id: GroupId
    name: str
    company: Seat
    profile: Profile
    """The profile with every bought trait worked in."""
    traits: tuple[str, ...] = ()
    """Profile traits and bought traits, without Foe and bane, which stand below with their kinds."""
    foes: tuple[str, ...] = ()
    banes: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    cost: int = 0
    """The effective cost."""
    r: int = 0
    models: tuple[Point, ...] = ()
    """The standing models; the first one is the Captain where the Group holds one."""
    fielded: int = 1
    """How many models the Group started with."""
    radius: float = 0.5
    where: Whereabouts = "undeployed"
    shaken: bool = False
    formed: bool = False
    """In Defensive formation."""
    melee: tuple[GroupId, ...] = ()
    """The enemy Groups it is in melee with."""
    spells: tuple[LastingSpell, ...] = ()
    known_spells: tuple[str, ...] = ()
    """The spells it may Cast: three for an Apprentice, all for a Caster."""
    done: bool = False
    """Activated, rallied or checked this turn."""
    tested: bool = False
    """Rallied or took a Reckless check this turn, passed or failed (CC-ACT-03)."""
    calmed: bool = False
    """The Reckless compulsion does not bind it this turn."""
    used: tuple[str, ...] = ()
    """Its abilities of once each turn that are used up in this turn."""
    shaken_by: Seat = ""
    """The Company with the credit for its being Shaken or Confused."""
    has_fought: bool = False
    """It has been in melee at least once."""
    absent_models: int = 0
    """Models that came back with regained R and found no place yet."""
    asset: str = ""
    """The token it carries."""
    harmed_by: tuple[tuple[Seat, str], ...] = ()
    """Who has cost it R, and by which means."""

    def has(self, trait: str) -> bool:
        """Whether it has this trait."""
        return trait in self.traits

    def is_under(self, spell: str) -> bool:
        """Whether this lasting spell lies on it."""
        return bool(self.spells) and any(one.spell == spell for one in self.spells)

    @property
    def on_table(self) -> bool:
        """Whether its models stand on the table."""
        return self.where == "on the table"


class Ambition(msgspec.Struct, frozen=True, gc=False):
    """A chosen ambition."""

    name: str
    revealed: bool = False


class Deeds(msgspec.Struct, omit_defaults=True, gc=False):
    """What a Company has done and suffered, as far as ambitions and scenarios ask; all have seen it."""

    routed: tuple[GroupId, ...] = ()
    """Enemy Groups whose Rout is credited to it."""
    routed_in_first_turn: tuple[GroupId, ...] = ()
    made_shaken: tuple[GroupId, ...] = ()
    """Enemy Groups that became Shaken through a test credited to it."""
    captain_made_shaken: bool = False
    shooting_made_shaken: bool = False
    drew_first_blood: bool = False
    most_shaken_at_once: int = 0
    captain_moved_or_rolled: bool = False
    costliest_enemies: tuple[GroupId, ...] = ()
    """Fixed when ambitions are chosen; any of them will do."""


class Company(msgspec.Struct, omit_defaults=True, gc=False):
    """All the Groups of one player."""

    seat: Seat
    name: str
    side: Side
    groups: tuple[GroupId, ...]
    """In roster order."""
    captain: GroupId
    """The Captain's Group."""
    captain_trait: str = ""
    points: int = 0
    """Total points fielded, fixed when setup ends."""
    half_lost: bool = False
    """Its test for half the points lost has been taken."""
    ambitions: tuple[Ambition, ...] | None = None
    """None until chosen."""
    turns: int = 0
    """How many turns its side has begun."""
    deeds: Deeds = msgspec.field(default_factory=Deeds)


PUBLISHED_TOKENS = {"asset": "Asset", "siege": "Siege Token"}
"""What the book calls the tokens of the published scenarios (CC-PUB-13)."""


class Token(msgspec.Struct, omit_defaults=True, gc=False):
    """A marker of the scenario."""

    id: str
    kind: str
    at: Point
    size: tuple[float, float] = (1.0, 1.0)
    value: int = 1
    holder: GroupId = ""
    """The Group that carries it."""
    bearer: int = 0
    """The place of the model that holds it among the models of its Group."""
    owner: str = ""
    """Who has claimed it: "attacker" or "defender"."""
    gone: str = ""
    """How it left the table, in the scenario's word; empty while it is there."""

    @property
    def title(self) -> str:
        """What it is called: "Asset 3", "wagon 1"."""
        return f"{PUBLISHED_TOKENS.get(self.kind, self.kind)} {self.id.removeprefix(self.kind)}"


class CompanyEvent(msgspec.Struct, frozen=True, gc=False):
    """A Rout, or the desertions of one roll, that makes a Company test; it waits in a queue."""

    company: Seat
    reasons: tuple[str, ...]
    """The rules that ask for the tests: Captain lost, half lost, last Group."""
    credit: Seat
    """The Company credited with the Rout, or "" for nobody."""


class Cause(msgspec.Struct, frozen=True, gc=False):
    """What makes a Group lose R, test or Retreat, and who gets the credit."""

    how: str
    """ "shooting", "elusive shots", "projectile", "blast", "melee", "rally", "company test" ..."""
    rule: str
    credit: Seat = ""
    group: GroupId = ""
    """The Group that rolled the hits."""
    stood: tuple[Point, ...] = ()
    """Where the models of the cause stand, or last stood."""


class Setup(msgspec.Struct, omit_defaults=True, gc=False):
    """How far the setup of the table has come; of no use once the first turn begins."""

    stage: int = 0
    """How many stages of deployment are done."""
    wider: tuple[int, int] = (0, 0)
    """By how many inches the zone of each side is widened (CC-PUB-04)."""
    wider_for_tokens: int = 0
    shares: dict[Seat, int] = {}
    """The points of each Company, where players have agreed on shares that are not even (CC-SCN-06)."""
    free_choices: int = 0
    """How often a player has chosen the part of the table for a piece of terrain (CC-TGN-03)."""
    passes: int = 0
    """How many players in a row have no more pieces of terrain to place (CC-TGN-06)."""


class Battle(State, omit_defaults=True):
    """The whole battle."""

    scenario: str
    sides: tuple[tuple[Seat, ...], tuple[Seat, ...]]
    """The seats of both sides, in seat order."""
    companies: dict[Seat, Company]
    groups: dict[GroupId, Group]
    """All Groups, Company by Company in seat order, each in roster order."""
    switches: Switches = Switches()
    ground: Ground = Ground(48.0, 48.0, ())
    step: str = "scenario"
    """The step of setup or of a turn that comes next."""
    to_do: tuple[str, ...] = ()
    """What is left to do in this step: Groups to rally, to deploy, pieces to lay."""
    attacker: Side = -1
    first: Side = -1
    """The side that takes the first turn."""
    active: Side = 0
    turn: int = 0
    """How many turns have begun, of both sides together."""
    events: tuple[CompanyEvent, ...] = ()
    """Company tests that are waiting."""
    tokens: dict[str, Token] = {}
    roles: dict[str, GroupId] = {}
    """Groups with a part in the scenario: "extractees", "bodyguards"."""
    setup: Setup = msgspec.field(default_factory=Setup)
    is_ritual_completed: bool = False
    """The rite of the scenario Ritual is done (CC-RIT-06)."""
    first_blood_shed: bool = False
    last_turn: bool = False
    closed: str = ""
    """Why the game is over; empty while it runs."""
    closed_by: tuple[str, ...] = ()
    """The rules that ended it."""

    def side_of(self, group: Group) -> Side:
        """The side for which it fights."""
        return self.companies[group.company].side

    @rule("CC-GEN-05")
    def are_enemies(self, one: Group, other: Group) -> bool:
        """Whether they fight on different sides."""
        return self.companies[one.company].side != self.companies[other.company].side

    def holds_captain(self, group: Group) -> bool:
        """Whether the Group holds its Company's Captain; the first of its models is the Captain."""
        return self.companies[group.company].captain == group.id

    def holder_of(self, role: str) -> Group:
        """The Group that has a part in the scenario."""
        return self.groups[self.roles[role]]

    @property
    def defender(self) -> Side:
        """The side that defends."""
        return 1 - self.attacker

    @property
    def round(self) -> int:
        """The round that is being played: two turns make one."""
        return (self.turn + 1) // 2

    def role(self, side: Side) -> str:
        """ "attacker" or "defender"."""
        return "attacker" if side == self.attacker else "defender"

    def groups_on_table(self) -> list[Group]:
        """Every Group whose models stand on the table."""
        return [group for group in self.groups.values() if group.where == "on the table"]

    def groups_of_side(self, side: Side) -> list[Group]:
        """Every Group of a side, wherever it is, in seat and roster order."""
        groups, companies, found = self.groups, self.companies, []
        for seat in self.sides[side]:
            for one in companies[seat].groups:
                found.append(groups[one])
        return found

    def side_on_table(self, side: Side) -> list[Group]:
        """Every Group of a side that stands on the table, in seat and roster order."""
        groups, companies, found = self.groups, self.companies, []
        for seat in self.sides[side]:
            for one in companies[seat].groups:
                group = groups[one]
                if group.where == "on the table":
                    found.append(group)
        return found

    def has_group_on_table(self, side: Side) -> bool:
        """Whether any Group of a side stands on the table."""
        groups, companies = self.groups, self.companies
        for seat in self.sides[side]:
            for one in companies[seat].groups:
                if groups[one].where == "on the table":
                    return True
        return False

    def enemies_on_table(self, group: Group) -> list[Group]:
        """Every enemy Group on the table."""
        return self.side_on_table(1 - self.companies[group.company].side)

    def friends_on_table(self, group: Group) -> list[Group]:
        """Every other friendly Group on the table."""
        friends = self.side_on_table(self.companies[group.company].side)
        return [one for one in friends if one is not group]

    def leader(self, side: Side) -> Seat:
        """The seat that decides for the side as a whole."""
        seats = self.sides[side]
        if self.switches.side_leader == "rotate":
            return seats[max(0, self.companies[seats[0]].turns - 1) % len(seats)]  # CC-ACT-15
        return seats[0]


# A model is a place and nothing else: no field of a Group says where it looks.
written_here(__name__, "CC-GEN-04")
