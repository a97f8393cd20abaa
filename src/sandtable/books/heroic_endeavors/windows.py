"""The moments at which special rules step in, and what is known at each."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.modifiers import Attack
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import Moment, Play, Windows
from sandtable.table.squares.spaces import Space


def players_in_order(play: Play[Adventure], now: Moment) -> tuple[str, ...]:
    """The seat to which the moment belongs, then the others in seat order, the Game Master last."""
    seats = (*play.state.seats, *play.state.alone)
    return tuple(sorted(seats, key=lambda seat: seat != now.seat))


WINDOWS = Windows(players_in_order)

TURN_BEGINS = "a turn begins"
"""HE-INI-02, first part: reinforcements, loose entities. Moment: `Moment`."""
ACTIVATION_BEGINS = "a model is activated"
"""HE-SEN-10: sentries; effects that last until the next activation end. Moment: `ModelMoment`."""
ACTIVATION_ENDS = "an activation is over"
"""HE-LVL-07, HE-SEN-10. Moment: `ModelMoment`."""
DEED_DECLARED = "an action is about to be carried out"
"""HE-SEN-10: sentries pre-empt. Moment: `DeedMoment`."""
STEP_TAKEN = "a model has moved a space"
"""HE-TRAP-01, HE-SEN-10: traps and sentries, before reactions. Moment: `ModelMoment`."""
ENEMY_ACTED = "an enemy has moved a space, turned or finished an action"
"""HE-SEN-11: sentries, before reactions. Moment: `ModelMoment`."""
ACTIVATIONS_OVER = "all activations are over"
"""HE-SEN-06: sentries that have not attacked. Moment: `Moment`."""
MOTIVATION_PHASE = "the motivation phase"
"""HE-MOT-01. Moment: `Moment`."""
TURN_ENDS = "a turn ends"
"""HE-INI-02, last part: what advances or comes back at the end of a turn. Moment: `Moment`."""
ATTACK_COMES = "an attack is about to be made"
"""HE-SKL-02, HE-SKL-11: somebody takes it over, or is no longer there. Moment: `AttackComes`."""
ATTACKED = "a model is attacked"
"""HE-ACT-04, HE-SEN-07: preparation and sentries are lost, groups alerted. Moment: `ModelMoment`."""
ATTACK_MADE = "an attack has been resolved"
"""HE-PST-01, HE-AMMO-03: what an attack does to the weapon; noise. Moment: `AttackMoment`."""
MODEL_PUSHED = "a model was forced into a space"
"""HE-TRAP-06: it did not go there by itself. Moment: `ModelMoment`."""
DAMAGE_DONE = "a model has suffered damage"
"""HE-MOT-02: what it has suffered is counted. Moment: `DamageMoment`."""
MOVE_ENDED = "a model has ended a move"
"""HE-SKL-17: what is left of the move may be used otherwise. Moment: `MoveMoment`."""
DAMAGE_DUE = "a model is about to suffer damage"
"""HE-DMG-01: dodging, devotion. Moment: `DamageMoment`."""
WEAPON_LOST = "a weapon is out of a model's hands"
"""HE-ENG-05: dropped, put away or struck from the hand. Moment: `WeaponMoment`."""
COURAGE_LOST = "a model has lost its courage"
"""HE-SKL-17, HE-SKL-18: it falls back at once (HE-MOT-06). Moment: `ModelMoment`."""
LEVELS_DUE = "a caster is about to spend levels"
"""HE-ENT-09: its entities may break loose. Moment: `LevelsMoment`."""
MODEL_DOWN = "a model is out of action"
"""HE-DMG-02, HE-DMG-05. Moment: `ModelMoment`."""


class ModelMoment(Moment):
    """A moment of one model."""

    def __init__(self, model: Model) -> None:
        super().__init__(model.seat)
        self.model = model

    @property
    def about(self) -> tuple[str, ...]:
        """The model."""
        return (self.model.id,)


class MoveMoment(ModelMoment):
    """A model has walked or run as far as it came."""

    def __init__(self, model: Model, left: int) -> None:
        super().__init__(model)
        self.left = left
        """The MOV that it has not used."""


class DeedMoment(ModelMoment):
    """A model is about to do something to somebody."""

    def __init__(self, model: Model, deed: str, target: str = "") -> None:
        super().__init__(model)
        self.deed = deed
        self.target = target


class AttackMoment(ModelMoment):
    """An attack by a model has been resolved."""

    def __init__(self, model: Model, weapon: str, *, is_melee: bool, at: Space | None = None) -> None:
        super().__init__(model)
        self.weapon = weapon
        self.is_melee = is_melee
        self.at = at
        """Where the target was."""


class WeaponMoment(ModelMoment):
    """A weapon of a model is in its hands no more."""

    def __init__(self, model: Model, weapon: str) -> None:
        super().__init__(model)
        self.weapon = weapon


class DamageMoment(ModelMoment):
    """Damage that a model is about to suffer; a rule may lower it."""

    def __init__(self, model: Model, points: int, by: str, attack: Attack | None = None) -> None:
        super().__init__(model)
        self.points = points
        self.by = by
        """Who inflicts it; empty where nobody does."""
        self.attack = attack
        """The attack by which it comes, if it comes by one."""

    @property
    def is_attack(self) -> bool:
        """By somebody's attack, or by one that nobody makes, such as a trap (HE-DMG-06)."""
        return self.attack is not None or not self.by


class AttackComes(ModelMoment):
    """An attack on a model; a rule may call it off, or have it made on somebody else."""

    def __init__(self, attack: Attack) -> None:
        super().__init__(attack.target)
        self.attack = attack
        self.is_off = False


class LevelsMoment(ModelMoment):
    """A caster is about to spend ARC levels on a power."""

    def __init__(self, model: Model, power: str) -> None:
        super().__init__(model)
        self.power = power


def once(play: Play[Adventure], seat: str, _now: Moment) -> bool:
    """For what happens once, whoever plays."""
    return seat == play.state.seats[0]
