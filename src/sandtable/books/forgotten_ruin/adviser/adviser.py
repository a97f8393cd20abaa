"""How the automatic player leads the squad: one answer with a reason for every question of the book."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf

import msgspec

from sandtable.binding.advising import Advise, TopicAdviser, all_listed, as_listed, most_promising
from sandtable.books.forgotten_ruin.adviser import beginnings, moments
from sandtable.books.forgotten_ruin.adviser.activating import advise_activation, advise_move, advise_who_acts
from sandtable.books.forgotten_ruin.adviser.dealing import advise_dice
from sandtable.books.forgotten_ruin.adviser.judging import judge
from sandtable.books.forgotten_ruin.adviser.shots import ranked_shots
from sandtable.books.forgotten_ruin.adviser.styles import USUAL, Style, knowledge, style_now
from sandtable.books.forgotten_ruin.chapters.movement.planner import MovePlanner
from sandtable.books.forgotten_ruin.chapters.principles.conventions import ENEMY_CHOICES
from sandtable.books.forgotten_ruin.state import Battle
from sandtable.kernel.advice import Advice
from sandtable.kernel.decision import ChooseOne, ChooseSeveral, Decision, Move, Place, YesNo
from sandtable.kernel.window import WINDOW

TURN_OF_PHASE = {"": 0, "reaction roll": 0, "quick": 0, "enemy": 1, "slow": 3, "aggression": 3, "end": 3}
"""The phases of a round as turns that a player can look ahead by: the slow and the next quick phase are one,
so that three turns lead from either past what the enemy does once."""
TURNS_A_ROUND = 3
NEAR = 14.0
"""An enemy so many inches away may be upon a soldier after two moves."""
FRESH = ("moves", "actions")
"""What a soldier has who has done nothing yet."""
PROMISES = ("worth", "kills", "win")
"""The facts of an option that tell what it promises."""


def _advise_fire(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """The weapon and the targets that promise the most."""
    soldier = state.soldiers[decision.about[0]]
    options = decision.options()
    for one in ranked_shots(state, soldier, options, style):
        yield Advice(one.key, one.kills, (f"{one.label}: {one.kills:.2f} kills to be expected",))
    for option in options:
        if "weapon" not in option.facts:
            yield Advice(option.answer, -1.0, ("nothing better is left",))


def _advise_for_enemy(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """What the book's own procedure would do."""
    why = decision.facts.get("why") or "the book's own procedure"
    yield Advice(decision.facts["best"], 1.0, (str(why),))


def _advise_any_move(state: Battle, seat: str, decision: Decision, style: Style) -> Iterable[Advice]:
    """Where to go on foot; else what is proposed."""
    assert isinstance(decision, Move)
    walks = isinstance(decision.planner, MovePlanner)
    return (advise_move if walks else _as_proposed)(state, seat, decision, style)


def _advise_yes_or_no(state: Battle, seat: str, decision: Decision, style: Style) -> Iterator[Advice]:
    """Whatever costs nothing, and Story Points that no Interact may need."""
    spare = state.stock.story_points - moments.points_to_keep(state)
    yes = decision.topic != "roll twice" and spare >= 0
    yield Advice(yes, 0.0, ("nothing is lost by it" if yes else "the Story Point is kept",))


_as_proposed: Advise[Battle, Style] = most_promising(PROMISES, "as proposed")


class Adviser(TopicAdviser[Battle, Style]):
    """The automatic player's opinion on every question of this book."""

    by_topic = {
        **dict.fromkeys(ENEMY_CHOICES, _advise_for_enemy),
        "deal reaction dice": advise_dice,
        "choose soldier": advise_who_acts,
        "activate": advise_activation,
        "snap fire": moments.advise_snap_fire,
        "fire": _advise_fire,
        "set die": moments.advise_changed_die,
        "change die": moments.advise_changed_die,
        "invoke tactic": moments.advise_tactic,
        WINDOW: moments.advise_window,
        **beginnings.BY_TOPIC,
    }
    by_kind = {
        Move: _advise_any_move,
        YesNo: _advise_yes_or_no,
        ChooseSeveral: all_listed("all hands are needed", fewer="as many as may"),
        Place: as_listed("as proposed"),
        ChooseOne: most_promising(PROMISES, "it promises the most"),
        Decision: _as_proposed,
    }
    topics_that_begin_a_plan = ("choose soldier", "activate")
    topics_that_carry_on_a_plan = ("move", "dash")

    def style_in(self, state: Battle) -> Style:
        """Its style, patient while there are many enemies."""
        return style_now(state, self.style or USUAL)

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
        return TURNS_A_ROUND * state.round + TURN_OF_PHASE.get(state.phase, 0)

    def seasoned_style(self, state: Battle, seat: str) -> Style:
        """To take care first of all."""
        return knowledge().styles["seasoned"]

    def hasty(self) -> Adviser:
        """The same player, who takes any shot at once and looks at few places."""
        return Adviser(msgspec.structs.replace(self.style or USUAL, is_hasty=True))

    def other_styles(self) -> dict[str, Style]:
        """To go for the Objective at any price, or to take care first of all."""
        return {"bold": USUAL, "careful": knowledge().styles["careful"]}
