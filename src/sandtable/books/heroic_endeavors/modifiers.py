"""Questions on which many rules bear: each chapter, skill and power answers for itself."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sandtable.binding.sources import Sources
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.tables.charts import Band
from sandtable.books.heroic_endeavors.tables.weapons import Melee, Ranged
from sandtable.kernel import Modifier, Refusal, rule
from sandtable.table.squares.arcs import Zone
from sandtable.table.squares.templates import Spot

Use = Literal["attack", "defence", "check", "placement"]
"""What a pool of successes is rolled for."""
Area = Literal["", "blast", "spray", "template"]
"""An explosion, a spray, or a template that is neither."""


class Attack(NamedTuple):
    """One attack on one model, as it stands when the dice are counted."""

    kind: Literal["melee", "ranged"]
    attacker: Model
    target: Model
    melee: Melee | None = None
    """The weapon of a melee attack."""
    ranged: Ranged | None = None
    """That of a ranged one."""
    zone: Zone = "front"
    """Where the attacker stands, as the target faces (HE-MEL-09, HE-SHD-03)."""
    distance: int = 1
    band: Band = "short"
    prepared: int = 0
    """Dice by aim or focus."""
    defensive: int = 0
    """Dice by defensive focus (HE-ACT-10)."""
    is_reaction: bool = False
    spray: Literal["", "large", "small", "beside"] = ""
    """The template that is laid, or none against somebody beside the attacker (HE-SPR-02, HE-PBR-05)."""
    allotted: int = 0
    """The dice of a burst that this target is given; 0 where it is none (HE-AUT-03)."""
    is_blind: bool = False
    """Made out of full soft cover, through it (HE-COV-07)."""
    defending: Melee | None = None
    """With what the target of a melee attack defends itself, once that is known."""
    area: Area = ""
    """What it is part of, where it is made on everybody in some spaces."""
    centre: Spot | None = None
    """The centre of a blast, from where cover is judged (HE-BLS-09)."""
    levels: int = 0
    """The ARC levels of an arcane attack that are spent when it is made (HE-POW-36)."""
    channelled: int = 0
    """Dice by levels put into a blow with a force weapon (HE-FRC-02)."""
    sniping: str = ""
    """The bonus that a sniper has named (HE-SNP-02)."""
    has_re_rolled: bool = False
    """Dice of another roll of the same act were rolled again, so none of this one are (HE-DUAL-03)."""
    is_primary: bool = True
    """Whether the target is the one at whom it is aimed, of all in those spaces."""

    @property
    def weapon(self) -> str:
        """The name of the weapon."""
        arm = self.melee or self.ranged
        return arm.weapon if arm is not None else ""

    @property
    @rule("HE-THR-06", "HE-PBR-01")
    def is_point_blank(self) -> bool:
        """A shot at somebody beside the attacker (HE-PBR-01)."""
        is_thrown = self.ranged is not None and self.ranged.thrown  # HE-THR-06
        is_laid = self.spray in ("large", "small")
        return self.kind == "ranged" and self.distance <= 1 and not (is_thrown or is_laid)


class ReRoll(NamedTuple):
    """One die of a pool that may be rolled again."""

    reason: str
    rule: str
    or_die: bool = False
    """A die more, of which the lowest is discarded, may be thrown instead (HE-DICE-08)."""


FIGHTS: Sources[Model, tuple[Melee, ...]] = Sources("With what else can a model fight?")
"""Besides single melee weapons: pistols, pairs."""
TRAIT: Sources[Adventure, Model, str, Modifier] = Sources("What raises or lowers a trait?")
"""Of STR, PER, DEX or MOV, by its letters (HE-TRT-23)."""
DEF: Sources[Adventure, Model, Modifier] = Sources("What else protects a model?")
"""Besides armour, shield, nature and dexterity: fast movement, skills."""
ATK: Sources[Adventure, Model, Melee, Modifier] = Sources("What changes a weapon in the hands of a model?")
"""For attack and defence alike (HE-TRT-15)."""
ATTACK: Sources[Adventure, Attack, Modifier] = Sources("What adds dice to the attack roll, or takes them?")
DEFENCE: Sources[Adventure, Attack, Modifier] = Sources("What adds dice to the defence roll, or takes them?")
CHECK: Sources[Adventure, Model, str, Modifier] = Sources("What adds dice to a trait check, or takes them?")
EASIER: Sources[Adventure, Model, str, Modifier] = Sources("What makes a check easier, or harder?")
"""By the rule that calls for the check; it is added to the difficulty (HE-CHK-03)."""
PRACTISED: Sources[Adventure, Model, str, Modifier] = Sources("What adds dice to a check of one kind?")
"""By the rule that calls for the check."""
CHEAPER: Sources[Adventure, Model, str, Modifier] = Sources("What changes the price of an effect?")
"""In successes, by the name of the effect; it is added to the price (HE-MEL-08)."""
RE_ROLLS: Sources[Adventure, Model, Use, Attack, ReRoll] = Sources("Which dice may a model roll again?")
"""Of its own attack or defence roll (HE-DICE-07)."""
FORCED_RE_ROLLS: Sources[Adventure, Attack, ReRoll] = Sources("Which die of the attack must be rolled again?")
"""HE-DICE-10: by the shield of the target."""
WHY_NOT_STRIKE: Sources[Adventure, Attack, Refusal] = Sources("What bars a strike that is in reach?")
NO_DAMAGE: Sources[Adventure, Attack, Model, str] = Sources("What keeps a winner from doing damage?")
"""The rule that does (HE-ENG-02)."""
WHY_NOT_ACT: Sources[Adventure, Model, str, Refusal] = Sources("What bars a deed of this kind?")
WHY_NOT_OP: Sources[Adventure, Attack, str] = Sources("What keeps a model from this attack as a reaction?")
"""The rule that does (HE-MOT-11)."""
WHY_NOT_REACT: Sources[Adventure, Model, str] = Sources("What keeps a model from reacting?")
"""The rule that does (HE-REA-12)."""
SHOTS: Sources[Adventure, Model, Model, tuple[Attack, ...]] = Sources(
    "With what else can a model react from afar?"
)
"""Besides ranged weapons: powers (HE-POW-36)."""
HELD: Sources[Adventure, Model, tuple[str, ...]] = Sources("What else can a model hold on sentry?")
"""By the names of the attacks (HE-POW-36)."""
LIKE_COHORTS: Sources[Adventure, Model, str] = Sources("Who else checks its motivation, and never rallies?")
"""The rule by which it does (HE-SKL-32)."""
