"""Trait checks: as many dice as the trait, and as many successes as the difficulty."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.chapters.dice import roll_again, throw
from sandtable.books.heroic_endeavors.chapters.fate import change_by_fate
from sandtable.books.heroic_endeavors.chapters.traits import trait
from sandtable.books.heroic_endeavors.modifiers import CHECK, EASIER, PRACTISED
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import Modifier, Play, rule, total_of


@rule("HE-CHK-01", "HE-CHK-03", "HE-CHK-04")
async def check(play: Play[Adventure], model: Model, name: str, difficulty: int, cause: str) -> bool:
    """Whether a model passes a check of a trait; one without difficulty needs no dice."""
    easier = EASIER.all(play.state, model, cause)
    rules = [one.rule for one in easier]
    difficulty += total_of(easier)
    if difficulty <= 0:
        play.tell("check spared", "HE-CHK-03", cause, *rules, model=model.id, trait=name)
        return True
    printed = Modifier(trait(play.state, model, name), name, "HE-CHK-01")
    more = (*CHECK.all(play.state, model, name), *PRACTISED.all(play.state, model, cause))
    pool = await throw(play, model, "check", (printed, *more))
    await roll_again(play, (pool,))
    await change_by_fate(play, (pool,))
    passed = pool.successes >= difficulty
    told = "check passed" if passed else "check failed"
    play.tell(
        told,
        "HE-CHK-01",
        cause,
        *rules,
        model=model.id,
        trait=name,
        successes=pool.successes,
        difficulty=difficulty,
    )
    return passed
