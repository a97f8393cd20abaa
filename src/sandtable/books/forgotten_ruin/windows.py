"""The moments of this book at which special rules may be used, and what is known at each of them."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Mob, Seat, Soldier
from sandtable.kernel import Modifier, Play, Refusal, Windows
from sandtable.kernel.decision import Thrown
from sandtable.kernel.window import AnyMoment
from sandtable.table import Point

BATTLE_STARTED = "battle started"
"""Both sides stand, round 1 has not begun. Moment: `BattleStart`."""
ROUND_STARTED = "round started"
"""Before the Reaction Roll. Moment: `Moment`."""
PHASE_STARTED = "phase started"
"""A phase begins. Moment: `PhaseMoment`."""
PHASE_ENDED = "phase ended"
"""Combats and Morale of the phase are done. Moment: `PhaseMoment`."""
ACTIVATION_STARTED = "activation started"
"""A figure's activation begins: auras, potions that end. Moment: `Activation`."""
ACTION_STARTS = "action starts"
"""An Action or Free Action of a soldier is about to be carried out. Moment: `Activation`."""
ACTIVATION_ENDED = "activation ended"
"""Everything of the activation is done. Moment: `Activation`."""
ACTIVATION_OVER = "activation over"
"""The soldier has recovered, or is gone; what lasted for the activation is over. Moment: `Activation`."""
MOVED = "moved"
"""A figure has moved along a way, of its own accord or not. Moment: `Movement`."""
MOVE_ENDED = "move ended"
"""A soldier has ended a move, the Dash included: Investigations, finds. Moment: `Movement`."""
DICE_DUE = "dice due"
"""Dice of a soldier's own action are about to be rolled: whatever is declared before. Moment: `OwnDice`."""
REROLLS, STORY_POINT, TRAIT = 3, 4, 5  # The steps of FR-HIT-09 in which the player changes own dice.
DICE_ROLLED = "dice rolled"
"""Dice of a soldier's own action lie there: rerolls, Story Point, trait. Moment: `OwnDice`."""
TESTED_BEFOREHAND = "tested before the battle"
"""The die of a soldier's test before the battle lies there: rerolls. Moment: `OwnDice`."""
GUNFIRE = "gunfire"
"""A firearm was fired or something exploded, and what it hit is settled. Moment: `Gunfire`."""
STRUCK_BY_MAGIC = "struck by magic"
"""A spell or an item works on an enemy figure, whether or not it does damage. Moment: `Aimed`."""
VILLAINS_CHECKED = "villains checked"
"""It is known which villains come to the battle; nobody is set up yet. Moment: `VillainCheck`."""
SNAP_EXPLOSIVE = "explosive Snap Fire"
"""Snap Fire with an explosive weapon is chosen, its point not yet aimed. Moment: `SnapExplosive`."""
COMES_ON = "comes on"
"""A soldier off the table who takes part activates, and may come on. Moment: `Activation`."""
DEPLOYMENT = "deployment"
"""The squad is about to be set up: who stays off the table. Moment: `Moment`."""
ATTACK_FALLS = "attack falls"
"""The Hits of one attacking figure are known: on whom of those at one place they fall. Moment: `Struck`."""
ATTACK_HITS = "attack hits"
"""The Hits of one enemy figure on a soldier are known, nothing is rolled yet. Moment: `Struck`."""
HIT_STRIKES = "Hit strikes"
"""One Hit, before its saving throw: what negates a Hit. Moment: `Struck`."""
HIT_RESOLVED = "Hit resolved"
"""One Hit has been saved, or has had its damage roll. Moment: `Struck`."""
CASUALTY_DUE = "casualty due"
"""All Hits of the attacking unit are resolved and the figure would be a casualty. Moment: `Struck`."""
FIGURE_REMOVED = "figure removed"
"""A figure has left the table, killed or otherwise. Moment: `Removal`."""
COMBAT_ROLLED = "combat dice rolled"
"""The dice of a hand-to-hand combat lie there: Parrying and the like. Moment: `hand_to_hand.Combat`."""
COMBAT_HITS = "combat Hits fixed"
"""The Hits of both sides of a combat are fixed, none is resolved yet. Moment: `hand_to_hand.Combat`."""
VOLLEY_ROLLED = "archery dice rolled"
"""The dice of enemies who shoot at one figure lie there: rerolls. Moment: `Volley`."""
COMBAT_FOUGHT = "combat fought"
"""Hits are resolved and the sides are apart. Moment: `hand_to_hand.Combat`."""
ENEMY_CASTS = "enemy casts"
"""An enemy is about to cast a spell or make a magical attack. Moment: `Casting`."""
AGGRESSION_PHASE = "Aggression Phase"
"""Before the points of the phase are added. Moment: `Moment`."""
AGGRESSION_EVENT = "Aggression event"
"""A row of the Aggression table was rolled and not applied yet. Moment: `AggressionEvent`."""
AGGRESSION_SETTLED = "Aggression settled"
"""A row of the Aggression table has been applied, its troops stand. Moment: `AggressionEvent`."""
END_PHASE = "End Phase"
"""Effects at the end of the round, in the player's order. Moment: `Moment`."""
ENEMY_UNIT_STARTS = "enemy unit starts"
"""A mob, villain or monster is about to activate. Moment: `MobMoment` or `Activation`."""
MOB_ACTED = "mob acted"
"""The activation of a mob is over, whatever it did in it. Moment: `MobMoment`."""


class Moment(msgspec.Struct, AnyMoment, eq=False):
    """What is known at a moment, and the seat to which it belongs; special rules read it and change it."""

    seat: Seat


class BattleStart(Moment):
    """Both sides stand."""

    told = "Both sides stand, and round 1 is about to begin."


class PhaseMoment(Moment):
    """A phase begins or ends."""

    phase: str


class Activation(Moment):
    """A figure activates."""

    figure: Soldier | Enemy
    why_no_move: Refusal | None = None
    why_no_attack: Refusal | None = None
    may_act: bool = True
    is_over: bool = False
    """Nothing more can be done in it."""
    moves: int = 1
    actions: int = 1
    free_actions: int = 1
    dashes: bool = False
    is_either: bool = False
    """A Move or an Action, not both."""
    is_flexible: bool = False
    """Two Moves or two Actions instead of one of each."""
    is_snap_fire: bool = False
    has_moved: bool = False
    has_acted: bool = False
    has_fired: bool = False
    acts_first: bool = False
    """The Action came first and a Move may follow."""
    move_cap: float | None = None
    """The inches that an Action taken before leaves for the Move."""
    uncounted: int = 0
    """Moves that do not count for weapons, as long as another one is left (FR-MIS-59)."""
    came_from: tuple[Point, ...] = ()
    """Where the last straight part of its Move began (FR-MOV-11)."""
    left: tuple[str, ...] = ()
    """Friends whom it touched when its move began, or on the way (FR-CON-15)."""
    free_used: int = 0
    given_up: list[str] = []
    """Actions that were begun and came to nothing; they are not begun again."""
    rules: tuple[str, ...] = ()
    """The rules that changed what it may do."""

    def use_move(self) -> None:
        """A Move is made, and of a Move or an Action nothing is left."""
        self.moves, self.has_moved = self.moves - 1, True
        if self.is_either:
            self.actions = 0

    @property
    def may_move(self) -> bool:
        """Whether nothing keeps it where it stands."""
        return self.why_no_move is None

    @property
    def may_attack(self) -> bool:
        """Whether nothing keeps it from shooting and fighting."""
        return self.why_no_attack is None

    @property
    def facts(self) -> dict[str, Any]:
        """Who activates."""
        return {"figure": self.figure.id}

    @property
    def about(self) -> tuple[str, ...]:
        """Who activates."""
        return (self.figure.id,)

    @property
    def told(self) -> str:
        """Who is about to act, or has acted."""
        return f"{self.figure.name} has acted." if self.is_over else f"{self.figure.name} is about to act."


class Movement(Moment):
    """A figure went along a way."""

    figure: Soldier | Enemy
    path: tuple[Point, ...]
    how: str
    """ "move", "dash", "random", "push", "follow-up", "luck", "flight", "placed"."""
    is_stopped: bool = False
    ends_activation: bool = False
    """A drop or a fall has ended what the figure may do (FR-MOV-23)."""
    cost: float = 0.0
    """The allowance that the way has used up."""

    @property
    def facts(self) -> dict[str, Any]:
        """Who moved."""
        return {"figure": self.figure.id, "how": self.how}

    @property
    def about(self) -> tuple[str, ...]:
        """Who moved."""
        return (self.figure.id,)


purposes = read_data.later("own_dice.yaml", dict[str, str])
"""What the dice of a soldier's own action are rolled for."""


class OwnDice(Moment):
    """Dice that were rolled for a soldier's own action; `score` counts, `face` is natural."""

    soldier: Soldier
    what: str
    """ "hit", "hand-to-hand", "damage", "save", "call", "interact", "investigation", "leap" ..."""
    faces: list[int]
    need: int | None
    bonus: list[int] = []
    """What a trait added to each die, and Enchanted Oil to the first one."""
    on_first: int = 0
    """What the first die has more than the others (FR-LOOT-66)."""
    shares: tuple[tuple[int, int], ...] = ()
    """Where shots are spread: the dice of each target, the closest first, and the score they need."""
    modifier: int = 0
    """What is added to every die."""
    why: list[Modifier] = []
    """What that is made of, and why the number is what it is."""
    rerolled: list[int] = []
    """The places of dice that were rerolled."""
    step: int = REROLLS
    """How far it has come: rerolls, then a Story Point, then a trait, and no way back (FR-HIT-09)."""
    count: int = 0
    """How many dice are to be rolled; the best of them count where `extra` more are rolled."""
    extra: int = 0
    rules: tuple[str, ...] = ()
    """Rules that had a part in the dice, named when they are rolled."""
    is_stationary_shot: bool = False
    is_snap_fire: bool = False
    target: Figure | None = None

    def __post_init__(self) -> None:
        self.bonus, self.count = [0] * len(self.faces), len(self.faces)

    def score(self, place: int) -> int:
        """A die with everything added, never below 0 (FR-PRN-17)."""
        return max(0, self.faces[place] + self.bonus[place] + self.modifier)

    @property
    def scores(self) -> list[int]:
        """Every die with everything added."""
        return [self.score(place) for place in range(len(self.faces))]

    @property
    def facts(self) -> dict[str, Any]:
        """Whose dice, what for, and what they show."""
        told = {"figure": self.soldier.id, "what": self.what, "faces": self.faces, "need": self.natural}
        return told if self.step == REROLLS else {**told, "step": self.step}

    @property
    def about(self) -> tuple[str, ...]:
        """Whose dice, and at whom."""
        return (self.soldier.id,) if self.target is None else (self.soldier.id, self.target.id)

    @property
    def thrown(self) -> Thrown | None:
        """The dice so far."""
        return Thrown(tuple(self.faces), self.natural) if self.faces else None

    @property
    def natural(self) -> int | None:
        """The face that a die itself must show (FR-PRN-14)."""
        return None if self.need is None else self.need - self.modifier

    @property
    def told(self) -> str:
        """Who rolled what, and what was needed."""
        purpose = purposes().get(self.what, f"for {self.what}")
        if not self.faces:
            return f"{self.soldier.name} is about to roll {purpose}."
        needed = "" if self.natural is None else f", needs {max(1, self.natural)}+"
        return f"{self.soldier.name} rolled {', '.join(map(str, self.faces))} {purpose}{needed}."


class Gunfire(Moment):
    """Shots have gone from here to there, or something went off at one place."""

    by: str
    """Who fired, if anybody of the squad did."""
    ways: list[tuple[Point, Point]]


class Aimed(Moment):
    """A spell or an item is meant for a figure."""

    target: Soldier | Enemy


class VillainCheck(Moment):
    """The villains who come."""

    villains: list[Enemy]


class SnapExplosive(Moment):
    """An explosive weapon is about to be aimed at a unit in the middle of its move."""

    soldier: Soldier
    unit: tuple[str, ...]
    """The figures of the moving unit."""


class Volley(Moment):
    """Dice of enemies who shoot at one figure, one die for each of them."""

    target: Soldier | Enemy
    shooters: list[Enemy]
    faces: list[int]
    needs: list[int]
    """The face that each die must show."""
    used: dict[str, int] = {}
    """What special rules have used up; shared by all volleys of one unit's shooting."""

    @property
    def hits(self) -> list[Enemy]:
        """Whose shots hit."""
        dice = zip(self.shooters, self.faces, self.needs, strict=True)
        return [one for one, face, need in dice if face >= need]

    @property
    def facts(self) -> dict[str, Any]:
        """At whom, and what the dice show."""
        return {"figure": self.target.id, "faces": self.faces}

    @property
    def about(self) -> tuple[str, ...]:
        """At whom they shot, and who."""
        return (self.target.id, *(one.id for one in self.shooters))

    thrown = property(lambda self: Thrown(tuple(self.faces)), doc="What the dice show.")

    @property
    def told(self) -> str:
        """At whom they shot, and what they rolled."""
        return f"They shot at {self.target.name} and rolled {', '.join(map(str, self.faces))}."


class Struck(Moment):
    """A figure is struck: `hits` are still to be resolved, `hit` is the one that is being resolved."""

    target: Soldier | Enemy
    hits: list[Any]
    hit: Any = None
    is_negated: bool = False
    """A special rule has cancelled what was about to happen."""
    negated_by: str = ""
    is_settled: bool = False
    """The Hit strikes, and a special rule says what comes of it in the place of save and damage."""
    was_saved: bool = False
    damage: int = 0
    """The score of the damage roll."""
    natural_damage: int = 0
    """The face of the damage die that counts."""
    falls_on: tuple[str, str] | None = None
    """Whom the attack strikes instead, and by which rule."""
    dodged: str = ""
    """The attacker or incident against which a Dodge was tried."""
    knocked_down_by: str = ""
    """The rule by which it is Knocked Down if it is not removed."""
    casualty_hits: list[Any] = []
    moved_by_luck: bool = False

    @property
    def is_attacked(self) -> bool:
        """Whether somebody deals the Hit, or a blast that was meant for others."""
        return bool(self.hit.attacker) or self.hit.how in ("explosion", "fire mission")

    def negate(self, rule: str) -> None:
        """A special rule cancels what was about to happen."""
        self.is_negated, self.negated_by = True, rule

    def spare(self, rule: str) -> None:
        """A Hit that would make a casualty is cancelled, and with the last of them the casualty."""
        self.casualty_hits.pop(0)
        if not self.casualty_hits:
            self.negate(rule)

    @property
    def facts(self) -> dict[str, Any]:
        """Who is struck, and how often."""
        return {"figure": self.target.id, "hits": len(self.hits)}

    @property
    def about(self) -> tuple[str, ...]:
        """Who is struck."""
        return (self.target.id,)

    @property
    def told(self) -> str:
        """Who is struck, or would be gone."""
        if self.casualty_hits:
            return f"{self.target.name} would be a casualty."
        count = len(self.hits)
        return f"{self.target.name} takes {'a Hit' if count == 1 else f'{count} Hits'}." if count else ""


class Removal(Moment):
    """A figure has left the table."""

    figure: Soldier | Enemy
    how: str
    """The whereabouts it has now: "casualty", "left", "fled", "withdrawn"."""
    by: str
    """The figure that killed it, or ""."""
    means: str
    """ "shooting", "hand-to-hand", "explosion", "spell" ..."""


class MobMoment(Moment):
    """Something is about to happen to a mob."""

    mob: Mob
    is_over: bool = False
    """Nothing more can be done in it."""

    @property
    def facts(self) -> dict[str, Any]:
        """Which mob."""
        return {"mob": self.mob.id}

    @property
    def about(self) -> tuple[str, ...]:
        """Which mob."""
        return (self.mob.id,)


class Casting(Moment):
    """An enemy casts."""

    figure: Enemy
    is_spoiled: bool = False


class AggressionEvent(Moment):
    """A row of the Aggression table."""

    row: str
    is_cancelled: bool = False

    @property
    def facts(self) -> dict[str, Any]:
        """The row."""
        return {"row": self.row}

    @property
    def told(self) -> str:
        """What is about to happen."""
        return f"The enemy has an event: {self.row}."


def _who_may_speak(play: Play[Battle], now: Moment) -> tuple[str, ...]:
    return (now.seat,)


WINDOWS = Windows(_who_may_speak)
