"""Blasts over spaces: what a template covers, who is caught under it, and what cover is worth against it."""

from __future__ import annotations

from typing import Literal

import msgspec

from sandtable.books.heroic_endeavors.chapters.ranged.cover import Cover, cover_of, lowered
from sandtable.books.heroic_endeavors.modifiers import DEFENCE, Attack
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.tables.charts import charts
from sandtable.kernel import Modifier, rule
from sandtable.table.squares.sight import open_parts
from sandtable.table.squares.spaces import Space
from sandtable.table.squares.templates import Spot, circle, middle_of, spaces_at

Size = Literal["small", "large"]


@rule("HE-BLS-02")
def diameter_of(size: Size) -> int:
    """How wide a template is, in spaces."""
    return next(one.diameter for one in charts().templates if one.size == size)


@rule("HE-BLS-03", "HE-BLS-04")
def covered(state: Adventure, spot: Spot, size: Size) -> tuple[Space, ...]:
    """The spaces under a template on a space or on a corner: half of each, or a quarter by the switch."""
    share = (1, 2) if state.switches.blast_cover_test == "half" else (1, 4)
    return tuple(one for one in circle(spot, diameter_of(size), share) if state.board.has(one))


@rule("HE-BLS-09")
def is_open_to(state: Adventure, spot: Spot, space: Space) -> bool:
    """Nothing that reaches the ceiling stands between the centre and all of a space."""
    return space in spaces_at(spot) or open_parts(state.board, spot, space) > 0


@rule("HE-BLS-04", "HE-BLS-09", "HE-BLS-15")
def caught(state: Adventure, spot: Spot, size: Size) -> list[Model]:
    """Everybody under a template, from the centre outwards."""
    under = {at for at in covered(state, spot, size) if is_open_to(state, spot, at)}
    found = [one for one in state.on_board() if under & {*one.spaces}]
    return sorted(found, key=lambda one: (_from_centre(spot, one), one.id))


def _from_centre(spot: Spot, model: Model) -> int:
    """How far off, as the counted distance would be, in quarters of a space."""
    middles = [middle_of(at) for at in model.spaces]
    ways = [sorted((abs(x - spot[0]), abs(y - spot[1]))) for x, y in middles]
    return min(2 * more + less for less, more in ways)


@rule("HE-BLS-09")
def cover_from(state: Adventure, spot: Spot, target: Model) -> Cover:
    """Cover as it is from the centre, one degree less."""
    found = [_from(state, at, target) for at in spaces_at(spot) if state.board.has(at)]
    best = min(found, key=lambda one: one.dice, default=Cover())
    return lowered(best)


def _from(state: Adventure, at: Space, target: Model) -> Cover:
    if at in target.spaces:
        return Cover()
    centre = msgspec.structs.replace(target, id="", at=at)
    return cover_of(state, centre, target, past_models=True)


@DEFENCE.source("HE-BLS-09")
def _protects(state: Adventure, attack: Attack) -> Modifier | None:
    """What is left of cover, for everybody whose cover is judged from the centre."""
    if attack.centre is None:
        return None
    found = cover_from(state, attack.centre, attack.target)
    return Modifier(found.dice, f"{found.degree} {found.material} cover", "HE-BLS-09") if found.dice else None
