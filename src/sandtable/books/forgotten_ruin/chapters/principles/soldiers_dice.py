"""Dice of a soldier's own action: rolled, then changed by rerolls, Story Points and traits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.books.forgotten_ruin.windows import DICE_DUE, DICE_ROLLED, WINDOWS, OwnDice
from sandtable.kernel import For, Modifier, Needed, Play, rule, total_of
from sandtable.kernel.dice import Faces


@rule("FR-PRN-14", "FR-PRN-17", "FR-PRN-18", "FR-PRN-19")
async def roll_own(
    play: Play[Battle],
    soldier: Soldier,
    what: str,
    count: int,
    why: For | str,
    *rules: str,
    added: Sequence[Modifier] = (),
    need: int | None = None,
    reasons: Sequence[Modifier] = (),
    target: Figure | None = None,
    on_first: int = 0,
    shares: Sequence[tuple[int, int]] = (),
    is_stationary_shot: bool = False,
    is_snap_fire: bool = False,
) -> OwnDice:
    """Roll dice for a soldier and let special rules change them; each die is compared separately.

    What is added to every die is told with it, and the reasons why the number is what it is.
    """
    modifier = total_of(added)
    own = OwnDice(soldier.seat, soldier, what, [], need)
    own.count, own.modifier, own.target, own.on_first = count, modifier, target, on_first
    own.is_stationary_shot, own.is_snap_fire = is_stationary_shot, is_snap_fire
    own.shares = tuple(shares)
    await WINDOWS.open(play, DICE_DUE, own)
    changed = ("FR-PRN-17", "FR-PRN-19") if modifier else ()
    if need is not None and not 1 < need - modifier <= 6:
        changed = (*changed, "FR-PRN-18")
    own.why = [*reasons, *added]
    aimed = {} if target is None else {"target": target.id}
    faces = await _rolled(play, own, own.count + own.extra, why, *rules, *own.rules, *changed, **aimed)
    own.faces = list(best_of(faces, own.count))
    own.bonus = [own.on_first if place == 0 else 0 for place in range(own.count)]
    await WINDOWS.open(play, DICE_ROLLED, own)
    return own


@rule("FR-PRN-14")
async def _rolled(
    play: Play[Battle], own: OwnDice, count: int, why: For | str, *rules: str, **facts: Any
) -> Faces:
    """The face that the die itself must show is told, with whatever changes it and the rules of that."""
    need = None if own.natural is None else Needed(own.natural, "FR-PRN-14")
    cited = (*rules, *(one.rule for one in own.why))
    facts |= {"figure": own.soldier.id, "modifier": own.modifier, "modifiers": [str(one) for one in own.why]}
    return await play.roll(count, why, *cited, seat=own.soldier.seat, need=need, **facts)


async def score_of(
    play: Play[Battle],
    figure: Soldier | Enemy,
    what: str,
    why: For,
    *rules: str,
    need: int,
    added: Sequence[Modifier] = (),
    reasons: Sequence[Modifier] = (),
) -> int:
    """The score of one die for a figure: a soldier's own, which special rules may change, or an enemy's."""
    if isinstance(figure, Soldier):
        own = await roll_own(play, figure, what, 1, why, *rules, need=need, added=added, reasons=reasons)
        return own.score(0)
    plus, told = total_of(added), (*reasons, *added)
    cited, words = (*rules, *(one.rule for one in told)), [str(one) for one in told]
    seat, number = play.state.dice_of(figure), Needed(need - plus, rules[0])
    (face,) = await play.roll(
        1, why, *cited, seat=seat, need=number, figure=figure.id, modifier=plus, modifiers=words
    )
    return max(0, face + plus)


def best_of(faces: Faces, count: int) -> tuple[int, ...]:
    """So many of the dice, the best; in the order in which they fell."""
    if len(faces) == count:
        return faces
    kept = sorted(sorted(range(len(faces)), key=lambda place: -faces[place])[:count])
    return tuple(faces[place] for place in kept)


@rule("FR-PRN-20")
async def reroll(play: Play[Battle], own: OwnDice, places: list[int], why: For | str, *rules: str) -> None:
    """Dice are rolled again; the first results are gone for every purpose."""
    faces = await _rolled(play, own, len(places), why, *rules, "FR-PRN-20")
    for place, face in zip(places, faces, strict=True):
        own.faces[place] = face
        own.rerolled.append(place)


GREAT = ("hit", "hand-to-hand")
"""Dice whose natural 6 is a Great Hit, so that another face than 6 always matters (FR-SHT-16, FR-HTH-30)."""


def could_matter(own: OwnDice) -> bool:
    """Whether another face of some die could change what comes of the roll."""
    if own.need is None or (own.target is not None and own.what in GREAT):
        return min(own.faces, default=6) < 6
    return any(score < own.need for score in own.scores)
