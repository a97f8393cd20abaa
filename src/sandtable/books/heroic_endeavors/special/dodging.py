"""Dodge/Evade: whoever has been hurt may still slip away from all of the damage."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.chapters.conditions import is_out
from sandtable.books.heroic_endeavors.chapters.trait_checks import check
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.special.skills import works
from sandtable.books.heroic_endeavors.state import Adventure
from sandtable.books.heroic_endeavors.windows import DAMAGE_DUE, WINDOWS, DamageMoment, once
from sandtable.kernel import Advice, Decision, Play, YesNo, rule

DIFFICULTY, AREA = 2, 3
"""HE-SKL-05: against one blow or shot, and against explosions and sprays."""


@rule("HE-SKL-05")
def difficulty_against(now: DamageMoment) -> int:
    """An explosion or a spray is harder to escape."""
    attack = now.attack
    return AREA if attack is not None and attack.area in ("blast", "spray") else DIFFICULTY


def _may_dodge(play: Play[Adventure], seat: str, now: DamageMoment) -> bool:
    """Every damage but that of a spirit strike, by who is on its feet."""
    able = works(now.model, "Dodge/Evade") and not is_out(now.model) and now.is_attack
    return once(play, seat, now) and able and now.points > 0


@WINDOWS.consequence(DAMAGE_DUE, "Dodge/Evade", "HE-SKL-05", _may_dodge)
async def dodges(play: Play[Adventure], seat: str, now: DamageMoment) -> None:
    """A check of dexterity cancels the damage, and nothing else that was bought."""
    model, difficulty = now.model, difficulty_against(now)
    prompt = f"Does {name_of(play.state, model)} try to dodge {now.points} DP, at difficulty {difficulty}?"
    facts = {"points": now.points, "difficulty": difficulty}
    if not await CHAIR.ask(
        play, YesNo(model.seat, "dodge", prompt, ("HE-SKL-05",), facts, about=(model.id,))
    ):
        return
    if await check(play, model, "DEX", difficulty, "HE-SKL-05"):
        now.points = 0
        play.tell("attack dodged", "HE-SKL-05", model=model.id)


@CHAIR.decides("dodge", "HE-SKL-05")
def answer_dodge(state: Adventure, decision: Decision) -> Advice:
    """It costs nothing, so it is always tried."""
    return Advice(True, 0.0, (), ("HE-SKL-05",))
