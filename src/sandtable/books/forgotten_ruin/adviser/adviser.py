"""How the automatic player leads the squad: one answer with a reason for every question of the book."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import inf

import msgspec

from sandtable.books.forgotten_ruin.adviser import beginnings, moments
from sandtable.books.forgotten_ruin.adviser.activating import advise_activation, advise_move, advise_who_acts
from sandtable.books.forgotten_ruin.adviser.dealing import advise_dice
from sandtable.books.forgotten_ruin.adviser.judging import judge
from sandtable.books.forgotten_ruin.adviser.manners import CAREFUL, SEASONED, USUAL, Manner
from sandtable.books.forgotten_ruin.adviser.shots import ranked_shots
from sandtable.books.forgotten_ruin.adviser.tempers import tempered
from sandtable.books.forgotten_ruin.chapters.conventions import ENEMY_CHOICES
from sandtable.books.forgotten_ruin.chapters.move_planner import MovePlanner
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.advice import Advice
from sandtable.kernel.decision import ChooseOne, ChooseSeveral, Decision, Move, Option, Place, YesNo
from sandtable.kernel.window import WINDOW

ORDER = {"": 0, "reaction roll": 0, "quick": 0, "enemy": 1, "slow": 3, "aggression": 3, "end": 3}
"""The phases of a round as turns that a player can look ahead by: the slow and the next quick phase are one,
so that three turns lead from either past what the enemy does once."""
TURNS_A_ROUND = 3
NEAR = 14.0
"""An enemy so many inches away may be upon a soldier after two moves."""
FRESH = ("moves", "actions")
"""What a soldier has who has done nothing yet."""


class Adviser:
    """The automatic player's opinion on every question of this book."""

    def __init__(self, manner: Manner = USUAL) -> None:
        self.manner = manner

    def advise(self, state: Battle, seat: str, decision: Decision) -> Iterable[Advice]:
        """Answers worth considering, best first."""
        if decision.topic in ENEMY_CHOICES:
            best = decision.facts["best"]
            return [Advice(best, 1.0, (str(decision.facts.get("why") or "the book's own procedure"),))]
        manner = tempered(state, self.manner)
        if isinstance(decision, Move) and isinstance(decision.planner, MovePlanner):
            return advise_move(state, decision, manner)
        in_play = _IN_PLAY.get(decision.topic)
        if in_play is not None:
            return in_play(state, decision, manner)
        beforehand = (manner.is_exact and beginnings.EXACTLY.get(decision.topic)) or beginnings.BY_TOPIC.get(
            decision.topic
        )
        return (beforehand or _advise_others)(state, seat, decision)

    def judge(self, state: Battle, seat: str) -> float:
        """How the mission stands for the seat's side."""
        return judge(state, seat)

    def matters(self, decision: Decision) -> bool:
        """What a soldier does with an enemy near deserves looking ahead, and where to."""
        if decision.topic == "activate":
            facts = decision.facts
            is_fresh = all(facts.get(one, 0) > 0 for one in FRESH)
            return is_fresh and facts.get("inches", inf) <= NEAR
        return self.carries_on_plan(decision)

    def turns_begun(self, state: Battle) -> int:
        """How many phases have begun that bring something about."""
        return TURNS_A_ROUND * state.round + ORDER.get(state.phase, 0)

    def begins_plan(self, decision: Decision) -> bool:
        """Whenever somebody else is to act, or the soldier has done something."""
        return decision.topic in ("choose soldier", "activate")

    def carries_on_plan(self, decision: Decision) -> bool:
        """Where a soldier goes who was told to go."""
        return decision.topic in ("move", "dash")

    def seasoned(self, state: Battle, seat: str) -> Adviser:
        """The same player, who has learnt to take care first of all."""
        return Adviser(SEASONED)

    def hasty(self) -> Adviser:
        """The same player, who takes any shot at once and looks at few places."""
        return Adviser(msgspec.structs.replace(self.manner, is_hasty=True))

    def manners(self) -> dict[str, Adviser]:
        """The same player, who goes for the Objective at any price or takes care first of all."""
        return {"bold": Adviser(USUAL), "careful": Adviser(CAREFUL)}


def _advise_fire(state: Battle, decision: Decision, manner: Manner) -> Iterator[Advice]:
    """The weapon and the targets that promise the most."""
    soldier = state.soldiers[decision.about[0]]
    options = decision.options()
    for one in ranked_shots(state, soldier, options, manner):
        yield Advice(one.key, one.kills, (f"{one.label}: {one.kills:.2f} kills to be expected",))
    for option in options:
        if "weapon" not in option.facts:
            yield Advice(option.answer, -1.0, ("nothing better is left",))


def _advise_others(state: Battle, seat: str, decision: Decision) -> Iterator[Advice]:
    """Anything else: what is likeliest to go well by the chances shown, else what comes first."""
    if isinstance(decision, YesNo):
        spare = state.stock.story_points - moments.points_to_keep(state)
        yes = decision.topic != "roll twice" and spare >= 0
        yield Advice(yes, 0.0, ("nothing is lost by it" if yes else "the Story Point is kept",))
        return
    if isinstance(decision, ChooseSeveral):
        yield from beginnings.all_of_them(state, seat, decision)
        return
    options = decision.options()
    if isinstance(decision, Place):
        yield from (Advice(one.answer, 0.0, ("as proposed",)) for one in options)
        return
    rated = sorted(options, key=lambda one: -_promise(one))
    why = "it promises the most" if isinstance(decision, ChooseOne) else "as proposed"
    yield from (Advice(one.answer, _promise(one), (why,)) for one in rated)


def _promise(option: Option) -> float:
    """What an option promises."""
    for name in ("worth", "kills", "win"):
        if isinstance(option.facts.get(name), int | float):
            return float(option.facts[name])
    return option.chance or 0.0


_IN_PLAY: dict[str, Callable[[Battle, Decision, Manner], Iterable[Advice]]] = {
    "deal reaction dice": advise_dice,
    "choose soldier": advise_who_acts,
    "activate": advise_activation,
    "snap fire": moments.advise_snap_fire,
    "fire": _advise_fire,
    "set die": moments.advise_changed_die,
    "change die": moments.advise_changed_die,
    "invoke tactic": moments.advise_tactic,
    WINDOW: moments.advise_window,
}
"""Who advises on which question of a battle."""
