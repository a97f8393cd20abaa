"""Channelling: levels that a caster puts into a blow with a force weapon."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.modifiers import ATTACK, Attack
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.windows import (
    ATTACK_COMES,
    LEVELS_DUE,
    WINDOWS,
    AttackComes,
    LevelsMoment,
    once,
)
from sandtable.kernel import PASS, Advice, Candidate, ChooseOne, Decision, Modifier, Play


def _can_channel(play: Play[Adventure], seat: str, now: AttackComes) -> Model | None:
    weapon, caster = now.attack.melee, now.attack.attacker
    able = weapon is not None and weapon.force and caster.traits.ARC and caster.arcana.levels > 0
    return caster if able and once(play, seat, now) else None


@WINDOWS.consequence(ATTACK_COMES, "channelling", "HE-FRC-02", _can_channel, rank=1)
async def channels(play: Play[Adventure], seat: str, now: AttackComes, caster: Model) -> None:
    """Declared before the roll; no action more, and the levels count as spent."""
    state = play.state
    counts = [
        Candidate(str(n), f"{n} dice more" if n else "none", n, deed="" if n else PASS)
        for n in range(caster.arcana.levels + 1)
    ]
    prompt = f"How many levels does {name_of(state, caster)} put into the blow?"
    about = (caster.id, now.attack.target.id)
    asked = ChooseOne(caster.seat, "channel", prompt, ("HE-FRC-02",), counts, about=about)
    levels: int = await CHAIR.ask(play, asked)
    if not levels:
        return
    await WINDOWS.open(play, LEVELS_DUE, LevelsMoment(caster, "channelling"))
    caster.arcana.levels -= levels
    caster.arcana.spent = True
    now.attack = now.attack._replace(channelled=levels)
    play.tell("power channelled", "HE-FRC-02", model=caster.id, levels=levels)


@ATTACK.source("HE-FRC-02")
def _more(state: Adventure, attack: Attack) -> Modifier | None:
    """A die for each level."""
    return Modifier(attack.channelled, "channelling", "HE-FRC-02") if attack.channelled else None


@CHAIR.decides("channel", "HE-FRC-02", "HE-AGM-11")
def answer_channel(state: Adventure, decision: Decision) -> Advice:
    """Levels are kept for powers, as long as the caster has any."""
    caster = state.models[decision.about[0]]
    most = len(decision.options()) - 1
    return Advice("0" if caster.powers else str(most), 0.0, (), ("HE-FRC-02",))
