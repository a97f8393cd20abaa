"""What a caster does: ward, entity, spirit, burst and bolt, and then its weapons."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.books.heroic_endeavors.chapters.actions import KINDS, Deed
from sandtable.books.heroic_endeavors.chapters.ground import distance_between
from sandtable.books.heroic_endeavors.chapters.ranged.sight import sees
from sandtable.books.heroic_endeavors.game_master.behaviours import BEHAVIOURS, brute, shooter
from sandtable.books.heroic_endeavors.game_master.targets import score
from sandtable.books.heroic_endeavors.special.powers.assault import POWER, assault_on
from sandtable.books.heroic_endeavors.special.powers.casting import words_of
from sandtable.books.heroic_endeavors.special.powers.templates import spots_worth
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.tables.powers import PowerRow, form_of, forms_of
from sandtable.kernel import rule

BARRIER, ENTITY, SPIRIT, BLAST = "Arcane Barrier", "Arcane Entity", "Spirit Strike", "Arcane Blast"
CLOSE, WORTH_IT, SPIRIT_LEVELS, FEWEST = 6, 2, 2, 2
"""HE-AGM-11"""


@BEHAVIOURS.entry("caster")
@rule("HE-AGM-11")
def caster(state: Adventure, model: Model) -> Iterator[tuple[Deed, str]]:
    """Its powers in their order, each once; with no levels left it acts by its weapons."""
    yield from casts(state, model)
    yield from shooter(state, model) if model.arms.ranged else brute(state, model)


@rule("HE-AGM-11")
def casts(state: Adventure, model: Model) -> Iterator[tuple[Deed, str]]:
    """What it would use now, as far as it knows the powers."""
    if not model.arcana.levels:
        return
    seen = [one for one in state.foes_of(model) if sees(state, model, one)]
    if BARRIER in model.powers and not model.arcana.barrier and any(one.arms.ranged for one in seen):
        yield from _with(model, "barrier", form_of(BARRIER, "caster", 1), "raises a barrier")
    near = any(distance_between(model, one) <= CLOSE for one in state.foes_of(model))
    if ENTITY in model.powers and not near and model.arcana.levels >= FEWEST:
        row = form_of(ENTITY, "creation points", model.arcana.levels)
        yield from _with(model, "entities", row, "calls an entity")
    yield from _spirit(model, seen)
    yield from _bursts(state, model)
    yield from _bolt(state, model, seen)


def _with(
    model: Model, kind: str, row: PowerRow | None, why: str, target: str = ""
) -> Iterator[tuple[Deed, str]]:
    if row is not None and kind in KINDS:
        yield Deed(kind, target, words_of(row)), why


def _spirit(model: Model, seen: list[Model]) -> Iterator[tuple[Deed, str]]:
    """Two levels, or all it has, on whoever has fewest points."""
    if SPIRIT not in model.powers:
        return
    row = form_of(SPIRIT, "single", min(SPIRIT_LEVELS, model.arcana.levels))
    for target in sorted((one for one in seen if one.living), key=lambda one: (one.dp, one.id)):
        yield from _with(model, "spirit strike", row, "strikes at a spirit", target.id)


def _bursts(state: Adventure, model: Model) -> Iterator[tuple[Deed, str]]:
    """A blast or a burst that reaches at least two enemies more than friends, with all levels."""
    for kind, power in (("blast", BLAST), ("assault with a template", POWER)):
        if power not in model.powers:
            continue
        for row in reversed(forms_of(power)):
            if row.levels > model.arcana.levels or row.form not in ("small", "large"):
                continue
            worth = [facts["worth"] for facts in spots_worth(state, model, row.form).values()]  # type: ignore[arg-type]
            if max(worth, default=0) >= WORTH_IT:
                yield from _with(model, kind, row, "strikes several at once")


def _bolt(state: Adventure, model: Model, seen: list[Model]) -> Iterator[tuple[Deed, str]]:
    """A single assault with the levels left, on whom it is best used."""
    row = form_of(POWER, "single", model.arcana.levels)
    if POWER not in model.powers or row is None:
        return
    for target in sorted(seen, key=lambda one: (-score(state, assault_on(state, model, one, row)), one.id)):
        for levels in range(model.arcana.levels, 0, -1):
            less = form_of(POWER, "single", levels)
            yield from _with(model, "assault", less, "hurls its power", target.id)
