"""Odds of a combat, for whoever has to choose."""

from __future__ import annotations

from sandtable.books.forgotten_ruin.chapters.armory import enemy_weapon
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.combat import END_OF_PHASE, Combat, combat_of
from sandtable.books.forgotten_ruin.chapters.hand_to_hand.rolling import (
    dice_of,
    modifiers_of,
    weapon_choices,
    without_weapon,
)
from sandtable.books.forgotten_ruin.modifiers import COMBAT_DICE
from sandtable.books.forgotten_ruin.state import Battle, Enemy, FigureId, Soldier, Weapon
from sandtable.kernel.arithmetic import power, total
from sandtable.kernel.check import total_of

FACES = 6


def combat_odds(state: Battle, one: Soldier | Enemy, *others: Soldier | Enemy) -> dict[str, float]:
    """How likely a figure is to win, draw or lose against others whose first one leads."""
    combat = combat_of(state, one, *others, kind=END_OF_PHASE)
    for id in combat.figures:
        combat.weapons[id] = _likely_weapon(state, state.figure(id))
    mine = _totals(state, combat, (combat.lone,))
    theirs = _totals(state, combat, combat.others)
    win = total(p * q for own, p in mine.items() for other, q in theirs.items() if own > other)
    draw = total(p * theirs.get(own, 0.0) for own, p in mine.items())
    return {"win": round(win, 3), "draw": round(draw, 3), "lose": round(1.0 - win - draw, 3)}


def _likely_weapon(state: Battle, figure: Soldier | Enemy) -> Weapon:
    if isinstance(figure, Enemy):
        return enemy_weapon(state, figure, "hand-to-hand")
    choices = weapon_choices(state, figure)
    return choices[0] if choices else without_weapon(state, figure)


def _totals(state: Battle, combat: Combat, side: tuple[FigureId, ...]) -> dict[int, float]:
    """How likely each total of a side is: the best of all its dice, with the values of its leader."""
    head = state.figure(side[0])
    opponent = state.figure(combat.opponent_of(head.id))
    added = total_of(modifiers_of(state, head, opponent, combat))
    dice = sum(dice_of(COMBAT_DICE.all(state, state.figure(id), combat)) for id in side)
    odds: dict[int, float] = {}
    for face in range(1, FACES + 1):
        reached = max(0, face + added)
        chance = power(face / FACES, dice) - power((face - 1) / FACES, dice)
        odds[reached] = odds.get(reached, 0.0) + chance
    return odds
