"""Figures that cannot be named: who has gone, who has acted, who belongs to somebody else."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.battle_round.reaction_roll import is_quick
from sandtable.books.forgotten_ruin.chapters.battle_round.snap_fire import SNAP_FIRE, why_not_snap_fire
from sandtable.books.forgotten_ruin.chapters.line_of_sight import why_not_see
from sandtable.books.forgotten_ruin.naming import called, name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Figure, Soldier
from sandtable.kernel.decision import ChooseOne, ChooseSeveral, Decision
from sandtable.kernel.refusal import Refusal

ACTS, SNAPS, ENEMIES_ACT, COMBATS = "choose soldier", "snap fire", "choose enemy unit", "choose combat"
UPGRADES, KNOWN, ADVANCES = "choose who is upgraded", "choose who becomes known", "choose who advances"
ENEMY_PLAYER = ("choose whom enemy casts at", "choose enemy target", "choose whom enemy hits")
BY_SPELL = ("choose spell target", "choose spell targets", "charmed figure shoots")
IN_SIGHT = (
    *BY_SPELL,
    "choose item target",
    "choose potion target",
    "choose staff target",
    "choose sniper target",
    "exchange places",
)
IN_COMBAT = ("choose whom to hit", "choose combat leader")
"""Questions for a figure, by what they ask."""
SPELLS_SEE = "FR-SPL-06"
HOLD = "hold "

_GONE = {
    "casualty": ("FR-HIT-03", "is a casualty"),
    "left": ("FR-MOV-30", "has left the table"),
    "fled": ("FR-MRL-03", "has fled"),
    "withdrawn": ("FR-MOV-32", "has been taken off the table"),
    "aloft": ("FR-TRF-52", "is in the sky above the table"),
    "waiting": ("FR-MIS-46", "has not come onto the table"),
    "behind": ("FR-MIS-46", "stayed behind"),
}


def why_gone(state: Battle, figure: Figure) -> Refusal | None:
    """Who is not on the table, by the rule that took or keeps the figure away."""
    if figure.on_table:
        return None
    rule, what = _GONE[figure.where]
    if figure.where == "left" and isinstance(figure, Enemy):
        rule = "FR-MOV-31"
    return Refusal(
        figure.taken_by or rule, f"{name_of(state, figure)} {what}.", "Name somebody on the table."
    )


def why_not_figure(state: Battle, question: Decision, word: str) -> Refusal | None:
    """A figure or a mob that cannot be the answer; None where the word is neither."""
    if word.startswith(HOLD):
        return _why_not_hold(state, question, state.soldiers.get(word.removeprefix(HOLD)))
    if word in state.mobs:
        return _why_not_unit(state, question, word)
    figure: Soldier | Enemy | None = state.soldiers.get(word) or state.enemies.get(word)
    if figure is None:
        return None
    if isinstance(figure, Soldier) and question.topic == ACTS:
        return why_not_to_act(state, question, figure)
    if isinstance(figure, Soldier) and question.topic == SNAPS:
        return _why_no_snap_fire(state, question, figure)
    return why_gone(state, figure) or _why_not_among(state, question, figure)


def why_not_to_act(state: Battle, question: Decision, soldier: Soldier) -> Refusal | None:
    """Who has acted, holds, is slow, or is commanded by another player."""
    if soldier.seat != question.seat:
        reason = f"{soldier.name} is commanded by another player."
        return Refusal("FR-COOP-01", reason, "Choose one of your own soldiers.")
    if soldier.has_used(SNAP_FIRE):
        reason = f"{soldier.name} has taken Snap Fire in this round."
        return Refusal("FR-RND-20", reason, "Choose a soldier who has not acted.")
    if (gone := why_gone(state, soldier)) is not None:
        return gone
    if soldier.is_frozen:
        return Refusal("FR-LOOT-72", f"{soldier.name} is frozen in time.", "Choose another soldier.")
    if soldier.copy_of:
        reason = f"{soldier.name} is the image of {called(state, soldier.copy_of)}."
        return Refusal("FR-SPL-38", reason, "Choose a soldier.")
    if soldier.acted:
        return Refusal("FR-ACT-01", f"{soldier.name} has acted in this round.", "Choose another soldier.")
    if soldier.holding:
        reason = f"{soldier.name} holds."
        return Refusal("FR-RND-14", reason, "Who holds may Snap Fire, or act in the Slow Actions phase.")
    if state.phase == "quick" and not is_quick(state, soldier):
        rule = "FR-RND-09" if soldier.die is None else "FR-RND-08"
        reason = f"{soldier.name} has no quick die."
        return Refusal(rule, reason, "Choose a soldier with a quick die.")
    return None


def _why_not_hold(state: Battle, question: Decision, soldier: Soldier | None) -> Refusal | None:
    """Only a soldier's quick activation is held, before it is used."""
    if question.topic == ACTS and state.phase == "quick" and soldier is not None:
        return why_not_to_act(state, question, soldier)
    reason = "Nobody can hold so now."
    return Refusal("FR-RND-14", reason, "A quick activation is held in the Quick Actions phase.")


def _why_no_snap_fire(state: Battle, question: Decision, soldier: Soldier) -> Refusal | None:
    if soldier.has_used(SNAP_FIRE):
        reason = f"{soldier.name} has taken Snap Fire in this round."
        return Refusal("FR-RND-20", reason, "Choose another soldier who holds.")
    if soldier.seat != question.seat:
        reason = f"{soldier.name} is commanded by another player."
        return Refusal("FR-COOP-01", reason, "Choose one of your own soldiers.")
    return why_not_snap_fire(state, soldier, [one for one in question.about if one in state.enemies])


def _why_not_unit(state: Battle, question: Decision, mob: str) -> Refusal:
    name = called(state, mob)
    if not state.members(mob):
        return Refusal("FR-HIT-03", f"Nobody of {name} is left on the table.", "Name somebody on the table.")
    if question.topic == ENEMIES_ACT:
        return Refusal("FR-RND-12", f"{name} has acted in this phase, or cannot.", "Choose another unit.")
    if question.topic in (ACTS, SNAPS):
        return Refusal("FR-RND-12", f"{name} is an enemy.", "Enemies act in the Enemy Actions phase.")
    return Refusal("FR-EAI-02", f"{name} is a mob, and not asked for now.", "Answer the question.")


def _why_not_among(state: Battle, question: Decision, figure: Soldier | Enemy) -> Refusal | None:
    """A figure on the table at a question for others, or for none."""
    wanted = _wanted(state, question)
    name, is_soldier = name_of(state, figure), isinstance(figure, Soldier)
    if not wanted:
        if is_soldier:
            return Refusal(
                "FR-ACT-01", f"{name} is a soldier, and none is asked for now.", "Answer the question."
            )
        return Refusal("FR-RND-12", f"{name} is an enemy, and none is asked for now.", "Answer the question.")
    if all(one in state.mobs for one in wanted) and not is_soldier:
        return Refusal("FR-EAI-02", f"{name} is a figure, and a mob is asked for.", "Name a mob.")
    if all(one in state.soldiers for one in wanted) and not is_soldier:
        return Refusal("FR-PRN-07", f"{name} is an opponent.", "Name a soldier of the squad.")
    if not any(one in state.soldiers for one in wanted) and is_soldier:
        return Refusal("FR-PRN-07", f"{name} is no opponent.", "Name an enemy.")
    if isinstance(figure, Soldier) and figure.seat != question.seat and question.seat != state.enemy_seat:
        return Refusal(
            "FR-COOP-01", f"{name} is commanded by another player.", "Name one of your own soldiers."
        )
    return _why_not_reached(state, question, figure)


def _why_not_reached(state: Battle, question: Decision, figure: Soldier | Enemy) -> Refusal | None:
    """Who is not in this combat, not in contact, out of sight, or out of reach."""
    name = name_of(state, figure)
    if question.topic == COMBATS:
        return Refusal("FR-HTH-01", f"{name} stands in no combat of its own now.", "Name one that is listed.")
    if question.topic in (KNOWN, ADVANCES) and isinstance(figure, Soldier):
        rule, what = ("FR-SQD-11", "no") if question.topic == ADVANCES else ("FR-SQD-10", "already a")
        return Refusal(rule, f"{name} is {what} known personality.", "Name another.")
    if question.topic == UPGRADES and isinstance(figure, Soldier):
        why = "has no upgrade that the Exposure pays for" if figure.transformation else "is not transformed"
        return Refusal(
            "FR-TRF-06" if figure.transformation else "FR-TRF-01", f"{name} {why}.", "Name another."
        )
    if question.topic in ENEMY_PLAYER:
        return Refusal("FR-SHT-06", f"{name} is not among the closest in sight.", "Name one that is listed.")
    if question.topic == ENEMIES_ACT:
        return Refusal("FR-EAI-02", f"{name} acts with its mob, or has acted.", "Choose another unit.")
    if question.topic in IN_COMBAT and figure.id not in question.about[1:]:
        return Refusal("FR-HTH-22", f"{name} is not in this combat.", "Name one of the opponents.")
    actor = state.soldiers.get(next(iter(question.about), ""))
    if actor is None or question.topic not in IN_SIGHT:
        return None
    is_spell = question.topic in BY_SPELL
    hidden = why_not_see(state, actor, figure)
    if hidden is not None:
        reason = f"{name} is out of sight: {hidden.reason}"
        return Refusal(SPELLS_SEE if is_spell else hidden.rule, reason, "Name one in sight.")
    if is_spell:
        return Refusal(
            SPELLS_SEE, f"{name} is out of the spell's reach, or it does nothing to them.", "Name another."
        )
    return None


def _wanted(state: Battle, question: Decision) -> list[str]:
    """The figures and mobs among the answers."""
    if not isinstance(question, ChooseOne | ChooseSeveral):
        return []
    words = [one.answer for one in question.options() if isinstance(one.answer, str)]
    return [one for one in words if one in state.soldiers or one in state.enemies or one in state.mobs]
