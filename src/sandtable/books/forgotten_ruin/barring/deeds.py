"""Deeds that cannot be done: Actions, shots and Tactics at the wrong moment."""

from __future__ import annotations

import re
from functools import cache

from sandtable.binding.tables import Row
from sandtable.books.forgotten_ruin.barring.figures import why_gone
from sandtable.books.forgotten_ruin.chapters.activations.actions import ACTIONS, Action
from sandtable.books.forgotten_ruin.chapters.armory import armory, ranged_weapons, shots_of
from sandtable.books.forgotten_ruin.chapters.principles.conventions import gap, inches, within
from sandtable.books.forgotten_ruin.chapters.shooting.targets import (
    SPREAD,
    why_not_fire_weapon,
    why_not_shoot,
    why_out_of_reach,
)
from sandtable.books.forgotten_ruin.chapters.spells.spell_table import spells
from sandtable.books.forgotten_ruin.chapters.tactics import tactics as tactic_rows
from sandtable.books.forgotten_ruin.chapters.tactics import uses_left, why_not_invoke
from sandtable.books.forgotten_ruin.data import read_data
from sandtable.books.forgotten_ruin.loot.loot_tables import rule_of_item
from sandtable.books.forgotten_ruin.naming import name_of
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier, Weapon
from sandtable.kernel.decision import Decision
from sandtable.kernel.refusal import Refusal

DOES, FIRES = "activate", "fire"
"""The questions what a soldier does, and what it fires at whom."""
TACTIC, CHARGE = "tactic ", "charge "
BY_HAND = ("choose enemy plan", "choose whom monster goes for")


class BarredDeeds(Row, frozen=True):
    """What the answers of deeds look like, as the data file has them."""

    verbs: dict[str, str]
    """How the answers begin that take an Action, and which."""
    by_hand: dict[str, Refusal]
    """What bars something that an enemy could do when it is played by hand."""


@cache
def barred_deeds() -> BarredDeeds:
    """What the answers of deeds look like."""
    return read_data("deeds.yaml", BarredDeeds)


# ---- Tactics -----------------------------------------------------------------------------------------------


def why_not_tactic(state: Battle, question: Decision, word: str) -> Refusal | None:
    """A Tactic that is used up, that cannot be invoked, or not before this."""
    name = word.removeprefix(TACTIC)
    row = tactic_rows().get(name)
    if row is None or not word.startswith(TACTIC):
        return None
    if name in state.tactics:
        return Refusal("FR-TAC-03", f"{name} was used in this battle.", "Choose another Tactic.")
    if uses_left(state)[0] > 0 and why_not_invoke(state, name) is None:
        return Refusal(
            "FR-TAC-04", f"{name} is not invoked at this moment.", "Invoke it before what it changes."
        )
    return why_not_invoke(state, name)


# ---- enemies by hand ---------------------------------------------------------------------------------------


def why_not_by_hand(state: Battle, question: Decision, word: str) -> Refusal | None:
    """What an enemy that is played by hand cannot do now."""
    if question.topic not in BY_HAND:
        return None
    if word in barred_deeds().by_hand:
        return barred_deeds().by_hand[word]
    if not word.startswith(CHARGE):
        return None
    target = state.soldiers.get(word.removeprefix(CHARGE)) or state.enemies.get(word.removeprefix(CHARGE))
    if target is None:
        return Refusal("FR-MOV-13", "That is nobody to charge.", "Name a soldier.")
    name = name_of(state, target)
    return why_gone(state, target) or Refusal(
        "FR-MOV-13", f"{name} is out of its reach.", "Name one in reach."
    )


# ---- Actions -----------------------------------------------------------------------------------------------

_MOVES = {"move": "FR-ACT-02", "dash": "FR-ACT-08"}


def why_not_action(state: Battle, question: Decision, word: str) -> Refusal | None:
    """A Move or an Action that is spent, that a condition takes away, or that has nothing to work on."""
    is_move, action = word in _MOVES, _action_of(word)
    if not is_move and action is None:
        return None
    soldier = state.soldiers.get(next(iter(question.about), ""))
    if question.topic != DOES or soldier is None:
        rule = _MOVES[word] if action is None else action.rules[0]
        return Refusal(rule, f"{word} is done in an activation, not now.", "Choose it when the soldier acts.")
    if action is None:
        return _why_no_move(question, soldier, word)
    return _why_spent(question, soldier, action) or _why_nothing_to_do(state, soldier, action, word)


def _action_of(word: str) -> Action | None:
    lowered = word.lower()
    verbs = barred_deeds().verbs
    for verb in sorted(verbs, key=len, reverse=True):
        if lowered == verb or lowered.startswith(f"{verb} "):
            return ACTIONS[verbs[verb]]
    return None


def _why_no_move(question: Decision, soldier: Soldier, word: str) -> Refusal:
    """The Move comes once and before the Action."""
    if soldier.is_stunned:
        return _stunned(soldier)
    if word == "dash" and question.facts["actions"] <= 0:
        reason = f"{soldier.name} has no Action left for a Dash."
        return Refusal("FR-ACT-08", reason, "Move without a Dash, if a Move is left.")
    reason = f"{soldier.name} has no Move left."
    return Refusal("FR-ACT-02", reason, "There is one Move, and it comes before the Action.")


def _why_spent(question: Decision, soldier: Soldier, action: Action) -> Refusal | None:
    """One Action and one Free Action; a second Free Action costs the Action."""
    actions, free = question.facts["actions"], question.facts["free"]
    if action.free and free <= 0 and actions <= 0:
        reason = f"{soldier.name} has used the Free Action and has no Action to give for another."
        return Refusal("FR-ACT-14", reason, "End the activation.")
    if not action.free and actions <= 0:
        if soldier.is_stunned:
            return _stunned(soldier)
        return Refusal(
            "FR-ACT-02", f"{soldier.name} has no Action left.", "There is one Action, after the Move."
        )
    return None


def _stunned(soldier: Soldier) -> Refusal:
    reason = f"{soldier.name} is Stunned and has moved or acted."
    return Refusal("FR-CON-02", reason, "A Stunned soldier moves or acts, not both.")


def _why_nothing_to_do(state: Battle, soldier: Soldier, action: Action, word: str) -> Refusal:
    """The soldier lacks what the Action takes: the spell, the potion, the thing in reach."""
    named = re.sub(r"^(cast|read|drink|sip|use) (unstable )?| \d+$", "", word)
    if action.name == "Spell-casting" and named in spells() and named not in soldier.spells:
        rule, what = (
            ("FR-SPL-01", f"does not know {named}") if soldier.spells else ("FR-ACT-10", "casts no spells")
        )
        return Refusal(rule, f"{soldier.name} {what}.", "Take another Action.")
    if word.startswith("sip "):
        reason = f"There is no {named} of which {soldier.name} could drink sparingly."
        return Refusal("FR-LOOT-42", reason, "Drink what is left, or another potion.")
    held = {one.name for one in (*soldier.items, *state.stock.consumables)}
    if named in held:
        reason = f"There is nothing that {named} could do for {soldier.name} now."
        return Refusal(rule_of_item(named), reason, "Do something that is listed.")
    return Refusal(
        action.rules[0], f"{soldier.name} cannot do that now: {word}.", "Do something that is listed."
    )


# ---- shots -------------------------------------------------------------------------------------------------


def why_not_shot(state: Battle, question: Decision, word: str) -> Refusal | None:
    """A weapon that is not there or cannot be fired, a target out of the question, an illegal split."""
    name, _, at = word.partition(": ")
    plain = re.sub(r" \(\d+\)$", "", name)
    soldier = state.soldiers.get(next(iter(question.about), ""))
    carried = [] if soldier is None else [one for one in ranged_weapons(soldier) if one.name == plain]
    if plain not in armory() and not carried and not _is_somebodys(state, plain):
        return None
    if question.topic != FIRES or soldier is None:
        return Refusal(
            "FR-ACT-07", f"{name} is fired by a Fire action, not now.", "Choose it when somebody fires."
        )
    if not carried:
        return Refusal(
            "FR-ACT-07", f"{soldier.name} carries no {plain} to fire.", "Fire a weapon that is carried."
        )
    weapon = carried[0]
    if (why := why_not_fire_weapon(state, soldier, weapon)) is not None:
        return why
    if weapon.is_explosive:
        reason = f"There is nothing to aim the {plain} at." if not at else f"The {plain} is aimed at a point."
        return Refusal("FR-EXP-01", reason, "Choose the weapon alone where a point is in range and sight.")
    return _why_not_split(state, soldier, weapon, _shares_in(at))


def _is_somebodys(state: Battle, name: str) -> bool:
    return any(each.name == name for one in state.soldiers.values() for each in one.weapons)


def _shares_in(at: str) -> list[tuple[str, int | None]]:
    """The targets of a shot as it is said, each with its dice where there are several."""
    found: list[tuple[str, int | None]] = []
    for part in at.split(", ") if at else []:
        target, _, dice = part.partition(" ")
        found.append((target, int(dice) if dice.isdecimal() else None))
    return found


def _why_not_split(
    state: Battle, soldier: Soldier, weapon: Weapon, shares: list[tuple[str, int | None]]
) -> Refusal | None:
    """All the dice are dealt out, to targets close together that may be shot at."""
    shots = shots_of(state, soldier, weapon)
    if not shares:
        return Refusal("FR-SHT-04", f"No target is named for the {weapon.name}.", "Name weapon and target.")
    targets: list[Soldier | Enemy] = []
    for name, _ in shares:
        figure = state.soldiers.get(name) or state.enemies.get(name)
        if figure is None:
            return Refusal("FR-SHT-04", f"{name} is nobody to shoot at.", "Name a figure.")
        if figure is soldier or figure.side == soldier.side:
            return Refusal("FR-PRN-07", f"{name_of(state, figure)} is no opponent.", "Shoot at an opponent.")
        if (gone := why_gone(state, figure)) is not None:
            return gone
        targets.append(figure)
    if (why := why_not_shoot(state, soldier, weapon, targets[0])) is not None:
        return why
    if len(shares) > 1 or shares[0][1] is not None:
        dice = sum(count or 0 for _, count in shares)
        if dice != shots or len({name for name, _ in shares}) < len(shares):
            reason = f"{dice} dice are dealt out and the {weapon.name} rolls {shots}."
            return Refusal("FR-SHT-10", reason, f"Give {shots} dice to different targets, at least one each.")
    return _why_not_together(state, soldier, weapon, targets)


def _why_not_together(
    state: Battle, soldier: Soldier, weapon: Weapon, targets: list[Soldier | Enemy]
) -> Refusal | None:
    limit = inches(state, SPREAD)
    for one in targets:
        if any(not within(gap(one, other), limit) for other in targets if other is not one):
            reason = f"{name_of(state, one)} is too far from the other targets."
            return Refusal(
                "FR-SHT-12", reason, f"Divide Shots among figures within {SPREAD:g} in of one another."
            )
    for one in targets[1:]:
        # Who comes first binds the first target; the others share its dice.
        if (why := why_out_of_reach(state, soldier, weapon, one)) is not None:
            return why
    if len(targets) > 1:
        return Refusal(
            "FR-SHT-13", "The closest target comes first.", "Name the targets in order of closeness."
        )
    reason = "Snap Fire is only at the unit that moves, and at its closest figures."
    return Refusal("FR-RND-17", reason, "Name one of the targets that are listed.")
