"""Cover: how much of a target terrain hides, of what it is, and whether it is near enough to count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sandtable.books.heroic_endeavors.chapters.ranged.sight import between, stander
from sandtable.books.heroic_endeavors.modifiers import DEFENCE, Attack
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.tables.charts import Degree, Material, charts
from sandtable.kernel import Modifier, rule
from sandtable.table.squares.sight import parts_seen, touched
from sandtable.table.squares.spaces import Space, gap

NEAR = 3
"""HE-COV-09"""
FOLIAGE = "foliage"
PARTIAL_FROM, FULL_FROM = 5, 7
"""HE-COV-04: so many of nine points hidden by walls."""


class Cover(NamedTuple):
    """What protects a target against one attacker."""

    degree: Degree = "none"
    material: Material = "hard"

    @property
    @rule("HE-COV-05")
    def dice(self) -> int:
        """What it adds to the defence roll."""
        rows = charts().cover
        return next((one.dice for one in rows if (one.degree, one.material) == self), 0)


NONE = Cover()
LOWERED: dict[Degree, Degree] = {"none": "none", "partial": "none", "full": "partial", "obscuring": "full"}


@rule("HE-BLS-09")
def lowered(found: Cover) -> Cover:
    """One degree less against blasts."""
    return Cover(LOWERED[found.degree], found.material)


@rule("HE-COV-04", "HE-COV-01", "HE-COV-02", "HE-COV-03")
def cover_of(state: Adventure, attacker: Model, target: Model, *, past_models: bool = False) -> Cover:
    """The best single cover from the place that is best for the attacker, in the least covered space."""
    found = (_in_space(state, attacker, target, at, past_models) for at in target.spaces)
    return min(found, key=lambda one: one.dice)


def _in_space(state: Adventure, attacker: Model, target: Model, at: Space, past_models: bool) -> Cover:
    starts = attacker.spaces
    low = [_out_of_it(target, _low(state, attacker, target, start, at)) for start in starts]
    leaves = [_out_of_it(target, _leaves(state, attacker, target, start, at)) for start in starts]
    others = [] if past_models else between(state, attacker, target)
    walls = [_walls(state, attacker, target, (start, at), others) for start in starts]
    return min(
        (max(each, key=lambda one: one.dice) for each in zip(walls, low, leaves, strict=True)),
        key=lambda one: one.dice,
    )


@rule("HE-COV-08")
def _out_of_it(target: Model, cover: Cover) -> Cover:
    """Who has exposed itself for an attack has partial cover at most, against everyone."""
    is_deep = cover.degree in ("full", "obscuring")
    return cover._replace(degree="partial") if target.condition.exposed and is_deep else cover


@rule("HE-FOL-02", "HE-FOL-03", "HE-FOL-05")
def _leaves(state: Adventure, attacker: Model, target: Model, start: Space, at: Space) -> Cover:
    """By how many spaces of dense foliage the line touches, its own but not the shooter's."""
    board = state.board
    shooter, aimed = stander(state, attacker), stander(state, target)
    depth = 0
    for crossing in touched(start, at):
        kind = board.kind(crossing.space)
        if FOLIAGE not in kind.traits or crossing.space in attacker.spaces:
            continue
        top = board.levels[board.number(crossing.space)] + kind.height
        is_over = shooter.floor != aimed.floor and crossing.is_under(top, shooter.head, aimed.floor)
        if aimed.head <= top and not is_over:
            depth += 1
    return Cover(next(one.degree for one in charts().foliage if depth <= one.up_to), "soft")


def _walls(
    state: Adventure, attacker: Model, target: Model, way: tuple[Space, Space], others: Sequence[Model]
) -> Cover:
    """By how many of nine lines walls hide, from the best point from which one line is free of all."""
    start, at = way
    standing = [stander(state, one) for one in others]
    seen = parts_seen(state.board, (stander(state, attacker), start), (stander(state, target), at), standing)
    hidden = min((9 - one.seen for one in seen if one.free), default=9)
    if hidden >= 9:
        return Cover("obscuring", "hard")
    return Cover("full" if hidden >= FULL_FROM else "partial" if hidden >= PARTIAL_FROM else "none", "hard")


@rule("HE-COV-04", "HE-COV-09")
def _low(state: Adventure, attacker: Model, target: Model, start: Space, at: Space) -> Cover:
    """The best low cover that the line to the middle of the target's space touches."""
    return max(_low_on_line(state, attacker, target, start, at), key=lambda one: one.dice, default=NONE)


def _low_on_line(
    state: Adventure, attacker: Model, target: Model, start: Space, at: Space
) -> Iterator[Cover]:
    board = state.board
    shooter, aimed = stander(state, attacker), stander(state, target)
    for crossing in touched(start, at):
        kind = board.kind(crossing.space)
        if kind.hides or ("partial" not in kind.traits and "full" not in kind.traits):
            continue
        if crossing.space in target.spaces and kind.going == "climb":
            continue  # a model on top has no cover from what it stands on (HE-LVL-10)
        found = Cover(
            "full" if "full" in kind.traits else "partial", "soft" if "soft" in kind.traits else "hard"
        )
        levels = {shooter.floor, aimed.floor, board.levels[board.number(crossing.space)]}
        if len(levels) > 1:
            top = board.levels[board.number(crossing.space)] + kind.height
            if crossing.is_under(top, shooter.head, aimed.floor):
                continue
        if counts_near(
            state, found, gap((crossing.space,), attacker.spaces), gap((crossing.space,), target.spaces)
        ):
            yield found


@rule("HE-COV-09")
def counts_near(state: Adventure, cover: Cover, from_attacker: int, from_target: int) -> bool:
    """Low cover counts near the target; far from both only where the players want it; full cover anywhere."""
    if cover.degree == "full" or from_target <= NEAR:
        return True
    return from_attacker > NEAR and state.switches.far_low_cover == "on"


@DEFENCE.source("HE-COV-05", "HE-COV-10", "HE-PBR-01")
def _protects(state: Adventure, attack: Attack) -> Modifier | None:
    """Against shots that are not made at point-blank range."""
    if attack.kind != "ranged" or attack.is_point_blank:
        return None
    if attack.centre is not None:
        return None  # judged from the centre of the blast, in `blasts`
    found = cover_of(state, attack.attacker, attack.target, past_models=attack.area == "blast")
    if attack.area == "blast":
        found = lowered(found)  # HE-BLS-05: who is at the centre has cover from the attacker, a degree less
    return Modifier(found.dice, f"{found.degree} {found.material} cover", "HE-COV-05") if found.dice else None
