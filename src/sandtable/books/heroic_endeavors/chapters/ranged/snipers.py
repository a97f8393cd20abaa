"""Sniper weapons: one of two bonuses for who is trained, straight ahead."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.chapters.ranged.shooting import is_in_arc
from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.modifiers import ATTACK, RE_ROLLS, Attack, ReRoll, Use
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.books.heroic_endeavors.windows import ATTACK_COMES, WINDOWS, AttackComes, once
from sandtable.kernel import Advice, Candidate, ChooseOne, Decision, Modifier, Play, rule

SKILL, MARK = "Trained Sniper", "Sn"
DIE, AGAIN = "a die more", "a re-roll"


@rule("HE-SNP-01", "HE-SNP-04", "HE-SKL-46")
def has_bonus(attack: Attack) -> bool:
    """A sniper weapon in trained hands, at a target in the restricted arc."""
    weapon, model = attack.ranged, attack.attacker
    trained = weapon is not None and MARK in weapon.marks and model.has(SKILL)
    return trained and is_in_arc(model, attack.target, 90)


def _chooses(play: Play[Adventure], seat: str, now: AttackComes) -> bool:
    return once(play, seat, now) and has_bonus(now.attack)


@WINDOWS.consequence(ATTACK_COMES, "sniper", "HE-SNP-02", _chooses, rank=1)
async def names_a_bonus(play: Play[Adventure], seat: str, now: AttackComes) -> None:
    """Before the attack, and one of the two alone."""
    model = now.attack.attacker
    bonuses = [Candidate(DIE, DIE, DIE, ("HE-SNP-02",)), Candidate(AGAIN, AGAIN, AGAIN, ("HE-SNP-03",))]
    prompt = f"Which bonus does {name_of(play.state, model)} take for the shot?"
    about = (model.id, now.attack.target.id)
    asked = ChooseOne(model.seat, "sniper bonus", prompt, ("HE-SNP-02",), bonuses, about=about)
    now.attack = now.attack._replace(sniping=await CHAIR.ask(play, asked))
    play.tell("sniper chose", "HE-SNP-02", "HE-SKL-46", model=model.id, bonus=now.attack.sniping)


@ATTACK.source("HE-SNP-02")
def _a_die_more(state: Adventure, attack: Attack) -> Modifier | None:
    """If that was named."""
    return Modifier(1, "sniper", "HE-SNP-02") if attack.sniping == DIE else None


@RE_ROLLS.source("HE-SNP-03")
def _a_die_again(state: Adventure, model: Model, use: Use, attack: Attack) -> ReRoll | None:
    """If that was."""
    return ReRoll("sniper", "HE-SNP-03") if use == "attack" and attack.sniping == AGAIN else None


@CHAIR.decides("sniper bonus", "HE-SNP-02", "HE-AGM-22")
def answer_bonus(state: Adventure, decision: Decision) -> Advice:
    """The die."""
    return Advice(DIE, 0.0, (), ("HE-SNP-02",))
