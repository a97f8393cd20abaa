"""Snipers: one of two bonuses for who is trained, in the restricted arc alone."""

from __future__ import annotations

from sandtable.books.heroic_endeavors.game_master.chair import CHAIR
from sandtable.books.heroic_endeavors.modifiers import ATTACK, RE_ROLLS, Attack, ReRoll, Use
from sandtable.books.heroic_endeavors.naming import name_of
from sandtable.books.heroic_endeavors.state import Adventure, Model
from sandtable.kernel import Candidate, ChooseOne, Modifier, Play, rule
from sandtable.table.squares.arcs import in_arc

SNIPER = "Trained Sniper"


@rule("HE-SNP-01", "HE-SNP-04")
def is_sniping(attack: Attack) -> bool:
    """A trained sniper with a sniper weapon, at somebody in the arc of 90 degrees."""
    attacker, weapon = attack.attacker, attack.ranged
    if weapon is None or "Sn" not in weapon.marks or not attacker.has(SNIPER) or attacker.at is None:
        return False
    at = attacker.at
    return any(in_arc(attacker.base, at, attacker.facing, one, 90) for one in attack.target.spaces)


@rule("HE-SNP-02")
async def sniper_bonus(play: Play[Adventure], attack: Attack) -> Attack:
    """Named before the roll: a die more, or one die rolled again afterwards; only one for each attack."""
    if not is_sniping(attack):
        return attack
    sniper = attack.attacker
    prompt = f"Which bonus does {name_of(play.state, sniper)} take?"
    ways = [
        Candidate("die", "a die more", "die", ("HE-SNP-02",)),
        Candidate("re-roll", "one die rolled again", "re-roll", ("HE-SNP-03",)),
    ]
    about = (sniper.id, attack.target.id)
    asked = ChooseOne(sniper.seat, "sniper bonus", prompt, ("HE-SNP-02",), ways, about=about)
    return attack._replace(bonus=await CHAIR.ask(play, asked))


@ATTACK.source("HE-SNP-02")
def _one_die_more(state: Adventure, attack: Attack) -> Modifier | None:
    """If the sniper has named it."""
    return Modifier(1, "trained sniper", "HE-SNP-02") if attack.bonus == "die" else None


@RE_ROLLS.source("HE-SNP-03", "HE-DICE-08")
def _again(state: Adventure, model: Model, use: Use, attack: Attack) -> ReRoll | None:
    """One die of the attack, or a die more of which the lowest is discarded."""
    named = use == "attack" and attack.bonus == "re-roll"
    return ReRoll("sniper weapon", "HE-SNP-03", or_die=True) if named else None
