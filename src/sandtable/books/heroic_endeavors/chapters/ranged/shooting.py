"""Ranged attacks: arc, sight, range and band, cover, the dice of both, and what the successes do."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed, modifier_of
from sandtable.books.heroic_endeavors.chapters.arms import shoots_with
from sandtable.books.heroic_endeavors.chapters.attacked import announced, begin_attack
from sandtable.books.heroic_endeavors.chapters.dice import Pool, roll_again, throw
from sandtable.books.heroic_endeavors.chapters.fate import change_by_fate
from sandtable.books.heroic_endeavors.chapters.ground import distance_between, levels_between
from sandtable.books.heroic_endeavors.chapters.melee.mounted import rider_or_mount
from sandtable.books.heroic_endeavors.chapters.melee.reach import is_rear
from sandtable.books.heroic_endeavors.chapters.ranged.exposing import comes_out
from sandtable.books.heroic_endeavors.chapters.ranged.past_models import DIFFICULTY, line_past
from sandtable.books.heroic_endeavors.chapters.successes import spend
from sandtable.books.heroic_endeavors.chapters.trait_checks import check
from sandtable.books.heroic_endeavors.chapters.traits import bonus, defence
from sandtable.books.heroic_endeavors.modifiers import ATTACK, DEFENCE, Attack
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model, Prepared
from sandtable.books.heroic_endeavors.tables.charts import Band, charts
from sandtable.books.heroic_endeavors.tables.weapons import Ranged
from sandtable.books.heroic_endeavors.windows import ATTACK_MADE, WINDOWS, AttackMoment
from sandtable.kernel import Modifier, Play, Refusal, rule, total_of
from sandtable.table.squares.arcs import Arc, in_arc


@rule("HE-ARC-01", "HE-ARC-02", "HE-ARC-03", "HE-ARC-04", "HE-HVY-04", "HE-HVY-05", "HE-HVY-06")
def arc_of(weapon: Ranged) -> Arc:
    """180 degrees, and 90 for what is heavy."""
    return 90 if weapon.is_heavy else 180


@rule("HE-ARC-01", "HE-BASE-05", "HE-BASE-03")
def is_in_arc(attacker: Model, target: Model, arc: Arc) -> bool:
    """At least one space of the target lies in the arc."""
    assert attacker.at is not None
    return any(in_arc(attacker.base, attacker.at, attacker.facing, one, arc) for one in target.spaces)


@rule("HE-RNG-10", "HE-GEO-07")
def range_to(state: Adventure, attacker: Model, target: Model) -> int:
    """The counted distance, and a space more for each level between."""
    return distance_between(attacker, target) + levels_between(state, attacker, target)


@rule("HE-RNG-02", "HE-RNG-03")
def band_of(weapon: Ranged, far: int) -> Band | None:
    """The range band; none beyond extreme range."""
    limits = zip(charts().bands, weapon.bands or (), strict=False)
    return next((row.band for row, limit in limits if far <= limit), None)


def shot_at(state: Adventure, attacker: Model, target: Model, weapon: Ranged) -> Attack:
    """A shot as it would be made now."""
    far = range_to(state, attacker, target)
    band = band_of(weapon, far) or "extreme"
    rear = is_rear(target, attacker)
    return Attack(
        "ranged", attacker, target, ranged=weapon, zone="rear" if rear else "front", distance=far, band=band
    )


@rule("HE-TRT-17", "HE-RNG-03", "HE-RNG-04", "HE-ACT-11")
def shot_dice(state: Adventure, attack: Attack) -> list[Modifier]:
    """All dice of the attack roll: RNG part by part, range, aim and whatever else bears on it."""
    weapon = attack.ranged
    assert weapon is not None
    if attack.allotted:
        return [Modifier(attack.allotted, "of the burst", "HE-AUT-03")]
    if attack.spray:
        return spray_dice(state, attack, weapon)
    aim = () if attack.is_reaction else modifier_of(attack.attacker, "aim")
    if attack.area and not attack.is_primary:
        return [Modifier(weapon.atk or 0, weapon.weapon, weapon.rule)]
    parts = [
        Modifier(weapon.atk or 0, weapon.weapon, weapon.rule),
        Modifier(bonus(state, attack.attacker, "PER"), "perception", "HE-TRT-03"),
        *(() if weapon.arcane else _of_weapons(state, attack)),
        *aim,
    ]
    return [*(one for one in parts if one.value), *ATTACK.all(state, attack)]


@rule("HE-SPR-01", "HE-SPR-09", "HE-PBR-05")
def spray_dice(state: Adventure, attack: Attack, weapon: Ranged) -> list[Modifier]:
    """ATK alone, whatever the range; what the attacker is good at goes to its primary target."""
    attacker, is_beside = attack.attacker, attack.spray == "beside"
    parts = [Modifier(weapon.atk or 0, weapon.weapon, weapon.rule)]
    if attack.is_primary:
        parts.append(Modifier(bonus(state, attacker, "PER"), "perception", "HE-TRT-03"))
        parts += modifier_of(attacker, "aim")
    if attack.is_primary or is_beside:
        parts.append(Modifier(bonus(state, attacker, "DEX"), "dexterity", "HE-TRT-04"))
    return [*(one for one in parts if one.value), *ATTACK.all(state, attack)]


@rule("HE-TRT-17", "HE-RNG-03", "HE-POW-06")
def _of_weapons(state: Adventure, attack: Attack) -> tuple[Modifier, Modifier]:
    """What bears on shots and not on powers: dexterity and range."""
    band = next(one for one in charts().bands if one.band == attack.band)
    return (
        Modifier(bonus(state, attack.attacker, "DEX"), "dexterity", "HE-TRT-04"),
        Modifier(band.dice, f"{band.band} range", band.rule),
    )


@rule("HE-RNG-06", "HE-SHD-03", "HE-DMG-03")
def dodge_dice(state: Adventure, attack: Attack) -> list[Modifier]:
    """All dice of the defence roll: DEF, cover and whatever else bears on it."""
    target = attack.target
    blasted = attack.area == "blast" and attack.centre is not None
    parts = defence(state, target, rear=attack.zone == "rear", helpless=target.is_unconscious or blasted)
    return [*parts, *DEFENCE.all(state, attack)]


@ATTACK.source("HE-PBR-02", "HE-SCT-02")
def _point_blank(state: Adventure, attack: Attack) -> Modifier | None:
    """Pistols and scatter weapons are better, heavy ones worse; the longbow is named as none of these."""
    weapon = attack.ranged
    if weapon is None or not attack.is_point_blank:
        return None
    if "P" in weapon.marks or "Sc" in weapon.marks:
        return Modifier(1, "point-blank", "HE-PBR-02")
    if weapon.is_heavy and weapon.weapon != "longbow":
        return Modifier(-1, "point-blank", "HE-PBR-02")
    return None


@rule("HE-RNG-01", "HE-RNG-05", "HE-RNG-09", "HE-LOS-01", "HE-ARC-01", "HE-AMMO-01")
def why_not_shoot(state: Adventure, attack: Attack) -> Refusal | None:
    """Not loaded, out of arc or range or sight, or no dice."""
    weapon, attacker, target = attack.ranged, attack.attacker, attack.target
    assert weapon is not None
    if any(one in attacker.arms.empty for one in weapon.weapon.split(" + ")):
        return Refusal("HE-AMMO-01", f"The {weapon.weapon} is empty.", "Reload it.")
    if not target.on_board or not is_in_arc(attacker, target, arc_of(weapon)):
        return Refusal("HE-ARC-01", f"{name_of(state, target)} is not in the firing arc.", "Turn towards it.")
    if not weapon.arcane and band_of(weapon, attack.distance) is None:
        reason = f"{name_of(state, target)} is {attack.distance} spaces away."
        return Refusal("HE-RNG-03", reason, f"Come within {(weapon.bands or (0,))[-1]} spaces.")
    if line_past(state, attack) is None:
        return Refusal("HE-LOS-01", f"{name_of(state, target)} is not in sight.", "Move to see it.")
    if total_of(shot_dice(state, attack)) <= 0:
        return Refusal("HE-RNG-05", "The attack has no dice.", "Aim, or come nearer.")
    return None


@rule("HE-SLW-01")
def actions_for(weapon: Ranged) -> int:
    """One action for a shot, two with a slow weapon."""
    return 2 if weapon.is_slow else 1


@deed
class Shoot(DeedKind):
    """HE-ACT-12"""

    name, rule, keeps_preparation = "shoot", "HE-ACT-12", True
    points_at = ("unit",)

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Every enemy with every ranged weapon in use that has range bands."""
        weapons = [one for one in shoots_with(model) if one.bands is not None and one.shoots]
        foes = [one for one in state.on_board() if one.is_foe_of(model)]
        return [Deed(self.name, foe.id, one.weapon) for foe in foes for one in weapons]

    def costs(self, state: Adventure, model: Model, deed: Deed) -> int:
        """Those of the weapon."""
        return actions_for(self._weapon(model, deed))

    def _weapon(self, model: Model, deed: Deed) -> Ranged:
        return next(one for one in shoots_with(model) if one.weapon == deed.weapon)

    def _attack(self, state: Adventure, model: Model, deed: Deed) -> Attack:
        return shot_at(state, model, state.models[deed.target], self._weapon(model, deed))

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """At whom, with what, and how far."""
        target = state.models[deed.target]
        whom, far = name_of(state, target), range_to(state, model, target)
        if self._weapon(model, deed).thrown:
            return f"throw the {deed.weapon} at {whom}, {far} spaces"
        return f"shoot {whom} with the {deed.weapon}, {far} spaces"

    def means(self, state: Adventure, model: Model, deed: Deed) -> str:
        """How many dice against how many."""
        attack = self._attack(state, model, deed)
        own, other = total_of(shot_dice(state, attack)), total_of(dodge_dice(state, attack))
        return f"{max(0, own)} dice against {max(0, other)}"

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """Whatever bars the shot."""
        return why_not_shoot(state, self._attack(state, model, deed))

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """One attack on one target."""
        await shoot(play, self._attack(play.state, model, deed))
        model.prepared = Prepared()


@rule("HE-LOS-07", "HE-RNG-01")
async def shoot(play: Play[Adventure], attack: Attack) -> None:
    """Past a friend farther off only by a check; where it fails the friend is attacked instead."""
    attack = await comes_out(play, await rider_or_mount(play, attack))
    state, line = play.state, line_past(play.state, attack)
    friend = None if line is None else line.risks
    if friend is not None and not await check(play, attack.attacker, "PER", DIFFICULTY, "HE-LOS-07"):
        assert attack.ranged is not None
        play.tell("friend in the line", "HE-LOS-07", model=attack.attacker.id, target=friend.id)
        instead = shot_at(state, attack.attacker, friend, attack.ranged)
        attack = instead._replace(is_reaction=attack.is_reaction)
    await resolve_shot(play, attack)


@rule("HE-RNG-01", "HE-RNG-06", "HE-DICE-06", "HE-SCT-01", "HE-AUT-02")
async def resolve_shot(play: Play[Adventure], attack: Attack) -> Pool | None:
    """Both roll, and what the attacker has more is spent; the attack roll, if there was one."""
    coming = await announced(play, attack)
    if coming is None:
        return None
    attack = coming
    state, attacker, target = play.state, attack.attacker, attack.target
    own_dice, other_dice = shot_dice(state, attack), dodge_dice(state, attack)
    at = target.at
    await begin_attack(play, attack)
    own = await throw(play, attacker, "attack", own_dice, attack)
    other = await throw(play, target, "defence", other_dice, attack)
    await roll_again(play, (own, other))
    await change_by_fate(play, (own, other))
    margin = own.successes - other.successes
    play.tell(
        "shot resolved", "HE-RNG-06", model=attacker.id, target=target.id, weapon=attack.weapon,
        attack=own.successes, defence=other.successes,
    )  # fmt: skip
    if margin > 0:
        await spend(play, attack, attacker, target, margin)
    await WINDOWS.open(play, ATTACK_MADE, AttackMoment(attacker, attack.weapon, is_melee=False, at=at))
    return own
