"""The Reaction dice: quick dice go to those who have the most to do before the enemy acts."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.books.forgotten_ruin.adviser.aims import aims_of
from sandtable.books.forgotten_ruin.adviser.places import Foes
from sandtable.books.forgotten_ruin.adviser.shots import best_shot
from sandtable.books.forgotten_ruin.adviser.styles import USUAL, Style
from sandtable.books.forgotten_ruin.chapters.battle_round.reaction_roll import NOBODY, ReactionDice
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.advice import Advice
from sandtable.kernel.decision import Decision


def advise_dice(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """The quick dice to soldiers with targets, runners and those in danger; the others as they come."""
    assert isinstance(decision, ReactionDice)
    faces = decision.form().faces
    reactions: dict[str, int] = decision.facts["reactions"]
    urgency = urgent(state, list(reactions), style)
    chosen = quick_ones(faces, reactions, urgency)
    given = deal_out(faces, reactions, chosen)
    names = ", ".join(state.soldiers[one].name for one in chosen) or "nobody"
    yield Advice(given, 1.0, (f"quick are those with the most to do at once: {names}",))
    yield from (Advice(one.answer, 0.0, (one.label,)) for one in decision.options())


def urgent(state: Battle, ids: list[str], style: Style = USUAL) -> dict[str, float]:
    """How much each soldier has to do before the enemy acts."""
    aims, foes = aims_of(state, style.wits, style.firepower), Foes(state)
    found: dict[str, float] = {}
    for id in ids:
        soldier = state.soldiers[id]
        here = foes.danger_at(soldier.at)
        aim = aims.get(id)
        runs = style.errand if aim is not None and aim.is_run else 0.0
        found[id] = 0.1 + best_shot(state, soldier, None, style).kills + 0.3 * here + runs
    return found


def quick_ones(faces: dict[str, int], reactions: dict[str, int], urgency: dict[str, float]) -> list[str]:
    """The most urgent soldiers who can all be quick together."""
    chosen: list[str] = []
    dice = sorted(faces.values())
    for id in sorted(reactions, key=lambda one: (-urgency[one], one)):
        limits = sorted(reactions[one] for one in (*chosen, id))
        if len(limits) <= len(dice) and all(d <= r for d, r in zip(dice, limits, strict=False)):
            chosen.append(id)
    return chosen


def deal_out(faces: dict[str, int], reactions: dict[str, int], chosen: list[str]) -> dict[str, str]:
    """The lowest dice to the quick, in order of what they need; then the rest to the others."""
    order = sorted(faces, key=lambda one: (faces[one], one))
    holders = sorted(chosen, key=lambda one: (reactions[one], one))
    holders += [one for one in reactions if one not in chosen]
    given = dict.fromkeys(faces, NOBODY)
    given |= dict(zip(order, holders, strict=False))
    return given
