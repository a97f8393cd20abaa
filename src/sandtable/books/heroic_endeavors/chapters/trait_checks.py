"""Trait checks: as many dice as the trait, and as many successes as the difficulty."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.books.heroic_endeavors.chapters.dice import READING, roll_again, throw, worth
from sandtable.books.heroic_endeavors.chapters.fate import change_by_fate
from sandtable.books.heroic_endeavors.chapters.traits import trait
from sandtable.books.heroic_endeavors.modifiers import CHECK, EASIER, PRACTISED
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import For, Modifier, Play, rule, total_of


@rule("HE-CHK-06")
async def opposed_check(
    play: Play[Adventure], starter: Model, other: Model, names: Sequence[str], cause: str
) -> bool:
    """Both roll some traits added together; who began wins only with more successes."""
    pools = [await throw(play, one, "check", dice_for(play.state, one, names)) for one in (starter, other)]
    await roll_again(play, pools)
    await change_by_fate(play, pools)
    own, against = (one.successes for one in pools)
    play.tell(
        "check opposed", "HE-CHK-06", cause, model=starter.id, target=other.id, trait=" + ".join(names),
        successes=own, against=against,
    )  # fmt: skip
    return own > against


def dice_for(state: Adventure, model: Model, names: Sequence[str]) -> list[Modifier]:
    """The dice of traits added together; what bears on more than one of them counts once."""
    printed = [Modifier(trait(state, model, one), one, "HE-CHK-01") for one in names]
    more = dict.fromkeys(one for name in names for one in CHECK.all(state, model, name))
    return [*printed, *more]


@rule("HE-CHK-01", "HE-CHK-03", "HE-CHK-04", "HE-AGM-24")
async def check(
    play: Play[Adventure], model: Model, name: str, difficulty: int, cause: str, *, is_unseen: bool = False
) -> bool:
    """Whether a model passes a check of a trait; one without difficulty needs no dice.

    An unseen one the Game Master rolls for a model that must not know of it, so nobody changes a die.
    """
    state = play.state
    audience = state.alone if is_unseen else None
    easier = EASIER.all(state, model, cause)
    rules = [one.rule for one in easier]
    difficulty += total_of(easier)
    if difficulty <= 0:
        play.tell("check spared", "HE-CHK-03", cause, *rules, to=audience, model=model.id, trait=name)
        return True
    dice = [*dice_for(state, model, [name]), *PRACTISED.all(state, model, cause)]
    if is_unseen:
        successes = await _roll_unseen(play, model, total_of(dice), cause)
    else:
        pool = await throw(play, model, "check", dice)
        await roll_again(play, (pool,))
        await change_by_fate(play, (pool,))
        successes = pool.successes
    passed = successes >= difficulty
    told = "check passed" if passed else "check failed"
    play.tell(
        told, "HE-CHK-01", cause, *rules, to=audience, model=model.id, trait=name, successes=successes,
        difficulty=difficulty,
    )  # fmt: skip
    return passed


async def _roll_unseen(play: Play[Adventure], model: Model, dice: int, cause: str) -> int:
    if dice <= 0:
        return 0
    faces = await play.roll(dice, For("check", model.id), cause, reading=READING, to=play.state.alone)
    return sum(worth(one) for one in faces)
