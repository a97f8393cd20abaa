"""Dice and Power that cannot be changed so: what a Story Point, a trait or an enhancement may not do."""

from __future__ import annotations

import re

from sandtable.books.forgotten_ruin.state import Battle
from sandtable.books.forgotten_ruin.windows import DICE_ROLLED, REROLLS, STORY_POINT, TRAIT
from sandtable.kernel.decision import Decision
from sandtable.kernel.refusal import Refusal
from sandtable.kernel.window import WINDOW

SETS, TRAITS, ENHANCES = "set die", "change die", "enhance spell"
"""The questions which die a Story Point sets, which one a trait changes, and how a spell is enhanced."""
STEPS = {"Aimed fire": REROLLS, "Thieves' Luck": REROLLS, "Story Point": STORY_POINT}
"""What changes own dice before a trait does, with its step (FR-HIT-09)."""
_SET = re.compile(r"die (\d+) becomes (\d+)")
_CHANGED = re.compile(r"([\w '-]+): die (\d+) [+-]\d+")
_ENHANCED = re.compile(r"(?:Extending|Additional Targets|Boosting) (\d+)")


def why_not_changed(state: Battle, question: Decision, word: str) -> Refusal | None:
    """A change of dice, or of a spell, that the asked cannot make."""
    if STEPS.get(word, TRAIT) < question.facts.get("step", REROLLS):
        reason = f"{word} comes before what these dice have seen already."
        return Refusal("FR-HIT-09", reason, "Use what comes later, or nothing.")
    if (said := _SET.fullmatch(word)) and _is_about_dice(question, SETS, "Story Point"):
        return _why_not_set(question, int(said[1]))
    if (said := _CHANGED.fullmatch(word)) and _is_about_dice(question, TRAITS, "trait"):
        return _why_no_trait(state, question, said[1], int(said[2]))
    if question.topic == ENHANCES and (points := _ENHANCED.findall(word)):
        return _why_not_enhanced(question, sum(int(one) for one in points))
    return None


def _is_about_dice(question: Decision, topic: str, use: str) -> bool:
    """Whether dice of one roll are changed by this use, or could be."""
    if question.topic != WINDOW:
        return question.topic == topic
    is_rolled = question.facts["window"] == DICE_ROLLED
    return is_rolled and any(one.answer == use for one in question.options())


def _why_not_set(question: Decision, die: int) -> Refusal:
    if question.topic == WINDOW:
        reason = "No Story Point has been spent on this roll."
        return Refusal("FR-STP-03", reason, "Use the Story Point first, then say which die.")
    if die > len(question.facts.get("faces", ())):
        return Refusal("FR-STP-03", f"The roll has no die {die}.", "Name a die of this roll.")
    return Refusal("FR-PRN-25", "The die shows that already, or a like one is named.", "Name another face.")


def _why_no_trait(state: Battle, question: Decision, trait: str, die: int) -> Refusal:
    if question.topic == WINDOW:
        return Refusal("FR-SQD-29", "No trait is used on this roll yet.", "Use it first, then say which die.")
    if die > len(question.facts.get("faces", ())):
        return Refusal("FR-SQD-29", f"The roll has no die {die} of its own.", "Name a die of this roll.")
    soldier = state.soldiers.get(question.about[0])
    if soldier is None or trait not in soldier.traits:
        return Refusal("FR-SQD-28", f"{trait} is no trait that may be used here.", "Use one that is listed.")
    return Refusal("FR-SQD-31", f"{trait} does not fit the situation.", "Use a trait that fits.")


def _why_not_enhanced(question: Decision, points: int) -> Refusal:
    left = question.facts.get("power", 0)
    if points > left:
        return Refusal(
            "FR-SPL-04", f"That costs {points} Power and {left} is left.", "Spend no more than that."
        )
    return Refusal("FR-SPL-18", "The spell cannot be enhanced so.", "Choose a way that is listed.")
