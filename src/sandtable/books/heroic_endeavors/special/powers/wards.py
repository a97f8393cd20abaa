"""Arcane Barrier and Arcane Concealment: what surrounds a caster and its friends, and how long it lasts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal, NamedTuple

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind, deed
from sandtable.books.heroic_endeavors.chapters.ranged.blasts import Size, covered
from sandtable.books.heroic_endeavors.modifiers import DEFENCE, RE_ROLLS, Attack, ReRoll, Use
from sandtable.books.heroic_endeavors.special.powers.casting import Power, spend_levels
from sandtable.books.heroic_endeavors.special.skills import is_shot_at
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.tables.powers import PowerRow, form_of
from sandtable.books.heroic_endeavors.windows import (
    ACTIVATION_BEGINS,
    MODEL_DOWN,
    WINDOWS,
    ModelMoment,
    once,
)
from sandtable.kernel import For, Modifier, Play, rule
from sandtable.kernel.dice import TOTAL
from sandtable.table.squares.templates import middle_of

Ward = Literal["barrier", "concealment"]


class Kind(NamedTuple):
    """One of the two."""

    power: str
    rule: str
    lasts_by: str
    limits: tuple[str, ...] = ()


KINDS: dict[Ward, Kind] = {
    "barrier": Kind("Arcane Barrier", "HE-POW-19", "HE-POW-22", ("HE-POW-20",)),
    "concealment": Kind("Arcane Concealment", "HE-POW-24", "HE-POW-26"),
}


def ward_of(model: Model, ward: Ward) -> PowerRow | None:
    """What a caster has about it; none while it has not cast it."""
    levels: int = getattr(model.arcana, ward)
    form = getattr(model.arcana, f"{ward}_form")
    return form_of(KINDS[ward].power, form, levels) if levels else None


@rule("HE-POW-19", "HE-POW-21", "HE-POW-25")
def best_ward(state: Adventure, target: Model, ward: Ward) -> PowerRow | None:
    """The best that covers a model: its own, or that of a friend in whose template it stands."""
    found = [
        row
        for one in state.conscious()
        if one.arcana.levels or one.traits.ARC
        if one.side == target.side and (row := ward_of(one, ward)) is not None
        if _covers(state, one, row, target)
    ]
    return max(found, key=lambda one: one.worth, default=None)


def _covers(state: Adventure, caster: Model, row: PowerRow, target: Model) -> bool:
    if caster.id == target.id:
        return True
    if row.form == "caster" or caster.at is None:
        return False
    size: Size = "small" if row.form == "small" else "large"
    return bool({*covered(state, middle_of(caster.at), size)} & {*target.spaces})


@DEFENCE.source("HE-POW-21", "HE-POW-20")
def _barrier(state: Adventure, attack: Attack) -> Modifier | None:
    """Against shots, assaults and blasts, not in melee and not from beside."""
    if attack.kind != "ranged" or attack.is_point_blank:
        return None
    row = best_ward(state, attack.target, "barrier")
    return None if row is None else Modifier(row.worth, "Arcane Barrier", "HE-POW-21")


@DEFENCE.source("HE-POW-25", "HE-POW-24")
def _concealment(state: Adventure, attack: Attack) -> Modifier | None:
    """Like Stealth, and besides it."""
    row = best_ward(state, attack.target, "concealment") if is_shot_at(attack) else None
    return None if row is None else Modifier(row.worth, "Arcane Concealment", "HE-POW-25")


def _again(number: int, state: Adventure, model: Model, use: Use, attack: Attack) -> ReRoll | None:
    row = best_ward(state, model, "concealment") if use == "defence" and is_shot_at(attack) else None
    return ReRoll("Arcane Concealment", "HE-POW-25") if row and row.re_rolls >= number else None


@RE_ROLLS.source("HE-POW-25", "HE-POW-24", rank=1)
def _first(state: Adventure, model: Model, use: Use, attack: Attack) -> ReRoll | None:
    """With one level, or the template of a friend."""
    return _again(1, state, model, use, attack)


@RE_ROLLS.source("HE-POW-25", rank=2)
def _second(state: Adventure, model: Model, use: Use, attack: Attack) -> ReRoll | None:
    """A second die."""
    return _again(2, state, model, use, attack)


@RE_ROLLS.source("HE-POW-25", rank=3)
def _third(state: Adventure, model: Model, use: Use, attack: Attack) -> ReRoll | None:
    """A third one."""
    return _again(3, state, model, use, attack)


@RE_ROLLS.source("HE-POW-25", rank=4)
def _fourth(state: Adventure, model: Model, use: Use, attack: Attack) -> ReRoll | None:
    """And a fourth."""
    return _again(4, state, model, use, attack)


class _Warding(Power):
    """Casting one of the two."""

    ward: ClassVar[Ward]

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """It surrounds the caster; an old one is replaced."""
        row = self.row_of(deed)
        await spend_levels(play, model, self.power, row.levels, self.rule)
        setattr(model.arcana, self.ward, row.levels)
        setattr(model.arcana, f"{self.ward}_form", row.form)
        play.tell(
            "ward cast",
            self.rule,
            row.rule,
            *KINDS[self.ward].limits,
            model=model.id,
            power=self.power,
            dice=row.worth,
        )


@deed
class Barrier(_Warding):
    """HE-POW-19"""

    name, rule, power, ward = "barrier", "HE-POW-19", "Arcane Barrier", "barrier"


@deed
class Concealment(_Warding):
    """HE-POW-24"""

    name, rule, power, ward = "concealment", "HE-POW-24", "Arcane Concealment", "concealment"


class _Dropping(DeedKind):
    """Letting one of the two cease."""

    ward: ClassVar[Ward]
    cost = 0
    keeps_preparation = True

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """While it lasts."""
        return (Deed(self.name),) if ward_of(model, self.ward) else ()

    async def perform(self, play: Play[Adventure], model: Model, deed: Deed) -> None:
        """It is gone."""
        end(play, model, self.ward, self.rule)


@deed
class DropBarrier(_Dropping):
    """HE-POW-23"""

    name, rule, ward = "drop the barrier", "HE-POW-23", "barrier"


@deed
class DropConcealment(_Dropping):
    """HE-POW-26: the same upkeep, and the same end."""

    name, rule, ward = "drop the concealment", "HE-POW-26", "concealment"


@rule("HE-POW-23")
def end(play: Play[Adventure], model: Model, ward: Ward, cause: str) -> None:
    """It surrounds nobody any more."""
    setattr(model.arcana, ward, 0)
    setattr(model.arcana, f"{ward}_form", "")
    play.tell("ward ended", cause, model=model.id, power=KINDS[ward].power)


def _kept(play: Play[Adventure], seat: str, now: ModelMoment) -> list[Ward]:
    return [one for one in KINDS if ward_of(now.model, one)] if once(play, seat, now) else []


@WINDOWS.consequence(ACTIVATION_BEGINS, "upkeep", "HE-POW-22", _kept)
@rule("HE-POW-22", "HE-POW-26", "HE-DICE-03")
async def keep_up(play: Play[Adventure], seat: str, now: ModelMoment, wards: list[Ward]) -> None:
    """A die for each, stunned or not: at most its affinity keeps it up."""
    model = now.model
    for ward in wards:
        rule_of = KINDS[ward].lasts_by
        (face,) = await play.roll(1, For("upkeep", model.id), rule_of, seat=model.seat or None, reading=TOTAL)
        if face > model.traits.ARC:
            end(play, model, ward, rule_of)


@WINDOWS.consequence(MODEL_DOWN, "wards of the fallen", "HE-POW-23", _kept)
async def cease(play: Play[Adventure], seat: str, now: ModelMoment, wards: list[Ward]) -> None:
    """With a caster who is unconscious or killed."""
    for ward in wards:
        end(play, now.model, ward, "HE-POW-23")
