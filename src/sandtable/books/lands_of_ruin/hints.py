"""What the console teaches: tips at the moment they matter, once for each player, and the next step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

import msgspec

from sandtable.binding.hints import HintRow, Hints
from sandtable.books.lands_of_ruin.adviser.adviser import ADVISER
from sandtable.books.lands_of_ruin.chapters.ammo import bullets, reserve
from sandtable.books.lands_of_ruin.data import read_data
from sandtable.books.lands_of_ruin.secrets import hide
from sandtable.books.lands_of_ruin.state import Battle, Card
from sandtable.books.lands_of_ruin.surface.ways import HINDERS
from sandtable.kernel import Decision, Hint, rule
from sandtable.kernel.decision import shown


@cache
@rule("LR-TUT-03")
def rows() -> tuple[HintRow, ...]:
    """Every tip, the more urgent first."""
    return read_data("hints.yaml", tuple[HintRow, ...])


HINTS: Hints[Battle] = Hints(rows, most=1)


@rule("LR-TUT-01", "LR-TUT-03", "LR-TUT-04", "LR-TUT-05")
def hint_for(state: Battle, decision: Decision) -> Hint | None:
    """A tip that was not told to this player before; on level full also what it might do next.

    Both are found in what the player may know; nothing changes but the memory of what was told.
    """
    level, side = state.switches.tutorial, state.sides.get(decision.seat)
    if level == "off" or side is None:
        return None
    hint, names = HINTS.due(state, decision, side.tips)
    side.tips = (*side.tips, *names)
    if level == "tips":
        return hint
    best = next(iter(ADVISER.advise(hide(state, decision.seat), decision.seat, decision)), None)
    if best is None:
        return hint
    label = next((one.label for one in decision.options() if one.answer == best.answer), shown(best.answer))
    step = Hint(f"A sensible next step: {label}.", best.rules)
    return step if hint is None else msgspec.structs.replace(hint, text=f"{hint.text} {step.text}")


def _own(test: Callable[[Card], bool]) -> Callable[[Battle, Decision], bool]:
    """Whether a card of the player who is asked is so."""
    return lambda state, decision: any(map(test, state.team(decision.seat)))


def _runs_low(card: Card, state: Battle) -> bool:
    """Whether rounds are left, and too few for one of its modes."""
    lows: Iterable[bool] = (
        0 < reserve(card, card.model, arm) < bullets(state, card, arm, mode)
        for arm in card.profile.arms
        for mode in arm.row.modes
    )
    return any(lows)


HINTS.where(
    {
        "first Action phase is movement only": lambda state, asked: not state.sides[asked.seat].has_acted,
        "secret deployment": _own(lambda card: card.where == "waiting" and card.profile.has("Infiltration")),
        "obstacles halve movement": lambda state, asked: any(
            {*HINDERS} & {*one.traits} for one in state.ground.pieces
        ),
        "shortcuts": _own(lambda card: bool(card.own.orders)),
        "a detected enemy": lambda state, asked: any(
            one.hidden and one.detected for one in state.team(state.other(asked.seat))
        ),
        "down is secret": _own(lambda card: card.down and not card.is_cohort),
        "bleeding and First Aid": _own(lambda card: card.own.has("Bleeding") and not card.own.has("Dead")),
        "hits wait, suppression does not": _own(lambda card: bool(card.own.hits)),
        "damage results": _own(lambda card: bool(card.own.wounds)),
        "confusion": lambda state, asked: state.sides[asked.seat].morale.state == "confused",
        "Rotter attacks": _own(
            lambda card: any(one in card.entered for one in ("Shambler", "Rager", "Veteran"))
        ),
        "ambush": _own(lambda card: card.hidden),
        "grenade radius": lambda state, asked: any(one.radius for one in state.areas.values()),
        "noise and threat": lambda state, asked: any(one.arrived for one in state.rotters.values()),
        "Rotters: 10-inch rule": lambda state, asked: state.round > 1 and bool(state.rotters),
        "ammo low": lambda state, asked: any(
            _runs_low(one, state) for one in state.team(asked.seat) if one.id in asked.about and one.models
        ),
        "path targeting": lambda state, asked: not state.switches.is_basic,
        "ending the game": lambda state, asked: state.round >= state.scenario.rounds,
    }
)
