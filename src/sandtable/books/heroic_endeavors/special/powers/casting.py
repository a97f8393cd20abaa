"""What all arcane powers have in common: levels, actions, once in a turn, and how levels come back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sandtable.books.heroic_endeavors.chapters.actions import Deed, DeedKind
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.tables.powers import PowerRow, forms_of
from sandtable.books.heroic_endeavors.windows import (
    LEVELS_DUE,
    TURN_BEGINS,
    TURN_ENDS,
    WINDOWS,
    LevelsMoment,
    once,
)
from sandtable.kernel import Moment, Play, Refusal, rule

FEW = 2
"""HE-POW-02: up to so many levels take one action."""
POWERS_PER_LEVEL = 2
"""HE-POW-04"""
FORMS = {
    "single": "", "caster": ", on itself", "small": ", small template", "large": ", large template",
    "full spray": ", full spray", "half spray": ", half spray", "seen": "", "unseen": ", out of sight",
}  # fmt: skip
"""How a form is named in a deed."""


@rule("HE-POW-02")
def actions_for(levels: int) -> int:
    """One action for one or two levels, two for more."""
    return 1 if levels <= FEW else 2


@rule("HE-POW-04", "HE-TRT-21")
def most_powers(affinity: int) -> int:
    """A caster usually knows two for each level; who designs one is told where it knows more."""
    return POWERS_PER_LEVEL * affinity


def words_of(row: PowerRow) -> str:
    """The levels and the form, as a deed names them: "2 levels, small template"."""
    return f"{row.levels} level{'s' if row.levels > 1 else ''}{FORMS.get(row.form, '')}"


@rule("HE-POW-01", "HE-POW-08", "HE-POW-09")
def why_not_cast(state: Adventure, model: Model, power: str, levels: int) -> Refusal | None:
    """It has used this power already this turn, or has not the levels left; other powers are no hindrance."""
    if power in model.arcana.used:
        reason = f"{name_of(state, model)} has used {power} this turn."
        return Refusal("HE-POW-08", reason, "Use another power.")
    if levels > model.arcana.levels:
        reason = f"{name_of(state, model)} has {model.arcana.levels} of {levels} levels."
        return Refusal("HE-POW-01", reason, "Spend fewer levels.")
    return None


@rule("HE-POW-01", "HE-POW-08", "HE-TRT-21")
async def spend_levels(play: Play[Adventure], model: Model, power: str, levels: int, cause: str) -> None:
    """The levels are gone, and the power is used for this turn; what that endangers happens first."""
    await WINDOWS.open(play, LEVELS_DUE, LevelsMoment(model, power))
    several = ("HE-POW-09",) if model.arcana.used else ()
    model.arcana.levels -= levels
    model.arcana.spent = True
    model.arcana.used += (power,)
    play.tell(
        "power used",
        cause,
        "HE-POW-01",
        "HE-POW-02",
        "HE-POW-08",
        *several,
        model=model.id,
        power=power,
        levels=levels,
    )


class Power(DeedKind):
    """An arcane power that is used in the caster's own activation (HE-POW-36)."""

    power: ClassVar[str]
    forms: ClassVar[tuple[str, ...]] = ()
    """The forms of it that this deed offers; all where none are named."""

    def rows(self, model: Model) -> Sequence[PowerRow]:
        """The forms and levels that its affinity allows."""
        if self.power not in model.powers or not model.traits.ARC:
            return ()
        known = forms_of(self.power)
        return [
            one for one in known if one.levels <= model.traits.ARC and one.form in (self.forms or (one.form,))
        ]

    def row_of(self, deed: Deed) -> PowerRow:
        """The form and levels of a deed."""
        known = (one for one in forms_of(self.power) if one.form in (self.forms or (one.form,)))
        return next(one for one in known if words_of(one) == deed.weapon)

    def deeds(self, state: Adventure, model: Model) -> Sequence[Deed]:
        """Each form with each number of levels."""
        return [Deed(self.name, weapon=words_of(one)) for one in self.rows(model)]

    def label(self, state: Adventure, model: Model, deed: Deed) -> str:
        """The power, and what is put into it."""
        return f"{self.power}: {deed.weapon}"

    def costs(self, state: Adventure, model: Model, deed: Deed) -> int:
        """By the levels."""
        return actions_for(self.row_of(deed).levels)

    def why_not(self, state: Adventure, model: Model, deed: Deed) -> Refusal | None:
        """Used already, or too dear; then whatever else bars it."""
        row = self.row_of(deed)
        return why_not_cast(state, model, self.power, row.levels) or self.bars(state, model, deed, row)

    def bars(self, state: Adventure, model: Model, deed: Deed, row: PowerRow) -> Refusal | None:
        """What bars this form of it besides."""
        return None


@WINDOWS.consequence(TURN_BEGINS, "powers anew", "HE-POW-08", once)
async def begin_anew(play: Play[Adventure], seat: str, now: Moment) -> None:
    """In each turn each power may be used again."""
    for model in play.state.models.values():
        model.arcana.used, model.arcana.spent = (), False


@rule("HE-POW-03", "HE-ENT-09")
def regains(state: Adventure, model: Model) -> bool:
    """Below its affinity, and without spending this turn; not while its levels are in an entity."""
    rests = not model.arcana.spent or state.switches.arc_regen == "every_turn"
    has_entity = any(one.bond.caster == model.id for one in state.on_board())
    return model.on_board and model.arcana.levels < model.traits.ARC and rests and not has_entity


@WINDOWS.consequence(TURN_ENDS, "regeneration", "HE-POW-03", once)
async def regenerate(play: Play[Adventure], seat: str, now: Moment) -> None:
    """One level comes back."""
    for model in list(play.state.on_board()):
        if regains(play.state, model):
            model.arcana.levels += 1
            play.tell("level regained", "HE-POW-03", model=model.id, levels=model.arcana.levels)
