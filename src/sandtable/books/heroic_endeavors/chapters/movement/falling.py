"""Falling: to the bottom, stunned, and struck by the fall; attacks that nobody makes."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.chapters.actions import lose_an_action
from sandtable.books.heroic_endeavors.chapters.conditions import stun
from sandtable.books.heroic_endeavors.chapters.damage import inflict
from sandtable.books.heroic_endeavors.chapters.dice import READING, SUCCESS, worth
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import For, Needed, Play, rule


@rule("HE-JMP-08", "HE-DICE-11")
async def fall(play: Play[Adventure], model: Model, height: int) -> None:
    """A die for every two spaces, one at least; no defence, and stunned."""
    play.tell("model fell down", "HE-JMP-08", model=model.id, height=height)
    await struck_by_nobody(play, model, max(1, height // 2), "fall", "HE-JMP-08")
    stun(play, model)


@rule("HE-DMG-06")
async def struck_by_nobody(
    play: Play[Adventure], model: Model, dice: int, what: str, cause: str, defended: int = 0
) -> None:
    """The ranged table: one success costs an action, with two or more all go into damage."""
    need = Needed(SUCCESS, "HE-DICE-01")
    faces = await play.roll(dice, For(what, model.id), cause, reading=READING, need=need)
    margin = sum(worth(one) for one in faces) - defended
    if margin == 1:
        lose_an_action(play, model)
    elif margin > 1:
        await inflict(play, model, margin - 1, "")
