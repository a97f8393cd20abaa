"""Deeds that cannot be done: Actions, shots, Tactics and changes of dice at the wrong moment."""

from __future__ import annotations

import re

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
from sandtable.books.forgotten_ruin.naming import called, name_of
from sandtable.books.forgotten_ruin.refusals import barred
from sandtable.books.forgotten_ruin.state import Battle, Enemy, Soldier, Weapon
from sandtable.books.forgotten_ruin.windows import DICE_ROLLED, REROLLS, STORY_POINT, TRAIT
from sandtable.kernel import Decision, Refusal
from sandtable.kernel.window import WINDOW

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


barred_deeds = read_data.later("deeds.yaml", BarredDeeds)
"""What the answers of deeds look like."""


# ---- Tactics -----------------------------------------------------------------------------------------------


def why_not_tactic(state: Battle, question: Decision, word: str) -> Refusal | None:
    """A Tactic that is used up, that cannot be invoked, or not before this."""
    name = word.removeprefix(TACTIC)
    row = tactic_rows().get(name)
    if row is None or not word.startswith(TACTIC):
        return None
    if name in state.tactics:
        return barred("Tactic used", name=name)
    if uses_left(state)[0] > 0 and why_not_invoke(state, name) is None:
        return barred("Tactic not now", name=name)
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
        return barred("nobody to charge")
    return why_gone(state, target) or barred("out of a charge", name=name_of(state, target))


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
        if lowered == verb or word.startswith(f"{verb} "):
            return ACTIONS[verbs[verb]]
    return None


def _why_no_move(question: Decision, soldier: Soldier, word: str) -> Refusal:
    """The Move comes once and before the Action."""
    if soldier.is_stunned:
        return barred("Stunned", name=soldier.name)
    if word == "dash" and question.facts["actions"] <= 0:
        return barred("no Action for a Dash", name=soldier.name)
    return barred("no Move left", name=soldier.name)


def _why_spent(question: Decision, soldier: Soldier, action: Action) -> Refusal | None:
    """One Action and one Free Action; a second Free Action costs the Action."""
    actions, free = question.facts["actions"], question.facts["free"]
    if action.free and free <= 0 and actions <= 0:
        return barred("no Free Action left", name=soldier.name)
    if not action.free and actions <= 0:
        return barred("Stunned" if soldier.is_stunned else "no Action left", name=soldier.name)
    return None


def _why_nothing_to_do(state: Battle, soldier: Soldier, action: Action, word: str) -> Refusal:
    """The soldier lacks what the Action takes: the spell, the potion, the thing in reach."""
    named = re.sub(r"^(cast|read|drink|sip|use) (unstable )?| \d+$", "", word)
    if action.name == "Spell-casting" and named in spells() and named not in soldier.spells:
        return barred("spell not known" if soldier.spells else "no caster", name=soldier.name, spell=named)
    if word.startswith("sip "):
        return barred("nothing to sip", name=soldier.name, potion=named)
    held = {one.name for one in (*soldier.items, *state.stock.consumables)}
    if named in held:
        reason = f"There is nothing that {named} could do for {soldier.name} now."
        return Refusal(rule_of_item(named), reason, "Do something that is listed.")
    reason = f"{soldier.name} cannot do that now: {word}."
    return Refusal(action.rules[0], reason, "Do something that is listed.")


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
        return barred("no Fire action", weapon=name)
    if not carried:
        return barred("weapon not carried", name=soldier.name, weapon=plain)
    weapon = carried[0]
    if (why := why_not_fire_weapon(state, soldier, weapon)) is not None:
        return why
    if weapon.is_explosive:
        return barred("aimed at a point" if at else "nothing to aim at", weapon=plain)
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
        return barred("no target named", weapon=weapon.name)
    targets: list[Soldier | Enemy] = []
    for name, _ in shares:
        figure = state.soldiers.get(name) or state.enemies.get(name)
        if figure is None:
            return barred("nobody to shoot at", name=called(state, name))
        if figure is soldier or figure.side == soldier.side:
            return barred("no opponent", name=name_of(state, figure))
        if (gone := why_gone(state, figure)) is not None:
            return gone
        targets.append(figure)
    if (why := why_not_shoot(state, soldier, weapon, targets[0])) is not None:
        return why
    if len(shares) > 1 or shares[0][1] is not None:
        dice = sum(count or 0 for _, count in shares)
        if dice != shots or len({name for name, _ in shares}) < len(shares):
            return barred("dice dealt wrongly", dice=dice, weapon=weapon.name, shots=shots)
    return _why_not_together(state, soldier, weapon, targets)


def _why_not_together(
    state: Battle, soldier: Soldier, weapon: Weapon, targets: list[Soldier | Enemy]
) -> Refusal | None:
    limit = inches(state, SPREAD)
    for one in targets:
        if any(not within(gap(one, other), limit) for other in targets if other is not one):
            return barred("targets too far apart", name=name_of(state, one), inches=f"{SPREAD:g}")
    for one in targets[1:]:
        # Who comes first binds the first target; the others share its dice.
        if (why := why_out_of_reach(state, soldier, weapon, one)) is not None:
            return why
    return barred("closest target first" if len(targets) > 1 else "Snap Fire elsewhere")


# ---- dice and Power ----------------------------------------------------------------------------------------

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
        return barred("step is over", use=word)
    if (said := _SET.fullmatch(word)) and _is_about_dice(question, SETS, "Story Point"):
        return _why_not_set(question, int(said[1]))
    if (said := _CHANGED.fullmatch(word)) and _is_about_dice(question, TRAITS, "trait"):
        return _why_no_trait(state, question, said[1], int(said[2]))
    if question.topic == ENHANCES and (said_points := _ENHANCED.findall(word)):
        points, left = sum(map(int, said_points)), question.facts.get("power", 0)
        return barred(
            "too little Power" if points > left else "no such enhancement", points=points, left=left
        )
    return None


def _is_about_dice(question: Decision, topic: str, use: str) -> bool:
    """Whether dice of one roll are changed by this use, or could be."""
    if question.topic != WINDOW:
        return question.topic == topic
    is_rolled = question.facts["window"] == DICE_ROLLED
    return is_rolled and any(one.answer == use for one in question.options())


def _why_not_set(question: Decision, die: int) -> Refusal:
    if question.topic == WINDOW:
        return barred("no Story Point spent")
    return barred("no die to set" if die > len(question.facts.get("faces", ())) else "die shows it", die=die)


def _why_no_trait(state: Battle, question: Decision, trait: str, die: int) -> Refusal:
    if question.topic == WINDOW:
        return barred("no trait used")
    if die > len(question.facts.get("faces", ())):
        return barred("no die to change", die=die)
    soldier = state.soldiers.get(question.about[0])
    is_there = soldier is not None and trait in soldier.traits
    return barred("trait does not fit" if is_there else "trait not there", trait=trait)
